import { codes } from '@dossier/contract/core/codes';
import type { Envelope, InputOf, OutputOf, Route } from '@dossier/contract/core/route';
import { currentLanguage, languageTags, loadTexts, platformText } from './i18n.ts';
import { notice } from './notices.ts';
import { session, shareSession, viewOverPath } from './sessions.ts';
import { takeStarted } from './started-calls.ts';
import { staysForWork } from './unkept-work.ts';

/** A refusal by the server, or -1 for a network error. */
export class CallError extends Error {
  readonly code: number;
  /** The field that a refusal is about, if any. */
  readonly field: string | undefined;
  /** What else the server says of the refusal. */
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.field = fieldOf(data);
    this.data = data;
  }
}

export const noAnswer = -1;

const fieldOf = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'field' in data && typeof data.field === 'string' ? data.field : undefined;

export interface CallOptions {
  /** Leaves the notice to the caller. */
  quiet?: boolean;
  /** Only checks for a session: where it has ended, stays on the page. */
  stay?: boolean;
  /** Asks by another session than that of this page, whose end is not that of this one. */
  token?: string;
  signal?: AbortSignal;
  /** Sent even if the page is unloaded meanwhile. */
  keepalive?: boolean;
  /** For what the server works on for minutes. */
  patient?: boolean;
}

const timeout = 60_000;
const patientTimeout = 600_000;
/** Twenty megabytes on a line of 70 kB/s. */
const putTimeout = 300_000;
const successes = new Set([200, 0, codes.linkNotSignedIn.code, codes.editFallsBackToView.code]);
const silentCodes = new Set([codes.scanWaiting.code, codes.scanExpired.code]);

/** Makes a call and returns its `data`; throws a CallError, after showing its message unless `quiet`. The only place that fetches. */
export async function call<R extends Route>(route: R, input: InputOf<R>, options: CallOptions = {}): Promise<OutputOf<R>> {
  try {
    if (route.access === 'link') return (await callShareLink(route, input, options)) as OutputOf<R>;
    const token = options.token ?? session.token();
    const isOfPage = route.access !== 'public' && options.stay !== true && options.token === undefined;
    const ask = async () =>
      requireSuccess(await send(route, input, { ...options, headers: headersOf(token) }), isOfPage ? token : undefined);
    const isGuarded = changesOnce(route) && options.signal === undefined;
    if (changes(route) && !isGuarded) endDoubleClick();
    return (await (isGuarded ? guarded(`${route.path} ${token ?? ''} ${JSON.stringify(input)}`, ask) : ask())) as OutputOf<R>;
  } catch (error) {
    if (error instanceof CallError && !options.quiet && isShown(error)) await showRefusal(route, error);
    throw error;
  }
}

/** A refused list is told as a warning of its own, as it may be gone or closed to the user. */
async function showRefusal(route: Route, { code, message }: CallError): Promise<void> {
  if (code !== codes.noRightToOperate.code) return notice.error(message);
  await loadOwnTexts();
  notice.warning(route.method === 'GET' ? platformText('listNotAvailable') : message);
}

const changes = ({ method, reads }: Route): boolean => method === 'POST' && reads !== true;

const changesOnce = (route: Route): boolean => changes(route) && route.access !== 'public' && route.repeats !== true;

/** A call that follows the same one within so many milliseconds, with no other change between, is the second half of a double click. */
const doubleClickMs = 3000;
let lastChange: { key: string; at: number; answer: Promise<unknown> } | undefined;

/** Something else is changed: the next call is no second half of a double click. */
export const endDoubleClick = (): void => {
  lastChange = undefined;
};

/** Gives a double click the answer of its first half. After a refusal the call is made again. */
function guarded(key: string, ask: () => Promise<unknown>): Promise<unknown> {
  if (lastChange?.key === key && Date.now() - lastChange.at < doubleClickMs) return lastChange.answer;
  const change = { key, at: Date.now(), answer: ask() };
  lastChange = change;
  change.answer.catch(() => {
    if (lastChange === change) lastChange = undefined;
  });
  return change.answer;
}

