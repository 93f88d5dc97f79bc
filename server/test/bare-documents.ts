import { admit } from '../src/rooms/session/admit.ts';
import type { Ctx } from '../src/ground/ctx.ts';
import { inTransaction } from '../src/ground/http/serve.ts';
import { newId } from '../src/ground/ids.ts';
import { needPlace } from '../src/rooms/library/need-items.ts';
import { placeDocument } from '../src/rooms/library/place-document.ts';
import type { Client } from './client.ts';
import type { TestHouse } from './house.ts';

/** What a deed gets when this person calls. */
export async function contextOf({ house }: TestHouse, client: Client): Promise<Ctx> {
  const now = house.now();
  const user = await admit(house, client.token, now);
  return { house, db: house.database.read, user, now, address: '127.0.0.1', origin: '', holds: { until: now }, say: async () => {} };
}

let count = 0;

/** A document without bytes, placed as an upload places it. */
export async function makeBareDocument(
  house: TestHouse,
  client: Client,
  { parentId, name = `bare-${++count}.txt`, size = 1 }: { parentId: string; name?: string; size?: number },
): Promise<string> {
  const placed = await inTransaction(await contextOf(house, client), async (ctx) => {
    const { item } = await needPlace(ctx, 33, parentId);
    return placeDocument(ctx, item, { id: newId(), revisionId: newId(), name, size, onSameName: 'refuse' });
  });
  return String(placed.documentId);
}
