import { randomBytes, randomInt } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { PublicContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countAttempt } from './attempts.queries.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import {
  type ValidationRow,
  consumeValidation,
  deleteOldestValidations,
  deleteValidationsOf,
  findValidation,
  insertValidation,
  takeValidationAttempt,
} from './second-factor/verification.queries.ts';

const minute = 60_000;
/** A code is good for so long. */
export const codeLifeMs = 10 * minute;
/** A person gets so many letters with codes for one purpose in a quarter of an hour. */
const mailRule = { windowMs: 15 * minute, limit: 6, blockMs: 15 * minute };

/** What a code is for; one for something else is none. */
export type Purpose = 'signIn' | 'mail' | 'reset';
/** What a step waits for: a code for something, or the secret that a right code to reset was answered with. */
type StepPurpose = Purpose | 'newPassword';

/** A code and what is kept of it. */
export interface GeneratedCode {
  code: string;
  hash: string;
}

/** A code of six digits. It is hashed as slowly as a password: a fast hash of a million codes would be no secret. */
export async function generateCode(): Promise<GeneratedCode> {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  return { code, hash: await hashPassword(code) };
}

/** So many steps of a kind a person has open; the first go when more come. */
const maxOpenVerifications = 10;

/** Begins a step that waits for a code; without a hash the code comes from an authenticator. */
export async function beginVerification(
  db: Db,
  begun: { purpose: StepPurpose; personId: number; codeHash: string; facts: object; now: number },
): Promise<string> {
  const id = randomBytes(16).toString('base64url');
  await insertValidation(db, {
    id,
    purpose: begun.purpose,
    person_id: begun.personId,
    code_hash: begun.codeHash,
    facts: JSON.stringify(begun.facts),
    created_at: begun.now,
    expires_at: begun.now + codeLifeMs,
  });
  // steps to reset stand for unknown accounts too, and are told apart by nothing
  if (begun.purpose !== 'reset')
    await deleteOldestValidations(db, { personId: begun.personId, purpose: begun.purpose, keep: maxOpenVerifications });
  return id;
}

type VerificationContext = Pick<PublicContext, 'services' | 'db' | 'now'>;

/** A step that still waits for its code; 2018 when it is over, used up, for something else or was never there. */
export async function requireVerification(ctx: VerificationContext, purpose: StepPurpose, id: string): Promise<ValidationRow> {
  const row = await findValidation(ctx.db, { id, purpose, now: ctx.now });
  if (row === undefined) throw new Refusal(codes.messageCodeExpired);
  return row;
}

/** Takes one of the five tries of a step, committed on its own before the code is looked at: many at once get no more. */
export async function takeCodeAttempt(ctx: VerificationContext, purpose: StepPurpose, id: string): Promise<ValidationRow> {
  const row = await ctx.services.database.write((db) => takeValidationAttempt(db, { id, purpose, now: ctx.now }));
  if (row === undefined) throw new Refusal(codes.messageCodeExpired);
  return row;
}

/** Whether a code is the one that was sent. */
export const codeMatches = (row: ValidationRow, code: string): Promise<boolean> => passwordMatches(code, row.code_hash);

/** Ends a step with its right code, in the transaction of what follows; 2018 for the second of two at once. */
export async function consumeVerification(db: Db, id: string): Promise<void> {
  if (!(await consumeValidation(db, id))) throw new Refusal(codes.messageCodeExpired);
}

/** Ends every step of a person that waits for a code. */
export const endVerifications = (db: Db, personId: number) => deleteValidationsOf(db, personId);

/** Counts a letter with a code to a person; false where there were too many of late. */
export async function mayMailCode(
  db: Db,
  { purpose, personId, now }: { purpose: Purpose; personId: number; now: number },
): Promise<boolean> {
  return (await countAttempt(db, `letter:${purpose}:${personId}`, { ...mailRule, now })) <= mailRule.limit;
}
