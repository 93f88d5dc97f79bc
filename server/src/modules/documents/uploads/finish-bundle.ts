import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { Context, Services } from '../../../platform/context.ts';
import { apart } from '../../../platform/db/write-refusals.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { nameKey, numberedName } from '../../../platform/text/names.ts';
import { accessOf } from '../../access/effective-rights.ts';
import { requireContainer } from '../../access/require-items.ts';
import { type RunAs, runAs } from '../../identity/run-as.ts';
import { type KnownDepths, ensureFolders } from '../folders.ts';
import type { LastNumbers } from '../item-names.ts';
import {
  BlobGone,
  type IncomingFile,
  lockBlobs,
  type Place,
  placeUploadIn,
  type ReceivedContent,
  recordBlobs,
  removePart,
  requireLiveSession,
  storeBlob,
  takenNames,
} from '../place-document.ts';
import { uploadedSince } from '../revisions/revisions.queries.ts';

/** A file of a bundle whose bytes are complete. */
export interface BundledFile {
  facts: IncomingFile;
  whole: ReceivedContent & { sha256: string };
  /** Time of the caller's first attempt; undefined for a first attempt. */
  since: number | undefined;
}

/** The result for a file: its document, or the refusal. */
export type BundleOutcome = number | Refusal;

/** A file and the result of storing its bytes. */
interface StoredFile extends BundledFile {
  kept: boolean;
  refusal?: Refusal;
}

/** Stores the bytes of all files at once, and then places them in one transaction; a refused file does not affect the others. */
export async function finishBundle(services: Services, files: readonly BundledFile[], who: RunAs): Promise<BundleOutcome[]> {
  try {
    for (let attempt = 1; ; attempt++) {
      const stored = await storeAll(services, files);
      try {
        return await runAs(services, who, async (ctx) => {
          await requireLiveSession(services, who, ctx.db);
          return placeAll(ctx, stored);
        });
      } catch (error) {
        if (error instanceof BlobGone && attempt < 3) continue;
        // bytes that no document uses are recorded, so that a sweep finds them
        if (error instanceof Refusal) await recordBlobs(services, stored.filter(({ kept }) => kept).map(contentOf));
        throw error;
      }
    }
  } finally {
    await Promise.all(files.map(({ whole }) => removePart(services, whole)));
  }
}

const contentOf = ({ whole, facts }: BundledFile) => ({ sha256: whole.sha256, size: facts.size });

async function storeAll(services: Services, files: readonly BundledFile[]): Promise<StoredFile[]> {
  const storing = new Map<string, Promise<boolean>>();
  const store = async (file: BundledFile): Promise<StoredFile> => {
    const { sha256 } = file.whole;
    // a folder may contain the same bytes many times
    const going = storing.get(sha256) ?? storeBlob(services, { ...file.whole, size: file.facts.size });
    storing.set(sha256, going);
    try {
      return { ...file, kept: await going };
    } catch (error) {
      if (error instanceof Refusal) return { ...file, kept: false, refusal: error };
      services.log.error({ err: error, sha256 }, 'the bytes of an upload could not be stored');
      return { ...file, kept: false, refusal: new Refusal(codes.uploadFailed) };
    }
  };
  const settled = await Promise.allSettled(files.map(store));
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** A transaction's cache of authorised containers and of the taken names in each. */
interface PlacementCache {
  places: Map<string, Place>;
  depths: KnownDepths;
  numbers: LastNumbers;
  taken: Map<number, Set<string>>;
  /** All names of the bundle. */
  names: string[];
}

const copyOfCache = ({ places, depths, numbers, taken, names }: PlacementCache): PlacementCache => ({
  places: new Map(places),
  depths: new Map(depths),
  numbers: new Map(numbers),
  taken: new Map([...taken].map(([place, keys]) => [place, new Set(keys)])),
  names,
});

async function placeAll(ctx: Context, files: readonly StoredFile[]): Promise<BundleOutcome[]> {
  await lockBlobs(ctx, files.filter(({ refusal }) => refusal === undefined).map(contentOf));
  const names = files.map(({ facts }) => facts.name);
  let known: PlacementCache = { places: new Map(), depths: new Map(), numbers: new Map(), taken: new Map(), names };
  const outcomes: BundleOutcome[] = [];
  for (const file of files) {
    if (file.refusal !== undefined) {
      outcomes.push(file.refusal);
      continue;
    }
    // a rollback discards what was cached as well
    const mine = copyOfCache(known);
    const outcome = await apart(ctx.db, () => placeOne(ctx, file, mine));
    if (!(outcome instanceof Refusal)) known = mine;
    outcomes.push(outcome);
  }
  return outcomes;
}

async function placeOne(ctx: Context, { facts, whole, since }: BundledFile, known: PlacementCache): Promise<number> {
  const place = await placeOf(ctx, facts, known);
  const { sha256 } = whole;
  const before = since === undefined ? undefined : await findEarlierAttempt(ctx, place, { facts, sha256, since });
  if (before !== undefined) return before;
  const taken = known.taken.get(place.id) ?? (await takenNames(ctx, place, known.names));
  const isNameFree = !taken.has(nameKey(facts.name));
  const placed = await placeUploadIn(ctx, place, { facts, sha256, numbers: known.numbers, isNameFree });
  known.taken.set(place.id, taken.add(nameKey(placed.name)));
  return placed.documentId;
}

async function placeOf(ctx: Context, { place = 0, path = [] }: IncomingFile, { places, depths }: PlacementCache): Promise<Place> {
  let pathKey = String(place);
  let here = places.get(pathKey) ?? (await requireContainer(ctx, right.visible | right.upload, place)).item;
  places.set(pathKey, here);
  for (const name of path) {
    pathKey += `/${nameKey(name)}`;
    here = places.get(pathKey) ?? (await ensureFolders(ctx, here, { path: [name], depths }));
    places.set(pathKey, here);
  }
  return here;
}

/**
 * The document that an earlier attempt of the caller created from these bytes without receiving the answer; undefined where there is none,
 * or it is hidden.
 */
async function findEarlierAttempt(
  ctx: Context,
  place: Place,
  { facts, sha256, since }: { facts: IncomingFile; sha256: string; since: number },
): Promise<number | undefined> {
  const rows = await uploadedSince(ctx.db, { sha256, parent: place.id, person: ctx.user.id, since });
  if (rows.length === 0) return undefined;
  const access = await accessOf(ctx);
  const isNamed = (name: string): boolean => {
    if (nameKey(name) === nameKey(facts.name)) return true;
    const number = facts.same === 'rename' ? Number(/\((\d+)\)[^()]*$/.exec(name)?.[1]) : 0;
    return number > 1 && nameKey(numberedName(facts.name, number)) === nameKey(name);
  };
  return rows.find((row) => access.isVisible(row.acl_id) && isNamed(row.name))?.id;
}
