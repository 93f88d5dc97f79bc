import { codes } from '@dossier/contract/codes';
import { extensions } from '@dossier/contract/file-types';
import type { Ctx, PublicCtx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type HeldRevision, openLook } from '../content/file-ticket.ts';
import { enginesOf } from '../renditions/engines.ts';
import { render } from '../renditions/render.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { type OpenBook, openBook, type StoredHead, type StoredSheet } from './reading/stored-book.ts';
import { goesUnmarked } from '../watermarks/goes-unmarked.ts';
import { LimitedMap } from '../../ground/limited-map.ts';
import { sheetMaker } from './sheet-maker.ts';

/** Where the book of a look lies. */
export interface Shelved {
  path: string;
  /** Changes with the file. */
  mark: string;
}

/** Heads are read again and again while somebody scrolls. */
const heads = new LimitedMap<StoredHead>(8);

/**
 * Whether somebody may look at the cells themselves: cells are data, as good as the file. Who may not have it as it is sees pages of it, marked;
 * where the machine has no engine that makes pages, a grid that cannot be copied, with the mark laid over it, is better than nothing.
 */
export async function seesCells(ctx: Ctx, held: HeldRevision): Promise<boolean> {
  return (await enginesOf(ctx.house)).office === undefined || goesUnmarked(ctx, held);
}

/** The book that a look opens at this moment, made where it is not yet. */
export async function shelvedBook({ house, address }: PublicCtx, look: string): Promise<Shelved> {
  const { ctx, held, still } = await openLook(house, look, address);
  const source = sourceOf(held);
  if (!extensions.sheet.has(source.ext)) throw new Refusal(codes.conversionFailed);
  if (!(await seesCells(ctx, held))) throw new Refusal(codes.noRightToDownload);
  const rendition = await render(house, source, { maker: sheetMaker, urgent: true });
  if (!rendition.ok) throw new Refusal(codes.conversionFailed);
  await still();
  return { path: rendition.path, mark: `${rendition.path} ${rendition.changed}` };
}

/** Opens a book for `work`. */
export async function withBook<T>({ path, mark }: Shelved, work: (book: OpenBook) => Promise<T>): Promise<T> {
  const book = await openBook(path, heads.get(mark));
  heads.set(mark, book.head);
  try {
    return await work(book);
  } finally {
    await book.close();
  }
}

/** A sheet of a book. */
export function needSheet(head: StoredHead, place: number): StoredSheet {
  const sheet = head.sheets[place];
  if (sheet === undefined) throw new Refusal(codes.pageOutOfRange);
  return sheet;
}
