import { maxUpdatePart } from '@dossier/contract/editing/editing';
import * as Y from 'yjs';

/** Clients of Yjs that a person brings into a document, one for each window and loss, and those of all. */
const maxClientsOfOne = 300;
const maxClients = 10_000;
/** Items that the updates of a person may pass over: Yjs compares each insert with all that lie between its neighbours. */
const maxPassedOfOne = 30_000_000;
const maxPassedOfAll = 60_000_000;
/** What one update may pass over: counting takes about 60 ms of all other calls, and Yjs up to three times as long. Lines put in front by three people at once need two million. */
const maxPassedOfUpdate = 2_500_000;
/** What one update may always pass over, whatever the others in the room have done. */
const alwaysPassed = 1000;
/** What is read of one update, whatever a room takes of it: a message has room for millions of parts of two bytes, which take seconds and 400 MB. */
const maxRead = { structs: 50_000, deletions: 200_000 };
/** Items that the deletions of one update may divide: each time Yjs moves all items behind it, and each piece takes some hundred bytes. */
const maxDivided = 2 * maxUpdatePart.structs;

type Struct = Y.Item | Y.GC;
/** An update that could be read as a whole. */
export type DecodedUpdate = ReturnType<typeof Y.decodeUpdate>;

class BoundedDecoder extends Y.UpdateDecoderV1 {
  #structs = 0;
  #deletions = 0;

