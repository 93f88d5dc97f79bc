import { readFile } from 'node:fs/promises';
import { type Answer, type Job, TaskFailure, type Tasks } from '@dossier/formats/task';
import { checkPatch } from '@dossier/formats/workbook/check-patch';
import { readEditableWorkbook } from '@dossier/formats/workbook/editable-workbook';
import type { WorkbookEdit } from '@dossier/formats/workbook/edits';
import { patchable, patchWorkbook } from '@dossier/formats/workbook/patch-workbook';

/** How many differences are told: enough to find the cause. */
const mostTold = 20;

async function edited({ path, terms }: Job): Promise<{ base: Buffer; edits: WorkbookEdit[]; bytes: Buffer }> {
  if (!Array.isArray(terms?.['edits'])) throw new TaskFailure('broken');
  const edits = terms['edits'] as WorkbookEdit[];
  const base = await readFile(path);
  return { base, edits, bytes: edits.length === 0 ? base : await patchWorkbook(base, edits) };
}

/** What of a workbook decides which edits can be made in it. */
async function facts(job: Job): Promise<Answer> {
  const base = await readFile(job.path);
  const read = await readEditableWorkbook(base);
  const { sheets, styles, canShift, obstacles, date1904 } = read;
  const kept = sheets.map(({ sheetId, name, hidden, isWorksheet, merges, cells, tables }) => ({
    sheetId,
    name,
    hidden,
    isWorksheet,
    merges,
    arrays: cells.flatMap(({ array }) => array ?? []),
    heads: tables.flatMap(({ area, heads }) => (heads > 0 ? { ...area, lastRow: area.row + heads - 1 } : [])),
  }));
  const totals = { cells: 0, letters: 0, styles: styles.length };
  for (const { cells } of sheets) {
    totals.cells += cells.length;
    for (const { value, formula } of cells) totals.letters += (typeof value === 'string' ? value.length : 0) + (formula?.length ?? 0);
  }
  return { ok: true, text: JSON.stringify({ sheets: kept, canShift, ...patchable(base, read), obstacles, totals, date1904 }) };
}

/** A workbook with edits as the grid is filled with it. */
async function book(job: Job): Promise<Answer> {
  return { ok: true, text: JSON.stringify(await readEditableWorkbook((await edited(job)).bytes)) };
}

/** The file of a workbook with edits, read back and compared with what it was made from; as JSON the differences where there are any. */
async function patch(job: Job): Promise<Answer> {
  const { base, edits, bytes } = await edited(job);
  const differences = edits.length === 0 ? [] : await checkPatch(base, bytes, edits);
  return differences.length === 0 ? { ok: true, text: '', bytes } : { ok: true, text: JSON.stringify(differences.slice(0, mostTold)) };
}

export const tasks: Tasks = { facts, book, patch };
