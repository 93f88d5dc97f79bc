import { objType } from '@dossier/contract/rights';
import type { Ctx } from '../../../ground/ctx.ts';
import { nameKey } from '../../../ground/text/names.ts';
import type { Held } from '../../library/need-items.ts';
import { childNamed, childrenOf, entriesOfArea } from '../../library/walk-by-name.ts';
import type { Terms } from '../terms.ts';
import { DavRefusal } from './dav-refusal.ts';
import { areasOf, type Way } from './way.ts';

/** What stands at the end of a way: the root, an area, or an item that the person may see. */
export type Found = { at: 'root' } | { at: 'area'; area: number } | { at: 'item'; held: Held };

/** More entries no folder is listed with: a client holds them all at once. */
const mostEntries = 10_000;

/** Entries of an area under names that tell them apart: of several with one name the oldest has it, the others have their number behind. */
async function namedEntries(ctx: Ctx, area: number, keys?: string[]): Promise<{ name: string; held: Held }[]> {
  const taken = new Set<string>();
  return (await entriesOfArea(ctx, area, keys)).map((held) => {
    const { id, name, name_key } = held.item;
    const isFirst = !taken.has(name_key);
    taken.add(name_key);
    return { name: isFirst ? name : `${name} ~${id}`, held };
  });
}

/** The entry that has a name: every request comes by here, and does not go through all there are. */
async function entryNamed(ctx: Ctx, area: number, name: string): Promise<Held | undefined> {
  const key = nameKey(name);
  const known = await namedEntries(ctx, area, [key, key.replace(/ ~\d{1,16}$/, '')]);
  return known.find((entry) => nameKey(entry.name) === key)?.held;
}

/** What stands at the end of a way, judging every step; undefined where nothing does that the person may see. */
export async function find(ctx: Ctx, terms: Terms, way: Way): Promise<Found | undefined> {
  const [areaName, entryName, ...rest] = way;
  if (areaName === undefined) return { at: 'root' };
  const area = areasOf(terms).find(({ name }) => name === areaName.toLowerCase())?.area;
  if (area === undefined) return undefined;
  if (entryName === undefined) return { at: 'area', area };
  let held = await entryNamed(ctx, area, entryName);
  for (const name of rest) {
    if (held === undefined || held.item.kind === objType.document) return undefined;
    held = await childNamed(ctx, held.item, name);
  }
  return held === undefined ? undefined : { at: 'item', held };
}

/** The same; 404 where nothing stands there. */
export async function needFound(ctx: Ctx, terms: Terms, way: Way): Promise<Found> {
  const found = await find(ctx, terms, way);
  if (found === undefined) throw new DavRefusal(404);
  return found;
}

/** An item that a deed is about; areas and cabinets stand as they are: those are made, named and removed in the browser. */
export async function needMovable(ctx: Ctx, terms: Terms, way: Way): Promise<Held> {
  const found = await needFound(ctx, terms, way);
  if (found.at !== 'item' || found.held.item.kind === objType.cabinet) throw new DavRefusal(403);
  return found.held;
}

/** The place that a way leads into, and the name behind it: 409 where there is no such place, 403 in an area itself. */
export async function needPlaceOf(ctx: Ctx, terms: Terms, way: Way): Promise<{ place: Held['item']; name: string }> {
  const name = way.at(-1);
  if (name === undefined) throw new DavRefusal(403);
  const above = await find(ctx, terms, way.slice(0, -1));
  if (above === undefined) throw new DavRefusal(409);
  if (above.at !== 'item') throw new DavRefusal(403);
  if (above.held.item.kind === objType.document) throw new DavRefusal(409);
  return { place: above.held.item, name };
}

/** What lies in something, under the names of its paths; 507 for a folder with too much in it. */
export async function inside(ctx: Ctx, terms: Terms, found: Found): Promise<{ name: string; found: Found }[]> {
  if (found.at === 'root') return areasOf(terms).map(({ name, area }) => ({ name, found: { at: 'area', area } }));
  if (found.at === 'area') {
    const entries = await namedEntries(ctx, found.area);
    if (entries.length > mostEntries) throw new DavRefusal(507);
    return entries.map(({ name, held }) => ({ name, found: { at: 'item', held } }));
  }
  if (found.held.item.kind === objType.document) return [];
  const children = await childrenOf(ctx, found.held.item, mostEntries + 1);
  if (children.length > mostEntries) throw new DavRefusal(507);
  return children.map((held) => ({ name: held.item.name, found: { at: 'item', held } }));
}
