import type { z } from 'zod';
import type { Permission } from './administrative-permissions.ts';

/** Who may make a call: anyone, a signed-in person, the visitor of a shared link, or whose office allows this deed. */
export type Access = 'public' | 'session' | 'link' | Permission;

/** One call: method, path, who may make it, what goes in and what comes out. `bytes` calls stream instead of answering an envelope. */
export interface Route<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, A extends Access = Access> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly access: A;
  readonly input: I;
  readonly output: O;
  /** One line for the API description. */
  readonly does: string;
  /** True where a POST changes nothing, so that it runs on a reader and not in the writing transaction. */
  readonly reads?: boolean;
  /** True where it may also be made by who holds the deed for the departments that they head: what is called keeps to those. */
  readonly branch?: boolean;
  /** What is left of a call for who views as somebody else: its answer, or that it ends the view. Without it the call is refused to them. */
  readonly inView?: 'sees' | 'ends';
  /** True where it may be made before a password that is due was changed. */
  readonly whenPasswordDue?: boolean;
}

interface Terms<I extends z.ZodType, O extends z.ZodType, A extends Access> {
  access: A;
  input: I;
  output: O;
  does: string;
  reads?: boolean;
  inView?: 'sees' | 'ends';
  branch?: boolean;
  whenPasswordDue?: boolean;
}

/** Declares a call that only reads; its input is the query string. */
export function get<I extends z.ZodType, O extends z.ZodType, A extends Access>(path: string, terms: Terms<I, O, A>): Route<I, O, A> {
  return { method: 'GET', path, ...terms };
}

/** Declares a call that changes something; its input is a JSON or form body. */
export function post<I extends z.ZodType, O extends z.ZodType, A extends Access>(path: string, terms: Terms<I, O, A>): Route<I, O, A> {
  return { method: 'POST', path, ...terms };
}

/** What a caller gives to a route, before parsing. */
export type InputOf<R extends Route> = z.input<R['input']>;

/** What a deed receives, after parsing. */
export type ParsedOf<R extends Route> = z.output<R['input']>;

/** What a route answers in `data`. */
export type OutputOf<R extends Route> = z.output<R['output']>;

/** The envelope around every answer. */
export interface Envelope<T> {
  code: number;
  message: string;
  data: T;
}
