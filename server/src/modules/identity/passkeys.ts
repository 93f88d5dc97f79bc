import { randomBytes } from 'node:crypto';
import { type TextKey, textOf } from '../../platform/text/texts.ts';
import { isIP } from 'node:net';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { SettingsOf } from '@dossier/contract/core/site-settings';
import { type Passkey, type PasskeyAnswer, type account, maxPasskeys } from '@dossier/contract/identity/account';
import type { Context, PublicContext, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/http/serve.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { requireUsableAddress } from './address-restrictions.ts';
import { passkeyAdded, passkeyRemoved, passkeysReset, userUpdated } from './events.ts';
import { requireIdentityProof, verifyWithAttemptLimit } from './identity-proof.ts';
import {
  countPasskeys,
  deletePasskey,
  deletePasskeysOf,
  findPasskey,
  insertPasskey,
  notePasskeyUse,
  passkeysOf,
  renamePasskeyRow,
} from './passkeys/passkeys.queries.ts';
import { queuedByAddress, returnAddressAttempt, takeAddressAttempt } from './attempts.ts';
import { beginSession, passkeyMethod } from './session-lifecycle.ts';
import { listOwnSessions } from './sessions/manage-sessions.ts';
import { consumeTicket } from './sign-in/pending-sign-ins.ts';
import { withRefusalLog } from './sign-in/refused-sign-ins.ts';
import { findPerson } from './users.ts';

/** The relying party of passkeys: this host, and pages of this origin. */
interface RelyingParty {
  host: string;
  origin: string;
}

function relyingPartyOf(address: string): RelyingParty | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, origin } = new URL(address);
  return { host: hostname, origin };
}

/** The relying party: from the site settings, otherwise from the request. 2020 where passkeys are disabled. */
async function requireRelyingParty(ctx: Pick<Context, 'db' | 'origin'>): Promise<RelyingParty> {
  const { enabled, siteAddress } = await settingsOf(ctx.db, 'passkeys');
  if (!enabled) throw new Refusal(codes.loginModelOff);
  const relyingParty = relyingPartyOf(siteAddress || ctx.origin);
  if (relyingParty === undefined) throw new Refusal(codes.invalidParams);
  return relyingParty;
}

// browsers allow passkeys on secure pages of a host with a name, and on localhost
const isLocal = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/** What keeps browsers from passkeys at the site address, as text. */
export async function checkPasskeySettings(ctx: Context, values: unknown): Promise<string | undefined> {
  const { siteAddress } = values as SettingsOf<'passkeys'>;
  const here = relyingPartyOf(ctx.origin);
  const relyingParty = siteAddress === '' ? here : relyingPartyOf(siteAddress);
  const said = (key: TextKey<'identity.passkeys'>): string =>
    textOf(ctx.user.lang, 'identity.passkeys')(key, {
      address: relyingParty?.origin ?? ctx.origin,
      here: here?.origin ?? ctx.origin,
    });
  if (relyingParty === undefined) return said('noAddress');
  if (isIP(relyingParty.host.replace(/^\[|\]$/g, '')) !== 0) return said('numbers');
  if (!relyingParty.origin.startsWith('https:') && !isLocal(relyingParty.host)) return said(siteAddress === '' ? 'notSafeHere' : 'notSafe');
  return here?.host === relyingParty.host ? undefined : said('elsewhere');
}

/** The time that a browser has for a passkey. */
const challengeSeconds = 300;

/** What a browser has to sign, and for whom: for a registration one user in one session. */
interface Challenge {
  challenge: string;
  personId?: number;
  sessionId?: number;
}

type ChallengePurpose = 'passkeyToMake' | 'passkeyToUse' | 'passkeyToProve';

/** A new challenge in a signed ticket. Nothing is stored, so many requests cost nothing. */
function createChallenge(
  services: Services,
  purpose: ChallengePurpose,
  holder: Omit<Challenge, 'challenge'>,
): { ticket: string; challenge: string } {
  const challenge = randomBytes(32).toString('base64url');
  return { ticket: services.tickets.sign(purpose, { ...holder, challenge }, challengeSeconds), challenge };
}

