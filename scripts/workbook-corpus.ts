/**
 * `node scripts/run.mjs scripts/workbook-corpus.ts FOLDER`: changes a cell of every workbook of a folder, and inserts a row and a column; what the
 * edits do not touch stays byte for byte, and LibreOffice finds the cell and computes what it computed before. The formulas that stand in each are computed
 * by the grid as well, and compared with the values that were kept.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkPatch } from '@dossier/formats/workbook/check-patch';
import type { WorkbookEdit } from '@dossier/formats/workbook/edits';
import {
  type EditableCell,
  type EditableSheet,
  type EditableWorkbook,
  readEditableWorkbook,
} from '@dossier/formats/workbook/editable-workbook';
import { patchWorkbook } from '@dossier/formats/workbook/patch-workbook';
import { readWorkbook } from '@dossier/formats/workbook/read-workbook';
import { openZipOf } from '@dossier/formats/zip/zip-parts';
import { listFiles } from './corpus/list-files.ts';
import { recompute } from './corpus/recompute.ts';
import { computedByGrid } from './headless-grid.ts';
import { Advice, main } from './runtime.mjs';

const changedText = 'Changed 更改 <7>';
const leastEqual = 0.99;
const maxUnpacked = 400 * 1024 * 1024;
/** They are others each time. */
const volatile = /\b(?:NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY)\(/i;

interface Trial {
  file: string;
  name: string;
  book?: EditableWorkbook;
  cell?: { sheet: EditableSheet; row: number; column: number };
  shift?: { sheet: EditableSheet; row: number; column: number };
  parts: string;
  ms: number;
  faults: string[];
  notes: string[];
  equal: number;
  formulas: number;
  /** Of the formulas with a value in the file: those that the grid keeps a value of, and those that come to the same. */
  grid: { formulas: number; kept: number; equal: number };
}

/** All parts of a package. */
async function partsOf(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await openZipOf(bytes, maxUnpacked);
  const parts = new Map<string, Buffer>();
  for (const name of zip.names) {
    const pieces: Buffer[] = [];
    for await (const piece of zip.read(name)) pieces.push(piece);
    parts.set(name, Buffer.concat(pieces));
  }
  zip.close();
  return parts;
}

async function tryFile(trial: Trial, path: string, folder: string): Promise<void> {
  const bytes = await readFile(path);
  try {
    trial.book = await readEditableWorkbook(bytes);
  } catch (error) {
    trial.notes.push(`not editable: ${(error as Error).message}`);
    return;
  }
  await writeFile(join(folder, `${trial.name}-base.xlsx`), bytes);
  await computeInGrid(trial, trial.book);
  await changeCell(trial, trial.book, { bytes, folder });
  await insertLines(trial, trial.book, { bytes, folder });
}

/** Compares what the grid comes to with the values that stand in the file. */
async function computeInGrid({ grid, notes }: Trial, book: EditableWorkbook): Promise<void> {
  if (book.date1904) return void notes.push('not edited: it counts its days from 1904');
  const computed = await computedByGrid(book);
  let told = 0;
  for (const { sheetId, name, cells } of book.sheets)
    for (const { row, column, formula, value, array } of cells) {
      if (formula === undefined || value === undefined || array !== undefined || volatile.test(formula)) continue;
      grid.formulas++;
      const found = computed.get(`${sheetId} ${row} ${column}`);
      if (found === undefined || found === null) continue;
      grid.kept++;
      if (isEqual(value, found)) grid.equal++;
      else if (told++ < 5)
        notes.push(
          `grid: ${name} ${row},${column} =${formula.slice(0, 80)}: ${JSON.stringify(value)} in the file, ${JSON.stringify(found)}`,
        );
    }
}

interface Bytes {
  bytes: Buffer;
  folder: string;
}

async function changeCell(trial: Trial, book: EditableWorkbook, { bytes, folder }: Bytes): Promise<void> {
  const locked = new Set(book.obstacles.filter(({ kind }) => kind === 'protectedSheet').map(({ sheet }) => sheet));
  const sheet = book.sheets.find((one) => one.isWorksheet && !locked.has(one.sheetId));
  if (sheet === undefined) return void trial.notes.push('all sheets are protected');
  const arrays = sheet.cells.flatMap(({ array }) => array ?? []);
  const free = sheet.cells.find(
    ({ row, column, formula }) =>
      formula === undefined &&
      !arrays.some((area) => row >= area.row && row <= area.lastRow && column >= area.column && column <= area.lastColumn),
  );
  const [row, column] = [free?.row ?? 0, free?.column ?? 0];
  const edits: WorkbookEdit[] = [
    { kind: 'cells', sheet: sheet.sheetId, cells: [{ row, column, value: changedText, style: { bold: true, fill: '#ffeeaa' } }] },
  ];
  const began = performance.now();
  const edited = await patchWorkbook(bytes, edits);
  trial.ms = performance.now() - began;
  trial.faults.push(...(await checkPatch(bytes, edited, edits)).map(({ kind, at }) => `cell: ${kind} ${at}`));
  const [before, after] = [await partsOf(bytes), await partsOf(edited)];
  const equal = [...before].filter(([name, content]) => after.get(name)?.equals(content) === true).length;
  trial.parts = `${equal}/${before.size}`;
  const path = join(folder, `${trial.name}-cell.xlsx`);
  await writeFile(path, edited);
  const shown = await readWorkbook({ path, ext: 'xlsx', name: '', size: edited.length, maxOutput: maxUnpacked });
  if (!shown.ok) trial.faults.push(`the viewer: ${shown.reason}`);
  trial.cell = { sheet, row, column };
}

async function insertLines(trial: Trial, book: EditableWorkbook, { bytes, folder }: Bytes): Promise<void> {
  if (!book.canShift) return void trial.notes.push(`cannot shift: ${[...new Set(book.obstacles.map(({ kind }) => kind))].join(', ')}`);
  const sheet = book.sheets.filter(({ isWorksheet }) => isWorksheet).toSorted((a, b) => b.cells.length - a.cells.length)[0];
  if (sheet === undefined) return;
  const [row, column] = [Math.floor(sheet.rows / 2), Math.floor(sheet.columns / 2)];
  const edits: WorkbookEdit[] = [
    { kind: 'insert', sheet: sheet.sheetId, axis: 'row', at: row, count: 1 },
    { kind: 'insert', sheet: sheet.sheetId, axis: 'column', at: column, count: 1 },
  ];
  let edited: Buffer;
  try {
    edited = await patchWorkbook(bytes, edits);
  } catch (error) {
    return void trial.notes.push(`refused to insert: ${(error as Error).message}`);
  }
  trial.faults.push(...(await checkPatch(bytes, edited, edits)).map(({ kind, at }) => `insert: ${kind} ${at}`));
  await writeFile(join(folder, `${trial.name}-shift.xlsx`), edited);
  trial.shift = { sheet, row, column };
}

type Values = Map<string, Map<string, EditableCell>>;

/** What LibreOffice made of a file: cells by their place, by sheet. */
async function recomputed(folder: string, name: string): Promise<Values | undefined> {
  const bytes = await readFile(join(folder, 'out', `${name}.xlsx`)).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const { sheets } = await readEditableWorkbook(bytes);
  return new Map(sheets.map((sheet) => [sheet.name, new Map(sheet.cells.map((cell) => [`${cell.row} ${cell.column}`, cell]))]));
}

async function compare(trial: Trial, folder: string): Promise<void> {
  const { book, cell, shift } = trial;
  if (book === undefined) return;
  const base = await recomputed(folder, `${trial.name}-base`);
  if (base === undefined) return void trial.notes.push('LibreOffice does not open it');
  if (cell) {
    const values = await recomputed(folder, `${trial.name}-cell`);
    const found = values?.get(cell.sheet.name)?.get(`${cell.row} ${cell.column}`)?.value;
    if (found !== changedText) trial.faults.push(`LibreOffice finds ${JSON.stringify(found)} in the cell`);
  }
  if (!shift) return;
  const values = await recomputed(folder, `${trial.name}-shift`);
  if (values === undefined) return void trial.faults.push('LibreOffice does not open it with a row more');
  for (const sheet of book.sheets)
    for (const { row, column, formula } of sheet.cells) {
      if (formula === undefined || volatile.test(formula)) continue;
      const isThere = sheet.sheetId === shift.sheet.sheetId;
      const place = [row + (isThere && row >= shift.row ? 1 : 0), column + (isThere && column >= shift.column ? 1 : 0)];
      const [before, after] = [base.get(sheet.name)?.get(`${row} ${column}`)?.value, values.get(sheet.name)?.get(place.join(' '))?.value];
      trial.formulas++;
      if (isEqual(before, after)) trial.equal++;
      else if (trial.notes.length < 5)
        trial.notes.push(
          `${sheet.name} ${row},${column} =${formula.slice(0, 80)}: ${JSON.stringify(before)}, then ${JSON.stringify(after)}`,
        );
    }
  if (trial.equal < trial.formulas * leastEqual) trial.faults.push(`${trial.equal} of ${trial.formulas} formulas have their values`);
}

const isEqual = (a: EditableCell['value'], b: EditableCell['value']): boolean =>
  typeof a === 'number' && typeof b === 'number'
    ? Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a))
    : JSON.stringify(a) === JSON.stringify(b);

