import { codes } from '@dossier/contract/core/codes';
import type { InputOf, OutputOf, Route } from '@dossier/contract/core/route';
import { session } from '@dossier/contract/identity/sessions';

/** A user of the server: makes calls and sends bytes like the client. */
export interface Caller {
  call<R extends Route>(route: R, input: InputOf<R>): Promise<OutputOf<R>>;
  /** Sends the bytes of an upload in one request. */
  send(uploadUrl: string, bytes: Buffer): Promise<void>;
  /** Fetches a path of ours and discards the answer. */
  fetch(url: string): Promise<void>;
}

/** An answer other than success. */
export class Refused extends Error {
  readonly code: number;
  constructor(route: Route, answer: { code: number; message: string }) {
    super(`${route.method} ${route.path} answered ${answer.code}: ${answer.message}`);
    this.code = answer.code;
  }
}

/** A caller of the server at `base`; without a token it can only sign in. */
export function callerAt(base: string, token?: string): Caller {
  const signed: Record<string, string> = token === undefined ? {} : { authorization: token };
  return {
    async call<R extends Route>(route: R, input: InputOf<R>) {
      const url = new URL(route.path, base);
      const reads = route.method === 'GET';
      if (reads) for (const [key, value] of Object.entries(input as object)) url.searchParams.set(key, String(value));
      const body = reads ? {} : { body: JSON.stringify(input), headers: { ...signed, 'content-type': 'application/json' } };
      const response = await fetch(url, { method: route.method, headers: signed, ...body });
      const answer = (await response.json()) as { code: number; message: string; data: unknown };
      if (answer.code !== codes.ok.code) throw new Refused(route, answer);
      return answer.data as OutputOf<R>;
    },
    async send(uploadUrl, bytes) {
      const headers = { ...signed, 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
      const response = await fetch(new URL(uploadUrl, base), { method: 'PATCH', headers, body: new Uint8Array(bytes) });
      if (response.status !== 204) throw new Error(`An upload was answered ${response.status}: ${await response.text()}`);
    },
    async fetch(url) {
      const response = await fetch(new URL(url, base));
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${url} was answered ${response.status}`);
    },
  };
}

const signedIn: Caller[] = [];

export async function signIn(base: string, loginName: string, password: string): Promise<Caller> {
  const { sessionId } = await callerAt(base).call(session.login, { loginName, password });
  const caller = callerAt(base, sessionId);
  signedIn.push(caller);
  return caller;
}

/** Ends the sessions of the demo, which belong to no device of the company; the clock has ended the earlier ones already. */
export async function signOutAll(): Promise<void> {
  for (const caller of signedIn.splice(0))
    await caller.call(session.logout, {}).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
    });
}

/** Runs the work for each entry, so many at a time, and returns the results in order. */
export async function inLanes<T, R>(entries: readonly T[], lanes: number, work: (entry: T, at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = entries.entries();
  const lane = async (): Promise<void> => {
    for (const [at, entry] of waiting) results[at] = await work(entry, at);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
