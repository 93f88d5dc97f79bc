import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Paged } from '@dossier/contract/core/shapes';
import { action, actionGroups, peopleActions } from '@dossier/contract/reporting/actions';
import { type LogEntry, maxCountedEntries, type operationLog } from '@dossier/contract/reporting/operation-log';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { type AuthorisedItem, findVisibleItems, requireItem } from '../../access/require-items.ts';
import { searchItems } from '../../search/search.ts';
import { contentsOfShares } from '../../sharing/share-contents.ts';
import { countEntries, entriesOf } from '../usage/usage.queries.ts';
import { type EntryFilter, type IndexScan, actorsNamed, countByScans, entriesByScans, entryTime } from './operation-log.queries.ts';

/** A stored line of the log. */
type EntryRow = Awaited<ReturnType<typeof entriesOf>>[number];

const detailOf = (row: EntryRow): Record<string, unknown> =>
  row.detail === null ? {} : (JSON.parse(row.detail) as Record<string, unknown>);

/** The destination of an item in an entry: the last of the old and new parents. */
const placeOf = (facts: Record<string, unknown>): number => Number([facts['parentId']].flat().at(-1) ?? 0);

/** The items and containers of entries that the caller may see. */
async function visibleItems(
  ctx: Context,
  rows: readonly EntryRow[],
  objects: readonly number[] = [],
): Promise<ReadonlyMap<number, AuthorisedItem>> {
  const ids = [...new Set([...objects, ...rows.map((row) => placeOf(detailOf(row)))])].filter((id) => id > 0);
  const authorised = ids.length === 0 ? [] : await findVisibleItems(ctx, ids);
  return new Map(authorised.map((one) => [one.item.id, one]));
}

/** The details without ids of other objects, and without the names of hidden containers. */
function readableDetail(row: EntryRow, known: ReadonlyMap<number, AuthorisedItem>): string | undefined {
  const all = detailOf(row);
  const facts = Object.entries(all).filter(([field]) => !field.endsWith('Id') && (field !== 'parent' || known.has(placeOf(all))));
  return facts.length === 0 ? undefined : JSON.stringify(Object.fromEntries(facts));
}

const renamings: ReadonlySet<number> = new Set([action.cabinetUpdate, action.folderUpdate, action.documentUpdate]);

/** The old and the new name of an item that was renamed. */
function nameDetail(row: EntryRow): string | undefined {
  const { name } = detailOf(row);
  return renamings.has(row.action) && Array.isArray(name) ? JSON.stringify({ name }) : undefined;
}

/** The fields that all readers of an entry see. */
const entryFields = (row: EntryRow): LogEntry => ({
  id: String(row.id),
  time: isoTime(row.at),
  action: row.action,
  userId: row.person_id === null ? undefined : String(row.person_id),
  userName: row.person_name,
});

/** The object of an entry. */
const entryObject = (row: EntryRow): Pick<LogEntry, 'objId' | 'objName'> => ({
  objId: row.obj_id === null ? undefined : String(row.obj_id),
  objName: row.obj_name ?? undefined,
});

type LogQuery = ParsedOf<typeof operationLog.log>;

/** Up to so many users each get an index scan; with more, lines are so many that all are scanned. */
const maxScans = 300;
/** Items that a name search covers: more common words must be narrowed. */
const maxItems = 200;

async function entryBefore(ctx: Context, { beforeId }: LogQuery): Promise<EntryFilter['below']> {
  if (beforeId === undefined) return undefined;
  const line = await entryTime(ctx.services.database.long, ctx.user.organisationId, Number(beforeId));
  if (line === undefined) throw new Refusal(codes.invalidParams, { fields: ['beforeId'] });
  return { at: line.at, id: Number(beforeId) };
}

/** Undefined: all users. */
async function peopleOf(ctx: Context, { userId, userName = '' }: LogQuery): Promise<number[] | undefined> {
  if (userId !== undefined) return [Number(userId)];
  const key = nameKey(userName.trim());
  return key === '' ? undefined : actorsNamed(ctx.services.database.long, ctx.user.organisationId, key);
}

/** Scans for objects by name: items only if the caller sees them, as a match would disclose the name. */
async function scansByObject(ctx: Context, { objName = '', actions }: LogQuery): Promise<IndexScan[] | undefined> {
  const named = objName.trim();
  if (named === '') return undefined;
  const query = { keyword: named, in: 'name', sort: 'relevance', pageNo: 1, pageSize: maxItems } as const;
  const items = (await searchItems(ctx, query)).list.map((item) => ({ object: Number(item.id) }));
  const ofPeople = [...peopleActions].filter((code) => actions === undefined || actions.includes(code));
  return [...items, ...ofPeople.map((code) => ({ action: code, named }))];
}

/** Chooses the index that leads to the fewest lines. */
async function searchPlan(ctx: Context, query: LogQuery): Promise<{ walks: IndexScan[]; bounds: EntryFilter }> {
  const { actions, address } = query;
  const people = await peopleOf(ctx, query);
  const bounds: EntryFilter = {
    organisationId: ctx.user.organisationId,
    from: query.from === undefined ? undefined : Date.parse(query.from),
    to: query.to === undefined ? undefined : Date.parse(query.to),
    below: await entryBefore(ctx, query),
    actions,
    people,
    address,
  };
  const byObject = await scansByObject(ctx, query);
  if (byObject !== undefined) return { walks: byObject, bounds };
  if (people !== undefined && people.length <= maxScans)
    return { walks: people.map((person) => ({ person })), bounds: { ...bounds, people: undefined } };
  if (address !== undefined) return { walks: [{ address }], bounds: { ...bounds, address: undefined } };
  if (actions !== undefined)
    return { walks: [...new Set(actions)].map((code) => ({ action: code })), bounds: { ...bounds, actions: undefined } };
  return { walks: [{}], bounds };
}

