import type { Code } from '@dossier/contract/core/codes';

/** The one error that a handler throws: an answer code, with facts for the log or the client that the caller may see. */
export class Refusal extends Error {
  readonly answer: Code;
  readonly detail: Record<string, unknown> | undefined;
  constructor(answer: Code, detail?: Record<string, unknown>) {
    super(`${answer.code} ${answer.name}`);
    this.name = 'Refusal';
    this.answer = answer;
    this.detail = detail;
  }
}