/** A call in a share session, which has a header of its own; the session may end during the call. */
async function callShareLink(route: Route, input: unknown, options: CallOptions): Promise<unknown> {
  const sessionId = shareSession.sessionId();
  const headers = { ...headersOf(null), ...(sessionId !== undefined && { 'X-Session-Id': sessionId }) };
  const answer = await send(route, input, { ...options, headers });
  if (answer.code !== codes.linkNotSignedIn.code) {
    shareSession.touch();
    return requireSuccess(answer, undefined);
  }
  if (!options.stay) shareSession.end(sessionId);
  throw new CallError(answer.code, answer.message);
}

/** Uploads a file in the field `file` of a form; the caller handles a refusal. */
export async function sendFile(path: string, file: Blob, name: string): Promise<void> {
  endDoubleClick();
  const token = session.token();
  const body = new FormData();
  body.set('file', file, name);
  const headers = headersOf(token);
  const answer = await withinTime(undefined, (signal) => fetch(path, { method: 'POST', headers, body, signal }));
  await requireSuccess(answer, token);
}

/** Puts a whole file to an address that a call has answered; returns the `data`. The caller handles refusals. */
export async function putFile(path: string, body: Blob, options: Pick<CallOptions, 'keepalive' | 'stay'> = {}): Promise<unknown> {
  endDoubleClick();
  const token = session.token();
  const headers = { ...headersOf(token), 'Content-Type': 'application/octet-stream' };
  const { keepalive = false } = options;
  const answer = await withinTime(undefined, (signal) => fetch(path, { method: 'PUT', headers, body, signal, keepalive }), putTimeout);
  // a success of other calls, which lead to the link's own page
  if (answer.code === codes.linkNotSignedIn.code) throw new CallError(answer.code, answer.message);
  return requireSuccess(answer, options.stay ? undefined : token);
}

/** The bytes at an address from the server; throws a CallError with the code of a refusal, or where the network fails or the time of `signal` is over. */
export async function readBytes(address: string, signal: AbortSignal, terms: { cache?: RequestCache } = {}): Promise<Blob> {
  try {
    const response = await fetch(address, { signal, ...terms });
    if (response.ok) return await response.blob();
    const refusal = (await response.json().catch(() => undefined)) as Partial<Envelope<unknown>> | undefined;
    throw new CallError(refusal?.code ?? noAnswer, refusal?.message || platformText('noConnection'));
  } catch (error) {
    const isTimedOut = signal.aborted && (signal.reason as { name?: string }).name === 'TimeoutError';
    if (error instanceof CallError || (signal.aborted && !isTimedOut)) throw error;
    await loadOwnTexts();
    throw new CallError(noAnswer, platformText(isTimedOut ? 'timedOut' : 'noConnection'));
  }
}

/** Posts bytes and reports the number sent; returns the `data`. The caller handles refusals and cancellation by `signal`. */
export async function sendBytes(path: string, body: Blob, { signal, sent }: { signal: AbortSignal; sent: (bytes: number) => void }) {
  endDoubleClick();
  const token = session.token();
  return requireSuccess(await post(path, body, { token, signal, sent }), token);
}

/** By XMLHttpRequest, as `fetch` does not report upload progress. */
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

/** The `data` of a success; throws a refusal, and ends the session of `token` where it no longer exists. */
async function requireSuccess(answer: Envelope<unknown>, token: string | null | undefined): Promise<unknown> {
  if (successes.has(answer.code)) return answer.data;
  await loadOwnTexts();
  if (answer.code === codes.notSignedIn.code && token !== undefined) endSignedInSession(token);
  throw new CallError(answer.code, answer.message || platformText('systemError'), answer.data);
}

/** The first calls are made before texts are loaded for their errors. */
async function loadOwnTexts(): Promise<void> {
  await loadTexts().catch(() => undefined);
}

function isShown(error: CallError): boolean {
  return error.code !== codes.notSignedIn.code && error.code !== codes.linkNotSignedIn.code && !silentCodes.has(error.code);
}

