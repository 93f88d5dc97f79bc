import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/codes';
import type { SettingsOf } from '@dossier/contract/site-settings';
import type { Brought, PublicCtx, SignedIn } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { loginKey } from '../people/create-user.ts';
import { takeKnock } from '../guard/guessing.ts';
import { settingsOf } from '../site/settings.ts';
import { allowedAddress } from './allowed-address.ts';
import { signInArrival } from './arrive.ts';
import { spendTicket } from './spend-ticket.ts';

type Settings = SettingsOf<'handOff'>;

/** How old a ticket may be, and how far two clocks may be apart. */
const validSeconds = 60;
const leewaySeconds = 30;
/** The shortest secret that a ticket may be signed with. */
export const shortestSecret = 32;

interface Ticket {
  /** What may be used once. */
  id: string;
  loginName: string;
  fullName: string | undefined;
}

/** Model 2: another system hands a person over with a ticket that it signed. */
export async function signInByTicket(ctx: PublicCtx, brought: Brought): Promise<SignedIn> {
  const settings = await settingsOf(ctx.db, 'handOff');
  if (!settings.enabled || settings.key === '' || settings.audience === '') throw new Refusal(codes.loginModelOff);
  await takeKnock(ctx);
  const ticket = await openTicket(settings, brought.ticket ?? '', ctx.now).catch((error: unknown) => {
    ctx.house.log.info({ err: error }, 'a ticket of another system does not hold');
    throw new Refusal(codes.handoffInvalid);
  });
  // the address names the person too: then both must say the same
  if (brought.loginName && loginKey(brought.loginName) !== loginKey(ticket.loginName)) throw new Refusal(codes.handoffInvalid);
  const arrival = { provider: 'handOff', subject: loginKey(ticket.loginName), loginName: ticket.loginName, fullName: ticket.fullName };
  const begun = await signInArrival(ctx, arrival, {
    rules: { creates: settings.createAccounts, links: settings.linkAccounts, trustsNames: true },
    spoken: brought,
    first: (inner) => spend(inner, ticket.id),
  });
  return { ...begun, redUrl: allowedAddress(brought.redUrl, settings.allowedHosts) };
}

/** Whether an address that stands in a link may be followed. */
export async function showRedirect(ctx: PublicCtx, { redUrl }: { redUrl: string }): Promise<{ redUrl?: string | undefined }> {
  const { allowedHosts } = await settingsOf(ctx.db, 'handOff');
  return { redUrl: allowedAddress(redUrl, allowedHosts) };
}

async function spend(ctx: PublicCtx, id: string): Promise<void> {
  const until = ctx.now + (validSeconds + 2 * leewaySeconds) * 1000;
  if (!(await spendTicket(ctx.db, { id, until, now: ctx.now }))) throw new Refusal(codes.handoffInvalid);
}

/** The key that tickets are checked with; throws for one that cannot be used. */
export async function ticketKey({ algorithm, key }: Pick<Settings, 'algorithm' | 'key'>) {
  if (algorithm === 'HS256') {
    if (key.length < shortestSecret) throw new RangeError('The secret is too short');
    return new TextEncoder().encode(key);
  }
  const jose = await import('jose');
  return key.includes('BEGIN CERTIFICATE') ? jose.importX509(key, 'RS256') : jose.importSPKI(key, 'RS256');
}

/** Reads a ticket: signed with the one algorithm of the settings, at most a minute old, for us. */
async function openTicket(settings: Settings, ticket: string, now: number): Promise<Ticket> {
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
  // what was signed, not how the signature is written: one signature has several spellings
  const [head, body] = ticket.split('.');
  const id = payload.jti === undefined ? `${head}.${body}` : `${payload.iss ?? ''} ${payload.jti}`;
  return {
    id: createHash('sha256').update(id).digest('base64url'),
    loginName: named.trim(),
    fullName: typeof full === 'string' ? full : undefined,
  };
}
