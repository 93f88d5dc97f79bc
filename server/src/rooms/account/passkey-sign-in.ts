import type { account } from '@dossier/contract/account';
import { codes } from '@dossier/contract/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { PublicCtx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findPerson } from '../people/people.ts';
import { needAnyAddress } from '../guard/address-guard.ts';
import { beginSession, passkeyDoor } from '../session/begin-session.ts';
import { giveKnockBack, takeKnock } from '../guard/guessing.ts';
import { tellingRefusal } from '../session/refused-sign-in.ts';
import { handleOf } from './add-passkey.ts';
import { challengeSeconds, makeChallenge, openChallenge, spendChallenge } from './passkey-challenge.ts';
import { type PasskeyPlace, needPasskeyPlace } from './passkey-place.ts';
import { findPasskey, notePasskeyUse } from './passkey-queries.ts';

type Row = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;
type Used = ParsedOf<typeof account.usePasskey>['used'];

/** What the browser needs to sign in with a passkey. Nobody is named, so nothing is told of who there is. */
export async function askForPasskey(ctx: PublicCtx): Promise<OutputOf<typeof account.askForPasskey>> {
  const { host } = await needPasskeyPlace(ctx);
  const { ticket, challenge } = makeChallenge(ctx.house, 'passkeyToUse', {});
  return { ticket, options: { challenge, rpId: host, userVerification: 'required', timeout: challengeSeconds * 1000 } };
}

/**
 * Signs in with a passkey. It is something one has, opened by something one knows or is: no second step follows. An unknown key, a
 * wrong signature, another site and a copied key are one refusal.
 */
export async function usePasskey(ctx: PublicCtx, input: ParsedOf<typeof account.usePasskey>): Promise<OutputOf<typeof account.usePasskey>> {
  const place = await needPasskeyPlace(ctx);
  await needAnyAddress(ctx);
  await takeKnock(ctx);
  const begun = openChallenge(ctx.house, 'passkeyToUse', input.ticket);
  const row = await findPasskey(ctx.db, input.used.id);
  const owner = row && (await findPerson(ctx.db, row.person_id));
  const answer = await tellingRefusal(ctx, { person: owner }, withPasskey(ctx, { place, begun, row, input }));
  await giveKnockBack(ctx);
  return answer;
}

interface Shown {
  place: PasskeyPlace;
  begun: ReturnType<typeof openChallenge>;
  row: Row | undefined;
  input: ParsedOf<typeof account.usePasskey>;
}

async function withPasskey(ctx: PublicCtx, { place, begun, row, input }: Shown): Promise<OutputOf<typeof account.usePasskey>> {
  if (row === undefined) throw new Refusal(codes.passkeyRefused);
  const counter = await readSignature(place, { row, used: input.used, challenge: begun.challenge }).catch((error: unknown) => {
    ctx.house.log.info({ err: error, passkey: row.id }, 'a passkey does not hold');
    throw new Refusal(codes.passkeyRefused);
  });
  return inTransaction(ctx, async (inner) => {
    await spendChallenge(inner, begun);
    if (!(await notePasskeyUse(inner.db, { id: row.id, counter, now: inner.now }))) {
      inner.house.log.warn({ passkey: row.id, person: row.person_id, counter }, 'a passkey was removed meanwhile, or is a copy');
      throw new Refusal(codes.passkeyRefused);
    }
    const person = await findPerson(inner.db, row.person_id);
    if (person === undefined) throw new Refusal(codes.passkeyRefused);
    if (person.enabled === 0) throw new Refusal(codes.userDisabled);
    return beginSession(inner, person, { lang: input.lang, pageLang: input.pageLang, door: passkeyDoor });
  });
}

/** The counter that was signed; throws where anything is not as it was asked for. */
async function readSignature(
  { host, origin }: PasskeyPlace,
  { row, used, challenge }: { row: Row; used: Used; challenge: string },
): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { userHandle, ...response } = used.response;
  if (userHandle !== undefined && userHandle !== handleOf(row.person_id)) throw new Error('The passkey names somebody else');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...used, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    // the counter is compared where it is kept, in one statement
    credential: { id: row.credential_id, publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')), counter: 0 },
  });
  if (!verified) throw new Error('The signature is wrong');
  return authenticationInfo.newCounter;
}