/** The challenge of a ticket; 2044 for one that is expired, forged or for another purpose. */
function openChallenge(services: Services, purpose: ChallengePurpose, ticket: string): Challenge {
  const opened = services.tickets.open<Challenge>(purpose, ticket);
  if (opened === undefined) throw new Refusal(codes.passkeyExpired);
  return opened;
}

/** Consumes a challenge, in the transaction of its use; 2044 for a second use. */
async function consumeChallenge({ db, now }: { db: Db; now: number }, { challenge }: Challenge): Promise<void> {
  // a ticket is valid until the end of its last second
  const until = now + (challengeSeconds + 1) * 1000;
  if (!(await consumeTicket(db, { id: `passkey ${challenge}`, until, now }))) throw new Refusal(codes.passkeyExpired);
}

/** The own passkeys, also while passkeys are disabled: users must see them to remove them. */
export async function listPasskeys(ctx: Context): Promise<OutputOf<typeof account.passkeys>> {
  const rows = await passkeysOf(ctx.db, ctx.user.id);
  return {
    enabled: (await settingsOf(ctx.db, 'passkeys')).enabled,
    list: rows.map((row) => ({
      id: String(row.id),
      name: row.name,
      created: isoTime(row.created_at),
      lastUsed: row.used_at === null ? undefined : isoTime(row.used_at),
    })),
  };
}

/** Renames an own passkey. */
export async function renamePasskey(ctx: Context, { id, name }: ParsedOf<typeof account.renamePasskey>): Promise<Record<string, never>> {
  if (!(await renamePasskeyRow(ctx.db, { id: Number(id), personId: ctx.user.id, name }))) throw new Refusal(codes.passkeyMissing);
  return {};
}

/** Emits that a passkey of the caller was added or removed: for the user's message and for the log. */
async function emitPasskeyChange(ctx: Context, event: typeof passkeyAdded | typeof passkeyRemoved, passkey: string): Promise<void> {
  const { id, fullName } = ctx.user;
  await ctx.emit(event, { personId: id, passkey });
  await ctx.emit(userUpdated, { objId: id, objName: fullName, changed: ['passkeys'] });
}

/** Removes an own passkey. */
export async function removePasskey(
  ctx: Context,
  { id, password }: ParsedOf<typeof account.removePasskey>,
): Promise<Record<string, never>> {
  await requireIdentityProof(ctx, password);
  await inTransaction(ctx, async (inner) => {
    const name = await deletePasskey(inner.db, { id: Number(id), personId: inner.user.id });
    if (name === undefined) throw new Refusal(codes.passkeyMissing);
    await emitPasskeyChange(inner, passkeyRemoved, name);
  });
  return {};
}

/** Signature algorithms: ES256, Ed25519, RS256. */
const algorithms = [-7, -8, -257];

/** The user handle inside passkeys. */
const userHandleOf = (personId: number): string => Buffer.from(String(personId)).toString('base64url');

/** The options for a new passkey, after an identity proof. */
export async function beginPasskey(
  ctx: Context,
  { password }: ParsedOf<typeof account.beginPasskey>,
): Promise<OutputOf<typeof account.beginPasskey>> {
  const { host } = await requireRelyingParty(ctx);
  await requireIdentityProof(ctx, password);
  const own = await passkeysOf(ctx.db, ctx.user.id);
  if (own.length >= maxPasskeys) throw new Refusal(codes.passkeysFull);
  const { id, loginName, fullName, sessionId } = ctx.user;
  const { ticket, challenge } = createChallenge(ctx.services, 'passkeyToMake', { personId: id, sessionId });
  const options = {
    challenge,
    rp: { id: host, name: 'Dossier' },
    user: { id: userHandleOf(id), name: loginName, displayName: fullName },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    excludeCredentials: own.map((row) => ({ id: row.credential_id, type: 'public-key' as const })),
    authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
    attestation: 'none' as const,
    timeout: challengeSeconds * 1000,
  };
  return { ticket, options };
}

