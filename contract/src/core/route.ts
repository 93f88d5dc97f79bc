import type { z } from 'zod';
import type { Permission } from './administrative-permissions.ts';

/** Who may make a call: anyone, a signed-in user, a share session, or the holder of an administrative permission. */
export type Access = 'public' | 'session' | 'link' | Permission;

/** One call: method, path, who may make it, input and output. `bytes` calls stream instead of answering an envelope. */
export interface Route<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, A extends Access = Access> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly access: A;
  readonly input: I;
  readonly output: O;
  /** One line for the API description. */
  readonly does: string;
  /** True for a POST that changes nothing: it runs on a reader and not in a write transaction. */
  readonly reads?: boolean;
  /** True where the same call again within seconds is meant, and no double click: uploads of equal files, pastes, signs of life, reading what came meanwhile. */
  readonly repeats?: boolean;
  /** True where the permission within the department scope is enough; the handler then limits itself to those departments. */
  readonly branch?: boolean;
  /** What a view-as session may do: `sees` the answer, or `ends` the view. Without it the call is refused in such a session. */
  readonly inView?: 'sees' | 'ends';
  /** True where the call is allowed before an overdue password was changed. */
  readonly whenPasswordDue?: boolean;
}

interface Terms<I extends z.ZodType, O extends z.ZodType, A extends Access> {
  access: A;
  input: I;
  output: O;
  does: string;
  reads?: boolean;
  repeats?: boolean;
  inView?: 'sees' | 'ends';
  branch?: boolean;
  whenPasswordDue?: boolean;
}

/** Declares a call that only reads; its input is the query string. */
export function get<I extends z.ZodType, O extends z.ZodType, A extends Access>(path: string, terms: Terms<I, O, A>): Route<I, O, A> {
  return { method: 'GET', path, ...terms };
}

/** Declares a call that changes data; its input is a JSON or form body. */
export function post<I extends z.ZodType, O extends z.ZodType, A extends Access>(path: string, terms: Terms<I, O, A>): Route<I, O, A> {
  return { method: 'POST', path, ...terms };
}

/** The input of a route as callers pass it, before parsing. */
export type InputOf<R extends Route> = z.input<R['input']>;

/** The input of a handler, after parsing. */
export type ParsedOf<R extends Route> = z.output<R['input']>;

/** The `data` that a route answers. */
export type OutputOf<R extends Route> = z.output<R['output']>;

/** The envelope around every answer. */
export interface Envelope<T> {
  code: number;
  message: string;
  data: T;
}
