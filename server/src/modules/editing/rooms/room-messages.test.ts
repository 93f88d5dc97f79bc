import { editing, maxOrderedMessage, maxRoomMessage } from '@dossier/contract/editing/editing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestGrid } from '../../../../test/grid.ts';
import { makeCabinet } from '../../../../test/make-items.ts';
import { makeWriter } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';

let dossier: TestServer;
let base: string;
let id: string;
let ann: Awaited<ReturnType<typeof makeWriter>>;

beforeAll(async () => {
  dossier = await openTestServer();
  base = await dossier.listen();
  const cabinet = await makeCabinet(dossier.admin);
  ann = await makeWriter(dossier, cabinet);
  id = (await dossier.admin.call(editing.create, { parentId: cabinet, name: 'messages.xlsx' })).id;
});
afterAll(() => dossier.close());

/** As many wrong cells as a message of so many bytes holds: each is wrong in three ways. */
const wrongCells = (bytes: number) => {
  const cells = Array.from({ length: 10_000 }, () => ({ row: -1, column: -1, value: [] }));
  const one = { kind: 'cells', sheet: 1, cells };
  return Array.from({ length: Math.max(1, Math.floor(bytes / JSON.stringify(one).length)) }, () => one);
};

/** Enters the room; again where it is just ending, as nobody else is in it. */
async function enter(): Promise<TestGrid> {
  const window = new TestGrid();
  const connect = () =>
    window.connect(ann.client, base, id).then(
      () => true,
      () => false,
    );
  await expect.poll(connect).toBe(true);
  return window;
}

it('a message that is wrong from end to end, or too large, ends its connection', async () => {
  for (const bytes of [maxOrderedMessage - 1000, maxRoomMessage - 500_000]) {
    const window = await enter();
    window.send({ kind: 'edits', after: 0, origin: window.origin(), edits: wrongCells(bytes) });
    await expect.poll(() => window.isConnected).toBe(false);
  }
});

it('takes the longest formulas that fit a message at once', async () => {
  const window = await enter();
  const formula = 'A1+'.repeat(2700) + 'A1';
  const cells = Array.from({ length: 60 }, (_, row) => ({ row, column: 1, formula }));
  expect(JSON.stringify(cells).length).toBeGreaterThan(maxOrderedMessage * 0.9);
  window.edit({ kind: 'cells', sheet: 1, cells });
  await expect.poll(() => window.order.length).toBe(1);
  window.close();
});
