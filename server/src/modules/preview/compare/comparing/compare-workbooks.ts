import type { ComparedRow } from '@dossier/contract/preview/compare';
import { type Answer, type Job, TaskFailure } from '@dossier/formats/task';
import {
  type OpenWorkbook,
  type StoredRow,
  type StoredSheet,
  cellNumber,
  openStoredWorkbook,
} from '@dossier/formats/workbook/stored-workbook';
import { type Run, alignRows, differences, internKeys, overlap } from './differences.ts';
import { type ResultWriter, createResult } from './result-writer.ts';

const rowsMs = 10_000;
const mostCells = 3_000_000;
const mostColumns = 256;
/** Unchanged rows of context around changed ones. */
const around = 2;

/** A non-empty row: its cells by column, and their formulas. */
interface Row {
  number: number;
  at: number;
  texts: string[];
  /** Compared by value: a number in any format. */
  values: string[];
  formulas: Map<number, string>;
}

/** Compares two workbooks by sheets, rows and cells. Sheets are matched by their names. */
export async function compareWorkbooks(job: Job): Promise<Answer> {
  const { other } = job.terms as { other: string };
  const books = [await openStoredWorkbook(job.path), await openStoredWorkbook(other)] as const;
  try {
    const [before, after] = books;
    const result = createResult();
    if (before.head.cut || after.head.cut) result.cut();
    const counted = { cells: 0 };
    for (const name of namesOf(before, after)) {
      const [one, two] = [sheetOf(before, name), sheetOf(after, name)];
      const rows = [await rowsOf(before, one, counted), await rowsOf(after, two, counted)] as const;
      writeSheet({ name, a: rows[0], b: rows[1], state: one === undefined ? 'added' : two === undefined ? 'removed' : 'same' }, result);
    }
    return result.answer();
  } finally {
    for (const book of books) await book.close();
  }
}

/** The sheets of the newer workbook in its order, with removed ones at their old position. */
function namesOf(before: OpenWorkbook, after: OpenWorkbook): string[] {
  const names = after.head.sheets.map(({ name }) => name);
  for (const [at, { name }] of before.head.sheets.entries()) if (!names.includes(name)) names.splice(at, 0, name);
  return names;
}

const sheetOf = (book: OpenWorkbook, name: string): StoredSheet | undefined => book.head.sheets.find((sheet) => sheet.name === name);

async function rowsOf(book: OpenWorkbook, sheet: StoredSheet | undefined, counted: { cells: number }): Promise<Row[]> {
  const rows: Row[] = [];
  for (const block of sheet?.blocks ?? []) for (const row of await book.block(block)) take(row, rows, counted);
  return rows;
}

function take(row: StoredRow, rows: Row[], counted: { cells: number }): void {
  const { r, at, t, f } = row;
  counted.cells += t.length;
  if (counted.cells > mostCells) throw new TaskFailure('too-large');
  const first = t.findIndex((text) => text !== '');
  if (first < 0 && !f) return;
  const values = t.map((text, place) => String(cellNumber(row, place) ?? text));
  rows.push({ number: r + 1, at, texts: t, values, formulas: new Map(f) });
}

const textAt = ({ at, texts }: Row, column: number): string => texts[column - at] ?? '';
const cellAt = (row: Row, column: number): string => `${row.values[column - row.at] ?? ''}\u0001${row.formulas.get(column) ?? ''}`;

interface Sheet {
  name: string;
  a: Row[];
  b: Row[];
  state: 'same' | 'added' | 'removed';
}

interface Writing extends Sheet {
  first: number;
  last: number;
  result: ResultWriter;
}

const keyOf = (row: Row, { first, last }: { first: number; last: number }): string => {
  const cells: string[] = [];
  for (let column = first; column <= last; column++) cells.push(cellAt(row, column));
  return cells.join('\u0002');
};

function writeSheet(sheet: Sheet, result: ResultWriter): void {
  const { name, a, b, state } = sheet;
  const all = [...a, ...b];
  const first = all.reduce((least, row) => Math.min(least, row.at), all.length > 0 ? Number.MAX_SAFE_INTEGER : 0);
  const last = all.reduce((most, row) => Math.max(most, row.at + row.texts.length - 1, ...row.formulas.keys()), first);
  const known = new Map<string, number>();
  const keys = [a, b].map((rows) =>
    internKeys(
      rows.map((row) => keyOf(row, { first, last })),
      known,
    ),
  ) as [Int32Array, Int32Array];
  const runs = differences(keys[0], keys[1], performance.now() + rowsMs);
  const columns = Math.min(mostColumns, last - first + 1);
  result.begin({ name, state: state === 'same' && runs.length > 0 ? 'changed' : state, first, columns });
  if (state !== 'same' && runs.length === 0) noteSheet(sheet, result);
  const writing = { ...sheet, first, last, result };
  let at = 0;
  for (const run of runs) {
    writeSame(writing, [at, run[0]], run[2] - run[0]);
    writeRun(writing, run);
    at = run[1];
  }
  const lastRun = runs.at(-1);
  writeSame(writing, [at, a.length], lastRun ? lastRun[3] - lastRun[1] : 0, true);
}

