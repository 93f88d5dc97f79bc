import { createHash, randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { signInProviders } from '@dossier/contract/identity/sign-in-providers';
import type { Context, PublicContext } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { parseUserAgent } from '../../../platform/http/user-agent.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireSiteOrigin, settingsOf } from '../../../platform/settings/settings.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { requireUsableAddress } from '../address-restrictions.ts';
import { isSessionActive } from '../authentication.ts';
import { takeAddressAttempt, takeRedirect } from '../attempts.ts';
import { beginSession, qrCodeMethod } from '../session-lifecycle.ts';
import { withRefusalLog } from '../sign-in/refused-sign-ins.ts';
import { findPerson } from '../users.ts';
import { answerScanRow, deleteOldScans, findScan, insertScan, takeScanRow } from './providers.queries.ts';
import type { ExternalSignInInput, ExternalSignIn } from './external-sign-in.ts';

/** How long a code can be confirmed. */
const scanMs = 120_000;
/** Kept longer than valid: a browser that polls late is not counted as an attempt. */
const keptMs = 600_000;

/** Only this hash of the secret is stored. */
const hashScanSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Refuses where sign-in by scanned code is disabled. */
async function requireQrCodeSignIn({ db }: Pick<Context, 'db'>): Promise<void> {
  if (!(await settingsOf(db, 'scan')).enabled) throw new Refusal(codes.loginModelOff);
}

/** Model 4: begins a code for this browser. The displayed code does not contain the secret, without which it authorises nothing. */
export async function beginScan(ctx: PublicContext): Promise<OutputOf<typeof signInProviders.beginScan>> {
  await requireQrCodeSignIn(ctx);
  await takeRedirect(ctx);
  const { default: qr } = await import('qrcode');
  const scanId = randomBytes(24).toString('base64url');
  const secret = randomBytes(32).toString('base64url');
  const expires = ctx.now + scanMs;
  const url = `${await requireSiteOrigin(ctx)}/scanConfirm?code=${scanId}`;
  const picture = await qr.toString(url, { type: 'svg', margin: 2 });
  await inTransaction(ctx, async ({ db, now, address, agent }) => {
    await deleteOldScans(db, now - keptMs);
    await insertScan(db, {
      id: scanId,
      secret_hash: hashScanSecret(secret),
      state: 'waiting',
      person_id: null,
      session_id: null,
      address,
      agent,
      expires_at: expires,
    });
  });
  const image = `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`;
  return { scanId, secret, url, image, expires: isoTime(expires) };
}

/** The requesting browser: users must recognise their own screen before they confirm. */
export async function showScan(
  ctx: Context,
  { code }: ParsedOf<typeof signInProviders.showScan>,
): Promise<OutputOf<typeof signInProviders.showScan>> {
  await requireQrCodeSignIn(ctx);
  const scan = await findScan(ctx.db, code);
  if (scan?.state !== 'waiting' || scan.expires_at <= ctx.now) throw new Refusal(codes.scanExpired);
  const times = { since: isoTime(scan.expires_at - scanMs), expires: isoTime(scan.expires_at) };
  return { ...parseUserAgent(scan.agent), address: scan.address, ...times };
}

/** Signs the requesting browser in as the caller, or refuses it; once. */
export async function answerScan(
  ctx: Context,
  { code, accept }: ParsedOf<typeof signInProviders.answerScan>,
): Promise<Record<string, never>> {
  await requireQrCodeSignIn(ctx);
  const state = accept ? 'confirmed' : 'refused';
  if (!(await answerScanRow(ctx.db, { id: code, state, personId: ctx.user.id, sessionId: ctx.user.sessionId, now: ctx.now })))
    throw new Refusal(codes.scanExpired);
  return {};
}

/** The session for the browser that began a code, once it is confirmed; a wrong code or secret counts as a guess, waiting does not. */
export async function pollScan(
  ctx: PublicContext,
  input: ParsedOf<typeof signInProviders.pollScan>,
): Promise<OutputOf<typeof signInProviders.pollScan>> {
  const begun = await takeConfirmedScan(ctx, input);
  return begun === undefined ? { state: 'waiting' } : { state: 'confirmed', sessionId: begun.sessionId };
}

/** The session of a confirmed code; undefined until a phone has answered. */
async function takeConfirmedScan(
  ctx: PublicContext,
  input: ParsedOf<typeof signInProviders.pollScan>,
): Promise<ExternalSignIn | undefined> {
  await requireQrCodeSignIn(ctx);
  await requireUsableAddress(ctx);
  const hash = hashScanSecret(input.secret);
  const scan = await findScan(ctx.db, input.scanId);
  if (scan?.secret_hash !== hash) {
    await takeAddressAttempt(ctx);
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
    // a confirmation is void once its session has signed out
    if (!(await isSessionActive(inner.services, taken?.session_id ?? 0, inner.db))) throw new Refusal(codes.scanExpired);
    return beginSession(inner, person, { lang: input.lang, pageLang: input.pageLang, door: qrCodeMethod });
  });
  return withRefusalLog(ctx, { person: holder, provider: qrCodeMethod }, begun);
}

/** Sign-in by scanned code through the common call: the ticket is the code and its secret, joined by a dot. */
export async function signInByQrCode(ctx: PublicContext, { ticket = '', lang, pageLang }: ExternalSignInInput): Promise<ExternalSignIn> {
  const [scanId = '', secret = ''] = ticket.split('.');
  const begun = await takeConfirmedScan(ctx, { scanId, secret, lang, pageLang });
  if (begun === undefined) throw new Refusal(codes.scanWaiting);
  return begun;
}
