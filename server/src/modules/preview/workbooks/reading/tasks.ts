import type { Tasks } from '@dossier/formats/task';
import { readWorkbook } from '@dossier/formats/workbook/read-workbook';
import { workbookQueries } from './query-workbook.ts';
import { writeFlatTable } from './write-flat-table.ts';

/** Tasks of the workbook processes. */
export const tasks: Tasks = { read: readWorkbook, flat: writeFlatTable, ...workbookQueries };
