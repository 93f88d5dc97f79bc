import type { OfficeToken } from '@dossier/contract/editing/office-server';
import { officeServer } from '@dossier/contract/editing/office-server';
import { site } from '@dossier/contract/core/site';
import { settingsOf } from '../../src/platform/settings/settings.ts';
import type { Client } from '../client.ts';
import type { TestServer } from '../test-server.ts';
import { openFakeOfficeServer } from './fake-office-server.ts';

export interface WopiAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  bytes: Buffer;
  /** The answer in JSON. */
  json: Record<string, unknown>;
}

interface WopiAsk {
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** A document as an office server has it open for one user. */
export interface WopiDocument {
  token: OfficeToken;
  /** GET of the document, or of a path below it. */
  get(path?: '' | '/contents' | '/ancestry', headers?: Record<string, string>): Promise<WopiAnswer>;
  /** POST with the method in the header. */
  post(method: string, ask?: WopiAsk): Promise<WopiAnswer>;
  put(body: Buffer | string, headers?: Record<string, string>): Promise<WopiAnswer>;
  lock(lockId: string): Promise<WopiAnswer>;
  unlock(lockId: string): Promise<WopiAnswer>;
  /** What the document is now. */
  info(): Promise<Record<string, unknown>>;
}

/** Sends a request to an address that the host answered. */
export async function sendTo(
  dossier: TestServer,
  address: string,
  { method, headers = {}, body }: WopiAsk & { method: 'GET' | 'POST' },
): Promise<WopiAnswer> {
  const { pathname, search, host } = new URL(address);
  const sent = await dossier.server.app.inject({
    method,
    url: pathname + search,
    headers: { host, ...headers },
    ...(body !== undefined && { payload: body }),
  });
  const isJson = (sent.headers['content-type'] ?? '').startsWith('application/json') && sent.payload !== '';
  return {
    status: sent.statusCode,
    headers: sent.headers as Record<string, string>,
    bytes: sent.rawPayload,
    json: isJson ? (JSON.parse(sent.payload) as Record<string, unknown>) : {},
  };
}

/** Tokens are given for an office server alone: where none is configured, one that signs nothing. It ends with the process of the tests. */
async function configureOfficeServer(dossier: TestServer): Promise<void> {
  if ((await settingsOf(dossier.services.database.read, 'office')).url !== '') return;
  const { url } = await openFakeOfficeServer(dossier.clock.now, { signs: false });
  await dossier.admin.call(site.saveSettings, { group: 'office', values: { url } });
}

/** Opens a document as an office server would for this user; `prove` signs its requests. */
export async function openWopi(
  dossier: TestServer,
  client: Client,
  id: string,
  prove: (url: string) => Record<string, string> = () => ({}),
): Promise<WopiDocument> {
  await configureOfficeServer(dossier);
  return wopiOf(dossier, await client.call(officeServer.token, { id }), prove);
}

/** Opens a document in the viewer of an office server. */
export async function openWopiViewer(
  dossier: TestServer,
  client: Client,
  id: string,
  prove: (url: string) => Record<string, string>,
): Promise<WopiDocument> {
  return wopiOf(dossier, await client.call(officeServer.token, { id, mode: 'view' }), prove);
}

/** The document that a token opens. */
function wopiOf(dossier: TestServer, token: OfficeToken, prove: (url: string) => Record<string, string> = () => ({})): WopiDocument {
  const send = (method: 'GET' | 'POST', path: string, { headers = {}, body }: WopiAsk = {}): Promise<WopiAnswer> => {
    const address = `${token.wopiSrc}${path}?access_token=${token.accessToken}`;
    return sendTo(dossier, address, { method, headers: { ...prove(address), ...headers }, ...(body !== undefined && { body }) });
  };
  const post: WopiDocument['post'] = (method, { headers = {}, body } = {}) =>
    send('POST', '', { headers: { 'x-wopi-override': method, ...headers }, ...(body !== undefined && { body }) });
  return {
    token,
    get: (path = '', headers = {}) => send('GET', path, { headers }),
    post,
    put: (body, headers = {}) => send('POST', '/contents', { headers: { 'x-wopi-override': 'PUT', ...headers }, body }),
    lock: (lockId) => post('LOCK', { headers: { 'x-wopi-lock': lockId } }),
    unlock: (lockId) => post('UNLOCK', { headers: { 'x-wopi-lock': lockId } }),
    info: async () => (await send('GET', '')).json,
  };
}
