import { maxUpdatePart, sharedMaps, sharedText } from '@dossier/contract/editing/editing';
import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { splitUpdate } from './split-update.ts';

/** A room that takes one part after the other, and none that hangs on what did not come. */
function take(room: Y.Doc, parts: readonly Uint8Array[]): void {
  for (const part of parts) {
    const { structs } = Y.decodeUpdate(part);
    expect(structs.length).toBeLessThanOrEqual(maxUpdatePart.structs);
    if (structs.length > 1) expect(part.length).toBeLessThan(1.1 * maxUpdatePart.bytes);
    Y.applyUpdate(room, part);
    expect([room.store.pendingStructs, room.store.pendingDs]).toEqual([null, null]);
  }
}

const answer = (doc: Y.Doc, room: Y.Doc): Uint8Array => Y.encodeStateAsUpdate(doc, Y.encodeStateVector(room));

it('splits five thousand elements that were drawn without a connection, and a picture among them', () => {
  const [room, own] = [new Y.Doc(), new Y.Doc()];
  own.getMap(sharedMaps.elements).set('first', { id: 'first', x: 0 });
  Y.applyUpdate(room, Y.encodeStateAsUpdate(own));
  const elements = own.getMap(sharedMaps.elements);
  for (let n = 0; n < 5000; n++) elements.set(`e${n}`, { id: `e${n}`, type: 'rectangle', x: n, y: n, version: 1, text: 'x'.repeat(200) });
  own.getMap(sharedMaps.files).set('pic', { id: 'pic', dataURL: 'x'.repeat(3 << 20) });
  for (let n = 0; n < 5000; n += 3) elements.set(`e${n}`, { id: `e${n}`, type: 'rectangle', x: n, y: n, version: 2 });
  for (let n = 0; n < 5000; n += 7) elements.delete(`e${n}`);
  const parts = splitUpdate(answer(own, room));
  expect(parts.length).toBeGreaterThan(10);
  take(room, parts);
  expect(room.getMap(sharedMaps.elements).toJSON()).toEqual(elements.toJSON());
  expect(room.getMap(sharedMaps.files).toJSON()).toEqual(own.getMap(sharedMaps.files).toJSON());
  expect(Y.encodeStateVector(room)).toEqual(Y.encodeStateVector(own));
});

it('splits one large paste, and a text in which the words of several hang on each other', () => {
  const [room, own, other] = [new Y.Doc(), new Y.Doc(), new Y.Doc()];
  own.transact(() => {
    for (let n = 0; n < 2000; n++) own.getMap(sharedMaps.elements).set(`e${n}`, { id: `e${n}` });
  });
  let seed = 7;
  const random = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
  for (let round = 0; round < 40; round++) {
    for (const doc of [own, other]) {
      const text = doc.getText(sharedText);
      for (let n = 0; n < 60; n++) {
        const at = random(text.length + 1);
        if (n % 5 === 0 && at < text.length) text.delete(at, 1);
        else text.insert(at, 'word');
      }
    }
    Y.applyUpdate(own, answer(other, own));
    Y.applyUpdate(other, answer(own, other));
  }
  const parts = splitUpdate(answer(own, room));
  expect(parts.length).toBeGreaterThan(5);
  take(room, parts);
  expect(room.getText(sharedText).toJSON()).toBe(own.getText(sharedText).toJSON());
});

it('splits what was taken out at many places, as by a replacement in all of a text', () => {
  const [room, own] = [new Y.Doc(), new Y.Doc()];
  own.getText(sharedText).insert(0, 'ab'.repeat(3000));
  Y.applyUpdate(room, Y.encodeStateAsUpdate(own));
  const sent: Uint8Array[] = [];
  own.on('update', (update: Uint8Array) => sent.push(update));
  own.transact(() => {
    for (let at = 0; at < 3000; at++) own.getText(sharedText).delete(at, 1);
  });
  const parts = sent.flatMap(splitUpdate);
  expect(parts).toHaveLength(6);
  for (const part of parts) {
    const ranges = [...Y.decodeUpdate(part).ds.clients.values()].flat();
    expect(ranges.length).toBeLessThanOrEqual(maxUpdatePart.structs);
  }
  take(room, parts);
  expect(room.getText(sharedText).toJSON()).toBe('b'.repeat(3000));
});

it('leaves a small update as it is', () => {
  const doc = new Y.Doc();
  doc.getText(sharedText).insert(0, 'key');
  const update = Y.encodeStateAsUpdate(doc);
  expect(splitUpdate(update)).toEqual([update]);
});
