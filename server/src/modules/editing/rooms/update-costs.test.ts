import { sharedMaps, sharedText } from '@dossier/contract/editing/editing';
import * as encoding from 'lib0/encoding';
import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { requireTextUpdate } from './accepted-update.ts';
import { decodedUpdate, UpdateCosts } from './update-costs.ts';

/** A room without people: takes updates as one does. */
function openDoc() {
  const doc = new Y.Doc();
  const costs = new UpdateCosts(doc);
  const take = (update: Uint8Array, who = 'user 1'): void => {
    costs.charge(who, Y.decodeUpdate(update));
    Y.applyUpdate(doc, update);
  };
  return { doc, take };
}

/** An update of inserts that all stand at the beginning of the text and know of nothing behind them. */
function besideEachOther({ clients, first, of, clock = 0 }: { clients: number; first: number; of: number; clock?: number }): Uint8Array {
  const update = encoding.createEncoder();
  encoding.writeVarUint(update, clients);
  for (let client = first + clients - 1; client >= first; client--) {
    for (const part of [of, client, clock]) encoding.writeVarUint(update, part);
    for (let n = 0; n < of; n++) {
      encoding.writeUint8(update, 4);
      encoding.writeVarUint(update, 1);
      encoding.writeVarString(update, sharedText);
      encoding.writeVarString(update, 'x');
    }
  }
  encoding.writeVarUint(update, 0);
  return encoding.toUint8Array(update);
}

/** How many of some updates are taken. */
const taken = (updates: Iterable<() => void>): number => {
  let count = 0;
  for (const send of updates) {
    try {
      send();
    } catch {
      break;
    }
    count++;
  }
  return count;
};

it('takes inserts at one place only as long as the document stays quick to read, however many updates bring them', () => {
  const { doc, take } = openDoc();
  const sends = Array.from({ length: 30 }, (_, k) => () => {
    const update = besideEachOther({ clients: 1, first: 7, of: 1000, clock: k * 1000 });
    requireTextUpdate(Y.decodeUpdate(update));
    take(update);
  });
  expect(taken(sends)).toBeLessThan(10);
  const before = doc.getText(sharedText).length;
  // others write on
  doc.getText(sharedText).insert(3, 'here');
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  const known = Y.encodeStateVector(other);
  other.getText(sharedText).insert(2, 'there');
  take(Y.encodeStateAsUpdate(other, known), 'user 2');
  expect(doc.getText(sharedText).length).toBe(before + 9);
});

it('takes some hundred clients of Yjs from one person, in one update or in many', () => {
  const sends = ({ take }: ReturnType<typeof openDoc>, clients: number) =>
    Array.from({ length: 400 }, (_, k) => () => take(besideEachOther({ clients, first: 1 + k * clients, of: 1 })));
  expect(taken(sends(openDoc(), 1000))).toBe(0);
  expect(taken(sends(openDoc(), 1))).toBe(300);
});

it('counts the values of a key that know of no other', () => {
  const { take } = openDoc();
  const values = (clock: number): Uint8Array => {
    const update = encoding.createEncoder();
    for (const part of [1, 1000, 7, clock]) encoding.writeVarUint(update, part);
    for (let n = 0; n < 1000; n++) {
      encoding.writeUint8(update, 0x28);
      encoding.writeVarUint(update, 1);
      for (const text of [sharedMaps.app, 'gridSize']) encoding.writeVarString(update, text);
      encoding.writeVarUint(update, 1);
      encoding.writeAny(update, n);
    }
    encoding.writeVarUint(update, 0);
    return encoding.toUint8Array(update);
  };
  expect(taken(Array.from({ length: 30 }, (_, k) => () => take(values(k * 1000))))).toBeLessThan(10);
});