  override readInfo(): number {
    if (++this.#structs > maxRead.structs) throw new Error('an update of too many parts');
    return super.readInfo();
  }

  override readDsClock(): number {
    if (++this.#deletions > maxRead.deletions) throw new Error('too many deletions');
    return super.readDsClock();
  }
}

/** Reads an update as a whole; throws on one that is broken, or would take long. */
export const decodedUpdate = (update: Uint8Array): DecodedUpdate => Y.decodeUpdateV2(update, BoundedDecoder);

interface Writing {
  clients: number;
  passed: number;
}

/** The struct that has a clock, of those of one client in their order. */
export function structAt<T extends { id: Y.ID; length: number }>(structs: readonly T[], clock: number): T | undefined {
  let [low, high] = [0, structs.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const struct = structs[middle];
    if (struct === undefined) return undefined;
    if (clock < struct.id.clock) high = middle - 1;
    else if (clock >= struct.id.clock + struct.length) low = middle + 1;
    else return struct;
  }
  return undefined;
}

/** The structs of an update by their client. */
export function structsByClient(structs: readonly (Struct | Y.Skip)[]): Map<number, Struct[]> {
  const byClient = new Map<number, Struct[]>();
  for (const struct of structs) {
    if (struct instanceof Y.Skip) continue;
    const own = byClient.get(struct.id.client) ?? [];
    own.push(struct);
    byClient.set(struct.id.client, own);
  }
  return byClient;
}

/** Counts the items that an update passes over in a document: for each insert those between its neighbours, as the document is now. */
class Passing {
  private readonly doc: Y.Doc;
  private readonly update: Map<number, Struct[]>;
  private readonly ends = new Map<Struct, Y.ID | null>();
  private readonly most: number;
  private count = 0;

  constructor(doc: Y.Doc, update: Map<number, Struct[]>, most: number) {
    this.doc = doc;
    this.update = update;
    this.most = most;
  }

  of(structs: Iterable<Struct>): number {
    const beside = new Map<string, number>();
    for (const struct of structs) {
      if (!(struct instanceof Y.Item) || struct.id.clock < Y.getState(this.doc.store, struct.id.client)) continue;
      const { origin } = struct;
      const known = origin === null ? undefined : this.known(origin);
      // one that follows an insert of the same update is compared with others of that alone
      if (origin !== null && known === undefined) continue;
      const place = origin === null ? (struct.parentSub ?? '') : `${origin.client} ${origin.clock}`;
      const others = beside.get(place) ?? 0;
      beside.set(place, others + 1);
      this.add(others);
      this.walk(struct, known);
    }
    return this.count;
  }

  private add(count: number): void {
    this.count += count;
    if (this.count > this.most) throw new Error('updates with too many inserts at one place');
  }

  private known({ client, clock }: Y.ID): Struct | undefined {
    return structAt(this.doc.store.clients.get(client) ?? [], clock);
  }

  /** The first neighbour to the right that is in the document: that of an insert of the same update is its own. */
  private endOf(item: Y.Item): Y.ID | null {
    const way = new Set<Struct>();
    let end: Y.ID | null = item.rightOrigin;
    for (let at: Struct | undefined = item; end !== null && this.known(end) === undefined; ) {
      way.add(at);
      at = structAt(this.update.get(end.client) ?? [], end.clock);
      // what hangs on others that did not come is refused later
      if (!(at instanceof Y.Item) || way.has(at)) return null;
      const found: Y.ID | null | undefined = this.ends.get(at);
      end = found === undefined ? at.rightOrigin : found;
    }
    for (const passed of way) this.ends.set(passed, end);
    return end;
  }

  private walk(item: Y.Item, before: Struct | undefined): void {
    // beside what is no longer kept nothing is placed
    if (before instanceof Y.GC) return;
    const endId = this.endOf(item);
    const end = endId === null ? undefined : this.known(endId);
    if (before === end && before !== undefined) return;
    let at = before !== undefined ? before.right : this.firstOf(item, end);
    while (at !== null && at !== end) {
      this.add(1);
      at = at.right;
    }
  }

  /** The first item beside an insert that follows none. */
  private firstOf(item: Y.Item, end: Struct | undefined): Y.Item | null {
    const parent: unknown = item.parent;
    const type = typeof parent === 'string' ? this.doc.share.get(parent) : end instanceof Y.Item ? end.parent : undefined;
    if (!(type instanceof Y.AbstractType)) return null;
    // Yjs has no other way to the items of a type
    const { _start: start, _map: values } = type;
    if (item.parentSub === null) return start;
    let first = values.get(item.parentSub) ?? null;
    while (first?.left) {
      this.add(1);
      first = first.left;
    }
    return first;
  }
}

/** The struct that a clock is within, where that is an item which would be divided there. */
function isDivided(structs: readonly Struct[], clock: number): boolean {
  const struct = structAt(structs, clock);
  return struct instanceof Y.Item && !struct.deleted && struct.id.clock < clock;
}

/**
 * Requires that what an update deletes is told in order, and once: Yjs goes through all items of each range, however often it is there, and an update of
 * some kilobytes could name a whole document thousands of times.
 */
function requireFewDivided(doc: Y.Doc, update: ReadonlyMap<number, Struct[]>, { clients }: DecodedUpdate['ds']): void {
  let [ranges, divided, known] = [0, 0, 0];
  for (const [client, deleted] of clients) {
    const stored = doc.store.clients.get(client) ?? [];
    const state = Y.getState(doc.store, client);
    const coming = update.get(client) ?? [];
    known += stored.length + coming.length;
    ranges += deleted.length;
    let from = 0;
    for (const { clock, len } of deleted) {
      if (clock < from || len < 1) throw new Error('deletions that are not in order');
      from = clock + len;
      for (const edge of [clock, from]) if (isDivided(edge < state ? stored : coming, edge)) divided++;
    }
  }
  // ranges that lie apart have an item each, or are pieces of one
  if (divided > maxDivided || ranges > known + maxDivided) throw new Error('too many deletions');
}

/** What the people in a room have cost: a document that is slow to read would be so for everybody, each time it is opened and saved. */
export class UpdateCosts {
  private readonly doc: Y.Doc;
  private readonly byIdentity = new Map<string, Writing>();
  private passed = 0;

  constructor(doc: Y.Doc) {
    this.doc = doc;
  }

  /** Throws on an update that would cost more than is left to who sent it; counts it otherwise. */
  charge(identity: string, { structs, ds }: DecodedUpdate): void {
    const { store } = this.doc;
    const byClient = structsByClient(structs);
    requireFewDivided(this.doc, byClient, ds);
    const before = this.byIdentity.get(identity) ?? { clients: 0, passed: 0 };
    const added = [...byClient.keys()].filter((client) => !store.clients.has(client)).length;
    const clients = before.clients + added;
    if (clients > maxClientsOfOne || (added > 0 && store.clients.size + added > maxClients)) throw new Error('updates of too many clients');
    const most = Math.min(maxPassedOfUpdate, maxPassedOfOne - before.passed, Math.max(maxPassedOfAll - this.passed, alwaysPassed));
    const passed = new Passing(this.doc, byClient, most).of([...byClient.values()].flat());
    this.passed += passed;
    this.byIdentity.set(identity, { clients, passed: before.passed + passed });
  }
}
