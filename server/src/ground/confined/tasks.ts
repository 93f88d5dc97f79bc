import { extract } from './extract/extract.ts';
import type { Tasks } from './job.ts';
import { table } from './table/table.ts';

/** What a confined process can do. */
export const tasks: Tasks = { extract, table };
