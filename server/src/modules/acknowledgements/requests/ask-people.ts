import { type acknowledgements, maxAskNoteLength, remindPauseMs } from '@dossier/contract/acknowledgements/acknowledgements';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context, Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireSiteOrigin } from '../../../platform/settings/settings.ts';
import { findItem, type ItemRow } from '../../access/items.queries.ts';
import { type AuthorisedItem, findVisibleItems, requireItem } from '../../access/require-items.ts';
import { holdRevisions, revisionsOfIds } from '../../documents/revisions.ts';
import { findPrincipal } from '../../identity/principals.ts';
import { acknowledged, acknowledgementAsked, acknowledgementClosed, acknowledgementReminded } from '../events.ts';
import { type NamedPrincipal, type PeopleToAsk, peopleToAsk, rightsOfUsers } from './people-to-ask.ts';
import {
  type EarlierAnswer,
  type RequestRow,
  acknowledge,
  acknowledgementOf,
  answersOf,
  answersTo,
  claimReminder,
  closeRequest,
  deleteLeftOut,
  insertLeftOut,
  insertPeople,
  insertRequest,
  leftOutOf,
  lockOpenRequest,
  noticePending,
  openRequestOn,
  reopenCompletion,
  requestById,
} from './requests.queries.ts';

const mayRead = right.visible | right.read;
const mayAsk = right.visible | right.manage;

const aboutItem = (item: ItemRow): { objId: number; objName: string } => ({ objId: item.id, objName: item.name });

/** A request with its document. */
interface AuthorisedRequest {
  request: RequestRow;
  authorised: AuthorisedItem;
}

/** 5921 where it is missing, or on a document that is hidden or only visible: its id says nothing to who may not read it. */
async function requireRequest(ctx: Context, id: string): Promise<AuthorisedRequest> {
  const request = await requestById(ctx.db, Number(id));
  if (request === undefined) throw new Refusal(codes.acknowledgementMissing);
  const [authorised] = await findVisibleItems(ctx, [request.item_id]);
  if (authorised === undefined || (authorised.bits & mayRead) !== mayRead) throw new Refusal(codes.acknowledgementMissing);
  return { request, authorised };
}

/** A request on a document that the caller manages. */
export async function requireOwnedRequest(ctx: Context, id: string): Promise<AuthorisedRequest> {
  const found = await requireRequest(ctx, id);
  if ((found.authorised.bits & right.manage) === 0) throw new Refusal(codes.noRightToManage);
  return found;
}

function requireOpen({ closed_at }: RequestRow): void {
  if (closed_at !== 0) throw new Refusal(codes.acknowledgementClosed);
}

type Terms = Pick<RequestRow, 'note' | 'renewal' | 'due_at' | 'origin'> & { principals: readonly NamedPrincipal[] };

/** Who asks, where the request is not made by a call. */
interface Asking {
  db: Db;
  now: number;
  item: ItemRow;
  creatorId: number;
}

/** A request on the current version of a document in place of the open one; 1008 where another is made meanwhile. Who has acknowledged the same version has done so here as well. */
async function replaceRequest(
  { db, now, item, creatorId }: Asking,
  { principals, ...terms }: Terms,
  { people, leftOut }: PeopleToAsk,
): Promise<{ id: number; asked: number; withoutRight: number }> {
  const before = await openRequestOn(db, item.id);
  // closed before its acknowledgements are read: none comes after that
  if (before !== undefined) await closeRequest(db, before.id, now);
  const isSame = before?.revision_id === item.revision_id;
  const answers = before !== undefined && isSame ? await answersOf(db, before.id) : new Map<number, EarlierAnswer>();
  const id = newId();
  const isInserted = await insertRequest(db, {
    ...terms,
    id,
    item_id: item.id,
    revision_id: item.revision_id,
    principals: JSON.stringify(principals),
    due_stage: 0,
    creator_id: creatorId,
    created_at: now,
    reminded_at: 0,
    completed_at: 0,
    closed_at: 0,
  });
  // another user's request for this document was committed meanwhile
  if (!isInserted) throw new Refusal(codes.changedMeanwhile);
  const asked = await insertPeople(db, id, { people, before: answers });
  const withoutRight = await insertLeftOut(db, id, leftOut);
  // what was acknowledged can be shown for as long as the document is there
  await holdRevisions(db, id, [item.revision_id]);
  return { id, asked, withoutRight };
}

/** Asks people to read the current version of a document and to acknowledge that. */
export async function askPeople(
  ctx: Context,
  input: ParsedOf<typeof acknowledgements.create>,
): Promise<OutputOf<typeof acknowledgements.create>> {
  const { item } = await requireItem(ctx, mayAsk, input.objId, objType.document);
  const { principals, note = '', renewal } = input;
  if ([...note].length > maxAskNoteLength) throw new Refusal(codes.acknowledgementNoteTooLong);
  const dueAt = input.dueTime === undefined ? 0 : Date.parse(input.dueTime);
  if (dueAt !== 0 && dueAt <= ctx.now) throw new Refusal(codes.acknowledgementDatePast);
  for (const { granteeType, granteeId } of principals)
    if ((await findPrincipal(ctx, granteeType, Number(granteeId))) === undefined) throw new Refusal(codes.userMissing);
  const found = await peopleToAsk({ services: ctx.services, db: ctx.db, now: ctx.now, item }, principals);
  if (found === undefined) throw new Refusal(codes.tooManyItems);
  if (found.people.length === 0) throw new Refusal(codes.acknowledgementNobody);
  const { db, now } = ctx;
  const { id, ...counts } = await replaceRequest(
    { db, now, item, creatorId: ctx.user.id },
    { principals, note, renewal, due_at: dueAt, origin: await requireSiteOrigin(ctx) },
    found,
  );
  await ctx.emit(acknowledgementAsked, { ...aboutItem(item), requestId: id });
  return { id: String(id), ...counts };
}

