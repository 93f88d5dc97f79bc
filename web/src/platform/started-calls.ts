/** A call that the first script of the page has made, for whoever makes it next. */
export interface StartedCall {
  /** Method, path with query, and body. */
  key: string;
  token: string;
  answer: Promise<Response>;
}

/** The bytes of a small document that the first script has begun to fetch; undefined where they did not come. */
export interface StartedBytes {
  url: string;
  bytes: Promise<ArrayBuffer | undefined>;
}

declare global {
  // Both are set by the first script, which `web/build/first-script.ts` writes.
  var startedCalls: StartedCall[] | undefined;
  var startedBytes: StartedBytes | undefined;
}

/** The answer that is on its way to just this call of just this person already; it is given once. */
export function takeStarted(key: string, token: string | undefined): Promise<Response> | undefined {
  const started = globalThis.startedCalls ?? [];
  const at = started.findIndex((one) => one.key === key && one.token === token);
  return at < 0 ? undefined : started.splice(at, 1)[0]?.answer;
}

/** The bytes behind an address, where they are on their way already; they are given once. */
export function takeStartedBytes(url: string): Promise<ArrayBuffer | undefined> | undefined {
  const started = globalThis.startedBytes;
  if (started?.url !== url) return undefined;
  delete globalThis.startedBytes;
  return started.bytes;
}

// what the first page has not taken by now would be told to a later one as if it were new
setTimeout(() => {
  delete globalThis.startedCalls;
  delete globalThis.startedBytes;
}, 10_000);