/** The requested lines, and their number up to the count limit. */
async function findEntries(ctx: Context, query: LogQuery) {
  const { pageNo, pageSize, beforeId } = query;
  const { long } = ctx.services.database;
  const plan = await searchPlan(ctx, query);
  const offset = (pageNo - 1) * pageSize;
  const rows = offset >= maxCountedEntries ? [] : await entriesByScans(long, plan, { limit: pageSize, offset });
  if (beforeId !== undefined) return { rows, total: rows.length, more: rows.length === pageSize };
  const counted = await countByScans(long, plan, maxCountedEntries);
  return { rows, total: Math.min(counted, maxCountedEntries), more: counted > maxCountedEntries };
}

/** The events of the organisation, newest first; needs the permission for the log. */
export async function listOperationLog(ctx: Context, input: ParsedOf<typeof operationLog.log>): Promise<OutputOf<typeof operationLog.log>> {
  const { rows, total, more } = await findEntries(ctx, input);
  const items = rows.filter((row) => !peopleActions.has(row.action)).map((row) => row.obj_id ?? 0);
  const shares = await contentsOfShares(
    ctx.db,
    rows.filter((row) => shareActions.has(row.action)).map((row) => row.obj_id ?? 0),
  );
  const known = await visibleItems(ctx, rows, [...items, ...[...shares.values()].flat()]);
  const { pageNo, pageSize } = input;
  return { list: rows.map((row) => auditEntry(ctx, row, { known, shares })), pageNo, pageSize, totalNumber: total, more };
}

/** Their object is an item or a share. */
const shareActions: ReadonlySet<number> = new Set(actionGroups.shares.map((name) => action[name]));

/** What the caller may do with the object of an entry; with a share, what they may do with all that is in it, as it bears their names. */
function bitsOnObject(id: number, { known, shares }: KnownObjects): number | undefined {
  const items = (shares.get(id) ?? [id]).map((item) => known.get(item)?.bits);
  return items.reduce((all, bits) => (all === undefined || bits === undefined ? undefined : all & bits));
}

interface KnownObjects {
  known: ReadonlyMap<number, AuthorisedItem>;
  shares: ReadonlyMap<number, number[]>;
}

/**
 * The permission for the log shows who did what, when and from where, and opens no item: of hidden items neither name nor facts are shown,
 * of unreadable ones only the names. The caller's own actions are shown in full.
 */
function auditEntry(ctx: Context, row: EntryRow, objects: KnownObjects): LogEntry {
  const { known } = objects;
  const entry = { ...entryFields(row), address: row.address ?? undefined };
  const isOwn = row.person_id === ctx.user.id;
  if (peopleActions.has(row.action) || isOwn) return { ...entry, ...entryObject(row), detail: readableDetail(row, known) };
  if (row.obj_id === null) return entry;
  const bits = bitsOnObject(row.obj_id, objects);
  if (bits === undefined) return { ...entry, hidden: true };
  return { ...entry, ...entryObject(row), detail: (bits & right.read) === 0 ? nameDetail(row) : readableDetail(row, known) };
}

/** Actions whose facts disclose other containers, other users' rights, or marks, and are shown to managers of the item only. */
const managerOnlyActions: ReadonlySet<number> = new Set([
  action.folderMove,
  action.documentMove,
  action.folderCopy,
  action.documentCopy,
  action.commentCopy,
  action.permissionGrant,
  action.permissionRevoke,
  action.permissionInherit,
  action.accessRequest,
  action.accessRequestGrant,
  action.accessRequestDecline,
  action.itemTag,
  action.documentCategorise,
  action.reviewOpen,
  action.reviewClose,
  action.reviewPlan,
]);

/** The events of an item. Readers without the right to manage see what was done and by whom, not from which address or to whom rights were given. */
export async function listItemLog(ctx: Context, input: ParsedOf<typeof operationLog.itemLog>): Promise<Paged<LogEntry>> {
  const { item, bits } = await requireItem(ctx, right.visible | right.read, input.objId);
  const manages = (bits & right.manage) !== 0;
  const { pageNo, pageSize } = input;
  const rows = await entriesOf(ctx.db, item.id, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const known = await visibleItems(ctx, rows);
  return {
    list: rows.map((row) => itemEntry(row, { manages, known })),
    pageNo,
    pageSize,
    totalNumber: await countEntries(ctx.db, item.id),
  };
}

const itemEntry = (row: EntryRow, { manages, known }: { manages: boolean; known: ReadonlyMap<number, AuthorisedItem> }): LogEntry => ({
  ...entryFields(row),
  ...entryObject(row),
  address: manages ? (row.address ?? undefined) : undefined,
  detail: row.detail !== null && (manages || !managerOnlyActions.has(row.action)) ? readableDetail(row, known) : undefined,
});
