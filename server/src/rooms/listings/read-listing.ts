import { codes } from '@dossier/contract/codes';
import type { listings } from '@dossier/contract/listings';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx, House, PublicCtx } from '../../ground/ctx.ts';
import { dataIn, ReadyAnswer } from '../../ground/http/ready-answer.ts';
import { LimitedMap } from '../../ground/limited-map.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type HeldRevision, openLook } from '../content/file-ticket.ts';
import type { Maker, Rendition } from '../renditions/maker.ts';
import { render } from '../renditions/render.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { goesUnmarked } from '../watermarks/goes-unmarked.ts';
import { listedAs } from './listed-as.ts';
import { listMaker, mailMaker } from './makers.ts';

type Listing = OutputOf<typeof listings.entries>;

async function needMade(house: House, held: HeldRevision, maker: Maker): Promise<Rendition & { ok: true }> {
  const made = await render(house, sourceOf(held), { maker, urgent: true });
  if (!made.ok) throw new Refusal(codes.conversionFailed);
  return made;
}

/** Whoever opens a file of an archive will open another one: the last lists are kept, which may be long. */
const read = new LimitedMap<Listing>(4);

/** The names in an archive are seen by whoever sees the archive; what a mail brings, by whoever may have the mail. */
export async function needListed(ctx: Ctx, held: HeldRevision): Promise<'archive' | 'mail'> {
  const listed = listedAs(held);
  if (listed === undefined) throw new Refusal(codes.conversionFailed);
  if (listed === 'mail' && !(await goesUnmarked(ctx, held))) throw new Refusal(codes.noRightToDownload);
  return listed;
}

/** What lies in an archive or a mail. */
export async function needListing(house: House, held: HeldRevision): Promise<Listing> {
  const { path, changed } = await needMade(house, held, listMaker);
  const key = `${path} ${changed}`;
  const known = read.get(key);
  if (known !== undefined) return known;
  const listing = await dataIn<Listing>(path).catch(() => undefined);
  if (listing === undefined) throw new Refusal(codes.conversionFailed);
  read.set(key, listing);
  return listing;
}

/** What lies in the archive of a look. */
export async function readEntries({ house, address }: PublicCtx, input: ParsedOf<typeof listings.entries>): Promise<ReadyAnswer> {
  const { ctx, held, still } = await openLook(house, input.look, address);
  await needListed(ctx, held);
  const { path } = await needMade(house, held, listMaker);
  await still();
  return new ReadyAnswer(path);
}

/** The mail of a look. */
export async function readMail({ house, address }: PublicCtx, input: ParsedOf<typeof listings.mail>): Promise<ReadyAnswer> {
  const { ctx, held, still } = await openLook(house, input.look, address);
  if ((await needListed(ctx, held)) !== 'mail') throw new Refusal(codes.conversionFailed);
  const { path } = await needMade(house, held, mailMaker);
  await still();
  return new ReadyAnswer(path);
}
