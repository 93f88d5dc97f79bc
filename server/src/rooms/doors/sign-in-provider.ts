import { codes } from '@dossier/contract/codes';
import type { SettingsOf } from '@dossier/contract/site-settings';
import type { Brought, PublicCtx, SignedIn } from '../../ground/ctx.ts';
import { OutsideError, troubleOf } from '../../ground/http/fetch-outside.ts';
import { Refusal } from '../../ground/refusal.ts';
import { outsideMail } from '../people/mail.ts';
import { giveKnockBack, takeKnock } from '../guard/guessing.ts';
import { settingsOf } from '../site/settings.ts';
import { type Arrival, signInArrival } from './arrive.ts';
import { takeFlow } from './flow.ts';
import { type Claims, claimsOf } from './identity-provider.ts';

type Settings = SettingsOf<'identityProvider'>;

/** Model 6: the browser is back from the identity provider with a code. */
export async function signInByProvider(ctx: PublicCtx, brought: Brought): Promise<SignedIn> {
  const settings = await settingsOf(ctx.db, 'identityProvider');
  if (!settings.enabled) throw new Refusal(codes.loginModelOff);
  const { code, state, iss } = brought;
  if (code === undefined || state === undefined) throw new Refusal(codes.invalidParams, { fields: ['code', 'state'] });
  await takeKnock(ctx);
  const flow = await takeFlow({ house: ctx.house, now: ctx.now, cookies: ctx.cookies }, 'identityProvider', state);
  if (flow.holder !== undefined) throw new Refusal(codes.handoffInvalid);
  const claims = await claimsOf(settings, flow, { answer: { code, state, iss }, now: ctx.now }).catch(async (error: unknown) => {
    ctx.house.log.warn({ err: error }, 'the identity provider let nobody in');
    throw new Refusal(await refusalOf(ctx, error));
  });
  const creates = settings.createAccounts && isOfDomain(settings, claims);
  const rules = { creates, links: settings.linkAccounts, trustsNames: false };
  const begun = await signInArrival(ctx, arrivalOf(settings, claims), { rules, spoken: brought });
  return { ...begun, landing: flow.landing };
}

/** A provider that is away is nobody's guess; an answer that does not hold may be one. */
async function refusalOf(ctx: PublicCtx, error: unknown) {
  const isAway = error instanceof Error && causes(error).some((one) => one instanceof OutsideError || one.name === 'TimeoutError');
  if (!isAway || troubleOf(error) === 'answer') return codes.handoffInvalid;
  await giveKnockBack(ctx);
  return codes.providerFailed;
}

function causes(error: Error): Error[] {
  return error.cause instanceof Error ? [error, ...causes(error.cause)] : [error];
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);

/** The mail address, if the provider says that it is this person's: others write into theirs what they like. */
const mailOf = ({ trustsMail }: Settings, claims: Claims): string | undefined =>
  trustsMail || claims['email_verified'] === true ? outsideMail(textOf(claims['email'])) : undefined;

function isOfDomain(settings: Settings, claims: Claims): boolean {
  const { domains } = settings;
  const domain = mailOf(settings, claims)?.split('@').at(-1)?.toLowerCase();
  return domains.length === 0 || (domain !== undefined && domains.includes(domain));
}

function arrivalOf(settings: Settings, claims: Claims): Arrival {
  return {
    provider: `identityProvider ${settings.issuer}`,
    subject: claims.sub,
    loginName: textOf(claims[settings.loginClaim]),
    fullName: textOf(claims['name']),
    mail: mailOf(settings, claims),
    groups: groupsOf(settings, claims),
  };
}

/** By group that the site maps: whether one of its claims was named. */
function groupsOf({ groups, groupsClaim }: Settings, claims: Claims): Map<number, boolean> | undefined {
  if (groupsClaim === '' || groups.length === 0) return undefined;
  const value = claims[groupsClaim];
  const named = new Set(Array.isArray(value) ? value.map(String) : textOf(value) === undefined ? [] : [String(value)]);
  const belongs = new Map<number, boolean>();
  for (const { claim, groupId } of groups) belongs.set(Number(groupId), belongs.get(Number(groupId)) === true || named.has(claim));
  return belongs;
}
