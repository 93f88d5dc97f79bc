import type { Tasks } from '@dossier/formats/task';
import { extract } from './extract/extract.ts';
import { readTable } from './table/read-table.ts';

/** The tasks of the platform's sandbox. */
export const tasks: Tasks = { extract, table: readTable };