async function send(
  route: Route,
  input: unknown,
  {
    headers: who,
    signal,
    keepalive = false,
    patient,
  }: Pick<CallOptions, 'signal' | 'keepalive' | 'patient'> & { headers: Record<string, string> },
): Promise<Envelope<unknown>> {
  const isGet = route.method === 'GET';
  const headers = { ...who, ...(!isGet && { 'Content-Type': 'application/json' }) };
  const body = isGet ? null : JSON.stringify(input ?? {});
  const address = isGet ? withQuery(route.path, input) : route.path;
  const isOffline = !navigator.onLine;
  const answer = withinTime(
    signal,
    (within) => {
      const performRequest = () => fetch(address, { method: route.method, headers, body, signal: within, keepalive });
      return takeStarted(`${route.method} ${address} ${body ?? ''}`, who['Authorization'])?.catch(performRequest) ?? performRequest();
    },
    patient ? patientTimeout : timeout,
  );
  if (!isOffline || isGet || route.reads === true) return answer;
  return answer.catch((error: unknown) => {
    // without a network from its beginning to its end, nothing was sent
    if (error instanceof CallError && error.code === noAnswer && !navigator.onLine)
      throw new CallError(noAnswer, platformText('nothingChanged'));
    throw error;
  });
}

/** Told whether the server can be reached, as far as the last calls show. */
let onReach: (isReached: boolean) => void = () => undefined;

/** Calls back after each call that reached the server, or did not. */
export function onServerReach(notify: (isReached: boolean) => void): void {
  onReach = notify;
}

const headersOf = (token: string | null): Record<string, string> => ({
  'Accept-Language': languageTags[currentLanguage()],
  Accept: 'application/json',
  ...(token && { Authorization: token }),
});

async function withinTime(
  signal: AbortSignal | undefined,
  performRequest: (signal: AbortSignal) => Promise<Response>,
  milliseconds = timeout,
): Promise<Envelope<unknown>> {
  const limit = AbortSignal.timeout(milliseconds);
  let isReached = false;
  try {
    const response = await performRequest(signal ? AbortSignal.any([signal, limit]) : limit);
    isReached = true;
    onReach(true);
    return (await response.json()) as Envelope<unknown>;
  } catch (error) {
    if (signal?.aborted) throw error;
    if (!limit.aborted && !isReached) onReach(false);
    await loadOwnTexts();
    throw new CallError(noAnswer, platformText(limit.aborted ? 'timedOut' : 'noConnection'));
  }
}

/** The entry scripts in the server's current page, which identify its build; undefined for a network error. */
export async function servedEntryScripts(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { headers: { Accept: 'text/html' }, cache: 'no-store', signal: AbortSignal.timeout(timeout) });
    const scripts = [...(await response.text()).matchAll(/<script type="module"[^>]* src="([^"]+)"/g)];
    return scripts.length === 0 ? undefined : scripts.map(([, path]) => path).join(' ');
  } catch {
    return undefined;
  }
}

/** Whether an address answers: media elements do not tell an unsupported file from a failed request. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeout) })).ok;
  } catch {
    return false;
  }
}

/** A path with its query string: lists joined by commas, absent values left out. */
export function withQuery(path: string, input: unknown): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The session has ended: clears it once, and returns here after signing in; a page with unkept work stays. */
function endSignedInSession(token: string | null): void {
  // Another sign-in has happened since this request was sent.
  if (session.token() !== token) return;
  const wasView = session.viewsAs();
  session.clear();
  if (wasView) return endSession(viewOverPath);
  if (staysForWork()) return;
  if (location.pathname === '/login') return;
  notice.warning(platformText('signedOut'));
  endSession(`/login?redirect=${encodeURIComponent(location.pathname + location.search)}`);
}

// before the app is mounted, a reload would lose the notice
let ended: string | undefined;
let endSession = (path: string): void => {
  ended = path;
};

/** Lets the app navigate to the sign-in page without a reload. */
export function onSessionEnd(go: (path: string) => void): void {
  endSession = go;
  if (ended !== undefined) go(ended);
}

/** Whether the server gives a sign of life within some milliseconds. */
export async function isServerThere(milliseconds: number): Promise<boolean> {
  try {
    await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(milliseconds) });
    return true;
  } catch {
    return false;
  }
}
