import type { account } from '@dossier/contract/account';
import { codes } from '@dossier/contract/codes';
import { mostPasskeys, type Passkey } from '@dossier/contract/passkey';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { listDevices } from '../session/devices.ts';
import { needOwnProof } from '../session/own-password.ts';
import { challengeSeconds, makeChallenge, openChallenge, spendChallenge } from './passkey-challenge.ts';
import { type PasskeyPlace, needPasskeyPlace } from './passkey-place.ts';
import { countPasskeys, insertPasskey, passkeysOf } from './passkey-queries.ts';
import { tellOfPasskey } from './passkey-notice.ts';

/** Signatures that are understood: ES256, Ed25519, RS256. */
const algorithms = [-7, -8, -257];

/** What stands for a person inside of their passkeys. */
export const handleOf = (personId: number): string => Buffer.from(String(personId)).toString('base64url');

/** What the browser needs to make a passkey, after a look at who asks. */
export async function beginPasskey(
  ctx: Ctx,
  { password }: ParsedOf<typeof account.beginPasskey>,
): Promise<OutputOf<typeof account.beginPasskey>> {
  const { host } = await needPasskeyPlace(ctx);
  await needOwnProof(ctx, password);
  const own = await passkeysOf(ctx.db, ctx.user.id);
  if (own.length >= mostPasskeys) throw new Refusal(codes.passkeysFull);
  const { id, loginName, fullName, sessionId } = ctx.user;
  const { ticket, challenge } = makeChallenge(ctx.house, 'passkeyToMake', { personId: id, sessionId });
  const options = {
    challenge,
    rp: { id: host, name: 'Dossier' },
    user: { id: handleOf(id), name: loginName, displayName: fullName },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    excludeCredentials: own.map((row) => ({ id: row.credential_id, type: 'public-key' as const })),
    authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
    attestation: 'none' as const,
    timeout: challengeSeconds * 1000,
  };
  return { ticket, options };
}

/** Keeps a passkey that the browser made for this person, in this session, of this site. */
export async function addPasskey(ctx: Ctx, { ticket, made, name }: ParsedOf<typeof account.addPasskey>): Promise<Passkey> {
  const place = await needPasskeyPlace(ctx);
  const begun = openChallenge(ctx.house, 'passkeyToMake', ticket);
  if (begun.personId !== ctx.user.id || begun.sessionId !== ctx.user.sessionId) throw new Refusal(codes.passkeyExpired);
  const key = await readKey(place, begun.challenge, made).catch((error: unknown) => {
    ctx.house.log.info({ err: error }, 'a passkey does not hold');
    throw new Refusal(codes.passkeyRefused);
  });
  return inTransaction(ctx, async (inner) => {
    await spendChallenge(inner, begun);
    const row = { id: newId(), person_id: inner.user.id, name: name ?? (await nameOfBrowser(inner)), created_at: inner.now, used_at: null };
    if (!(await insertPasskey(inner.db, { ...row, ...key }))) throw new Refusal(codes.passkeyRefused);
    // counted after the row: of two at once the second is undone
    if ((await countPasskeys(inner.db, row.person_id)) > mostPasskeys) throw new Refusal(codes.passkeysFull);
    await tellOfPasskey(inner, 'passkeyAdded', row.name);
    return { id: String(row.id), name: row.name, created: isoTime(row.created_at) };
  });
}

async function nameOfBrowser(ctx: Ctx): Promise<string> {
  const here = (await listDevices(ctx)).find((device) => device.current);
  return [here?.browser, here?.system].filter(Boolean).join(' · ') || '?';
}

type Made = ParsedOf<typeof account.addPasskey>['made'];

/** The public key of what a browser made; throws where anything is not as it was asked for. */
async function readKey({ host, origin }: PasskeyPlace, challenge: string, made: Made) {
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