/** Stores a passkey that the browser made for this user, session and site. */
export async function addPasskey(ctx: Context, { ticket, made, name }: ParsedOf<typeof account.addPasskey>): Promise<Passkey> {
  const relyingParty = await requireRelyingParty(ctx);
  const begun = openChallenge(ctx.services, 'passkeyToMake', ticket);
  if (begun.personId !== ctx.user.id || begun.sessionId !== ctx.user.sessionId) throw new Refusal(codes.passkeyExpired);
  const key = await verifyRegistration(relyingParty, begun.challenge, made).catch((error: unknown) => {
    ctx.services.log.info({ err: error }, 'a passkey does not hold');
    throw new Refusal(codes.passkeyRefused);
  });
  return inTransaction(ctx, async (inner) => {
    await consumeChallenge(inner, begun);
    const row = { id: newId(), person_id: inner.user.id, name: name ?? (await browserName(inner)), created_at: inner.now, used_at: null };
    if (!(await insertPasskey(inner.db, { ...row, ...key }))) throw new Refusal(codes.passkeyRefused);
    // counted after the insert: of two concurrent ones the second is rolled back
    if ((await countPasskeys(inner.db, row.person_id)) > maxPasskeys) throw new Refusal(codes.passkeysFull);
    await emitPasskeyChange(inner, passkeyAdded, row.name);
    return { id: String(row.id), name: row.name, created: isoTime(row.created_at) };
  });
}

async function browserName(ctx: Context): Promise<string> {
  const here = (await listOwnSessions(ctx)).find((device) => device.current);
  return [here?.browser, here?.system].filter(Boolean).join(' · ') || '?';
}

type NewCredential = ParsedOf<typeof account.addPasskey>['made'];

/** The public key of a registration; throws when anything differs from the request. */
async function verifyRegistration({ host, origin }: RelyingParty, challenge: string, made: NewCredential) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { transports = [], ...response } = made.response;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...made, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  });
  if (!verified) throw new Error('The attestation is wrong');
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: transports.join(','),
  };
}

type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;
type UsedCredential = ParsedOf<typeof account.usePasskey>['used'];

/** The options for a sign-in with a passkey. They name no user, so they disclose none. */
export async function beginPasskeySignIn(ctx: PublicContext): Promise<OutputOf<typeof account.askForPasskey>> {
  const { host } = await requireRelyingParty(ctx);
  const { ticket, challenge } = createChallenge(ctx.services, 'passkeyToUse', {});
  return { ticket, options: { challenge, rpId: host, userVerification: 'required', timeout: challengeSeconds * 1000 } };
}

/**
 * Signs in with a passkey. It is possession, unlocked by knowledge or biometrics: no second factor follows. An unknown key, a wrong
 * signature, another site and a copied key get the same refusal.
 */
export const signInByPasskey = (
  ctx: PublicContext,
  input: ParsedOf<typeof account.usePasskey>,
): Promise<OutputOf<typeof account.usePasskey>> => queuedByAddress(ctx, () => signInInTurn(ctx, input));

async function signInInTurn(ctx: PublicContext, input: ParsedOf<typeof account.usePasskey>): Promise<OutputOf<typeof account.usePasskey>> {
  const relyingParty = await requireRelyingParty(ctx);
  await requireUsableAddress(ctx);
  await takeAddressAttempt(ctx);
  const begun = openChallenge(ctx.services, 'passkeyToUse', input.ticket);
  const row = await findPasskey(ctx.db, input.used.id);
  const owner = row && (await findPerson(ctx.db, row.person_id));
  const answer = await withRefusalLog(ctx, { person: owner }, verifyAndSignIn(ctx, { place: relyingParty, begun, row, input }));
  await returnAddressAttempt(ctx);
  return answer;
}

interface ShownPasskey {
  place: RelyingParty;
  begun: ReturnType<typeof openChallenge>;
  row: StoredPasskey | undefined;
  input: ParsedOf<typeof account.usePasskey>;
}

