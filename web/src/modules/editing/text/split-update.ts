import { maxUpdatePart } from '@dossier/contract/editing/editing';
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';

type Decoded = ReturnType<typeof Y.decodeUpdate>;
type Struct = Y.Item | Y.GC;

/** Structs of one client that follow each other, as bytes. */
interface Run {
  clock: number;
  structs: Uint8Array[];
}

/** Characters that were deleted, from a clock of their client. */
interface Deleted {
  clock: number;
  len: number;
}

/** One update of those into which another is split. */
class Part {
  readonly runs = new Map<number, Run>();
  private readonly deleted = new Map<number, Deleted[]>();
  private structs = 0;
  private bytes = 0;
  private ranges = 0;

  isFullWith(bytes: number): boolean {
    return this.structs > 0 && (this.structs >= maxUpdatePart.structs || this.bytes + bytes > maxUpdatePart.bytes);
  }

  /** Each range may divide an item. */
  get isFullOfRanges(): boolean {
    return this.ranges >= maxUpdatePart.structs;
  }

  add({ client, clock }: Y.ID, bytes: Uint8Array): void {
    const run = this.runs.get(client) ?? { clock, structs: [] };
    run.structs.push(bytes);
    this.runs.set(client, run);
    this.structs++;
    this.bytes += bytes.length;
  }

  delete(client: number, range: Deleted): void {
    const ranges = this.deleted.get(client) ?? [];
    ranges.push(range);
    this.deleted.set(client, ranges);
    this.ranges++;
  }

  /** In the first format of Yjs. */
  encode(): Uint8Array {
    const update = encoding.createEncoder();
    encoding.writeVarUint(update, this.runs.size);
    for (const [client, { clock, structs }] of this.runs) {
      for (const number of [structs.length, client, clock]) encoding.writeVarUint(update, number);
      for (const bytes of structs) encoding.writeUint8Array(update, bytes);
    }
    encoding.writeVarUint(update, this.deleted.size);
    for (const [client, list] of this.deleted) {
      for (const number of [client, list.length]) encoding.writeVarUint(update, number);
      for (const { clock, len } of list) for (const number of [clock, len]) encoding.writeVarUint(update, number);
    }
    return encoding.toUint8Array(update);
  }
}

function bytesOf(struct: Struct): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  struct.write(encoder, 0);
  return encoder.toUint8Array();
}

/** The structs of an update, each behind all on which it hangs; undefined where some hang on what did not come. */
function inOrder(structs: Decoded['structs']): Struct[] | undefined {
  const waiting = new Map<number, Struct[]>();
  for (const struct of structs) {
    if (struct instanceof Y.Skip) return undefined;
    const own = waiting.get(struct.id.client) ?? [];
    own.push(struct);
    waiting.set(struct.id.client, own);
  }
  for (const list of waiting.values()) list.reverse();
  const isThere = (id: unknown): boolean => {
    const next = id instanceof Y.ID ? waiting.get(id.client)?.at(-1) : undefined;
    return next === undefined || (id as Y.ID).clock < next.id.clock;
  };
  const ordered: Struct[] = [];
  for (let before = -1; before < ordered.length; ) {
    before = ordered.length;
    for (const list of waiting.values()) {
      for (let next = list.at(-1); next !== undefined; next = list.at(-1)) {
        if (next instanceof Y.Item && ![next.origin, next.rightOrigin, next.parent].every(isThere)) break;
        ordered.push(next);
        list.pop();
      }
    }
  }
  return ordered.length < structs.length ? undefined : ordered;
}

/** An update as several, each of which a room takes at once: they hang only on those before them, and what was deleted is told last. */
export function splitUpdate(update: Uint8Array): Uint8Array[] {
  // a struct has two bytes at least
  if (update.length <= Math.min(2 * maxUpdatePart.structs, maxUpdatePart.bytes)) return [update];
  const { structs, ds } = Y.decodeUpdate(update);
  const ordered = inOrder(structs);
  if (ordered === undefined) return [update];
  const parts = [new Part()];
  for (const struct of ordered) {
    const bytes = bytesOf(struct);
    if (parts.at(-1)?.isFullWith(bytes.length)) parts.push(new Part());
    parts.at(-1)?.add(struct.id, bytes);
  }
  for (const [client, ranges] of ds.clients)
    for (const range of ranges) {
      if (parts.at(-1)?.isFullOfRanges) parts.push(new Part());
      parts.at(-1)?.delete(client, range);
    }
  return parts.map((part) => part.encode());
}
