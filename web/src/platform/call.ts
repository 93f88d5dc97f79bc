import { codes } from '@dossier/contract/core/codes';
import type { Envelope, InputOf, OutputOf, Route } from '@dossier/contract/core/route';
import { currentLanguage, loadTexts, platformText } from './i18n.ts';
import { notice } from './notices.ts';
import { session, shareSession, viewOverPath } from './sessions.ts';
import { takeStarted } from './started-calls.ts';

/** A refusal by the server, or -1 where no answer came. */
export class CallError extends Error {
  readonly code: number;
  /** What a refusal is about, where one word says it: the name of a field. */
  readonly field: string | undefined;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.field = fieldOf(data);
  }
}

export const noAnswer = -1;

const fieldOf = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'field' in data && typeof data.field === 'string' ? data.field : undefined;

export interface CallOptions {
  /** Leave the notice to the caller. */
  quiet?: boolean;
  /** Only look whether there is a session: where it has ended, stay on the page. */
  stay?: boolean;
  signal?: AbortSignal;
  /** Is sent even if the page goes away meanwhile. */
  keepalive?: boolean;
}

const timeout = 60_000;
const successes = new Set([200, 0, codes.linkNotSignedIn.code, codes.editFallsBackToView.code]);
const silentCodes = new Set([codes.scanWaiting.code, codes.scanExpired.code]);
const htmlLang = { cn: 'zh-CN', en: 'en', es: 'es', ja: 'ja' } as const;

/** Makes a call and answers its `data`; throws a CallError, after showing its message unless `quiet`. The only place that fetches. */
export async function call<R extends Route>(route: R, input: InputOf<R>, options: CallOptions = {}): Promise<OutputOf<R>> {
  try {
    if (route.access === 'link') return (await callShareLink(route, input, options)) as OutputOf<R>;
    const token = session.token();
    const answer = await send(route, input, { ...options, headers: headersOf(token) });
    return (await requireSuccess(answer, route.access === 'public' || options.stay ? undefined : token)) as OutputOf<R>;
  } catch (error) {
    if (error instanceof CallError && !options.quiet && isShown(error)) notice.error(error.message);
    throw error;
  }
}

/** A call of the visitor of a shared link, who is known by another header than people who sign in; the visit may end under them. */
async function callShareLink(route: Route, input: unknown, options: CallOptions): Promise<unknown> {
  const sessionId = shareSession.sessionId();
  const headers = { ...headersOf(null), ...(sessionId !== undefined && { 'X-Session-Id': sessionId }) };
  const answer = await send(route, input, { ...options, headers });
  if (answer.code !== codes.linkNotSignedIn.code) {
    shareSession.touch();
    return requireSuccess(answer, undefined);
  }
  shareSession.end(sessionId);
  throw new CallError(answer.code, answer.message);
}

/** Sends a file in the field `file` of a form; a refusal is left to the caller. */
export async function sendFile(path: string, file: Blob, name: string): Promise<void> {
  const token = session.token();
  const body = new FormData();
  body.set('file', file, name);
  const headers = headersOf(token);
  const answer = await withinTime(undefined, (signal) => fetch(path, { method: 'POST', headers, body, signal }));
  await requireSuccess(answer, token);
}

/** The bytes behind an address that the server gave. */
export async function readBytes(address: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new CallError(noAnswer, platformText('noConnection'));
  return response.blob();
}

/** Posts bytes, and tells how many are out; answers the `data` of a success. A refusal is left to the caller, and so is the end by `signal`. */
export async function sendBytes(path: string, body: Blob, { signal, sent }: { signal: AbortSignal; sent: (bytes: number) => void }) {
  const token = session.token();
  return requireSuccess(await post(path, body, { token, signal, sent }), token);
}

/** By the older way, as `fetch` does not tell how much is out. */
function post(
  path: string,
  body: Blob,
  { token, signal, sent }: { token: string | null; signal: AbortSignal; sent: (bytes: number) => void },
): Promise<Envelope<unknown>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const lose = () => void loadOwnTexts().then(() => reject(new CallError(noAnswer, platformText('noConnection'))));
    request.open('POST', path);
    for (const [name, value] of Object.entries(headersOf(token))) request.setRequestHeader(name, value);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.addEventListener('progress', (event) => sent(event.loaded));
    request.addEventListener('load', () => {
      try {
        resolve(JSON.parse(request.responseText) as Envelope<unknown>);
      } catch {
        lose();
      }
    });
    request.addEventListener('error', lose);
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