async function verifyAndSignIn(
  ctx: PublicContext,
  { place: relyingParty, begun, row, input }: ShownPasskey,
): Promise<OutputOf<typeof account.usePasskey>> {
  if (row === undefined) throw new Refusal(codes.passkeyRefused);
  const counter = await verifySignature(relyingParty, { row, used: input.used, challenge: begun.challenge }).catch((error: unknown) => {
    ctx.services.log.info({ err: error, passkey: row.id }, 'a passkey does not hold');
    throw new Refusal(codes.passkeyRefused);
  });
  return inTransaction(ctx, async (inner) => {
    await consumeChallenge(inner, begun);
    if (!(await notePasskeyUse(inner.db, { id: row.id, counter, now: inner.now }))) {
      inner.services.log.warn({ passkey: row.id, person: row.person_id, counter }, 'a passkey was removed meanwhile, or is a copy');
      throw new Refusal(codes.passkeyRefused);
    }
    const person = await findPerson(inner.db, row.person_id);
    if (person === undefined) throw new Refusal(codes.passkeyRefused);
    if (person.enabled === 0) throw new Refusal(codes.userDisabled);
    return beginSession(inner, person, { lang: input.lang, pageLang: input.pageLang, door: passkeyMethod });
  });
}

/** The signed counter; throws when anything differs from the request. */
async function verifySignature(
  { host, origin }: RelyingParty,
  { row, used, challenge }: { row: StoredPasskey; used: UsedCredential; challenge: string },
): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { userHandle, ...response } = used.response;
  if (userHandle !== undefined && userHandle !== userHandleOf(row.person_id)) throw new Error('The passkey names somebody else');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...used, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    // the counter is compared in the update, in one statement
    credential: { id: row.credential_id, publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')), counter: 0 },
  });
  if (!verified) throw new Error('The signature is wrong');
  return authenticationInfo.newCounter;
}

/** The options for a proof of identity by an own passkey; 2046 where the user has none. */
export async function beginPasskeyProof(ctx: Context): Promise<OutputOf<typeof account.beginPasskeyProof>> {
  const { host } = await requireRelyingParty(ctx);
  const own = await passkeysOf(ctx.db, ctx.user.id);
  if (own.length === 0) throw new Refusal(codes.passkeyMissing);
  const { id: personId, sessionId } = ctx.user;
  const { ticket, challenge } = createChallenge(ctx.services, 'passkeyToProve', { personId, sessionId });
  const allowCredentials = own.map((row) => ({ id: row.credential_id, type: 'public-key' as const }));
  return { ticket, options: { challenge, rpId: host, userVerification: 'required', timeout: challengeSeconds * 1000, allowCredentials } };
}

/**
 * Checks the answer of an own passkey to a challenge of this session. Wrong ones count like wrong passwords. Answers what consumes the challenge, in the
 * transaction of the action.
 */
export async function requirePasskeyProof(ctx: Context, { ticket, used }: PasskeyAnswer): Promise<(inner: Context) => Promise<void>> {
  const relyingParty = await requireRelyingParty(ctx);
  const begun = openChallenge(ctx.services, 'passkeyToProve', ticket);
  if (begun.personId !== ctx.user.id || begun.sessionId !== ctx.user.sessionId) throw new Refusal(codes.passkeyExpired);
  const proven = await verifyWithAttemptLimit(ctx, codes.passkeyRefused, async () => {
    const row = await findPasskey(ctx.db, used.id);
    if (row === undefined || row.person_id !== ctx.user.id) return undefined;
    try {
      return { id: row.id, counter: await verifySignature(relyingParty, { row, used, challenge: begun.challenge }) };
    } catch (error) {
      ctx.services.log.info({ err: error, passkey: row.id }, 'a passkey does not hold');
      return undefined;
    }
  });
  return async (inner) => {
    await consumeChallenge(inner, begun);
    if (!(await notePasskeyUse(inner.db, { ...proven, now: inner.now }))) throw new Refusal(codes.passkeyRefused);
  };
}

/**
 * Removes the passkeys of a user after a password reset: those made with a borrowed session or on a stolen device are out too. Users who
 * change their password keep them; they see the list, and an intruder who knew the password could make others.
 */
export async function removePasskeysOnReset(
  ctx: Pick<PublicContext, 'db' | 'emit'>,
  { id, full_name }: { id: number; full_name: string },
): Promise<void> {
  if (!(await deletePasskeysOf(ctx.db, id))) return;
  await ctx.emit(userUpdated, { objId: id, objName: full_name, personId: id, personName: full_name, changed: ['passkeys'] });
  await ctx.emit(passkeysReset, { personId: id });
}

/** Removes the passkeys of a user who is removed. */
export const removePasskeysOf = async (db: Db, personId: number): Promise<void> => void (await deletePasskeysOf(db, personId));
