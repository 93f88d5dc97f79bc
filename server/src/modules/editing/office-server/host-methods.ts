import type { Services } from '../../../platform/context.ts';
import type { FileReply, ServedFile } from '../../../platform/http/serve.ts';
import { checkFileInfo } from './check-file-info.ts';
import {
  checkContainerInfo,
  checkEcosystem,
  createChildContainer,
  createChildFile,
  deleteContainer,
  enumerateAncestors,
  enumerateChildren,
  getEcosystem,
  getRootContainer,
  renameContainer,
} from './containers.ts';
import { getFile, putFile } from './contents.ts';
import { type Exchange, getLock, lock, refreshLock, unlock } from './lock-methods.ts';
import { headerOf, sendRefusal, WopiRefusal } from './messages.ts';
import { deleteFile, putRelativeFile, putUserInfo, renameFile } from './relative-files.ts';
import { openSession, type WopiSession } from './wopi-tokens.ts';

type Method = (session: WopiSession, exchange: Exchange) => Promise<FileReply>;

/** Sends an answer in JSON. */
const inJson =
  (answer: (session: WopiSession, exchange: Exchange) => Promise<object>): Method =>
  async (session, exchange) =>
    exchange.reply.type('application/json; charset=utf-8').send(await answer(session, exchange));

/** The methods of a path by the header that names them; 501 for any other, as CheckFileInfo does not claim it. */
const byOverride =
  (methods: Record<string, Method>): Method =>
  (session, exchange) => {
    const name = headerOf(exchange.request, 'x-wopi-override') ?? '';
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (method === undefined) throw new WopiRefusal(501);
    return method(session, exchange);
  };

const fileMethods = byOverride({
  LOCK: lock,
  GET_LOCK: getLock,
  REFRESH_LOCK: refreshLock,
  UNLOCK: unlock,
  PUT_RELATIVE: putRelativeFile,
  RENAME_FILE: renameFile,
  PUT_USER_INFO: putUserInfo,
  DELETE: deleteFile,
});

const containerMethods = byOverride({
  CREATE_CHILD_CONTAINER: createChildContainer,
  CREATE_CHILD_FILE: createChildFile,
  RENAME_CONTAINER: renameContainer,
  DELETE_CONTAINER: deleteContainer,
});

const handler =
  (kind: Parameters<typeof openSession>[2], method: Method): ServedFile['handle'] =>
  async (services: Services, request, reply) => {
    try {
      reply.header('cache-control', 'no-store');
      return await method(await openSession(services, request, kind), { request, reply });
    } catch (error) {
      const sent = sendRefusal(reply, error);
      if (sent !== undefined) return sent;
      // no address of the request: it contains the token
      services.log.error({ err: error, request: request.id }, 'the host of the office server failed');
      return reply.status(500).send('');
    }
  };

/** The host of office servers: WOPI as Microsoft describes it, for Collabora Online, ONLYOFFICE and other clients. */
export const hostEndpoints: ServedFile[] = [
  { method: 'GET', path: '/wopi/files/:id', handle: handler('files', inJson(checkFileInfo)) },
  { method: 'POST', path: '/wopi/files/:id', handle: handler('files', fileMethods) },
  { method: 'GET', path: '/wopi/files/:id/contents', handle: handler('files', getFile) },
  { method: 'POST', path: '/wopi/files/:id/contents', handle: handler('files', byOverride({ PUT: putFile })) },
  { method: 'GET', path: '/wopi/files/:id/ancestry', handle: handler('files', inJson(enumerateAncestors)) },
  { method: 'GET', path: '/wopi/files/:id/ecosystem_pointer', handle: handler('files', inJson(getEcosystem)) },
  { method: 'GET', path: '/wopi/containers/:id', handle: handler('containers', inJson(checkContainerInfo)) },
  { method: 'POST', path: '/wopi/containers/:id', handle: handler('containers', containerMethods) },
  { method: 'GET', path: '/wopi/containers/:id/ancestry', handle: handler('containers', inJson(enumerateAncestors)) },
  { method: 'GET', path: '/wopi/containers/:id/children', handle: handler('containers', inJson(enumerateChildren)) },
  { method: 'GET', path: '/wopi/containers/:id/ecosystem_pointer', handle: handler('containers', inJson(getEcosystem)) },
  { method: 'GET', path: '/wopi/ecosystem', handle: handler('ecosystem', inJson(checkEcosystem)) },
  { method: 'GET', path: '/wopi/ecosystem/root_container_pointer', handle: handler('ecosystem', inJson(getRootContainer)) },
];
