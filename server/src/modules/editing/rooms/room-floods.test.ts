import { once } from 'node:events';
import { editing, roomMessage } from '@dossier/contract/editing/editing';
import * as encoding from 'lib0/encoding';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { TestEditor } from '../../../../test/editor.ts';
import { longestGap } from '../../../../test/longest-gap.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeWriter } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';

let dossier: TestServer;
let base: string;
let cabinet: string;
let ann: Awaited<ReturnType<typeof makeWriter>>;
let bob: typeof ann;

beforeAll(async () => {
  dossier = await openTestServer();
  base = await dossier.listen();
  cabinet = await makeCabinet(dossier.admin);
  [ann, bob] = [await makeWriter(dossier, cabinet), await makeWriter(dossier, cabinet)];
});
afterAll(() => dossier.close());

const message = (...numbers: number[]): Uint8Array => {
  const bytes = encoding.createEncoder();
  for (const number of numbers) encoding.writeVarUint(bytes, number);
  return encoding.toUint8Array(bytes);
};

/** What a connection sends at once is handled when it is closed for the last message, which is none of the protocol. */
async function sendAtOnce(id: string, messages: readonly Uint8Array[]): Promise<void> {
  const { roomUrl } = await bob.client.call(editing.open, { id });
  const socket = new WebSocket(base.replace(/^http/, 'ws') + roomUrl);
  await once(socket, 'open');
  for (const one of [...messages, message(9)]) socket.send(one);
  await once(socket, 'close');
}

it('messages that come in one packet, each of which costs little, keep no other call waiting', async () => {
  const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'flood.txt', bytes: 'x' });
  const good = await new TestEditor().connect(ann.client, base, id);
  for (let n = 0; n < 900; n++) good.type(n % 2 === 0 ? 0 : good.text.length, 'w');
  await expect.poll(() => good.isKept).toBe(true);
  // asks for what it lacks, as one that has a single character
  const state = message(1, good.doc.clientID, 1);
  const ask = Buffer.concat([message(roomMessage.sync, 0, state.length), state]);
  const gap = await longestGap(() =>
    sendAtOnce(
      id,
      Array.from({ length: 3000 }, () => ask),
    ),
  );
  expect(gap).toBeLessThan(200);
  good.close();
});
