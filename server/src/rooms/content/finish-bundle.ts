import { right } from '@dossier/contract/rights';
import type { Ctx, House } from '../../ground/ctx.ts';
import { apart } from '../../ground/db/apart.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameKey, numberedName } from '../../ground/text/names.ts';
import { type Depths, ensureFolders } from '../library/create-folder.ts';
import type { Numbers } from '../library/name-rules.ts';
import { needPlace } from '../library/need-items.ts';
import { takenIn } from '../library/place-document.ts';
import { accessOf } from '../permissions/access.ts';
import { type Arriving, needSession, type Place, settleIn } from './finish-upload.ts';
import { type Acting, asPerson } from './person-context.ts';
import { broughtSince } from './queries.ts';
import { BytesGone, dropPart, holdBytes, noteBytes, storeBytes, type Whole } from './store-bytes.ts';

/** A file of a bundle whose bytes are all there. */
export interface BundledFile {
  facts: Arriving;
  whole: Whole & { sha256: string };
  /** Since when the caller has tried; undefined at the first time. */
  since: number | undefined;
}

/** What became of a file: its document, or why there is none. */
export type Outcome = number | Refusal;

/** A file with what storing its bytes came to. */
interface Stored extends BundledFile {
  kept: boolean;
  refusal?: Refusal;
}

/** Stores the bytes of all files at once, and then places each that can be in one transaction; one that is refused hinders no other. */
export async function finishBundle(house: House, files: readonly BundledFile[], who: Acting): Promise<Outcome[]> {
  try {
    for (let attempt = 1; ; attempt++) {
      const stored = await storeAll(house, files);
      try {
        return await asPerson(house, who, async (ctx) => {
          await needSession(house, who, ctx.db);
          return placeAll(ctx, stored);
        });
      } catch (error) {
        if (error instanceof BytesGone && attempt < 3) continue;
        // bytes that no document took are known, so that a sweep finds them
        if (error instanceof Refusal) await noteBytes(house, stored.filter(({ kept }) => kept).map(contentOf));
        throw error;
      }
    }
  } finally {
    await Promise.all(files.map(({ whole }) => dropPart(whole)));
  }
}

const contentOf = ({ whole, facts }: BundledFile) => ({ sha256: whole.sha256, size: facts.size });

async function storeAll(house: House, files: readonly BundledFile[]): Promise<Stored[]> {
  const storing = new Map<string, Promise<boolean>>();
  const store = async (file: BundledFile): Promise<Stored> => {
    const { sha256 } = file.whole;
    // a folder may hold the same bytes many times
    const going = storing.get(sha256) ?? storeBytes(house, file.whole);
    storing.set(sha256, going);
    try {
      return { ...file, kept: await going };
    } catch (error) {
      if (error instanceof Refusal) return { ...file, kept: false, refusal: error };
      throw error;
    }
  };
  const settled = await Promise.allSettled(files.map(store));
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** What one transaction knows of places: the rights to each are asked for once, and which of the names in question it holds. */
interface Known {
  places: Map<string, Place>;
  depths: Depths;
  numbers: Numbers;
  taken: Map<number, Set<string>>;
  /** All names of the bundle. */
  names: string[];
}

const copyOf = ({ places, depths, numbers, taken, names }: Known): Known => ({
  places: new Map(places),
  depths: new Map(depths),
  numbers: new Map(numbers),
  taken: new Map([...taken].map(([place, keys]) => [place, new Set(keys)])),
  names,
});

async function placeAll(ctx: Ctx, files: readonly Stored[]): Promise<Outcome[]> {
  await holdBytes(ctx, files.filter(({ refusal }) => refusal === undefined).map(contentOf));
  const names = files.map(({ facts }) => facts.name);
  let known: Known = { places: new Map(), depths: new Map(), numbers: new Map(), taken: new Map(), names };
  const outcomes: Outcome[] = [];
  for (const file of files) {
    if (file.refusal !== undefined) {
      outcomes.push(file.refusal);
      continue;
    }
    // what is taken back is not known either
    const mine = copyOf(known);
    const outcome = await apart(ctx.db, () => placeOne(ctx, file, mine));
    if (!(outcome instanceof Refusal)) known = mine;
    outcomes.push(outcome);
  }
  return outcomes;
}

async function placeOne(ctx: Ctx, { facts, whole, since }: BundledFile, known: Known): Promise<number> {
  const place = await placeOf(ctx, facts, known);
  const { sha256 } = whole;
  const before = since === undefined ? undefined : await findBrought(ctx, place, { facts, sha256, since });
  if (before !== undefined) return before;
  const taken = known.taken.get(place.id) ?? (await takenIn(ctx, place, known.names));
  const isNameFree = !taken.has(nameKey(facts.name));
  const placed = await settleIn(ctx, place, { facts, sha256, numbers: known.numbers, isNameFree });
  known.taken.set(place.id, taken.add(nameKey(placed.name)));
  return placed.documentId;
}

async function placeOf(ctx: Ctx, { place = 0, path = [] }: Arriving, { places, depths }: Known): Promise<Place> {
  let way = String(place);
  let here = places.get(way) ?? (await needPlace(ctx, right.visible | right.upload, place)).item;
  places.set(way, here);
  for (const name of path) {
    way += `/${nameKey(name)}`;
    here = places.get(way) ?? (await ensureFolders(ctx, here, { path: [name], depths }));
    places.set(way, here);
  }
  return here;
}

/** The document that a try of the caller made of these bytes of which they heard no answer; undefined where there is none that they see. */
async function findBrought(
  ctx: Ctx,
  place: Place,
  { facts, sha256, since }: { facts: Arriving; sha256: string; since: number },
): Promise<number | undefined> {
  const rows = await broughtSince(ctx.db, { sha256, parent: place.id, person: ctx.user.id, since });
  if (rows.length === 0) return undefined;
  const access = await accessOf(ctx);
  const isNamed = (name: string): boolean => {
    if (nameKey(name) === nameKey(facts.name)) return true;
    const number = facts.same === 'rename' ? Number(/\((\d+)\)[^()]*$/.exec(name)?.[1]) : 0;
    return number > 1 && nameKey(numberedName(facts.name, number)) === nameKey(name);
  };
  return rows.find((row) => access.isVisible(row.acl_id) && isNamed(row.name))?.id;
}