/** An added or removed empty sheet is a difference too. */
const noteSheet = ({ name, state }: Sheet, result: ResultWriter): void =>
  result.note({
    kind: state === 'added' ? 'added' : 'removed',
    before: state === 'added' ? '' : name,
    after: state === 'added' ? name : '',
    ...result.at(),
  });

function writeSame(writing: Writing, [from, to]: [number, number], shift: number, atEnd: boolean = false): void {
  const { a, b, result } = writing;
  const add = (at: number): void => {
    const [before, after] = [a[at], b[at + shift]];
    if (before && after) result.add({ kind: 'same', lineBefore: before.number, lineAfter: after.number, before: cellsOf(writing, before) });
  };
  // the first row contains the column headings
  const head = from === 0 ? Math.max(1, around) : around;
  const tail = atEnd ? 0 : around;
  const left = to - from - head - tail;
  if (left <= 1) for (let at = from; at < to; at++) add(at);
  else {
    for (let at = from; at < from + head; at++) add(at);
    result.add({ kind: 'gap', before: [], count: left });
    for (let at = to - tail; at < to; at++) add(at);
  }
}

function cellsOf({ first, last }: Writing, row: Row): string[] {
  const cells: string[] = [];
  for (let column = first; column <= Math.min(last, first + mostColumns - 1); column++) cells.push(textAt(row, column).slice(0, 500));
  while (cells.at(-1) === '') cells.pop();
  return cells;
}

function writeRun(writing: Writing, [fromA, toA, fromB, toB]: Run): void {
  const { a, b } = writing;
  const filled = (row: Row): string[] => row.values.filter((text) => text !== '');
  const alike = (one: number, other: number): number => overlap(filled(a[fromA + one] as Row), filled(b[fromB + other] as Row));
  // one row for one row: it was changed
  const couples = toA - fromA === 1 && toB - fromB === 1 ? [[0, 0] as [number, number]] : alignRows(toA - fromA, toB - fromB, alike);
  for (const [one, other] of couples) {
    const [before, after] = [one === undefined ? undefined : a[fromA + one], other === undefined ? undefined : b[fromB + other]];
    if (before && after) writeChanged(writing, before, after);
    else if (before) writeOne(writing, before, 'removed');
    else if (after) writeOne(writing, after, 'added');
  }
}

function writeOne(writing: Writing, row: Row, kind: 'added' | 'removed'): void {
  const { result } = writing;
  const text = row.texts
    .filter((cell) => cell !== '')
    .slice(0, 12)
    .join(' · ');
  const [isAdded, cells] = [kind === 'added', cellsOf(writing, row)];
  const line = isAdded ? { lineAfter: row.number } : { lineBefore: row.number };
  result.note({ kind, before: isAdded ? '' : text, after: isAdded ? text : '', ...result.at(), ...line });
  result.add({ kind, ...line, before: isAdded ? [] : cells, after: isAdded ? cells : [] });
}

function writeChanged(writing: Writing, before: Row, after: Row): void {
  const { first, last, result } = writing;
  const lines = { lineBefore: before.number, lineAfter: after.number };
  const marks: number[] = [];
  for (let column = first; column <= last; column++) {
    if (cellAt(before, column) === cellAt(after, column)) continue;
    const [one, other] = [textAt(before, column), textAt(after, column)];
    const shown = isSameValue([before, after], column) ? [formulaOf(before, column), formulaOf(after, column)] : [one, other];
    const kind = one === '' && other !== '' ? 'added' : other === '' && one !== '' ? 'removed' : 'changed';
    result.note({ kind, before: shown[0] ?? '', after: shown[1] ?? '', ...result.at(), ...lines, column });
    if (column - first < mostColumns) marks.push(column - first);
  }
  const cells = [before, after].map((row) => cellsOf(writing, row));
  // where the shown values are equal, the formulas differ
  for (const at of marks)
    if (isSameValue([before, after], first + at))
      for (const [side, row] of [before, after].entries()) put(cells[side] ?? [], at, formulaOf(row, first + at));
  const row: ComparedRow = { kind: 'changed', ...lines, before: cells[0] ?? [], after: cells[1] ?? [] };
  result.add({ ...row, marksBefore: marks, marksAfter: marks });
}

const isSameValue = ([one, other]: [Row, Row], column: number): boolean =>
  (one.values[column - one.at] ?? '') === (other.values[column - other.at] ?? '');

function put(cells: string[], at: number, text: string): void {
  while (cells.length < at) cells.push('');
  cells[at] = text;
}

const formulaOf = (row: Row, column: number): string => {
  const formula = row.formulas.get(column);
  return formula === undefined ? textAt(row, column) : `=${formula.replace(/^=/, '')}`;
};
