import { fileURLToPath } from 'node:url';
import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import type { OutputOf, ParsedOf, Route } from '@dossier/contract/core/route';
import { type SheetOrder, type SheetRow, workbooks } from '@dossier/contract/preview/workbooks';
import {
  blockAt,
  cellNumber,
  openStoredWorkbook,
  type OpenWorkbook,
  type StoredRow,
  type StoredSheet,
  type StoredWorkbookHead,
  textLength,
} from '@dossier/formats/workbook/stored-workbook';
import type { Context, PublicContext, Services } from '../../../platform/context.ts';
import { enginesOf } from '../../../platform/engines.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import { type AuthorisedRevision, openPreviewTicket } from '../../documents/file-tickets.ts';
import { type Renderer, sourceOf } from '../renderer.ts';
import { renderableFolders, renditionCacheRoot } from '../rendition-cache.ts';
import { render } from '../renditions.ts';
import { isShownUnmarked } from '../watermarks/resolve-watermark.ts';

/** The cached workbook of a preview token. */
interface CachedWorkbook {
  path: string;
  /** Changes with the file. */
  mark: string;
}

/** Cached heads, which scrolling requests repeatedly. */
const heads = new LimitedMap<StoredWorkbookHead>(8);

/**
 * Whether the caller may view cells: they are data equivalent to the file. Otherwise watermarked pages are shown; where the server has no
 * engine
 * for pages, a grid without copying and with a watermark overlay is shown as the last resort.
 */
export async function mayViewCells(ctx: Context, authorised: AuthorisedRevision): Promise<boolean> {
  return (await enginesOf(ctx.services)).office === undefined || isShownUnmarked(ctx, authorised);
}

/** The workbook that a preview token opens now, rendered where it is missing. */
async function openCachedWorkbook({ services, address }: PublicContext, previewToken: string): Promise<CachedWorkbook> {
  const { ctx, authorised, revalidate: still } = await openPreviewTicket(services, previewToken, address);
  const source = sourceOf(authorised);
  if (!extensions.sheet.has(source.ext)) throw new Refusal(codes.noViewer);
  if (!(await mayViewCells(ctx, authorised))) throw new Refusal(codes.noRightToDownload);
  const rendition = await render(services, source, { renderer: workbookRenderer, urgent: true });
  if (!rendition.ok) throw new Refusal(codes.conversionFailed);
  await still();
  return { path: rendition.path, mark: `${rendition.path} ${rendition.changed}` };
}

async function withWorkbook<T>({ path, mark }: CachedWorkbook, work: (book: OpenWorkbook) => Promise<T>): Promise<T> {
  const book = await openStoredWorkbook(path, heads.get(mark));
  heads.set(mark, book.head);
  try {
    return await work(book);
  } finally {
    await book.close();
  }
}

function requireSheet(head: StoredWorkbookHead, place: number): StoredSheet {
  const sheet = head.sheets[place];
  if (sheet === undefined) throw new Refusal(codes.pageOutOfRange);
  return sheet;
}

const askingMs = 30_000;
const maxText = 4 * 1024 * 1024;
const maxOrder = 8 * 1024 * 1024;

/** Row orders of recent scrolling: a million rows take 4 MB. */
const orders = new LimitedMap<Promise<Uint32Array>>(12);

async function queryWorkbook(services: Services, { path }: CachedWorkbook, task: string, terms: Record<string, unknown>) {
  const file = { path, ext: 'sheet', name: 'sheet', size: 0 };
  const maxOutput = task === 'order' ? maxOrder : maxText;
  const answer = await workbookQueryPool(services).run(task, file, { timeoutMs: askingMs, maxOutput, urgent: true, terms });
  if (!answer.ok) throw new Refusal(answer.reason === 'broken' ? codes.pageOutOfRange : codes.conversionFailed);
  return answer;
}

/** The row numbers of a sheet in an order. */
function rowOrderOf(services: Services, book: CachedWorkbook, terms: { sheet: number; order: SheetOrder }): Promise<Uint32Array> {
  const key = `${book.mark} ${JSON.stringify(terms)}`;
  const known = orders.get(key);
  if (known !== undefined) return known;
  const asked = queryWorkbook(services, book, 'order', terms).then(({ bytes = Buffer.alloc(0) }) => {
    const copy = new Uint8Array(bytes); // the bytes may be unaligned, a Uint32Array must be aligned
    return new Uint32Array(copy.buffer, 0, copy.length >> 2);
  });
  orders.set(key, asked);
  asked.catch(() => orders.delete(key));
  return asked;
}

/** A handler for queries over all rows, which run in a sandboxed process, since they parse data derived from untrusted files. */
const queryHandler =
  <R extends Route>(route: R, task: string) =>
  async (ctx: PublicContext, input: ParsedOf<R>): Promise<OutputOf<R>> => {
    const { look: previewToken, ...terms } = input as { look: string } & Record<string, unknown>;
    const { text } = await queryWorkbook(ctx.services, await openCachedWorkbook(ctx, previewToken), task, terms);
    return route.output.parse(JSON.parse(text)) as OutputOf<R>;
  };

