import { type Code, codes } from '@dossier/contract/codes';
import type { Lang } from '@dossier/contract/shapes';
import type { House } from '../../../ground/ctx.ts';
import { answerText } from '../../../ground/http/answer.ts';
import type { FileReply, FileRequest, ServedFile } from '../../../ground/http/serve.ts';
import { Refusal } from '../../../ground/refusal.ts';
import { copy, makeCollection, move, remove } from './change.ts';
import { DavRefusal } from './dav-refusal.ts';
import { admitDevice, challenge, type Door } from './door.ts';
import { get } from './get.ts';
import { lock, unlock } from './lock.ts';
import { propfind, proppatch } from './propfind.ts';
import { put } from './put.ts';
import { root, type Way, wayOf } from './way.ts';
import { answer, dav } from './xml.ts';

type Method = ServedFile['method'];
type Deed = (door: Door, way: Way, exchange: { request: FileRequest; reply: FileReply }) => Promise<FileReply>;

async function options(_door: Door, _way: Way, { reply }: { reply: FileReply }): Promise<FileReply> {
  // what Windows looks for
  return reply.status(200).header('ms-author-via', 'DAV').header('content-length', '0').send();
}

const deeds: [Method, Deed][] = [
  // HEAD before GET: else the framework makes one of its own
  ['HEAD', get],
  ['GET', get],
  ['OPTIONS', options],
  ['PROPFIND', propfind],
  ['PROPPATCH', proppatch],
  ['PUT', put],
  ['DELETE', remove],
  ['MKCOL', makeCollection],
  ['MOVE', move],
  ['COPY', copy],
  ['LOCK', lock],
  ['UNLOCK', unlock],
];

const allowed = deeds.map(([method]) => method).join(', ');

/** What refusals are in WebDAV, where it has a word of its own for them. */
const statusOf = new Map<Code, number>([
  [codes.documentLocked, 423],
  [codes.moveLocked, 423],
  [codes.spaceFull, 507],
  [codes.personalSpaceFull, 507],
  [codes.diskFull, 507],
]);

function refused(house: House, reply: FileReply, { error, lang }: { error: unknown; lang: Lang }): FileReply {
  if (error instanceof DavRefusal) {
    reply.headers(error.headers).status(error.status);
    if (error.status === 405) reply.header('allow', allowed);
    return error.condition === undefined
      ? reply.type('text/plain; charset=utf-8').send('')
      : reply.type('application/xml; charset=utf-8').send(answer('error', dav(error.condition)));
  }
  if (error instanceof Refusal) {
    const status = statusOf.get(error.answer) ?? (error.answer.status === 422 ? 403 : error.answer.status);
    if (status === 401) reply.headers(challenge);
    return reply.status(status).type('text/plain; charset=utf-8').send(answerText(error.answer, lang));
  }
  house.log.error({ err: error, request: reply.request.id, method: reply.request.method }, 'the sync disk failed');
  return reply.status(500).type('text/plain; charset=utf-8').send('');
}

const handler =
  (deed: Deed): ServedFile['handle'] =>
  async (house, request, reply) => {
    let lang: Lang = 'en';
    try {
      reply.header('cache-control', 'no-store');
      const door = await admitDevice(house, request);
      lang = door.ctx.user.lang;
      reply.headers({ dav: '1, 2', allow: allowed });
      return await deed(door, wayOf(request.raw.url ?? ''), { request, reply });
    } catch (error) {
      return refused(house, reply, { error, lang });
    }
  };

/** The sync disk as WebDAV, classes 1 and 2 (RFC 4918). */
export const diskFiles: ServedFile[] = deeds.flatMap(([method, deed]) =>
  [root, `${root}/*`].map((path) => ({ method, path, handle: handler(deed) })),
);
