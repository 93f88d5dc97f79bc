import type { ActivityItem, ActivityKind, ActivityLine, activity } from '@dossier/contract/activity/activity';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { accessOf } from '../../access/effective-rights.ts';
import type { ItemRow } from '../../access/items.queries.ts';
import { findVisibleItems, requireItem } from '../../access/require-items.ts';
import { requestsNaming } from '../../acknowledgements/item-acknowledgements.ts';
import { avatarUrls, findColleague, personNames } from '../../identity/users.ts';
import { visibleFlowIds } from '../../workflows/flow-access.ts';
import { type FoldedLine, countOf, createFold, factsOf } from './fold-lines.ts';
import {
  type StreamFilter,
  type StreamReader,
  type StreamRow,
  type StreamScope,
  newestRows,
  newestRowsOfItems,
  rowAtDepth,
} from './stream.queries.ts';

type ListInput = ParsedOf<typeof activity.list>;

/** So far down a stream the caller's rows are looked for at once; whoever finds too few there sees little of it. */
const nearRows = 5000;
const batchSize = 200;
/** So many rows are folded into a page at most, and so many of flows and requests that the caller does not see are passed over for it. */
const [mostRows, mostPassed] = [1000, 50_000];

/** What the caller may read, and what of it they may restore, by the rights of this moment. */
async function readerOf(ctx: Context): Promise<StreamReader> {
  const access = await accessOf(ctx);
  const listsWith = (bits: number): string =>
    JSON.stringify(access.idsWith(right.visible).filter((id) => (access.bits(id) & bits) === bits));
  return {
    personId: ctx.user.id,
    readable: listsWith(right.visible | right.read),
    modifiable: listsWith(right.visible | right.modify),
    manageable: listsWith(right.visible | right.manage | right.modify),
  };
}

function scopeOf(ctx: Context, { userId }: ListInput, item: ItemRow | undefined): StreamScope {
  if (item !== undefined) return { container: item.id };
  return userId === undefined ? { organisation: ctx.user.organisationId } : { person: Number(userId) };
}

function positionOf(cursor: string | undefined): StreamFilter['below'] {
  if (cursor === undefined) return undefined;
  const [id, itemId] = cursor.split('-').map(Number);
  if (!Number.isSafeInteger(id) || !Number.isSafeInteger(itemId)) throw new Refusal(codes.invalidParams, { fields: ['before'] });
  return { id: id ?? 0, itemId: itemId ?? 0 };
}

/**
 * The next rows that the caller may see. Mostly they are near the top of the stream; if not, they are looked for through all of it, so that an
 * answer never tells that others were left out.
 */
async function rowsBelow(ctx: Context, filter: StreamFilter, reader: StreamReader): Promise<StreamRow[]> {
  const asked = { reader, limit: batchSize };
  const downTo = await rowAtDepth(ctx.db, filter, nearRows);
  const near = await newestRows(ctx.db, filter, { ...asked, downTo });
  if (downTo === undefined || near.length === batchSize) return near;
  const { long } = ctx.services.database;
  // few rows are of some kinds, and the others are passed over in the index
  const isWalked = 'container' in filter.scope || filter.kinds !== undefined;
  return isWalked ? newestRows(long, filter, asked) : newestRowsOfItems(long, filter, asked);
}

/**
 * Which rows the caller sees of the items that they may read: of flows those of flows that they see, of requests to read those that ask them, or on what
 * they manage.
 */
async function seenAmong(ctx: Context, rows: readonly StreamRow[]): Promise<(row: StreamRow) => boolean> {
  const flows = await visibleFlowIds(
    ctx,
    [...new Set(rows.map((row) => row.flow_id))].filter((id) => id !== 0),
  );
  const asking = rows.filter((row) => row.kind === 'asked');
  const access = await accessOf(ctx);
  const named =
    asking.length === 0
      ? new Set<number>()
      : await requestsNaming(
          ctx,
          asking.map((row) => factsOf(row).requestId ?? 0),
        );
  return (row) => {
    if (row.kind !== 'asked') return row.flow_id === 0 || flows.has(row.flow_id);
    return (access.bits(row.acl_id) & right.manage) !== 0 || named.has(factsOf(row).requestId ?? 0);
  };
}

