import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { Change, type compare, ComparedRow, type ComparedSide, type ComparisonKind } from '@dossier/contract/preview/compare';
import { z } from 'zod';
import type { Context, PublicContext, Services } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireItem } from '../../access/require-items.ts';
import {
  type AuthorisedRevision,
  type ContentUse,
  type OpenedTicket,
  openPreviewTicket,
  requireContentUse,
  shownName,
} from '../../documents/file-tickets.ts';
import { authorNames, peopleOfRevision } from '../../documents/revisions.ts';
import { personNames } from '../../identity/users.ts';
import { hasPages, isMultiPageImage, isRasterizedImage } from '../pages/page-renderers.ts';
import { pdfRendererFor } from '../pdf/pdf-renderers.ts';
import { type Renderer, type Source, sourceOf } from '../renderer.ts';
import { render, renditionState, retryFailed } from '../renditions.ts';
import { emitViewed, stateAnswer, viewOf, viewStrategy } from '../views.ts';
import { isShownUnmarked } from '../watermarks/resolve-watermark.ts';
import { comparisonRenderer } from './comparison-renderers.ts';

/**
 * How two revisions are compared for the caller: by what both can be shown as. Texts and cells only for users who get both as they are;
 * others compare pages.
 */
export async function comparisonKindOf(ctx: Context, before: AuthorisedRevision, after: AuthorisedRevision): Promise<ComparisonKind> {
  const strategies = await Promise.all([before, after].map((authorised) => viewStrategy(ctx, authorised)));
  const exts = [before, after].map((authorised) => shownName(authorised).ext);
  // a sheet may be shown under a watermark as the last resort: a comparison of its cells would have none
  if (strategies.every(({ shown }) => shown === 'sheet') && (await goUnmarked(ctx, [before, after]))) return 'sheet';
  if (strategies.every(({ shown }) => shown === 'text' || shown === 'html')) return 'text';
  if (exts.every((ext) => isRasterizedImage(ext))) return 'picture';
  const paged = await Promise.all(exts.map((ext) => isPaged(ctx, ext)));
  return paged.every(Boolean) ? 'pages' : 'cards';
}

const goUnmarked = async (ctx: Context, both: AuthorisedRevision[]): Promise<boolean> =>
  (await Promise.all(both.map((authorised) => isShownUnmarked(ctx, authorised)))).every(Boolean);

async function isPaged({ services }: Context, ext: string): Promise<boolean> {
  if (isMultiPageImage(ext)) return true;
  if (extensions.picture.has(ext)) return false;
  return hasPages(ext) && (await pdfRendererFor(services, ext)) !== undefined;
}

type Input = ParsedOf<typeof compare.open>;

/** Temporary access is for viewing alone, and reveals no differences of versions: both sides need a right of the caller's own to read them. */
async function requireOwnRight(ctx: Context, ids: readonly (string | number)[]): Promise<void> {
  for (const id of new Set(ids)) await requireItem(ctx, right.visible | right.read, id, objType.document);
}

/** Authorises both sides by the caller's own rights. */
export async function requirePair(
  ctx: Context,
  use: ContentUse,
  input: Input,
): Promise<[before: AuthorisedRevision, after: AuthorisedRevision]> {
  const { id, currentRev, otherId = id, otherRev } = input;
  await requireOwnRight(ctx, [id, otherId]);
  const before = await requireContentUse(ctx, use, { id, ...(currentRev !== undefined && { currentRev }) });
  const after = await requireContentUse(ctx, use, { id: otherId, ...(otherRev !== undefined && { currentRev: otherRev }) });
  return [before, after];
}

/** Compares two revisions or documents; a preview of both is logged. */
export async function openComparison(ctx: Context, input: Input): Promise<OutputOf<typeof compare.open>> {
  const [before, after] = await requirePair(ctx, 'view', input);
  await emitViewed(ctx, before);
  if (after.revision.id !== before.revision.id) await emitViewed(ctx, after);
  const kind = await comparisonKindOf(ctx, before, after);
  const nameOf = await personNames(
    ctx,
    [before, after].flatMap(({ item, revision }) => [item.creator_id, ...peopleOfRevision(revision)]),
  );
  const sameBytes = before.revision.sha256 === after.revision.sha256;
  return { kind, sameBytes, before: await sideOf(ctx, before, nameOf), after: await sideOf(ctx, after, nameOf) };
}

async function sideOf(ctx: Context, authorised: AuthorisedRevision, nameOf: (id: number) => string): Promise<ComparedSide> {
  const { item, revision } = authorised;
  return {
    view: await viewOf(ctx, authorised),
    card: {
      createTime: new Date(revision.created_at).toISOString(),
      ...authorNames(ctx.user.lang, revision, nameOf),
      documentTime: new Date(item.created_at).toISOString(),
      documentCreatorName: nameOf(item.creator_id),
      note: revision.note,
    },
  };
}

/** The preview tokens that a comparison is requested with. */
export interface PairTokens {
  look: string;
  other: string;
  spaces: boolean;
}

/** What two tokens open now, and how it is compared. */
export interface OpenedPair {
  before: OpenedTicket;
  after: OpenedTicket;
  kind: ComparisonKind;
  /** Checks the rights on both again: rendering may take longer than they last. */
  still(): Promise<void>;
}

