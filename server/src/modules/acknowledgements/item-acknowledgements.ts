import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../platform/context.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { releaseRevisionHold, revisionsOfIds } from '../documents/revisions.ts';
import type { AuthorisedRevision } from '../documents/file-tickets.ts';
import type { ItemFacts } from '../documents/show-items.ts';
import { labelOf } from '../documents/version-labels.ts';
import {
  acknowledgementOf,
  askedAmong,
  requestsOfPerson,
  deleteRequestsOn,
  noteOpenings,
  openRequestOn,
} from './requests/requests.queries.ts';

/** Adds to every list which documents the caller is asked to acknowledge, or has acknowledged; visitors of links and view-as sessions learn nothing. */
export const acknowledgementFacts: ItemFacts = async (ctx, _, items) => {
  if (ctx.shareSession !== undefined || ctx.user.viewer !== undefined) return new Map();
  const readable = items.filter(({ item, bits }) => item.kind === objType.document && (bits & right.read) !== 0).map(({ item }) => item.id);
  if (readable.length === 0) return new Map();
  const asked = await askedAmong(ctx.db, { person: ctx.user.id, ids: JSON.stringify(readable) });
  return new Map(asked.map((row) => [row.item_id, { acknowledgement: row.acknowledged_at === 0 ? 'asked' : 'given' }]));
};

/** Whether a revision is viewed by a user's own right, by that user: what is lent, and files inside others, are not what people are asked to read. */
const isOwnView = (ctx: Context, { entry, lent }: AuthorisedRevision): boolean =>
  entry === undefined && lent !== true && ctx.shareSession === undefined && ctx.user.viewer === undefined;

/** Adds to the view of a document what the caller is asked to acknowledge of it, until they have. */
export async function acknowledgementOfView(ctx: Context, authorised: AuthorisedRevision) {
  const request = isOwnView(ctx, authorised) ? await openRequestOn(ctx.db, authorised.item.id) : undefined;
  const own = request === undefined ? undefined : await acknowledgementOf(ctx.db, request.id, ctx.user.id);
  if (request === undefined || own === undefined || own.acknowledged_at !== 0) return {};
  const [revision] = await revisionsOfIds(ctx.db, [request.revision_id]);
  return {
    toAcknowledge: {
      id: String(request.id),
      revisionId: String(request.revision_id),
      revisionLabel: revision === undefined ? '' : labelOf(revision),
      ...(request.due_at !== 0 && { dueTime: isoTime(request.due_at) }),
    },
  };
}

/** Notes when those who are asked to acknowledge a revision first view, print or edit it, or have a PDF made of it. */
export async function recordOpening(ctx: Context, authorised: AuthorisedRevision): Promise<void> {
  if (!isOwnView(ctx, authorised)) return;
  const { item, revision } = authorised;
  await noteOpenings(ctx.db, { itemId: item.id, revisionId: revision.id, personIds: [ctx.user.id], at: ctx.now });
}

/** Of some requests, those that ask the caller; view-as sessions learn of none. */
export const requestsNaming = async (ctx: Context, requestIds: readonly number[]): Promise<ReadonlySet<number>> =>
  ctx.user.viewer === undefined ? new Set(await requestsOfPerson(ctx.db, ctx.user.id, requestIds)) : new Set();

/** Deletes the requests on documents that are purged. */
export async function releaseAcknowledgements({ db }: Pick<Context, 'db'>, itemIds: number[]): Promise<void> {
  for (const id of await deleteRequestsOn(db, itemIds)) await releaseRevisionHold(db, id);
}
