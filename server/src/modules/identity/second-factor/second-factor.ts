import { createHash, randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { account } from '@dossier/contract/identity/account';
import type { people } from '@dossier/contract/identity/users';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { changedFields } from '../../../platform/events/event.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { userUpdated } from '../events.ts';
import { requireIdentityProof, verifyWithAttemptLimit } from '../identity-proof.ts';
import { deletePasskeysOf } from '../passkeys/passkeys.queries.ts';
import { requireChangeableUser } from '../user-accounts.ts';
import { findPerson, updatePerson } from '../users.ts';
import { endVerifications } from '../verification-codes.ts';
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
} from './verification.queries.ts';

const stepSeconds = 30;
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const recoveryCount = 10;

/** The stored hash of a recovery code: codes are long enough for a fast hash. */
const recoveryHash = (code: string): string => createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest('base64url');

const newRecoveryCode = (): string => {
  const letters = Array.from(randomBytes(10), (byte) => alphabet[byte % alphabet.length]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
};

/** Whether a user has a confirmed authenticator, and the number of recovery codes. */
export async function authenticatorState(db: Db, personId: number): Promise<{ totp: boolean; recoveryCodes: number }> {
  const row = await authenticatorOf(db, personId);
  const totp = row !== undefined && row.confirmed_at !== null;
  return { totp, recoveryCodes: totp ? await countRecoveryCodes(db, personId) : 0 };
}

/** A single-use proof of identity, to be consumed in the transaction of the action. */
export type OneTimeProof = (db: Db) => Promise<boolean>;

/** The TOTP time step of a code: the present one, or a neighbour; undefined for a wrong code. */
async function matchTimeStep(secret: string, code: string, { now, after }: { now: number; after: number }): Promise<number | undefined> {
  const { verify } = await import('otplib/functional');
  const found = await verify({ secret, token: code, epoch: Math.floor(now / 1000), epochTolerance: stepSeconds, afterTimeStep: after });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}

/** Verifies a code of an authenticator, or a recovery code. */
export async function verifyAuthenticator(
  db: Db,
  { personId, code, now, confirmed = true }: { personId: number; code: string; now: number; confirmed?: boolean },
): Promise<OneTimeProof | undefined> {
  const row = await authenticatorOf(db, personId);
  if (row === undefined || (row.confirmed_at !== null) !== confirmed) return undefined;
  if (/^\d{6}$/.test(code)) {
    const step = await matchTimeStep(row.secret, code, { now, after: row.last_step });
    return step === undefined ? undefined : (writing) => spendStep(writing, personId, step);
  }
  const hash = recoveryHash(code);
  if (!confirmed || !(await hasRecoveryCode(db, personId, hash))) return undefined;
  return (writing) => spendRecoveryCode(writing, personId, hash);
}

/** Stores a new secret, which is active once confirmed. */
const saveSecret = (db: Db, personId: number, secret: string) => putAuthenticator(db, personId, secret);

/** Activates an authenticator. */
const confirmSecret = (db: Db, personId: number, now: number) => confirmAuthenticator(db, personId, now);

/** Removes an authenticator with its recovery codes. */
const removeAuthenticator = (db: Db, personId: number) => deleteAuthenticator(db, personId);

/** Ten new recovery codes that replace the old ones; only their hashes are stored. */
async function renewRecoveryCodes(db: Db, personId: number): Promise<string[]> {
  const made = Array.from({ length: recoveryCount }, newRecoveryCode);
  await putRecoveryCodes(db, personId, made.map(recoveryHash));
  return made;
}

const emitSecondFactorChanged = (ctx: Context, after: Record<string, boolean>) =>
  ctx.emit(userUpdated, { objId: ctx.user.id, objName: ctx.user.fullName, changed: ['secondStep'], after });

async function requireSecondFactorEnabled(ctx: Context): Promise<void> {
  if ((await settingsOf(ctx.db, 'signIn')).secondStep === 'off') throw new Refusal(codes.notAvailable);
}

/** Switches the second factor by mail on or off. */
export async function setMailStep(ctx: Context, { on, password }: ParsedOf<typeof account.setMailStep>): Promise<Record<string, never>> {
  if (on) await requireSecondFactorEnabled(ctx);
  await requireIdentityProof(ctx, password);
  await inTransaction(ctx, async (inner) => {
    if (on && !(await findPerson(inner.db, inner.user.id))?.mail) throw new Refusal(codes.mailRequired);
    await updatePerson(inner.db, inner.user.id, { mail_step: on ? 1 : 0 });
    await emitSecondFactorChanged(inner, { codeByMail: on });
  });
  return {};
}

/** A secret for an authenticator, as text and QR code; refused while one is active. */
export async function beginTotp(
  ctx: Context,
  { password }: ParsedOf<typeof account.beginTotp>,
): Promise<OutputOf<typeof account.beginTotp>> {
  await requireSecondFactorEnabled(ctx);
  await requireIdentityProof(ctx, password);
  const { generateSecret, generateURI } = await import('otplib/functional');
  const { default: qr } = await import('qrcode');
  const secret = generateSecret();
  await inTransaction(ctx, async (inner) => {
    if ((await authenticatorState(inner.db, inner.user.id)).totp) throw new Refusal(codes.illegalOperation);
    await saveSecret(inner.db, inner.user.id, secret);
  });
  const uri = generateURI({ issuer: 'Dossier', label: ctx.user.loginName, secret });
  const image = await qr.toString(uri, { type: 'svg', margin: 2 });
  return { secret, uri, image: `data:image/svg+xml;base64,${Buffer.from(image).toString('base64')}` };
}

/** Activates an authenticator after its first right code. */
export async function confirmTotp(ctx: Context, input: ParsedOf<typeof account.confirmTotp>): Promise<{ recoveryCodes: string[] }> {
  const given = { personId: ctx.user.id, code: input.validateCode, now: ctx.now, confirmed: false };
  const proof = await verifyWithAttemptLimit(ctx, codes.messageCodeWrong, () => verifyAuthenticator(ctx.db, given));
  return inTransaction(ctx, async (inner) => {
    if (!(await proof(inner.db))) throw new Refusal(codes.messageCodeWrong);
    await confirmSecret(inner.db, inner.user.id, inner.now);
    await emitSecondFactorChanged(inner, { authenticator: true });
    return { recoveryCodes: await renewRecoveryCodes(inner.db, inner.user.id) };
  });
}

/** Removes the authenticator with its recovery codes. */
export async function removeTotp(ctx: Context, { password }: ParsedOf<typeof account.removeTotp>): Promise<Record<string, never>> {
  await requireIdentityProof(ctx, password);
  await inTransaction(ctx, async (inner) => {
    await removeAuthenticator(inner.db, inner.user.id);
    await emitSecondFactorChanged(inner, { authenticator: false });
  });
  return {};
}

/** Replaces the recovery codes. */
export async function newRecoveryCodes(ctx: Context, { password }: ParsedOf<typeof account.newRecoveryCodes>) {
  await requireIdentityProof(ctx, password);
  return inTransaction(ctx, async (inner) => {
    if (!(await authenticatorState(inner.db, inner.user.id)).totp) throw new Refusal(codes.illegalOperation);
    await emitSecondFactorChanged(inner, { recoveryCodes: true });
    return { recoveryCodes: await renewRecoveryCodes(inner.db, inner.user.id) };
  });
}

/** Resets the second factor and the passkeys of a user who lost them. Not for administrators themselves: they have a password. */
export async function resetSecondStep(ctx: Context, input: ParsedOf<typeof people.resetSecondStep>): Promise<Record<string, never>> {
  const id = Number(input.id);
  const person = await requireChangeableUser(ctx, id, 'people.secrets');
  if (id === ctx.user.id) throw new Refusal(codes.cannotChangeSelf);
  const had = (await authenticatorState(ctx.db, id)).totp;
  await removeAuthenticator(ctx.db, id);
  await deletePasskeysOf(ctx.db, id);
  await updatePerson(ctx.db, id, { mail_step: 0 });
  await endVerifications(ctx.db, id);
  const taken = changedFields({ codeByMail: person.mail_step === 1, authenticator: had }, { codeByMail: false, authenticator: false });
  await ctx.emit(userUpdated, { objId: id, objName: person.full_name, changed: ['secondStep', 'passkeys'], ...taken });
  return {};
}
