import { readFile } from 'node:fs/promises';
import { codes } from '@dossier/contract/codes';
import { listings } from '@dossier/contract/listings';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { z } from 'zod';
import type { Ctx, House, PublicCtx } from '../../ground/ctx.ts';
import { LimitedMap } from '../../ground/limited-map.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type HeldRevision, openLook } from '../content/file-ticket.ts';
import type { Maker } from '../renditions/maker.ts';
import { render } from '../renditions/render.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { goesUnmarked } from '../watermarks/goes-unmarked.ts';
import { listedAs } from './listed-as.ts';
import { listMaker, mailMaker } from './makers.ts';

type Listing = OutputOf<typeof listings.entries>;

/** What a hostile file was read as is looked at before anybody gets it. */
async function needMade<T>(house: House, held: HeldRevision, [maker, shape]: [Maker, z.ZodType<T>]): Promise<T> {
  const made = await render(house, sourceOf(held), { maker, urgent: true });
  if (!made.ok) throw new Refusal(codes.conversionFailed);
  const key = `${made.path} ${made.changed}`;
  const known = read.get(key) as T | undefined;
  if (known !== undefined) return known;
  try {
    const parsed = shape.parse(JSON.parse(await readFile(made.path, 'utf8')));
    read.set(key, parsed);
    return parsed;
  } catch {
    throw new Refusal(codes.conversionFailed);
  }
}

/** Whoever opens a file of an archive will open another one: the last lists are kept, which may be long. */
const read = new LimitedMap<unknown>(4);

/** The names in an archive are seen by whoever sees the archive; what a mail brings, by whoever may have the mail. */
export async function needListed(ctx: Ctx, held: HeldRevision): Promise<'archive' | 'mail'> {
  const listed = listedAs(held);
  if (listed === undefined) throw new Refusal(codes.conversionFailed);
  if (listed === 'mail' && !(await goesUnmarked(ctx, held))) throw new Refusal(codes.noRightToDownload);
  return listed;
}

/** What lies in an archive or a mail. */
export const needListing = (house: House, held: HeldRevision): Promise<Listing> =>
  needMade<Listing>(house, held, [listMaker, listings.entries.output]);

/** What lies in the archive of a look. */
export async function readEntries({ house, address }: PublicCtx, input: ParsedOf<typeof listings.entries>): Promise<Listing> {
  const { ctx, held, still } = await openLook(house, input.look, address);
  await needListed(ctx, held);
  const listing = await needListing(house, held);
  await still();
  return listing;
}

/** The mail of a look. */
export async function readMail(
  { house, address }: PublicCtx,
  input: ParsedOf<typeof listings.mail>,
): Promise<OutputOf<typeof listings.mail>> {
  const { ctx, held, still } = await openLook(house, input.look, address);
  if ((await needListed(ctx, held)) !== 'mail') throw new Refusal(codes.conversionFailed);
  const mail = await needMade(house, held, [mailMaker, listings.mail.output]);
  await still();
  return mail;
}
