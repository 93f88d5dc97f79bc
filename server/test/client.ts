import { codes } from '@dossier/contract/core/codes';
import type { InputOf, OutputOf, Route } from '@dossier/contract/core/route';
import type { Server } from '../src/app/server.ts';

/** An answer other than success. */
export class Refused extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(route: Route, answer: { code: number; message: string; data: unknown }) {
    super(`${route.method} ${route.path} answered ${answer.code} ${answer.message}`);
    this.code = answer.code;
    this.data = answer.data;
  }
}

/** The remote address and further headers of a request. */
export interface From {
  address?: string;
  headers?: Record<string, string>;
}

type Given<R extends Route> = [InputOf<R>] extends [Record<string, never>]
  ? [input?: InputOf<R>]
  : Partial<InputOf<R>> extends InputOf<R>
    ? [input?: InputOf<R>]
    : [input: InputOf<R>];

/** Makes calls as one user, or without a session. */
export interface Client {
  readonly token: string | undefined;
  /** The data of a call, parsed by the contract; throws `Refused` for any other answer. */
  call<R extends Route>(route: R, ...given: Given<R>): Promise<OutputOf<R>>;
  /** The code with which a call is refused; throws when it is not. Takes any input, invalid ones too. */
  refused(route: Route, input?: unknown): Promise<number>;
  /** The raw response. */
  raw(route: Route, input?: unknown): Promise<{ status: number; headers: Record<string, unknown>; text: string }>;
  /** The same session from another address. */
  from(from: From): Client;
}

const queryOf = (input: object): string =>
  Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        `${encodeURIComponent(key)}=${encodeURIComponent((Array.isArray(value) ? value.join(',') : String(value)).toWellFormed())}`,
    )
    .join('&');

/** A client on a server that need not listen. */
export function clientOf(server: Server, token: string | undefined, from: From = {}): Client {
  const headers = { ...(token === undefined ? {} : { authorization: token }), ...from.headers };

  async function raw(route: Route, input: unknown = {}) {
    const get = route.method === 'GET';
    const answer = await server.app.inject({
      method: route.method,
      url: get ? `${route.path}?${queryOf(input as object)}` : route.path,
      headers: get ? headers : { 'content-type': 'application/json', ...headers },
      remoteAddress: from.address ?? '127.0.0.1',
      ...(get ? {} : { payload: typeof input === 'string' ? input : JSON.stringify(input) }),
    });
    return { status: answer.statusCode, headers: answer.headers, text: answer.payload };
  }

  async function ask(route: Route, input: unknown): Promise<unknown> {
    const answer = JSON.parse((await raw(route, input)).text) as { code: number; message: string; data: unknown };
    if (answer.code !== codes.ok.code) throw new Refused(route, answer);
    return answer.data;
  }

  return {
    token,
    raw,
    call: async <R extends Route>(route: R, ...given: Given<R>) => route.output.parse(await ask(route, given[0])) as OutputOf<R>,
    async refused(route, input) {
      try {
        await ask(route, input);
      } catch (error) {
        if (error instanceof Refused) return error.code;
        throw error;
      }
      throw new Error(`${route.method} ${route.path} was not refused`);
    },
    from: (elsewhere) => clientOf(server, token, { ...from, ...elsewhere }),
  };
}