it('takes typing, long work without a connection, and random edits of several', () => {
  const { doc, take } = openDoc();
  let seed = 1;
  const random = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
  const people = ['user 1', 'user 2', 'user 3'].map((who) => ({ who, own: new Y.Doc() }));
  const meet = (): void => {
    for (const { who, own } of people) take(Y.encodeStateAsUpdate(own, Y.encodeStateVector(doc)), who);
    for (const { own } of people) Y.applyUpdate(own, Y.encodeStateAsUpdate(doc, Y.encodeStateVector(own)));
  };
  for (let round = 0; round < 5; round++) {
    for (const { own } of people) {
      const text = own.getText(sharedText);
      for (let n = 0; n < 1000; n++) {
        const at = random(text.length + 1);
        if (n % 4 === 0 && at < text.length) text.delete(at, Math.min(3, text.length - at));
        else text.insert(at, 'word');
      }
    }
    meet();
  }
  // lines in front of all others, again and again
  for (let round = 0; round < 5; round++) {
    for (const { own } of people) for (let n = 0; n < 900; n++) own.getText(sharedText).insert(0, 'line\n');
    meet();
  }
  for (const { own } of people) expect(own.getText(sharedText).toJSON()).toBe(doc.getText(sharedText).toJSON());
});

/** An update that deletes characters of a client. */
function deletions(client: number, ranges: readonly (readonly [clock: number, length: number])[]): Uint8Array {
  const update = encoding.createEncoder();
  for (const part of [0, 1, client, ranges.length, ...ranges.flat()]) encoding.writeVarUint(update, part);
  return encoding.toUint8Array(update);
}

it('goes through what an update deletes once, and divides few items for it', () => {
  const { doc, take } = openDoc();
  doc.getText(sharedText).insert(0, 'ab'.repeat(20_000));
  const { clientID } = doc;
  const apart = (count: number, first = 0) => Array.from({ length: count }, (_, n) => [first + 2 * n, 1] as const);
  expect(() => take(deletions(clientID, apart(20_000)))).toThrow('too many deletions');
  for (let first = 0; first < 4000; first += 800) take(deletions(clientID, apart(400, first)));
  expect(doc.getText(sharedText).length).toBe(38_000);
  // again and again through all items
  for (const range of [
    [0, 40_000],
    [0, 1],
  ] as const)
    expect(() => take(deletions(clientID, [range, range]))).toThrow('not in order');
  expect(() =>
    take(
      deletions(
        clientID,
        Array.from({ length: 10_000 }, (_, n) => [10_000 + n, 1] as const),
      ),
    ),
  ).toThrow('too many deletions');
  // characters that come with the same update
  const other = new Y.Doc();
  other.getText(sharedText).insert(0, 'ab'.repeat(5000));
  const long = Y.encodeStateAsUpdate(other).slice(0, -1);
  const cut = deletions(other.clientID, apart(5000)).slice(1);
  expect(() => take(Buffer.concat([long, cut]))).toThrow('too many deletions');
  take(deletions(clientID, [[0, 40_000]]));
  expect(doc.getText(sharedText).length).toBe(0);
});

it('reads no update of millions of parts to its end', () => {
  const parts = (count: number): Uint8Array => {
    const update = encoding.createEncoder();
    for (const number of [1, count, 7, 0]) encoding.writeVarUint(update, number);
    // characters that are no longer kept
    for (let n = 0; n < count; n++) for (const byte of [0, 1]) encoding.writeUint8(update, byte);
    encoding.writeVarUint(update, 0);
    return encoding.toUint8Array(update);
  };
  expect(decodedUpdate(parts(20_000)).structs).toHaveLength(20_000);
  const once = (count: number) =>
    deletions(
      7,
      Array.from({ length: count }, () => [0, 1] as const),
    );
  expect(decodedUpdate(once(100_000)).ds.clients.get(7)).toHaveLength(100_000);
  for (const update of [parts(2_000_000), once(1_000_000)]) expect(() => decodedUpdate(update)).toThrow('too many');
});
