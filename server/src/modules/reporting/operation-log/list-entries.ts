import { codes } from '@dossier/contract/core/codes';
import type { Paged } from '@dossier/contract/core/page';
import { right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { action, peopleActions } from '@dossier/contract/reporting/actions';
import { type LogEntry, maxCountedEntries, type operationLog } from '@dossier/contract/reporting/operation-log';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { type AuthorisedItem, findVisibleItems, requireItem } from '../../access/require-items.ts';
import { searchItems } from '../../search/search.ts';
import { countEntries, entriesOf } from '../usage/usage.queries.ts';
import { type EntryFilter, type IndexScan, actorsNamed, countByScans, entriesByScans, entryTime } from './operation-log.queries.ts';

/** A line of the log as it is kept. */
type EntryRow = Awaited<ReturnType<typeof entriesOf>>[number];

const detailOf = (row: EntryRow): Record<string, unknown> =>
  row.detail === null ? {} : (JSON.parse(row.detail) as Record<string, unknown>);

/** Where an item came to lie, as an entry keeps it: the last of what the parent was and became. */
const placeOf = (facts: Record<string, unknown>): number => Number([facts['parentId']].flat().at(-1) ?? 0);

/** Of items and of the places that entries speak of those that the caller may know. */
async function visibleItems(
  ctx: Context,
  rows: readonly EntryRow[],
  objects: readonly number[] = [],
): Promise<ReadonlyMap<number, AuthorisedItem>> {
  const ids = [...new Set([...objects, ...rows.map((row) => placeOf(detailOf(row)))])].filter((id) => id > 0);
  const held = ids.length === 0 ? [] : await findVisibleItems(ctx, ids);
  return new Map(held.map((one) => [one.item.id, one]));
}

/** Without the ids of other things, which tell a reader nothing, and without the names of hidden places. */
function readableDetail(row: EntryRow, known: ReadonlyMap<number, AuthorisedItem>): string | undefined {
  const all = detailOf(row);
  const facts = Object.entries(all).filter(([field]) => !field.endsWith('Id') && (field !== 'parent' || known.has(placeOf(all))));
  return facts.length === 0 ? undefined : JSON.stringify(Object.fromEntries(facts));
}

/** What an entry tells everybody who may see it. */
const entryFields = (row: EntryRow): LogEntry => ({
  id: String(row.id),
  time: isoTime(row.at),
  action: row.action,
  userId: row.person_id === null ? undefined : String(row.person_id),
  userName: row.person_name,
});

/** What it was about. */
const entryObject = (row: EntryRow): Pick<LogEntry, 'objId' | 'objName'> => ({
  objId: row.obj_id === null ? undefined : String(row.obj_id),
  objName: row.obj_name ?? undefined,
});

type LogQuery = ParsedOf<typeof operationLog.log>;

/** Of so many people each is walked along on their own; of more, lines are so many that all are looked at. */
const maxScans = 300;
/** So many items by their names: who looks for a word that is everywhere has to say more. */
const maxItems = 200;

async function entryBefore(ctx: Context, { beforeId }: LogQuery): Promise<EntryFilter['below']> {
  if (beforeId === undefined) return undefined;
  const line = await entryTime(ctx.services.database.long, ctx.user.organisationId, Number(beforeId));
  if (line === undefined) throw new Refusal(codes.invalidParams, { fields: ['beforeId'] });
  return { at: line.at, id: Number(beforeId) };
}

/** Undefined: whoever did it. */
async function peopleOf(ctx: Context, { userId, userName = '' }: LogQuery): Promise<number[] | undefined> {
  if (userId !== undefined) return [Number(userId)];
  const key = nameKey(userName.trim());
  return key === '' ? undefined : actorsNamed(ctx.services.database.long, ctx.user.organisationId, key);
}

/** Lines about things of that name: of items only those that the caller sees, as finding one would tell its name. */
async function scansByObject(ctx: Context, { objName = '', actions }: LogQuery): Promise<IndexScan[] | undefined> {
  const named = objName.trim();
  if (named === '') return undefined;
  const asked = { keyword: named, in: 'name', sort: 'relevance', pageNo: 1, pageSize: maxItems } as const;
  const items = (await searchItems(ctx, asked)).list.map((item) => ({ object: Number(item.id) }));
  const ofPeople = [...peopleActions].filter((code) => actions === undefined || actions.includes(code));
  return [...items, ...ofPeople.map((code) => ({ action: code, named }))];
}

/** By which index to go: the one that leads to the fewest lines. */
async function searchPlan(ctx: Context, asked: LogQuery): Promise<{ walks: IndexScan[]; bounds: EntryFilter }> {
  const { actions, address } = asked;
  const people = await peopleOf(ctx, asked);
  const bounds: EntryFilter = {
    organisationId: ctx.user.organisationId,
    from: asked.from === undefined ? undefined : Date.parse(asked.from),
    to: asked.to === undefined ? undefined : Date.parse(asked.to),
    below: await entryBefore(ctx, asked),
    actions,
    people,
    address,
  };
  const byObject = await scansByObject(ctx, asked);
  if (byObject !== undefined) return { walks: byObject, bounds };
  if (people !== undefined && people.length <= maxScans)
    return { walks: people.map((person) => ({ person })), bounds: { ...bounds, people: undefined } };
  if (address !== undefined) return { walks: [{ address }], bounds: { ...bounds, address: undefined } };
  if (actions !== undefined)
    return { walks: [...new Set(actions)].map((code) => ({ action: code })), bounds: { ...bounds, actions: undefined } };
  return { walks: [{}], bounds };
}

/** The lines that were asked for, and how many there are as far as they are counted. */
async function findEntries(ctx: Context, asked: LogQuery) {
  const { pageNo, pageSize, beforeId } = asked;
  const { long } = ctx.services.database;
  const ways = await searchPlan(ctx, asked);
  const offset = (pageNo - 1) * pageSize;
  const rows = offset >= maxCountedEntries ? [] : await entriesByScans(long, ways, { limit: pageSize, offset });
  if (beforeId !== undefined) return { rows, total: rows.length, more: rows.length === pageSize };
  const counted = await countByScans(long, ways, maxCountedEntries);
  return { rows, total: Math.min(counted, maxCountedEntries), more: counted > maxCountedEntries };
}

/** What happened in the organisation, newest first, for whom it is the office to look. */
export async function listOperationLog(ctx: Context, input: ParsedOf<typeof operationLog.log>): Promise<OutputOf<typeof operationLog.log>> {
  const { rows, total, more } = await findEntries(ctx, input);
  const items = rows.filter((row) => !peopleActions.has(row.action)).map((row) => row.obj_id ?? 0);
  const known = await visibleItems(ctx, rows, items);
  const { pageNo, pageSize } = input;
  return { list: rows.map((row) => auditEntry(ctx, row, known)), pageNo, pageSize, totalNumber: total, more };
}

/**
 * The office tells who did what, when and from where. It opens no item: of one that the caller does not see neither name nor facts are
 * told, of one that they may not read the name alone. What they did themselves they know.
 */
function auditEntry(ctx: Context, row: EntryRow, known: ReadonlyMap<number, AuthorisedItem>): LogEntry {
  const entry = { ...entryFields(row), address: row.address ?? undefined };
  const isOwn = row.person_id === ctx.user.id;
  if (peopleActions.has(row.action) || isOwn) return { ...entry, ...entryObject(row), detail: readableDetail(row, known) };
  if (row.obj_id === null) return entry;
  const held = known.get(row.obj_id);
  if (held === undefined) return { ...entry, hidden: true };
  return { ...entry, ...entryObject(row), detail: (held.bits & right.read) === 0 ? undefined : readableDetail(row, known) };
}

/** Facts about other places, other people's rights, and marks that are not for everybody who reads the item, which only who manages it may know. */
const managerOnlyActions: ReadonlySet<number> = new Set([
  action.folderMove,
  action.documentMove,
  action.folderCopy,
  action.documentCopy,
  action.permissionGrant,
  action.permissionRevoke,
  action.permissionInherit,
  action.itemTag,
  action.documentCategorise,
  action.reviewOpen,
  action.reviewClose,
  action.reviewPlan,
]);

/** What happened to an item. Who may only read learns what was done and by whom, not from which address or to whom rights were given. */
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
