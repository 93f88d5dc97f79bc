import { objType, right } from '@dossier/contract/rights';
import type { FileReply, FileRequest } from '../../../ground/http/serve.ts';
import { nameColumns } from '../../library/name-rules.ts';
import { needItem, needPlace } from '../../library/need-items.ts';
import { needUnlocked } from '../../library/update-item.ts';
import { childOf, type Element, readXml } from './body.ts';
import { tokensOf } from './conditions.ts';
import { DavRefusal } from './dav-refusal.ts';
import { asDevice, type Door, needWriter, needWriting } from './door.ts';
import { find, needPlaceOf } from './find.ts';
import { extendLock } from './lock-queries.ts';
import { hold, letGo, lockOf, newToken, reservation, reserve, unreserve } from './locks.ts';
import { activeLock, isPlace } from './props.ts';
import { hrefOf, type Way } from './way.ts';
import { dav } from './xml.ts';

interface Exchange {
  request: FileRequest;
  reply: FileReply;
}

const bounds = { least: 60, usual: 1800, most: 3600 };

/** For how long, in seconds: as asked for within bounds, so that whoever does not come back holds nothing for ever. */
function secondsOf({ headers }: FileRequest): number {
  const [, asked] = /second-(\d{1,10})/i.exec(String(headers['timeout'] ?? '')) ?? [];
  return Math.min(bounds.most, Math.max(bounds.least, asked === undefined ? bounds.usual : Number(asked)));
}

const allText = (element: Element): string => `${element.text} ${element.children.map(allText).join(' ')}`;

/** Who a client says it is for: a text that only other clients show. */
const ownerIn = (body: Element): string => {
  const owner = childOf(body, 'owner');
  return owner === undefined ? '' : allText(owner).replaceAll(/\s+/g, ' ').trim().slice(0, 200);
};

interface Given {
  token: string;
  owner: string;
  seconds: number;
  status: number;
}

function answered(reply: FileReply, way: Way, { token, owner, seconds, status }: Given): FileReply {
  const inner = dav('lockdiscovery', activeLock({ token, owner, seconds }, hrefOf(way, false)));
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<D:prop xmlns:D="DAV:">${inner}</D:prop>`;
  return reply.status(status).header('lock-token', `<${token}>`).type('application/xml; charset=utf-8').send(body);
}

/** Locks a document for the person of the device, as the browser would; a name that nothing has is held until its bytes come. */
export async function lock(door: Door, way: Way, { request, reply }: Exchange) {
  needWriting(door);
  const body = await readXml(request);
  if (body === undefined) return refresh(door, way, { request, reply });
  if (body.name !== 'lockinfo') throw new DavRefusal(400);
  // what everybody may hold at once keeps nobody from overwriting
  if (childOf(childOf(body, 'lockscope'), 'exclusive') === undefined) throw new DavRefusal(403);
  const given = { token: newToken(), owner: ownerIn(body), seconds: secondsOf(request) };
  const found = await find(door.ctx, door.terms, way);
  if (found === undefined) {
    await reserveName(door, way, given);
    return answered(reply, way, { ...given, status: 201 });
  }
  if (found.at !== 'item' || isPlace(found)) throw new DavRefusal(403);
  await asDevice(door, async (ctx) => {
    const { item } = await needItem(ctx, right.visible | right.modify, found.held.item.id, objType.document);
    needUnlocked(ctx, item);
    if ((await lockOf(ctx.db, item, ctx.now)) !== undefined) throw new DavRefusal(423, { condition: 'no-conflicting-lock' });
    await hold(ctx, item, { token: given.token, owner: given.owner, expires_at: ctx.now + given.seconds * 1000 });
  });
  return answered(reply, way, { ...given, status: 200 });
}

async function reserveName(door: Door, way: Way, { token, owner, seconds }: Omit<Given, 'status'>): Promise<void> {
  const { ctx, house, terms } = door;
  const { place, name } = await needPlaceOf(ctx, terms, way);
  await needPlace(ctx, right.visible | right.upload, place.id);
  await needWriter(ctx.db, door);
  nameColumns(name);
  if (reservation(house, place.id, name) !== undefined) throw new DavRefusal(423, { condition: 'no-conflicting-lock' });
  reserve(house, { placeId: place.id, name }, { token, owner, personId: ctx.user.id, until: ctx.now + seconds * 1000 });
}

/** Holds on to what is held. */
async function refresh(door: Door, way: Way, { request, reply }: Exchange) {
  const seconds = secondsOf(request);
  const tokens = tokensOf(request);
  const found = await find(door.ctx, door.terms, way);
  if (found?.at !== 'item') {
    const { place, name } = await needPlaceOf(door.ctx, door.terms, way);
    const known = reservation(door.house, place.id, name);
    if (known === undefined || known.personId !== door.ctx.user.id || !tokens.includes(known.token)) throw new DavRefusal(412);
    reserve(door.house, { placeId: place.id, name }, { ...known, until: door.ctx.now + seconds * 1000 });
    return answered(reply, way, { token: known.token, owner: known.owner, seconds, status: 200 });
  }
  const row = await asDevice(door, async (ctx) => {
    const { item } = await needItem(ctx, right.visible | right.modify, found.held.item.id);
    const known = await lockOf(ctx.db, item, ctx.now);
    if (known === undefined || known.person_id !== ctx.user.id || !tokens.includes(known.token)) throw new DavRefusal(412);
    await extendLock(ctx.db, item.id, ctx.now + seconds * 1000);
    return known;
  });
  return answered(reply, way, { token: row.token, owner: row.owner, seconds, status: 200 });
}

/** Gives a lock back that the device's person has. */
export async function unlock(door: Door, way: Way, { request, reply }: Exchange) {
  needWriting(door);
  const [, token] = /^<([^<>]{1,200})>$/.exec(String(request.headers['lock-token'] ?? '').trim()) ?? [];
  if (token === undefined) throw new DavRefusal(400);
  const found = await find(door.ctx, door.terms, way);
  if (found?.at !== 'item') {
    const { place, name } = await needPlaceOf(door.ctx, door.terms, way);
    const known = reservation(door.house, place.id, name);
    if (known?.token !== token || known.personId !== door.ctx.user.id)
      throw new DavRefusal(409, { condition: 'lock-token-matches-request-uri' });
    unreserve(door.house, { placeId: place.id, name });
    return reply.status(204).send();
  }
  await asDevice(door, async (ctx) => {
    const { item } = await needItem(ctx, right.visible, found.held.item.id);
    const row = await lockOf(ctx.db, item, ctx.now);
    if (row?.token !== token) throw new DavRefusal(409, { condition: 'lock-token-matches-request-uri' });
    if (row.person_id !== ctx.user.id) throw new DavRefusal(403);
    await letGo(ctx, item, row);
  });
  return reply.status(204).send();
}
