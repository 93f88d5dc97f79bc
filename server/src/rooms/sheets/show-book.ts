import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { SheetRow, sheets } from '@dossier/contract/sheets';
import type { PublicCtx } from '../../ground/ctx.ts';
import { enginesOf } from '../renditions/engines.ts';
import { orderOf } from './ask-book.ts';
import { needSheet, shelvedBook, withBook } from './open-sheet.ts';
import { lettersOf } from './reading/stored-row.ts';
import { blockAt, type OpenBook, type StoredRow, type StoredSheet, valueOf } from './reading/stored-book.ts';

const mostRows = 500;
const mostLetters = 2_000_000;
const mostKept = 4_000_000;

/** The sheets of a workbook without their cells. */
export async function showBook(ctx: PublicCtx, { look }: ParsedOf<typeof sheets.book>): Promise<OutputOf<typeof sheets.book>> {
  const shelved = await shelvedBook(ctx, look);
  const asPages = (await enginesOf(ctx.house)).office !== undefined;
  return withBook(shelved, async ({ head }) => ({ ...head, asPages }));
}

/** Rows of a sheet, as they stand or in the order that is asked for. */
export async function showRows(ctx: PublicCtx, input: ParsedOf<typeof sheets.rows>): Promise<OutputOf<typeof sheets.rows>> {
  const shelved = await shelvedBook(ctx, input.look);
  const { sheet: place, order, from } = input;
  const places = order && (await orderOf(ctx.house, shelved, { sheet: place, order }));
  return withBook(shelved, async (book) => {
    const sheet = needSheet(book.head, place);
    const total = places?.length ?? sheet.rows;
    const to = Math.min(input.to, from + mostRows, total);
    const marks = marksOf(sheet);
    const read = rowReader(book, sheet);
    const rows: OutputOf<typeof sheets.rows>['rows'] = [];
    let letters = 0;
    for (let at = from; at < to; at++) {
      // strings that cells share may make little into more than there is memory for
      if (letters > mostLetters) return { total, rows, next: at };
      const number = places?.[at] ?? at;
      const told = rowOf(await read(number), number, marks);
      if (told === undefined) continue;
      rows.push({ ...told, place: at });
      letters += lettersOf({ t: told.texts });
    }
    return { total, rows };
  });
}

/** Reads rows by their numbers; those of one block in one go. In another order the blocks of the rows before are kept for a while. */
function rowReader(book: OpenBook, sheet: StoredSheet): (row: number) => Promise<StoredRow | undefined> {
  const blocks = new Map<number, Map<number, StoredRow>>();
  let letters = 0;
  return async (row) => {
    const at = blockAt(sheet.blocks, row);
    const block = sheet.blocks[at];
    if (block === undefined) return undefined;
    const known = blocks.get(at);
    if (known !== undefined) return known.get(row);
    const rows = await book.block(block);
    letters += rows.reduce((sum, one) => sum + lettersOf(one), 0);
    if (letters > mostKept) {
      blocks.clear();
      letters = 0;
    }
    const found = new Map(rows.map((one) => [one.r, one]));
    blocks.set(at, found);
    return found.get(row);
  };
}

type Mark = SheetRow['extras'][number];
const marks = new WeakMap<StoredSheet, Map<number, Mark[]>>();

/** Links and comments of a sheet by their rows. */
function marksOf(sheet: StoredSheet): Map<number, Mark[]> {
  const known = marks.get(sheet);
  if (known !== undefined) return known;
  const byRow = new Map<number, Mark[]>();
  const put = (row: number, mark: Mark): void => {
    const list = byRow.get(row) ?? [];
    const same = list.find(({ column }) => column === mark.column);
    if (same) Object.assign(same, mark);
    else list.push(mark);
    byRow.set(row, list);
  };
  for (const [row, column, link] of sheet.links) if (isOpenable(link)) put(row, { column, link });
  for (const [row, column, note] of sheet.notes) put(row, { column, note });
  marks.set(sheet, byRow);
  return byRow;
}

/** Addresses that a browser opens without doing anything else. */
const isOpenable = (link: string): boolean => /^(https?:\/\/|mailto:)[^\s<>"]+$/i.test(link);

function rowOf(row: StoredRow | undefined, number: number, byRow: Map<number, Mark[]>): SheetRow | undefined {
  const own = byRow.get(number) ?? [];
  if (row === undefined && own.length === 0) return undefined;
  if (row === undefined) return { row: number, at: 0, texts: [], styles: [], values: [], extras: own };
  const extras = new Map(own.map((mark) => [mark.column, mark]));
  for (const [column, formula] of row.f ?? []) extras.set(column, { ...extras.get(column), column, formula });
  return {
    row: number,
    at: row.at,
    texts: row.t,
    styles: row.t.map((_, place) => row.s?.[place] ?? 0),
    values: row.t.map((_, place) => valueOf(row, place)),
    extras: [...extras.values()],
  };
}