interface FoldedPage {
  lines: readonly FoldedLine[];
  before?: StreamFilter['below'];
  /** The burst at the end of the page may go on. */
  cut?: FoldedLine | undefined;
}

async function foldPage(ctx: Context, filter: StreamFilter, pageSize: number): Promise<FoldedPage> {
  const reader = await readerOf(ctx);
  const fold = createFold(pageSize);
  let { below } = filter;
  for (let [shown, passed] = [0, 0]; ; ) {
    const rows = await rowsBelow(ctx, { ...filter, below }, reader);
    const isSeen = await seenAmong(ctx, rows);
    for (const row of rows) {
      const isShown = isSeen(row);
      if (isShown && !fold.add(row)) return { lines: fold.lines, before: below };
      if (isShown) shown++;
      else passed++;
      below = { id: row.id, itemId: row.item_id };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return { lines: fold.lines };
    if (shown >= mostRows || passed >= mostPassed) return { lines: fold.lines, before: below, cut: fold.lineOf(last) };
  }
}

const itemOf = (row: StreamRow): ActivityItem => ({
  id: String(row.item_id),
  name: row.name,
  objType: row.item_kind,
  moduleType: row.area,
  ...(row.item_kind === objType.document && row.ext !== '' && { ext: row.ext }),
  ...(row.bin_id !== 0 && { deleted: true }),
});

async function lineShower(ctx: Context, lines: readonly FoldedLine[]): Promise<(line: FoldedLine) => Omit<ActivityLine, 'more'>> {
  const people = [...new Set(lines.map(({ newest }) => newest.person_id))].filter((id) => id !== 0);
  const nameOf = await personNames(ctx, people);
  const avatars = people.length === 0 ? new Map<number, string | undefined>() : await avatarUrls(ctx, people);
  const placeIds = [...new Set(lines.map(({ newest }) => newest.place_id))].filter((id) => id !== 0);
  const places = new Map((await findVisibleItems(ctx, placeIds)).map(({ item }) => [item.id, item]));
  return (line) => {
    const { newest, facts } = line;
    const place = places.get(newest.place_id);
    const avatarUrl = avatars.get(newest.person_id);
    return {
      id: `${newest.id}-${newest.item_id}`,
      kind: newest.kind as ActivityKind,
      time: isoTime(newest.at),
      firstTime: isoTime(line.oldestAt),
      count: countOf(line),
      ...(avatars.has(newest.person_id) && { userId: String(newest.person_id) }),
      userName: nameOf(newest.person_id) || newest.person_name,
      ...(avatarUrl !== undefined && { avatarUrl }),
      ...(facts.visitor === true && { visitor: true }),
      items: line.items.map(itemOf),
      ...(place !== undefined && {
        place: { id: String(place.id), name: place.name, objType: place.kind, moduleType: place.area },
      }),
      ...(facts.version !== undefined && { version: facts.version }),
      ...(facts.oldName !== undefined && { oldName: facts.oldName }),
    };
  };
}

/** The stream of an item, of a user, or of all that the caller may read. */
export async function listActivity(ctx: Context, input: ListInput): Promise<OutputOf<typeof activity.list>> {
  const item = input.objId === undefined ? undefined : (await requireItem(ctx, right.visible | right.read, input.objId)).item;
  const person = input.userId === undefined ? undefined : await findColleague(ctx, Number(input.userId));
  if (input.userId !== undefined && person === undefined) throw new Refusal(codes.userMissing);
  const filter: StreamFilter = {
    scope: scopeOf(ctx, input, item),
    kinds: input.kinds,
    personId: person?.id,
    without: input.others ? ctx.user.id : undefined,
    below: positionOf(input.before),
  };
  const { lines, before, cut } = await foldPage(ctx, filter, input.pageSize);
  const show = await lineShower(ctx, lines);
  return {
    list: lines.map((line) => ({ ...show(line), ...(line === cut && { more: true }) })),
    ...(before !== undefined && { before: `${before.id}-${before.itemId}` }),
    ...(item !== undefined && { objName: item.name }),
    ...(person !== undefined && { userName: person.full_name }),
  };
}
