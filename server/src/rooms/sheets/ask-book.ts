import { codes } from '@dossier/contract/codes';
import type { OutputOf, ParsedOf, Route } from '@dossier/contract/route';
import { type SheetOrder, sheets } from '@dossier/contract/sheets';
import type { House, PublicCtx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { LimitedMap } from '../../ground/limited-map.ts';
import { type Shelved, shelvedBook } from './open-sheet.ts';
import { askersOf } from './sheet-maker.ts';

const askingMs = 30_000;
const mostText = 4 * 1024 * 1024;
const mostOrder = 8 * 1024 * 1024;

/** Orders of rows that somebody scrolls through: a million rows are 4 MB. */
const orders = new LimitedMap<Promise<Uint32Array>>(12);

async function ask(house: House, { path }: Shelved, ...[task, terms]: [task: string, terms: Record<string, unknown>]) {
  const file = { path, ext: 'sheet', name: 'sheet', size: 0 };
  const maxOutput = task === 'order' ? mostOrder : mostText;
  const answer = await askersOf(house).run(task, file, { timeoutMs: askingMs, maxOutput, urgent: true, terms });
  if (!answer.ok) throw new Refusal(answer.reason === 'broken' ? codes.pageOutOfRange : codes.conversionFailed);
  return answer;
}

/** The rows of a sheet in an order, by their numbers. */
export function orderOf(house: House, book: Shelved, terms: { sheet: number; order: SheetOrder }): Promise<Uint32Array> {
  const key = `${book.mark} ${JSON.stringify(terms)}`;
  const known = orders.get(key);
  if (known !== undefined) return known;
  const asked = ask(house, book, 'order', terms).then(({ bytes = Buffer.alloc(0) }) => {
    const copy = new Uint8Array(bytes); // the bytes may lie at any place, numbers must not
    return new Uint32Array(copy.buffer, 0, copy.length >> 2);
  });
  orders.set(key, asked);
  asked.catch(() => orders.delete(key));
  return asked;
}

/** A question that goes through all rows: answered by a confined process, which parses what a stranger's file became. */
const asking =
  <R extends Route>(route: R, task: string) =>
  async (ctx: PublicCtx, input: ParsedOf<R>): Promise<OutputOf<R>> => {
    const { look, ...terms } = input as { look: string } & Record<string, unknown>;
    const { text } = await ask(ctx.house, await shelvedBook(ctx, look), task, terms);
    return route.output.parse(JSON.parse(text)) as OutputOf<R>;
  };

export const sheetValues = asking(sheets.values, 'values');
export const findInBook = asking(sheets.find, 'find');
export const sumOfRange = asking(sheets.sum, 'sum');
export const edgeOfColumn = asking(sheets.edge, 'edge');
