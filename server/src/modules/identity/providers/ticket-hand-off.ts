import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { SettingsOf } from '@dossier/contract/core/site-settings';
import type { PublicContext } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { takeAddressAttempt } from '../attempts.ts';
import { consumeTicket } from '../sign-in/pending-sign-ins.ts';
import { loginKey } from '../user-accounts.ts';
import { type ExternalSignInInput, type ExternalSignIn, signInExternalIdentity } from './external-sign-in.ts';

const ownOrigin = 'http://own.invalid';

/** A permitted redirect: a path of this site, or http(s) at an allowed host. Normalised as browsers read it. */
function allowedAddress(wanted: string | undefined, hosts: readonly string[]): string | undefined {
  if (wanted === undefined || wanted === '') return undefined;
  const url = URL.parse(wanted, ownOrigin);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  // "//host", "/\host" and "\t/host" are other hosts to a browser: compares the origin as the browser parses it
  if (url.origin === ownOrigin) return wanted.startsWith('/') ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash : undefined;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && (hosts.includes(url.host) || hosts.includes(url.hostname)) ? url.href : undefined;
}

type HandOffSettings = SettingsOf<'handOff'>;

/** The maximum age of a ticket, and the clock tolerance. */
const validSeconds = 60;
const leewaySeconds = 30;
/** The minimum length of a shared secret. */
export const minSecretLength = 32;

interface HandOffTicket {
  /** The id for single use. */
  id: string;
  loginName: string;
  fullName: string | undefined;
}

/** Model 2: another system hands a user over with a signed ticket. */
export async function signInByTicket(ctx: PublicContext, input: ExternalSignInInput): Promise<ExternalSignIn> {
  const settings = await settingsOf(ctx.db, 'handOff');
  if (!settings.enabled || settings.key === '' || settings.audience === '') throw new Refusal(codes.loginModelOff);
  await takeAddressAttempt(ctx);
  const ticket = await verifyTicket(settings, input.ticket ?? '', ctx.now).catch((error: unknown) => {
    ctx.services.log.info({ err: error }, 'a ticket of another system does not hold');
    throw new Refusal(codes.handoffInvalid);
  });
  // the URL names the user too: both must agree
  if (input.loginName && loginKey(input.loginName) !== loginKey(ticket.loginName)) throw new Refusal(codes.handoffInvalid);
  const arrival = { provider: 'handOff', subject: loginKey(ticket.loginName), loginName: ticket.loginName, fullName: ticket.fullName };
  const begun = await signInExternalIdentity(ctx, arrival, {
    rules: { creates: settings.createAccounts, links: settings.linkAccounts, trustsNames: true },
    pinyin: input,
    first: (inner) => consumeHandOffTicket(inner, ticket.id),
  });
  return { ...begun, redUrl: allowedAddress(input.redUrl, settings.allowedHosts) };
}

/** Whether the redirect address of a link is permitted. */
export async function showRedirect(ctx: PublicContext, { redUrl }: { redUrl: string }): Promise<{ redUrl?: string | undefined }> {
  const { allowedHosts } = await settingsOf(ctx.db, 'handOff');
  return { redUrl: allowedAddress(redUrl, allowedHosts) };
}

async function consumeHandOffTicket(ctx: PublicContext, id: string): Promise<void> {
  const until = ctx.now + (validSeconds + 2 * leewaySeconds) * 1000;
  if (!(await consumeTicket(ctx.db, { id, until, now: ctx.now }))) throw new Refusal(codes.handoffInvalid);
}

/** The key that tickets are verified with; throws for an unusable one. */
export async function ticketKey({ algorithm, key }: Pick<HandOffSettings, 'algorithm' | 'key'>) {
  if (algorithm === 'HS256') {
    if (key.length < minSecretLength) throw new RangeError('The secret is too short');
    return new TextEncoder().encode(key);
  }
  const jose = await import('jose');
  return key.includes('BEGIN CERTIFICATE') ? jose.importX509(key, 'RS256') : jose.importSPKI(key, 'RS256');
}

/** Verifies a ticket: the configured algorithm, at most a minute old, with the right audience. */
async function verifyTicket(settings: HandOffSettings, ticket: string, now: number): Promise<HandOffTicket> {
  const jose = await import('jose');
  const { payload } = await jose.jwtVerify(ticket, await ticketKey(settings), {
    algorithms: [settings.algorithm],
    ...(settings.issuer === '' ? {} : { issuer: settings.issuer }),
    audience: settings.audience,
    requiredClaims: ['iat', 'exp'],
    maxTokenAge: validSeconds,
    clockTolerance: leewaySeconds,
    currentDate: new Date(now),
  });
  if ((payload.exp ?? 0) - (payload.iat ?? 0) > validSeconds) throw new RangeError('The ticket is valid for longer than a minute');
  const named = payload.sub ?? payload['userName'];
  if (typeof named !== 'string' || named.trim() === '') throw new TypeError('The ticket names nobody');
  const full = payload['name'];
  // the signed part only: one signature has several encodings
  const [head, body] = ticket.split('.');
  const id = payload.jti === undefined ? `${head}.${body}` : `${payload.iss ?? ''} ${payload.jti}`;
  return {
    id: createHash('sha256').update(id).digest('base64url'),
    loginName: named.trim(),
    fullName: typeof full === 'string' ? full : undefined,
  };
}
