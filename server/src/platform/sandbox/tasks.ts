import type { Tasks } from '@dossier/formats/task';
import { extract } from './extract/extract.ts';

/** The tasks of the platform's sandbox. */
export const tasks: Tasks = { extract, table: async (job) => (await import('./table/read-table.ts')).readTable(job) };
