import { basename } from 'node:path';
import { codes } from '@dossier/contract/codes';
import type { ListedEntry } from '@dossier/contract/listings';
import type { Ctx } from '../../ground/ctx.ts';
import type { Failure } from '../../ground/confined/job.ts';
import { Refusal } from '../../ground/refusal.ts';
import type { HeldEntry, HeldRevision } from '../content/file-ticket.ts';
import { render } from '../renditions/render.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { boundEntries } from './bound-entries.ts';
import { entryMaker } from './makers.ts';
import { needListed, needListing } from './read-listing.ts';

const refusals: Partial<Record<Failure, (typeof codes)[keyof typeof codes]>> = {
  encrypted: codes.entryLocked,
  'too-large': codes.entryTooLarge,
  memory: codes.entryTooLarge,
  timeout: codes.entryTooLarge,
  unsupported: codes.entryUnknown,
  busy: codes.tooManyRequests,
};

/** A file out of what somebody looks at: unpacked, so that it can be shown like a document. */
export async function openEntry(ctx: Ctx, held: HeldRevision, place: number): Promise<HeldRevision> {
  const container = await needListed(ctx, held);
  const listed = (await needListing(ctx.house, held)).entries[place];
  if (listed === undefined || listed.kind !== 'file') throw new Refusal(codes.entryUnknown);
  if (listed.locked) throw new Refusal(codes.entryLocked);
  const rendition = await render(ctx.house, sourceOf(held), { maker: entryMaker, param: String(place), urgent: true });
  if (!rendition.ok) throw new Refusal(refusals[rendition.reason] ?? codes.entryBroken);
  const part = basename(rendition.path);
  await boundEntries(ctx.house, held.revision.sha256, part);
  const entry: HeldEntry = {
    part,
    ...nameOf(listed),
    size: rendition.size,
    depth: (held.entry?.depth ?? 0) + 1,
    ...((container === 'mail' || held.entry?.ofMail === true) && { ofMail: true }),
  };
  return { ...held, entry };
}

/** A ticket is an address: the name in it is only shown, and stays short. */
const [longestName, longestExt] = [80, 16];

function nameOf({ path }: ListedEntry): { name: string; ext: string } {
  const whole = path.split('/').at(-1) ?? path;
  const dot = whole.lastIndexOf('.');
  const ext = dot > 0 ? whole.slice(dot + 1).toLowerCase() : '';
  // an extension names files on the shelf
  const plain = /^[a-z0-9]+$/.test(ext) && ext.length <= longestExt ? ext : '';
  if (whole.length <= longestName) return { name: whole, ext: plain };
  return { name: `${whole.slice(0, longestName - longestExt)}….${plain}`.toWellFormed(), ext: plain };
}