await main(async () => {
  const corpus = process.argv[2];
  if (corpus === undefined) throw new Advice('Usage: node scripts/run.mjs scripts/workbook-corpus.ts FOLDER');
  const folder = await mkdtemp(join(tmpdir(), 'dossier-workbooks-'));
  try {
    const files = (await listFiles(resolve(corpus))).filter(({ file }) => /\.xls[xm]$/i.test(file));
    const trials: Trial[] = [];
    for (const [place, { file, path }] of files.entries()) {
      const trial: Trial = {
        file,
        name: `book${place}`,
        parts: '–',
        ms: 0,
        faults: [],
        notes: [],
        equal: 0,
        formulas: 0,
        grid: { formulas: 0, kept: 0, equal: 0 },
      };
      trials.push(trial);
      await tryFile(trial, path, folder).catch((error: unknown) => trial.faults.push(String(error)));
    }
    const names = trials.flatMap(({ name, book, cell, shift }) => [
      ...(book ? [`${name}-base.xlsx`] : []),
      ...(cell ? [`${name}-cell.xlsx`] : []),
      ...(shift ? [`${name}-shift.xlsx`] : []),
    ]);
    if (names.length > 0) await recompute(folder, names);
    for (const trial of trials) {
      await compare(trial, folder);
      console.log(
        `${trial.faults.length > 0 ? 'FAILED' : 'ok    '} ${trial.file}: ${trial.parts} parts equal, ${trial.ms.toFixed(0)} ms, ${trial.equal} of ${trial.formulas} formulas; grid: ${trial.grid.equal} of ${trial.grid.kept} kept values, ${trial.grid.formulas} formulas`,
      );
      for (const line of [...trial.faults, ...trial.notes]) console.log(`         ${line}`);
    }
    const sum = (of: (trial: Trial) => number): number => trials.reduce((total, trial) => total + of(trial), 0);
    const failed = trials.filter(({ faults }) => faults.length > 0).length;
    console.log(
      `${trials.length} workbooks, ${trials.filter(({ cell }) => cell).length} edited, ${trials.filter(({ shift }) => shift).length} with lines inserted, ${failed} failed; ${sum(({ equal }) => equal)} of ${sum(({ formulas }) => formulas)} formulas have their values; grid: ${sum(({ grid }) => grid.equal)} of ${sum(({ grid }) => grid.kept)} kept values are equal, of ${sum(({ grid }) => grid.formulas)} formulas`,
    );
    return failed > 0 ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
