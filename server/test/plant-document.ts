import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { right } from '@dossier/contract/rights';
import type { Ctx } from '../src/ground/ctx.ts';
import { newId } from '../src/ground/ids.ts';
import { needPlace } from '../src/rooms/library/need-items.ts';
import { placeDocument } from '../src/rooms/library/place-document.ts';
import { admit } from '../src/rooms/session/admit.ts';
import type { Client } from './client.ts';
import type { TestHouse } from './house.ts';

/** Works with a context of this person's, as a call does. */
export async function asCall<T>({ house }: TestHouse, client: Client, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const now = house.now();
  const user = await admit(house, client.token, now);
  return house.database.write((db) => {
    const speaker = { id: user.id, name: user.fullName, address: '127.0.0.1' };
    return work({
      house,
      db,
      user,
      now,
      address: '127.0.0.1',
      holds: { until: now },
      say: (event, data) => house.outbox.say(db, speaker, { event, data, at: now }),
    });
  });
}

/** Puts a document with these bytes into a folder without an upload: for tests about something else. */
export async function plantDocument(
  house: TestHouse,
  client: Client,
  { parentId, name, bytes = name }: { parentId: string; name: string; bytes?: Buffer | string },
): Promise<string> {
  const body = Buffer.from(bytes);
  const sha256 = createHash('sha256').update(body).digest('hex');
  const part = house.house.blobs.partPath(sha256);
  await writeFile(part, body);
  await house.house.blobs.adopt(part, sha256);
  return asCall(house, client, async (ctx) => {
    const { item: place } = await needPlace(ctx, right.visible | right.upload, parentId);
    const arrived = { id: newId(), revisionId: newId(), name, size: body.length, onSameName: 'revision' as const };
    const placed = await placeDocument(ctx, place, arrived);
    const { db, now } = ctx;
    const blob = { sha256, size: body.length, created_at: now };
    await db
      .insertInto('blob')
      .values(blob)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto('revision')
      .values({
        id: placed.revisionId,
        document_id: placed.documentId,
        number: placed.number,
        sha256,
        size: body.length,
        name: placed.name,
        ext: placed.ext,
        creator_id: ctx.user.id,
        created_at: now,
      })
      .execute();
    return String(placed.documentId);
  });
}
