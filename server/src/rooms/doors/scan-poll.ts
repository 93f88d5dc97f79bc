import { codes } from '@dossier/contract/codes';
import type { doors } from '@dossier/contract/doors';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Brought, PublicCtx, SignedIn } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findPerson } from '../people/people.ts';
import { needAnyAddress } from '../guard/address-guard.ts';
import { sessionStands } from '../session/admit.ts';
import { beginSession, scanDoor } from '../session/begin-session.ts';
import { takeKnock } from '../guard/guessing.ts';
import { tellingRefusal } from '../session/refused-sign-in.ts';
import { needScanOpen, secretHash } from './scan-begin.ts';
import { findScan, takeScanRow } from './scan-queries.ts';

/** The session for the browser that began a code, once it is confirmed; a wrong code or secret counts as a guess, waiting does not. */
export async function pollScan(ctx: PublicCtx, input: ParsedOf<typeof doors.pollScan>): Promise<OutputOf<typeof doors.pollScan>> {
  const begun = await takeScan(ctx, input);
  return begun === undefined ? { state: 'waiting' } : { state: 'confirmed', sessionId: begun.sessionId };
}

/** The session of a confirmed code; undefined while no phone has answered. */
async function takeScan(ctx: PublicCtx, input: ParsedOf<typeof doors.pollScan>): Promise<SignedIn | undefined> {
  await needScanOpen(ctx);
  await needAnyAddress(ctx);
  const hash = secretHash(input.secret);
  const scan = await findScan(ctx.db, input.scanId);
  if (scan?.secret_hash !== hash) {
    await takeKnock(ctx);
    throw new Refusal(codes.scanExpired);
  }
  if (scan.expires_at <= ctx.now || scan.state === 'refused') throw new Refusal(codes.scanExpired);
  if (scan.state === 'waiting') return undefined;
  const holder = scan.person_id === null ? undefined : await findPerson(ctx.db, scan.person_id);
  const begun = inTransaction(ctx, async (inner) => {
    const taken = await takeScanRow(inner.db, { id: input.scanId, secretHash: hash, now: inner.now });
    const person = await findPerson(inner.db, taken?.person_id ?? 0);
    if (person === undefined) throw new Refusal(codes.scanExpired);
    if (person.enabled === 0) throw new Refusal(codes.userDisabled);
    // whoever signed out everywhere meanwhile lets nobody in any more
    if (!(await sessionStands(inner.house, taken?.session_id ?? 0, inner.db))) throw new Refusal(codes.scanExpired);
    return beginSession(inner, person, { lang: input.lang, pageLang: input.pageLang, door: scanDoor });
  });
  return tellingRefusal(ctx, { person: holder, door: scanDoor }, begun);
}

/** The same by the common call to sign in: the ticket is the code and its secret with a dot between. */
export async function signInByScan(ctx: PublicCtx, { ticket = '', lang, pageLang }: Brought): Promise<SignedIn> {
  const [scanId = '', secret = ''] = ticket.split('.');
  const begun = await takeScan(ctx, { scanId, secret, lang, pageLang });
  if (begun === undefined) throw new Refusal(codes.scanWaiting);
  return begun;
}
