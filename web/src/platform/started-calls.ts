/** A call started by the page's first script, for the same call by the app. */
export interface StartedCall {
  /** Method, path with query, and body. */
  key: string;
  token: string;
  answer: Promise<Response>;
}

/** The bytes of a small document requested by the first script; undefined where the request failed. */
export interface StartedBytes {
  url: string;
  bytes: Promise<ArrayBuffer | undefined>;
}

declare global {
  // Both are set by the first script, which `web/build/first-script.ts` writes.
  var startedCalls: StartedCall[] | undefined;
  var startedBytes: StartedBytes | undefined;
}

/** The answer in progress to exactly this call of this session; given once. */
export function takeStarted(key: string, token: string | undefined): Promise<Response> | undefined {
  const started = globalThis.startedCalls ?? [];
  const at = started.findIndex((call) => call.key === key && call.token === token);
  return at < 0 ? undefined : started.splice(at, 1)[0]?.answer;
}

/** The bytes at an address, if already requested; given once. */
export function takeStartedBytes(url: string): Promise<ArrayBuffer | undefined> | undefined {
  const started = globalThis.startedBytes;
  if (started?.url !== url) return undefined;
  delete globalThis.startedBytes;
  return started.bytes;
}

// later pages would get an outdated answer
setTimeout(() => {
  delete globalThis.startedCalls;
  delete globalThis.startedBytes;
}, 10_000);
