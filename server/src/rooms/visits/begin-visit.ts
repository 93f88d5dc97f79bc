import { randomBytes } from 'node:crypto';
import type { Ctx, PublicCtx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { tell } from '../messages/tell.ts';
import { noteOpen, type Share } from '../shares/share-door.ts';
import { insertVisit } from './queries.ts';
import { isRepeated, keepEvent } from './visit-events.ts';
import { visitHash } from './visit-context.ts';

const hour = 3600_000;
/** A visit lasts a day; on a device that has proven an address it is remembered for a month. */
const lifeMs = 24 * hour;
const provenLifeMs = 30 * 24 * hour;

/** Who comes, as far as is known. */
interface Coming {
  mail?: string;
  recipientId?: number;
  personId?: number;
  name?: string;
}

/** Begins a visit; answers the token, of which only a hash is kept. The giver hears of the first one where they asked to. */
export async function beginVisit(ctx: Ctx | PublicCtx, share: Share, coming: Coming): Promise<string> {
  const { db, now, address } = ctx;
  const token = randomBytes(32).toString('base64url');
  const id = newId();
  const { mail, recipientId = 0, personId = 0 } = coming;
  const name = mail ?? coming.name ?? '';
  const key = recipientId !== 0 ? `m${recipientId}` : personId !== 0 ? `p${personId}` : `v${id}`;
  await insertVisit(db, {
    id,
    share_id: share.id,
    token_hash: visitHash(token),
    recipient_id: recipientId,
    person_id: personId,
    name,
    visitor_key: key,
    address,
    created_at: now,
    until: now + (recipientId === 0 ? lifeMs : provenLifeMs),
  });
  const who = { shareId: share.id, key, name, address, at: now };
  if (await isRepeated(db, who, { kind: 'opened' })) return token;
  await keepEvent(db, who, { kind: 'opened' });
  await ctx.house.outbox.say(
    db,
    { name, address, spaceId: share.organisation_id, ...(personId !== 0 && { id: personId }) },
    { event: 'link.opened', data: { objId: share.id, objName: share.name }, at: now },
  );
  const isFirst = await noteOpen(db, share.id, now);
  if (isFirst && share.notice === 1) {
    const about = { personId: share.person_id, spaceId: share.organisation_id, objId: share.id, name: share.name, at: now };
    await tell(db, { ...about, kind: 'shareOpened', facts: { visitor: name || address } });
  }
  return token;
}
