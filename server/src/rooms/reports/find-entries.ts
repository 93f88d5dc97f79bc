import { codes } from '@dossier/contract/codes';
import { peopleActions } from '@dossier/contract/actions';
import { type reports, mostCounted } from '@dossier/contract/reports';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameKey } from '../../ground/text/names.ts';
import { searchItems } from '../search/search-items.ts';
import { actorsNamed, type Bounds, countAlong, entriesAlong, entryTime, type Walk } from './entry-queries.ts';

type Asked = ParsedOf<typeof reports.log>;

/** Of so many people each is walked along on their own; of more, lines are so many that all are looked at. */
const mostWalks = 300;
/** So many items by their names: who looks for a word that is everywhere has to say more. */
const mostItems = 200;

async function belowOf(ctx: Ctx, { beforeId }: Asked): Promise<Bounds['below']> {
  if (beforeId === undefined) return undefined;
  const line = await entryTime(ctx.house.database.long, ctx.user.organisationId, Number(beforeId));
  if (line === undefined) throw new Refusal(codes.invalidParams, { fields: ['beforeId'] });
  return { at: line.at, id: Number(beforeId) };
}

/** Undefined: whoever did it. */
async function peopleOf(ctx: Ctx, { userId, userName = '' }: Asked): Promise<number[] | undefined> {
  if (userId !== undefined) return [Number(userId)];
  const key = nameKey(userName.trim());
  return key === '' ? undefined : actorsNamed(ctx.house.database.long, ctx.user.organisationId, key);
}

/** Lines about things of that name: of items only those that the caller sees, as finding one would tell its name. */
async function walksByObject(ctx: Ctx, { objName = '', actions }: Asked): Promise<Walk[] | undefined> {
  const named = objName.trim();
  if (named === '') return undefined;
  const asked = { keyword: named, in: 'name', sort: 'relevance', pageNo: 1, pageSize: mostItems } as const;
  const items = (await searchItems(ctx, asked)).list.map((item) => ({ object: Number(item.id) }));
  const ofPeople = [...peopleActions].filter((action) => actions === undefined || actions.includes(action));
  return [...items, ...ofPeople.map((action) => ({ action, named }))];
}

/** By which index to go: the one that leads to the fewest lines. */
async function waysOf(ctx: Ctx, asked: Asked): Promise<{ walks: Walk[]; bounds: Bounds }> {
  const { actions, address } = asked;
  const people = await peopleOf(ctx, asked);
  const bounds: Bounds = {
    organisationId: ctx.user.organisationId,
    from: asked.from === undefined ? undefined : Date.parse(asked.from),
    to: asked.to === undefined ? undefined : Date.parse(asked.to),
    below: await belowOf(ctx, asked),
    actions,
    people,
    address,
  };
  const byObject = await walksByObject(ctx, asked);
  if (byObject !== undefined) return { walks: byObject, bounds };
  if (people !== undefined && people.length <= mostWalks)
    return { walks: people.map((person) => ({ person })), bounds: { ...bounds, people: undefined } };
  if (address !== undefined) return { walks: [{ address }], bounds: { ...bounds, address: undefined } };
  if (actions !== undefined)
    return { walks: [...new Set(actions)].map((action) => ({ action })), bounds: { ...bounds, actions: undefined } };
  return { walks: [{}], bounds };
}

/** The lines that were asked for, and how many there are as far as they are counted. */
export async function findEntries(ctx: Ctx, asked: Asked) {
  const { pageNo, pageSize, beforeId } = asked;
  const { long } = ctx.house.database;
  const ways = await waysOf(ctx, asked);
  const offset = (pageNo - 1) * pageSize;
  const rows = offset >= mostCounted ? [] : await entriesAlong(long, ways, { limit: pageSize, offset });
  if (beforeId !== undefined) return { rows, total: rows.length, more: rows.length === pageSize };
  const counted = await countAlong(long, ways, mostCounted);
  return { rows, total: Math.min(counted, mostCounted), more: counted > mostCounted };
}