/**
 * Replaces the open request of a document by one for its current version, with the same principals, where the request is to be renewed and its creator
 * still manages the document. Answers the new request.
 */
export async function renewRequest(
  services: Services,
  db: Db,
  itemId: number,
): Promise<{ request: RequestRow; item: ItemRow; id: number } | undefined> {
  const request = await openRequestOn(db, itemId);
  const item = await findItem(db, itemId);
  if (request === undefined || item === undefined || request.renewal === 'never' || request.revision_id === item.revision_id)
    return undefined;
  const [revision] = await revisionsOfIds(db, [item.revision_id]);
  if (revision === undefined || (request.renewal === 'major' && revision.major !== 1)) return undefined;
  const at = { services, db, now: services.now(), item };
  const may = await rightsOfUsers(at);
  if (!may(request.creator_id, mayAsk)) return undefined;
  const principals = JSON.parse(request.principals) as NamedPrincipal[];
  const found = await peopleToAsk(at, principals);
  if (found === undefined || found.people.length === 0) return undefined;
  // the date was that of the version before: as many days from now
  const dueAt = request.due_at === 0 ? 0 : at.now + Math.max(request.due_at - request.created_at, 0);
  const { note, renewal, origin, creator_id: creatorId } = request;
  const { id } = await replaceRequest({ db, now: at.now, item, creatorId }, { principals, note, renewal, origin, due_at: dueAt }, found);
  return { request, item, id };
}

/**
 * Closes the open request of a document in a publishing cabinet for a version that is no longer in effect: who is asked cannot open that one any more.
 * Answers the document.
 */
export async function closeSuperseded(db: Db, itemId: number, now: number): Promise<ItemRow | undefined> {
  const request = await openRequestOn(db, itemId);
  const item = await findItem(db, itemId);
  if (request === undefined || item === undefined || request.revision_id === item.revision_id) return undefined;
  const isPublishing = (await findItem(db, item.cabinet_id))?.publishing === 1;
  return isPublishing && (await closeRequest(db, request.id, now)) ? item : undefined;
}

export async function acknowledgeVersion(ctx: Context, { id }: ParsedOf<typeof acknowledgements.acknowledge>) {
  const { request, authorised } = await requireRequest(ctx, id);
  const own = await acknowledgementOf(ctx.db, request.id, ctx.user.id);
  if (own === undefined) throw new Refusal(codes.acknowledgementMissing);
  if (own.acknowledged_at !== 0) return {};
  if (!(await lockOpenRequest(ctx.db, request.id))) throw new Refusal(codes.acknowledgementClosed);
  if (await acknowledge(ctx.db, { requestId: request.id, personId: ctx.user.id, now: ctx.now }))
    await ctx.emit(acknowledged, { ...aboutItem(authorised.item), requestId: request.id });
  return {};
}

/** Asks those whom a request left out and who may read the document now; who has acknowledged the same version before has done so here as well. */
export async function askLeftOut(
  ctx: Context,
  { id }: ParsedOf<typeof acknowledgements.askLeftOut>,
): Promise<OutputOf<typeof acknowledgements.askLeftOut>> {
  const { request, authorised } = await requireOwnedRequest(ctx, id);
  const { db, services, now } = ctx;
  const { item } = authorised;
  // of two who ask at once, the second finds who is left
  if (!(await lockOpenRequest(db, request.id))) throw new Refusal(codes.acknowledgementClosed);
  const leftOut = (await leftOutOf(db, request.id)).filter((row) => row.enabled === 1).map((row) => row.person_id);
  const may = await rightsOfUsers({ services, db, now, item });
  const people = leftOut.filter((person) => may(person));
  if (people.length > 0) {
    await deleteLeftOut(db, request.id, people);
    await insertPeople(db, request.id, { people, before: await answersTo(db, request, people) });
    await reopenCompletion(db, request.id);
    await ctx.emit(acknowledgementAsked, { ...aboutItem(item), requestId: request.id });
  }
  return { asked: people.length, withoutRight: leftOut.length - people.length };
}

export async function remindPeople(
  ctx: Context,
  { id }: ParsedOf<typeof acknowledgements.remind>,
): Promise<OutputOf<typeof acknowledgements.remind>> {
  const { request, authorised } = await requireOwnedRequest(ctx, id);
  requireOpen(request);
  if (!(await claimReminder(ctx.db, request.id, { now: ctx.now, before: ctx.now - remindPauseMs })))
    throw new Refusal(codes.acknowledgementReminded);
  const reminded = await noticePending(ctx.db, request.id, 'reminder');
  if (reminded > 0) await ctx.emit(acknowledgementReminded, { ...aboutItem(authorised.item), requestId: request.id });
  return { reminded };
}

export async function endRequest(ctx: Context, { id }: ParsedOf<typeof acknowledgements.close>) {
  const { request, authorised } = await requireOwnedRequest(ctx, id);
  if (await closeRequest(ctx.db, request.id, ctx.now)) await ctx.emit(acknowledgementClosed, aboutItem(authorised.item));
  return {};
}