/** The `data` of a success; a refusal is thrown, and ends the session of `token` where there is none any more. */
async function requireSuccess(answer: Envelope<unknown>, token: string | null | undefined): Promise<unknown> {
  if (successes.has(answer.code)) return answer.data;
  await loadOwnTexts();
  if (answer.code === codes.notSignedIn.code && token !== undefined) endSignedInSession(token);
  throw new CallError(answer.code, answer.message || platformText('systemError'), answer.data);
}

/** The first calls are made before there are words to say that they failed. */
async function loadOwnTexts(): Promise<void> {
  await loadTexts().catch(() => undefined);
}

function isShown(error: CallError): boolean {
  return error.code !== codes.notSignedIn.code && error.code !== codes.linkNotSignedIn.code && !silentCodes.has(error.code);
}

async function send(
  route: Route,
  input: unknown,
  { headers: who, signal, keepalive = false }: Pick<CallOptions, 'signal' | 'keepalive'> & { headers: Record<string, string> },
): Promise<Envelope<unknown>> {
  const isGet = route.method === 'GET';
  const headers = { ...who, ...(!isGet && { 'Content-Type': 'application/json' }) };
  const body = isGet ? null : JSON.stringify(input ?? {});
  const address = isGet ? withQuery(route.path, input) : route.path;
  return withinTime(signal, (within) => {
    const ask = () => fetch(address, { method: route.method, headers, body, signal: within, keepalive });
    return takeStarted(`${route.method} ${address} ${body ?? ''}`, who['Authorization'])?.catch(ask) ?? ask();
  });
}

const headersOf = (token: string | null): Record<string, string> => ({
  'Accept-Language': htmlLang[currentLanguage()],
  Accept: 'application/json',
  ...(token && { Authorization: token }),
});

async function withinTime(signal: AbortSignal | undefined, ask: (signal: AbortSignal) => Promise<Response>): Promise<Envelope<unknown>> {
  const limit = AbortSignal.timeout(timeout);
  try {
    const response = await ask(signal ? AbortSignal.any([signal, limit]) : limit);
    return (await response.json()) as Envelope<unknown>;
  } catch (error) {
    if (signal?.aborted) throw error;
    await loadOwnTexts();
    throw new CallError(noAnswer, platformText(limit.aborted ? 'timedOut' : 'noConnection'));
  }
}

/** The scripts that the server's newest page begins with, which name its build; undefined where no answer came. */
export async function servedEntryScripts(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { headers: { Accept: 'text/html' }, cache: 'no-store', signal: AbortSignal.timeout(timeout) });
    const scripts = [...(await response.text()).matchAll(/<script type="module"[^>]* src="([^"]+)"/g)];
    return scripts.length === 0 ? undefined : scripts.map(([, path]) => path).join(' ');
  } catch {
    return undefined;
  }
}

/** Whether bytes are to be had at an address: players do not tell a file that they cannot read from one that never came. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeout) })).ok;
  } catch {
    return false;
  }
}

/** A path with its query: lists joined by commas, absent values left out. */
export function withQuery(path: string, input: unknown): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The session is over: forget it once and come back here after signing in. */
function endSignedInSession(token: string | null): void {
  // Somebody signed in anew while this answer was on its way.
  if (session.token() !== token) return;
  const wasView = session.viewsAs();
  session.clear();
  if (wasView) return endSession(viewOverPath);
  if (location.pathname === '/login') return;
  notice.warning(platformText('signedOut'));
  endSession(`/login?redirect=${encodeURIComponent(location.pathname + location.search)}`);
}

// the first calls are answered before the app stands: loading everything anew would lose the word that was said
let ended: string | undefined;
let endSession = (path: string): void => {
  ended = path;
};

/** Lets the app go to the sign-in page without loading everything anew. */
export function onSessionEnd(go: (path: string) => void): void {
  endSession = go;
  if (ended !== undefined) go(ended);
}
