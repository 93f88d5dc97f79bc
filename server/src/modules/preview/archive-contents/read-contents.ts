import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { archiveContents } from '@dossier/contract/preview/archive-contents';
import type { Context, PublicContext, Services } from '../../../platform/context.ts';
import { ReadyAnswer, dataIn } from '../../../platform/http/answers.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type AuthorisedRevision, openPreviewTicket, shownName } from '../../documents/file-tickets.ts';
import { type Renderer, type Rendition, sourceOf } from '../renderer.ts';
import { render } from '../renditions.ts';
import { isShownUnmarked } from '../watermarks/resolve-watermark.ts';
import { listingRenderer, mailRenderer } from './content-renderers.ts';

/** Archives are opened up to this nesting depth. */
const maxNesting = 2;

/** Whether a document, or a file out of one, is shown as an archive or a mail. */
export function containerKind(authorised: AuthorisedRevision): 'archive' | 'mail' | undefined {
  const { ext } = shownName(authorised);
  if ((authorised.entry?.depth ?? 0) >= maxNesting) return undefined;
  if (extensions.mail.has(ext)) return 'mail';
  return extensions.archive.has(ext) ? 'archive' : undefined;
}

type Listing = OutputOf<typeof archiveContents.entries>;

async function requireRendition(services: Services, authorised: AuthorisedRevision, renderer: Renderer): Promise<Rendition & { ok: true }> {
  const made = await render(services, sourceOf(authorised), { renderer, urgent: true });
  if (!made.ok) throw new Refusal(codes.conversionFailed);
  return made;
}

/** The last listings, which may be long: files of one archive are often opened in a row. */
const recentListings = new LimitedMap<Listing>(4);

/** Names in an archive need the right to read it; the contents of a mail need the right to download it. */
export async function requireContainer(ctx: Context, authorised: AuthorisedRevision): Promise<'archive' | 'mail'> {
  const listed = containerKind(authorised);
  if (listed === undefined) throw new Refusal(codes.conversionFailed);
  if (listed === 'mail' && !(await isShownUnmarked(ctx, authorised))) throw new Refusal(codes.noRightToDownload);
  return listed;
}

/** The listing of an archive or a mail. */
export async function requireListing(services: Services, authorised: AuthorisedRevision): Promise<Listing> {
  const { path, changed } = await requireRendition(services, authorised, listingRenderer);
  const key = `${path} ${changed}`;
  const known = recentListings.get(key);
  if (known !== undefined) return known;
  const listing = await dataIn<Listing>(path).catch(() => undefined);
  if (listing === undefined) throw new Refusal(codes.conversionFailed);
  recentListings.set(key, listing);
  return listing;
}

/** The entries of the archive of a preview token. */
export async function readEntries(
  { services, address }: PublicContext,
  input: ParsedOf<typeof archiveContents.entries>,
): Promise<ReadyAnswer> {
  const { ctx, authorised, revalidate: still } = await openPreviewTicket(services, input.look, address);
  await requireContainer(ctx, authorised);
  const { path } = await requireRendition(services, authorised, listingRenderer);
  await still();
  return new ReadyAnswer(path);
}

/** The mail of a preview token. */
export async function readMail({ services, address }: PublicContext, input: ParsedOf<typeof archiveContents.mail>): Promise<ReadyAnswer> {
  const { ctx, authorised, revalidate: still } = await openPreviewTicket(services, input.look, address);
  if ((await requireContainer(ctx, authorised)) !== 'mail') throw new Refusal(codes.conversionFailed);
  const { path } = await requireRendition(services, authorised, mailRenderer);
  await still();
  return new ReadyAnswer(path);
}
