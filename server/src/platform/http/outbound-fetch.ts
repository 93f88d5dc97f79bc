/** Why a request to another system failed. */
export type OutsideTrouble = 'address' | 'unreachable' | 'certificate' | 'timeout' | 'redirect' | 'large' | 'answer';

/** A failed request to another system. */
export class OutsideError extends Error {
  readonly trouble: OutsideTrouble;
  constructor(trouble: OutsideTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutsideError';
    this.trouble = trouble;
  }
}

const timeoutMs = 8000;
const mostBytes = 512 * 1024;
const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|HOSTNAME_MISMATCH/;

/** Requests another system by http(s): at most 8 seconds and half a megabyte; redirects are not followed. The answer is read whole. */
export async function fetchOutside(address: string, init: RequestInit = {}): Promise<Response> {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new OutsideError('address', 'The address is no http(s) address');
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, { ...init, redirect: 'manual', signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit });
    const body = await readBounded(answer);
    if (answer.status >= 300 && answer.status < 400) throw new OutsideError('redirect', `${url.host} leads elsewhere`);
    // a status without content takes no body, not even an empty one
    return new Response(body.length === 0 ? null : new Uint8Array(body), { status: answer.status, headers: answer.headers });
  } catch (error) {
    if (error instanceof OutsideError) throw error;
    throw new OutsideError(troubleOf(error), `${url.host} did not answer`, { cause: error });
  }
}

/** The answer as JSON; anything else is an error. */
export async function fetchJson(address: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const answer = await fetchOutside(address, init);
  const parsed: unknown = await answer.json().catch(() => undefined);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new OutsideError('answer', `${answer.status}, and no JSON object`);
  return parsed as Record<string, unknown>;
}

async function readBounded(answer: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body ?? []) {
    size += piece.length;
    if (size > mostBytes) throw new OutsideError('large', 'The answer is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The reason of a failed connection, found in the chain of causes. */
export function troubleOf(error: unknown): OutsideTrouble {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof OutsideError) return at.trouble;
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    if (isCertificate.test(code)) return 'certificate';
    if (at.name === 'TimeoutError' || code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout';
  }
  return 'unreachable';
}
