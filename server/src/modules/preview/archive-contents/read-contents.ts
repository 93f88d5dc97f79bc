import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { archiveContents } from '@dossier/contract/preview/archive-contents';
import type { Context, PublicContext, Services } from '../../../platform/context.ts';
import { ReadyAnswer, dataIn } from '../../../platform/http/memo.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type AuthorisedRevision, openPreviewTicket, shownName } from '../../documents/file-tickets.ts';
import { type Renderer, type Rendition, sourceOf } from '../renderer.ts';
import { render } from '../renditions.ts';
import { isShownUnmarked } from '../watermarks/resolve-watermark.ts';
import { listingRenderer, mailRenderer } from './content-renderers.ts';

/** What lies in an archive in an archive is opened; what lies in one in that is not: whoever packs so deep has no reader in mind. */
const maxNesting = 2;

/** Whether a document, or a file out of one, is shown by what lies in it. */
export function containerKind(held: AuthorisedRevision): 'archive' | 'mail' | undefined {
  const { ext } = shownName(held);
  if ((held.entry?.depth ?? 0) >= maxNesting) return undefined;
  if (extensions.mail.has(ext)) return 'mail';
  return extensions.archive.has(ext) ? 'archive' : undefined;
}

type Listing = OutputOf<typeof archiveContents.entries>;

async function requireRendition(services: Services, held: AuthorisedRevision, maker: Renderer): Promise<Rendition & { ok: true }> {
  const made = await render(services, sourceOf(held), { maker, urgent: true });
  if (!made.ok) throw new Refusal(codes.conversionFailed);
  return made;
}

/** Whoever opens a file of an archive will open another one: the last lists are kept, which may be long. */
const recentListings = new LimitedMap<Listing>(4);

/** The names in an archive are seen by whoever sees the archive; what a mail brings, by whoever may have the mail. */
export async function requireContainer(ctx: Context, held: AuthorisedRevision): Promise<'archive' | 'mail'> {
  const listed = containerKind(held);
  if (listed === undefined) throw new Refusal(codes.conversionFailed);
  if (listed === 'mail' && !(await isShownUnmarked(ctx, held))) throw new Refusal(codes.noRightToDownload);
  return listed;
}

/** What lies in an archive or a mail. */
export async function requireListing(services: Services, held: AuthorisedRevision): Promise<Listing> {
  const { path, changed } = await requireRendition(services, held, listingRenderer);
  const key = `${path} ${changed}`;
  const known = recentListings.get(key);
  if (known !== undefined) return known;
  const listing = await dataIn<Listing>(path).catch(() => undefined);
  if (listing === undefined) throw new Refusal(codes.conversionFailed);
  recentListings.set(key, listing);
  return listing;
}

/** What lies in the archive of a look. */
export async function readEntries(
  { services, address }: PublicContext,
  input: ParsedOf<typeof archiveContents.entries>,
): Promise<ReadyAnswer> {
  const { ctx, held, revalidate: still } = await openPreviewTicket(services, input.look, address);
  await requireContainer(ctx, held);
  const { path } = await requireRendition(services, held, listingRenderer);
  await still();
  return new ReadyAnswer(path);
}

/** The mail of a look. */
export async function readMail({ services, address }: PublicContext, input: ParsedOf<typeof archiveContents.mail>): Promise<ReadyAnswer> {
  const { ctx, held, revalidate: still } = await openPreviewTicket(services, input.look, address);
  if ((await requireContainer(ctx, held)) !== 'mail') throw new Refusal(codes.conversionFailed);
  const { path } = await requireRendition(services, held, mailRenderer);
  await still();
  return new ReadyAnswer(path);
}