export const columnValues = queryHandler(workbooks.values, 'values');
export const findInWorkbook = queryHandler(workbooks.find, 'find');
export const sumOfRange = queryHandler(workbooks.sum, 'sum');
export const edgeOfColumn = queryHandler(workbooks.edge, 'edge');

const maxRows = 500;
const maxLetters = 2_000_000;
const maxKeptLetters = 4_000_000;

/** The sheets of a workbook without their cells. */
export async function showWorkbook(
  ctx: PublicContext,
  { look: previewToken }: ParsedOf<typeof workbooks.book>,
): Promise<OutputOf<typeof workbooks.book>> {
  const shelved = await openCachedWorkbook(ctx, previewToken);
  const asPages = (await enginesOf(ctx.services)).office !== undefined;
  return withWorkbook(shelved, async ({ head }) => ({ ...head, asPages }));
}

/** Rows of a sheet, in their own order or in the requested one. */
export async function showRows(ctx: PublicContext, input: ParsedOf<typeof workbooks.rows>): Promise<OutputOf<typeof workbooks.rows>> {
  const shelved = await openCachedWorkbook(ctx, input.look);
  const { sheet: place, order, from } = input;
  const places = order && (await rowOrderOf(ctx.services, shelved, { sheet: place, order }));
  return withWorkbook(shelved, async (book) => {
    const sheet = requireSheet(book.head, place);
    const total = places?.length ?? sheet.rows;
    const to = Math.min(input.to, from + maxRows, total);
    const marks = marksOf(sheet);
    const read = rowReader(book, sheet);
    const rows: OutputOf<typeof workbooks.rows>['rows'] = [];
    let letters = 0;
    for (let at = from; at < to; at++) {
      // shared strings could expand a small file beyond the memory
      if (letters > maxLetters) return { total, rows, next: at };
      const number = places?.[at] ?? at;
      const shownRow = rowOf(await read(number), number, marks);
      if (shownRow === undefined) continue;
      rows.push({ ...shownRow, place: at });
      letters += textLength({ t: shownRow.texts });
    }
    return { total, rows };
  });
}

/** Reads rows by their numbers, block by block. For another order, recent blocks are cached. */
function rowReader(book: OpenWorkbook, sheet: StoredSheet): (row: number) => Promise<StoredRow | undefined> {
  const blocks = new Map<number, Map<number, StoredRow>>();
  let letters = 0;
  return async (row) => {
    const at = blockAt(sheet.blocks, row);
    const block = sheet.blocks[at];
    if (block === undefined) return undefined;
    const known = blocks.get(at);
    if (known !== undefined) return known.get(row);
    const rows = await book.block(block);
    letters += rows.reduce((sum, one) => sum + textLength(one), 0);
    if (letters > maxKeptLetters) {
      blocks.clear();
      letters = 0;
    }
    const found = new Map(rows.map((one) => [one.r, one]));
    blocks.set(at, found);
    return found.get(row);
  };
}

type Mark = SheetRow['extras'][number];
const marksBySheet = new WeakMap<StoredSheet, Map<number, Mark[]>>();

/** Links and comments of a sheet by row. */
function marksOf(sheet: StoredSheet): Map<number, Mark[]> {
  const known = marksBySheet.get(sheet);
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
  marksBySheet.set(sheet, byRow);
  return byRow;
}

/** Links with schemes that are safe to open. */
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
    values: row.t.map((_, place) => cellNumber(row, place)),
    extras: [...extras.values()],
  };
}

const readingMs = 100_000;
/** A compressed workbook of six million cells takes some 40 MB. */
const mostBytes = 96 * 1024 * 1024;
const tasks = fileURLToPath(new URL('./reading/tasks.ts', import.meta.url));

/** Parses untrusted files. */
const workbookReaderPool = sandboxPool((services) => ({
  readable: renderableFolders(services),
  tasks,
  size: 3,
  idleMs: 60_000,
  heapMb: 1024,
}));

/** Queries parsed workbooks; a pool of its own, so that queries do not wait for a long file. */
export const workbookQueryPool = sandboxPool((services) => ({
  readable: [renditionCacheRoot(services)],
  tasks,
  size: 2,
  idleMs: 60_000,
}));

/** A parsed workbook: its sheets, and their rows in small compressed blocks. */
export const workbookRenderer: Renderer = {
  name: 'sheet',
  version: 4,
  async render({ services, source, path, urgent, report }) {
    report(0.1);
    const { ext, name, size } = source;
    const answer = await workbookReaderPool(services).run(
      'read',
      { path, ext, name, size },
      { timeoutMs: readingMs, maxOutput: mostBytes, urgent },
    );
    if (!answer.ok) return answer;
    return answer.bytes === undefined ? { ok: false, reason: 'no-output' } : { ok: true, content: answer.bytes };
  },
};
