import { randomBytes, randomInt } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { PublicContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countAttempt } from './attempts.queries.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import {
  type VerificationRow,
  consumeValidation,
  deleteOldestValidations,
  deleteValidationsOf,
  findValidation,
  insertValidation,
  takeValidationAttempt,
} from './second-factor/verification.queries.ts';

const minute = 60_000;
/** The lifetime of a code. */
export const codeLifeMs = 10 * minute;
/** Limit of code mails to a user for one purpose. */
const mailRule = { windowMs: 15 * minute, limit: 6, blockMs: 15 * minute };

/** The purpose of a code; it is invalid for another one. */
export type Purpose = 'signIn' | 'mail' | 'reset';
/** What a step expects: a code, or the secret answered to a right reset code. */
type StepPurpose = Purpose | 'newPassword';

/** A code and its stored hash. */
export interface GeneratedCode {
  code: string;
  hash: string;
}

/** A code of six digits, hashed as slowly as a password: a fast hash over a million codes would be reversible. */
export async function generateCode(): Promise<GeneratedCode> {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  return { code, hash: await hashPassword(code) };
}

/** Open steps of a user for one purpose; beyond them the oldest ones end. */
const maxOpenVerifications = 10;

/** Begins a verification step; without a hash the code comes from an authenticator. */
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
  // reset steps exist for unknown accounts too, and must be indistinguishable
  if (begun.purpose !== 'reset')
    await deleteOldestValidations(db, { personId: begun.personId, purpose: begun.purpose, keep: maxOpenVerifications });
  return id;
}

type VerificationContext = Pick<PublicContext, 'services' | 'db' | 'now'>;

/** A step that expects its code; 2018 when it is expired, used up, for another purpose or unknown. */
export async function requireVerification(ctx: VerificationContext, purpose: StepPurpose, id: string): Promise<VerificationRow> {
  const row = await findValidation(ctx.db, { id, purpose, now: ctx.now });
  if (row === undefined) throw new Refusal(codes.messageCodeExpired);
  return row;
}

/** Uses one of the five attempts of a step, committed before the code is checked: concurrent attempts get no more. */
export async function takeCodeAttempt(ctx: VerificationContext, purpose: StepPurpose, id: string): Promise<VerificationRow> {
  const row = await ctx.services.database.write((db) => takeValidationAttempt(db, { id, purpose, now: ctx.now }));
  if (row === undefined) throw new Refusal(codes.messageCodeExpired);
  return row;
}

/** Whether a code matches the sent one. */
export const codeMatches = (row: VerificationRow, code: string): Promise<boolean> => passwordMatches(code, row.code_hash);

/** Ends a step after its right code, in the transaction of its effect; 2018 for the second of two concurrent requests. */
export async function consumeVerification(db: Db, id: string): Promise<void> {
  if (!(await consumeValidation(db, id))) throw new Refusal(codes.messageCodeExpired);
}

/** Ends every pending step of a user. */
export const endVerifications = (db: Db, personId: number) => deleteValidationsOf(db, personId);

/** Counts a code mail to a user; false beyond the limit. */
export async function mayMailCode(
  db: Db,
  { purpose, personId, now }: { purpose: Purpose; personId: number; now: number },
): Promise<boolean> {
  return (await countAttempt(db, `letter:${purpose}:${personId}`, { ...mailRule, now })) <= mailRule.limit;
}
