import { httpStatus } from './code-classes.ts';
import { table } from './code-table.ts';

export type CodeName = keyof typeof table;

/** One answer code: `code` goes into the body, `status` is the HTTP status, `name` finds the text. */
export interface Code {
  readonly name: CodeName;
  readonly code: number;
  readonly status: number;
}

/** All codes by name: `throw new Refusal(codes.documentLocked)`. */
export const codes = Object.fromEntries(
  Object.entries(table).map(([name, [code, kind]]) => [name, { name, code, status: httpStatus[kind] }]),
) as Record<CodeName, Code>;

/** The codes that pass the request layer as successes; every other one rejects the call. */
export const successCodes: ReadonlySet<number> = new Set([200, 0, 503, 4614]);
