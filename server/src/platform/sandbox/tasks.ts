import type { Tasks } from '@dossier/formats/task';
import { extract } from './extract/extract.ts';
import { readTable } from './table/read-table.ts';

/** What a confined process can do. */
export const tasks: Tasks = { extract, table: readTable };
