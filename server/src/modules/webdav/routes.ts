import { type Code, codes } from '@dossier/contract/core/codes';
import type { Lang } from '@dossier/contract/core/shapes';
import { webdav } from '@dossier/contract/webdav/devices';
import type { Services } from '../../platform/context.ts';
import { answerText } from '../../platform/http/answers.ts';
import { type FileReply, type FileRequest, type Served, type ServedFile, serve, serveSlow } from '../../platform/http/serve.ts';
import { Refusal } from '../../platform/refusal.ts';
import { addDevice, allowWebdav, listDevices, listOwnDevices, removeDevice, setDeviceState } from './devices.ts';
import { deskAddress } from './desk-address.ts';
import { type DeviceSession, authenticateDevice, challenge } from './protocol/authenticate-device.ts';
import { lock, unlock } from './protocol/lock-methods.ts';
import { type DavPath, davPathOf, DavRefusal, davRoot } from './protocol/messages.ts';
import { copyResource, deleteResource, get, makeCollection, moveResource, put } from './protocol/methods.ts';
import { propfind } from './protocol/properties.ts';
import { proppatch } from './protocol/proppatch.ts';

export const webdavRoutes: Served[] = [
  serve(webdav.own, listOwnDevices),
  serve(webdav.address, deskAddress),
  serveSlow(webdav.add, addDevice),
  serve(webdav.remove, removeDevice),
  serve(webdav.devices, listDevices),
  serve(webdav.setState, setDeviceState),
  serve(webdav.allow, allowWebdav),
];

type Method = ServedFile['method'];
type DavHandler = (session: DeviceSession, davPath: DavPath, exchange: { request: FileRequest; reply: FileReply }) => Promise<FileReply>;

async function options(_door: DeviceSession, _way: DavPath, { reply }: { reply: FileReply }): Promise<FileReply> {
  // required by Windows
  return reply.status(200).header('ms-author-via', 'DAV').header('content-length', '0').send();
}

const davMethods: [Method, DavHandler][] = [
  // HEAD before GET: otherwise the framework adds one of its own
  ['HEAD', get],
  ['GET', get],
  ['OPTIONS', options],
  ['PROPFIND', propfind],
  ['PROPPATCH', proppatch],
  ['PUT', put],
  ['DELETE', deleteResource],
  ['MKCOL', makeCollection],
  ['MOVE', moveResource],
  ['COPY', copyResource],
  ['LOCK', lock],
  ['UNLOCK', unlock],
];

const allowedMethods = davMethods.map(([method]) => method).join(', ');

/** The WebDAV status of refusals that have one. */
const statusOf = new Map<Code, number>([
  [codes.documentLocked, 423],
  [codes.moveLocked, 423],
  [codes.spaceFull, 507],
  [codes.personalSpaceFull, 507],
  [codes.diskFull, 507],
  // programs try again later
  [codes.contentNotChecked, 503],
]);

function refused(services: Services, reply: FileReply, { error, lang }: { error: unknown; lang: Lang }): FileReply {
  if (error instanceof DavRefusal) {
    reply.headers(error.headers).status(error.status);
    if (error.status === 405) reply.header('allow', allowedMethods);
    return error.xml === undefined
      ? reply.type('text/plain; charset=utf-8').send('')
      : reply.type('application/xml; charset=utf-8').send(error.xml);
  }
  if (error instanceof Refusal) {
    const status = statusOf.get(error.answer) ?? (error.answer.status === 422 ? 403 : error.answer.status);
    if (status === 401) reply.headers(challenge);
    return reply
      .status(status)
      .type('text/plain; charset=utf-8')
      .send(answerText(error.answer, lang, error.detail));
  }
  services.log.error({ err: error, request: reply.request.id, method: reply.request.method }, 'the sync disk failed');
  return reply.status(500).type('text/plain; charset=utf-8').send('');
}

const handler =
  (davHandler: DavHandler): ServedFile['handle'] =>
  async (services, request, reply) => {
    let lang: Lang = 'en';
    try {
      reply.header('cache-control', 'no-store');
      const session = await authenticateDevice(services, request);
      lang = session.ctx.user.lang;
      reply.headers({ dav: '1, 2', allow: allowedMethods });
      return await davHandler(session, davPathOf(request.raw.url ?? ''), { request, reply });
    } catch (error) {
      return refused(services, reply, { error, lang });
    }
  };

/** The sync disk as WebDAV, classes 1 and 2 (RFC 4918). */
export const webdavEndpoints: ServedFile[] = davMethods.flatMap(([method, davHandler]) =>
  [davRoot, `${davRoot}/*`].map((path) => ({ method, path, handle: handler(davHandler) })),
);