/** A comparison to render: its source and renderer. */
interface ComparisonRequest {
  source: Source;
  renderer: Renderer;
  param: string;
}

/** Opens both tokens; the rights on either are checked each time. */
export async function openPair(services: Services, { look, other }: PairTokens, address: string): Promise<OpenedPair> {
  const [before, after] = [await openPreviewTicket(services, look, address), await openPreviewTicket(services, other, address)];
  if (before.ctx.user.id !== after.ctx.user.id || before.use !== after.use) throw new Refusal(codes.ticketInvalid);
  // not for visitors, and not for files out of archives: cached comparisons are named by whole documents
  if ([before, after].some(({ ctx, authorised }) => ctx.shareSession !== undefined || authorised.entry !== undefined))
    throw new Refusal(codes.ticketInvalid);
  // a token of a viewer may come from temporary access
  await requireOwnRight(
    before.ctx,
    [before, after].map(({ authorised }) => authorised.item.id),
  );
  const still = async (): Promise<void> => {
    await before.revalidate();
    await after.revalidate();
  };
  return { before, after, kind: await comparisonKindOf(before.ctx, before.authorised, after.authorised), still };
}

/** The rendition that a pair needs; undefined where only details are compared. */
export function comparisonRequestFor({ before, after, kind }: OpenedPair, spaces: boolean): ComparisonRequest | undefined {
  if (kind === 'cards') return undefined;
  return { source: sourceOf(before.authorised), ...comparisonRenderer(kind, { other: sourceOf(after.authorised), spaces }) };
}

const mostHead = 64 << 20;

/** Validates what was read from a hostile file before it is sent. */
const Count = z.int().min(0);
const ResultHeadShape = z.object({
  added: Count,
  removed: Count,
  changed: Count,
  cut: z.boolean(),
  changes: z.array(Change).max(5000),
  tables: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['same', 'changed', 'added', 'removed']),
      first: Count,
      columns: Count,
      rows: Count,
      parts: z.array(z.tuple([Count, Count])),
    }),
  ),
});
/** The head of a result: the differences, and the positions of its rows. */
export type ResultHead = z.output<typeof ResultHeadShape>;

async function readAt(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await file.read(bytes, 0, length, from);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function parsed<T>(type: z.ZodType<T>, bytes: Buffer): T {
  try {
    return type.parse(JSON.parse(bytes.toString()));
  } catch {
    throw new Refusal(codes.conversionFailed);
  }
}

const headLength = async (path: string): Promise<number> => Math.min((await readAt(path, 0, 4)).readUInt32BE(0), mostHead);

export const readResultHead = async (path: string): Promise<ResultHead> =>
  parsed(ResultHeadShape, await readAt(path, 4, await headLength(path)));

/** A part of the rows of a table. */
async function readResultRows(path: string, place: { table: number; part: number }): Promise<ComparedRow[]> {
  const part = (await readResultHead(path)).tables[place.table]?.parts[place.part];
  if (part === undefined) throw new Refusal(codes.pageOutOfRange);
  return parsed(z.array(ComparedRow), await readAt(path, 4 + (await headLength(path)) + part[0], part[1]));
}

const waitMs = 25_000;

type State = OutputOf<typeof compare.state>;

/** The state of a comparison; the first call starts it. */
export async function compareState({ services, address }: PublicContext, input: ParsedOf<typeof compare.state>): Promise<State> {
  const wanted = comparisonRequestFor(await openPair(services, input, address), input.spaces);
  if (wanted === undefined) return { state: 'ready', done: 1 };
  const { source, ...how } = wanted;
  const rendering = render(services, source, { ...how, urgent: true });
  const made = input.wait ? await Promise.race([rendering, sleep(waitMs, undefined, { ref: false })]) : undefined;
  return stateAnswer(made ?? (await renditionState(services, source, how)));
}

/** Retries a failed comparison. */
export async function compareAgain({ services, address }: PublicContext, input: ParsedOf<typeof compare.again>) {
  const { before, after } = await openPair(services, input, address);
  for (const { authorised } of [before, after]) await retryFailed(services, sourceOf(authorised));
  return {};
}

/** The path of the result of a comparison, made where it is missing. */
async function requireResult(services: Services, tokens: PairTokens, address: string): Promise<string> {
  const pair = await openPair(services, tokens, address);
  const wanted = comparisonRequestFor(pair, tokens.spaces);
  if (wanted === undefined) throw new Refusal(codes.conversionFailed);
  const { source, ...how } = wanted;
  const made = await render(services, source, { ...how, urgent: true });
  if (!made.ok) throw new Refusal(codes.conversionFailed);
  await pair.still();
  return made.path;
}

/** The list of differences. */
export const compareChanges = async (
  { services, address }: PublicContext,
  input: ParsedOf<typeof compare.changes>,
): Promise<OutputOf<typeof compare.changes>> => readResultHead(await requireResult(services, input, address));

/** Rows of a compared text or sheet. */
export const compareRows = async (
  { services, address }: PublicContext,
  input: ParsedOf<typeof compare.rows>,
): Promise<OutputOf<typeof compare.rows>> => ({ rows: await readResultRows(await requireResult(services, input, address), input) });
