import { calls } from '@dossier/contract/calls';
import { codes } from '@dossier/contract/core/codes';
import type { Envelope, OutputOf, ParsedOf, Route } from '@dossier/contract/core/route';

/** A refusal in place of an answer, with the text that the server would send. */
export interface RefusedAnswer {
  refused: keyof typeof codes;
  message: string;
  /** What else the refusal says. */
  data?: unknown;
}

/** Data that break the contract, as those of another system might. */
export interface UnshapedAnswer {
  unshaped: unknown;
}

/** The answer of a call while a page is open. */
export interface Answer {
  route: Route;
  give: (input: unknown) => unknown;
}

/** What a page asked, in order: the path of each call with its input. */
export interface ReceivedCall {
  path: string;
  input: unknown;
}

type Given<R extends Route> = OutputOf<R> | RefusedAnswer | UnshapedAnswer;

/** Answers a call by its parsed input; a fixed value is given each time. */
export function answer<R extends Route>(route: R, given: Given<R> | ((input: ParsedOf<R>) => Given<R> | Promise<Given<R>>)): Answer {
  return { route, give: (input) => (typeof given === 'function' ? (given as (parsed: unknown) => unknown)(input) : given) };
}

/** One page of a list that holds all its rows. */
export const pageOf = <T>(list: T[]) => ({ list, pageNo: 1, pageSize: Math.max(30, list.length), totalNumber: list.length });

const routes = new Map(Object.values(calls).flatMap((all) => Object.values(all).map((route) => [`${route.method} ${route.path}`, route])));

const has = <K extends string>(value: unknown, key: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && key in value;

function envelopeOf(route: Route, given: unknown): Envelope<unknown> {
  if (has(given, 'refused')) {
    const { refused, message, data = {} } = given as unknown as RefusedAnswer;
    return { code: codes[refused].code, message, data };
  }
  const data = has(given, 'unshaped') ? given.unshaped : route.output.parse(given);
  return { code: codes.ok.code, message: 'OK', data };
}

/**
 * A `fetch` that gives these answers, the later ones first. Input and answer go through the shapes of the contract; a request without an
 * answer and a value that a shape refuses are faults.
 */
export function fetchFrom(answers: Answer[], { asked, faults }: { asked: ReceivedCall[]; faults: string[] }): typeof fetch {
  return async (target, { method = 'GET', body, signal } = {}) => {
    const url = new URL(target instanceof Request ? target.url : target, location.origin);
    const route = routes.get(`${method} ${url.pathname}`);
    const found = answers.findLast((one) => one.route.path === route?.path);
    if (route === undefined || found === undefined) {
      faults.push(`unexpected request: ${method} ${url.pathname}${url.search} ${typeof body === 'string' ? body : ''}`);
      return new Response(null, { status: 404 });
    }
    const input = method === 'GET' ? Object.fromEntries(url.searchParams) : (JSON.parse(typeof body === 'string' ? body : '{}') as unknown);
    try {
      const parsed = route.input.parse(input);
      asked.push({ path: route.path, input: parsed });
      const given = await found.give(parsed);
      signal?.throwIfAborted();
      return Response.json(envelopeOf(route, given));
    } catch (error) {
      if (signal?.aborted) throw error;
      faults.push(`${method} ${url.pathname}: ${String(error)}`);
      return new Response(null, { status: 500 });
    }
  };
}
