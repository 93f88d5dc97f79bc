import { codes } from '@dossier/contract/codes';
import type { FileReply, FileRequest } from '../../../ground/http/serve.ts';
import { LimitedMap } from '../../../ground/limited-map.ts';
import { Refusal } from '../../../ground/refusal.ts';
import { needUse } from '../../content/file-ticket.ts';
import { disposition, safeHeaders } from '../../content/media-types.ts';
import { type Range, sendRange } from '../../content/send-range.ts';
import { needDownloadAddress } from '../../guard/address-guard.ts';
import { DavRefusal } from './dav-refusal.ts';
import { asReader, type Door } from './door.ts';
import { needFound } from './find.ts';
import { isPlace, revisionTag } from './props.ts';
import type { Way } from './way.ts';

/** Players and viewers fetch a document in many pieces: within this time it is one download. */
const onceMs = 10 * 60_000;
const told = new LimitedMap<number>(5000);

/** The bytes of a document for who has the right to the original. */
export async function get(door: Door, way: Way, { request, reply }: { request: FileRequest; reply: FileReply }) {
  const { ctx, house, terms, device } = door;
  const found = await needFound(ctx, terms, way);
  if (found.at !== 'item' || isPlace(found)) throw new DavRefusal(405);
  const held = await needUse(ctx, 'download', { id: String(found.held.item.id) });
  await needDownloadAddress(ctx);
  const { sha256, size } = held.revision;
  if (!house.blobs.stands(sha256)) {
    house.log.error({ sha256, revision: held.revision.id }, 'the bytes of a revision are missing; run fsck');
    throw new Refusal(codes.bytesMissing);
  }
  const key = `${device.id} ${held.revision.id}`;
  if (request.method === 'GET' && (told.get(key) ?? 0) < ctx.now - onceMs) {
    const { id: objId, name: objName } = held.item;
    await asReader(door, (inner) => inner.say('document.downloaded', { objId, objName, revisionId: held.revision.id }));
    told.set(key, ctx.now);
  }
  reply.headers({ ...safeHeaders(held.item.ext), 'content-disposition': disposition('attachment', held.item.name) });
  const { blobs } = house;
  const from = { read: (range: Range) => blobs.read(sha256, range), take: (range: Range) => blobs.take(sha256, range) };
  return sendRange(request, reply, { size, tag: revisionTag(held.revision.id), changed: held.item.updated_at, ...from });
}
