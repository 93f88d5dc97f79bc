import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../ground/db/database.ts';
import {
  authenticatorOf,
  confirmAuthenticator,
  countRecoveryCodes,
  deleteAuthenticator,
  hasRecoveryCode,
  putAuthenticator,
  putRecoveryCodes,
  spendRecoveryCode,
  spendStep,
} from './validation-queries.ts';

const stepSeconds = 30;
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const recoveryCount = 10;

/** What is kept of a recovery code: it is long enough that a fast hash tells nothing. */
const recoveryHash = (code: string): string => createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest('base64url');

const newRecoveryCode = (): string => {
  const letters = Array.from(randomBytes(10), (byte) => alphabet[byte % alphabet.length]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
};

/** Whether a person has a confirmed authenticator, and how many recovery codes. */
export async function authenticatorState(db: Db, personId: number): Promise<{ totp: boolean; recoveryCodes: number }> {
  const row = await authenticatorOf(db, personId);
  const totp = row !== undefined && row.confirmed_at !== null;
  return { totp, recoveryCodes: totp ? await countRecoveryCodes(db, personId) : 0 };
}

/** What proves who somebody is, to be spent in the transaction of what follows: it works once. */
export type Proof = (db: Db) => Promise<boolean>;

/** The step of time whose code was given: this one, or the one before or after it; undefined for a wrong code. */
async function stepOf(secret: string, code: string, { now, after }: { now: number; after: number }): Promise<number | undefined> {
  const { verify } = await import('otplib/functional');
  const found = await verify({ secret, token: code, epoch: Math.floor(now / 1000), epochTolerance: stepSeconds, afterTimeStep: after });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}

/** Judges a code of an authenticator, or a recovery code in its place. */
export async function judgeAuthenticator(
  db: Db,
  { personId, code, now, confirmed = true }: { personId: number; code: string; now: number; confirmed?: boolean },
): Promise<Proof | undefined> {
  const row = await authenticatorOf(db, personId);
  if (row === undefined || (row.confirmed_at !== null) !== confirmed) return undefined;
  if (/^\d{6}$/.test(code)) {
    const step = await stepOf(row.secret, code, { now, after: row.last_step });
    return step === undefined ? undefined : (writing) => spendStep(writing, personId, step);
  }
  const hash = recoveryHash(code);
  if (!confirmed || !(await hasRecoveryCode(db, personId, hash))) return undefined;
  return (writing) => spendRecoveryCode(writing, personId, hash);
}

/** Keeps a new secret that is in use once it is confirmed. */
export const keepSecret = (db: Db, personId: number, secret: string) => putAuthenticator(db, personId, secret);

/** Takes an authenticator into use. */
export const confirmSecret = (db: Db, personId: number, now: number) => confirmAuthenticator(db, personId, now);

/** Forgets an authenticator with its recovery codes. */
export const forgetAuthenticator = (db: Db, personId: number) => deleteAuthenticator(db, personId);

/** Ten new recovery codes in place of the old ones; only their hashes are kept. */
export async function renewRecoveryCodes(db: Db, personId: number): Promise<string[]> {
  const made = Array.from({ length: recoveryCount }, newRecoveryCode);
  await putRecoveryCodes(db, personId, made.map(recoveryHash));
  return made;
}
