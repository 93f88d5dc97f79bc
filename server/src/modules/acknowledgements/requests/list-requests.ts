import {
  type AcknowledgementRequest,
  type Renewal,
  type acknowledgements,
  mostNamedLeftOut,
} from '@dossier/contract/acknowledgements/acknowledgements';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { accessOf } from '../../access/effective-rights.ts';
import { requireItem } from '../../access/require-items.ts';
import { revisionsOfIds } from '../../documents/revisions.ts';
import { labelOf } from '../../documents/version-labels.ts';
import { isPlainGuest } from '../../identity/effective-membership.ts';
import { personNames } from '../../identity/users.ts';
import { requireOwnedRequest } from './ask-people.ts';
import { rightsOfUsers } from './people-to-ask.ts';
import {
  type RequestRow,
  acknowledgementOf,
  countPeople,
  countWaiting,
  countsOf,
  leftOutOf,
  openRequestOn,
  pageOfPeople,
  pageOfWaiting,
  requestsOn,
} from './requests.queries.ts';

const mayRead = right.visible | right.read;

/** The labels of some revisions; those of deleted ones are empty. */
async function labelsOf({ db }: Context, revisionIds: readonly number[]): Promise<(id: number) => string> {
  const labels = new Map((await revisionsOfIds(db, [...new Set(revisionIds)])).map((row) => [row.id, labelOf(row)]));
  return (id) => labels.get(id) ?? '';
}

type Facts = Omit<AcknowledgementRequest, 'asked' | 'done' | 'closedTime'>;

async function requestShower(ctx: Context, rows: readonly RequestRow[]): Promise<(row: RequestRow) => Facts> {
  const labelFor = await labelsOf(
    ctx,
    rows.map((row) => row.revision_id),
  );
  const nameOf = await personNames(
    ctx,
    rows.map((row) => row.creator_id),
  );
  return (row) => ({
    id: String(row.id),
    revisionId: String(row.revision_id),
    revisionLabel: labelFor(row.revision_id),
    ...(row.note !== '' && { note: row.note }),
    ...(row.due_at !== 0 && { dueTime: isoTime(row.due_at) }),
    renewal: row.renewal as Renewal,
    creatorName: nameOf(row.creator_id),
    createTime: isoTime(row.created_at),
  });
}

/** The open request on a document. Who is asked besides the caller, and how many, only those learn who manage it. */
export async function showRequest(
  ctx: Context,
  { objId }: ParsedOf<typeof acknowledgements.detail>,
): Promise<OutputOf<typeof acknowledgements.detail>> {
  const { item, bits } = await requireItem(ctx, mayRead, objId, objType.document);
  const mayAsk = ctx.user.viewer === undefined && (bits & right.manage) !== 0;
  const row = await openRequestOn(ctx.db, item.id);
  if (row === undefined) return { mayAsk };
  const own = ctx.user.viewer === undefined ? await acknowledgementOf(ctx.db, row.id, ctx.user.id) : undefined;
  if (own === undefined && !mayAsk) return { mayAsk };
  const show = await requestShower(ctx, [row]);
  return {
    mayAsk,
    request: {
      ...show(row),
      current: row.revision_id === item.revision_id,
      asked: own !== undefined,
      ...(own !== undefined && own.acknowledged_at !== 0 && { acknowledgedTime: isoTime(own.acknowledged_at) }),
      ...(mayAsk && { counts: (await countsOf(ctx.db, [row.id])).get(row.id) ?? { asked: 0, done: 0 } }),
    },
  };
}

const mostRequests = 50;

export async function listRequests(
  ctx: Context,
  { objId }: ParsedOf<typeof acknowledgements.requests>,
): Promise<OutputOf<typeof acknowledgements.requests>> {
  const { item } = await requireItem(ctx, right.visible | right.manage, objId, objType.document);
  const rows = await requestsOn(ctx.db, item.id, mostRequests);
  const show = await requestShower(ctx, rows);
  const counts = await countsOf(
    ctx.db,
    rows.map((row) => row.id),
  );
  const list = rows.map((row) => ({
    ...show(row),
    ...(counts.get(row.id) ?? { asked: 0, done: 0 }),
    ...(row.closed_at !== 0 && { closedTime: isoTime(row.closed_at) }),
  }));
  return { list };
}

export async function listAskedPeople(
  ctx: Context,
  { id, state, pageNo, pageSize }: ParsedOf<typeof acknowledgements.people>,
): Promise<OutputOf<typeof acknowledgements.people>> {
  const { request, authorised } = await requireOwnedRequest(ctx, id);
  const rows = await pageOfPeople(ctx.db, { requestId: request.id, state }, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const may = await rightsOfUsers({ services: ctx.services, db: ctx.db, now: ctx.now, item: authorised.item });
  return {
    list: rows.map((row) => ({
      name: row.name,
      ...(row.opened_at !== 0 && { openedTime: isoTime(row.opened_at) }),
      ...(row.acknowledged_at === 0
        ? (row.enabled !== 1 || !may(row.person_id)) && { lost: true }
        : { acknowledgedTime: isoTime(row.acknowledged_at) }),
    })),
    pageNo,
    pageSize,
    totalNumber: await countPeople(ctx.db, request.id, state),
  };
}

/** Whom a request did not ask; those who manage the document alone learn it, and a guest not by name. */
export async function showLeftOut(
  ctx: Context,
  { id }: ParsedOf<typeof acknowledgements.leftOut>,
): Promise<OutputOf<typeof acknowledgements.leftOut>> {
  const { request, authorised } = await requireOwnedRequest(ctx, id);
  const rows = await leftOutOf(ctx.db, request.id);
  if (rows.length === 0) return { names: [], total: 0, mayNow: 0 };
  const may = await rightsOfUsers({ services: ctx.services, db: ctx.db, now: ctx.now, item: authorised.item });
  return {
    names: isPlainGuest(ctx.user) ? [] : rows.slice(0, mostNamedLeftOut).map((row) => row.name),
    total: rows.length,
    mayNow: rows.filter((row) => row.enabled === 1 && may(row.person_id)).length,
  };
}

/** What waits for the caller, of what they may still read; nothing in a view-as session. */
export async function listPending(
  ctx: Context,
  { pageNo, pageSize }: ParsedOf<typeof acknowledgements.pending>,
): Promise<OutputOf<typeof acknowledgements.pending>> {
  if (ctx.user.viewer !== undefined) return { list: [], pageNo, pageSize, totalNumber: 0 };
  const { readable } = await accessOf(ctx);
  const query = { personId: ctx.user.id, organisationId: ctx.user.organisationId, readable };
  const rows = await pageOfWaiting(ctx.db, query, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const labelFor = await labelsOf(
    ctx,
    rows.map((row) => row.revision_id),
  );
  const nameOf = await personNames(
    ctx,
    rows.map((row) => row.creator_id),
  );
  return {
    list: rows.map((row) => ({
      id: String(row.id),
      objId: String(row.item_id),
      name: row.name,
      ...(row.ext !== '' && { ext: row.ext }),
      revisionLabel: labelFor(row.revision_id),
      ...(row.due_at !== 0 && { dueTime: isoTime(row.due_at) }),
      creatorName: nameOf(row.creator_id),
      createTime: isoTime(row.created_at),
    })),
    pageNo,
    pageSize,
    totalNumber: await countWaiting(ctx.db, query),
  };
}
