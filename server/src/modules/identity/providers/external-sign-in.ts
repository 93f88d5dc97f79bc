import { codes } from '@dossier/contract/core/codes';
import type { LinkedAccount } from '@dossier/contract/identity/sign-in-providers';
import type { PublicContext } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { outsideName } from '../../../platform/text/name-columns.ts';
import { identityTied, userUpdated } from '../events.ts';
import { hasAnyPermission } from '../memberships.queries.ts';
import { noPassword } from '../passwords.ts';
import { returnAddressAttempt } from '../protection/sign-in-attempts.ts';
import { beginSession } from '../session-lifecycle.ts';
import { withRefusalLog } from '../sign-in/refused-sign-ins.ts';
import { loginKey } from '../user-accounts.ts';
import { findPerson, findPersonByLogin } from '../users.ts';
import { addExternalUser, syncGroups } from '../users/external-users.ts';
import { findIdentity, identitiesOf, insertIdentity, touchIdentity } from './providers.queries.ts';
import type { Lang } from '@dossier/contract/core/shapes';

/** What a call to sign in brings from elsewhere. */
export interface ExternalSignInInput {
  loginName?: string | undefined;
  code?: string | undefined;
  state?: string | undefined;
  iss?: string | undefined;
  ticket?: string | undefined;
  redUrl?: string | undefined;
  lang?: Lang | undefined;
  pageLang?: Lang | undefined;
}

/** A begun session, and where it was meant to lead. */
export interface ExternalSignIn {
  sessionId: string;
  landing?: string | undefined;
  redUrl?: string | undefined;
}

/** The two words of a provider: the door, and which one behind it. */
export function providerParts(provider: string): { door: LinkedAccount['door']; at: string } {
  const [door = '', at = ''] = provider.split(' ', 2);
  return { door: door as LinkedAccount['door'], at: at.includes('://') ? new URL(at).host : at };
}

const providerNames = { ldap: 'LDAP', messagingApp: 'WeChat', enterpriseChat: 'WeCom', handOff: 'SSO' };

/** What people know an account elsewhere by. */
export async function providerName(db: Db, { door, at }: ReturnType<typeof providerParts>): Promise<string> {
  if (door === 'ldap') return providerNames.ldap;
  if (door === 'handOff') return (await settingsOf(db, door)).issuer || providerNames.handOff;
  return (await settingsOf(db, door)).name || (door === 'identityProvider' ? at : providerNames[door]);
}

/** Somebody whom an outside system has vouched for. */
export interface ExternalIdentity {
  /** Which system it is, and what it calls the account for ever. */
  provider: string;
  subject: string;
  /** The login name here that belongs to the account, where the system tells one. */
  loginName?: string | undefined;
  fullName?: string | undefined;
  mail?: string | undefined;
  /** By group: whether the person belongs to it. */
  groups?: Map<number, boolean> | undefined;
}

/** What a site allows to people of an outside system. */
interface ExternalSignInRules {
  /** Whether an account is made for somebody unknown here. */
  creates: boolean;
  /** Whether accounts that there are already are found by their login name. */
  links: boolean;
  /** Whether that holds for accounts with a password here too: never where people may choose what they are called. */
  trustsNames: boolean;
}

type SessionLanguage = Pick<Parameters<typeof beginSession>[2], 'lang' | 'pageLang'>;

/** Signs in whom an outside system vouches for: known by their account there, then by login name, then newly made, else refused. */
export async function signInExternalIdentity(
  ctx: PublicContext,
  arrival: ExternalIdentity,
  { rules, spoken, first }: { rules: ExternalSignInRules; spoken: SessionLanguage; first?: (ctx: PublicContext) => Promise<void> },
): Promise<ExternalSignIn> {
  const { door } = providerParts(arrival.provider);
  // the log is no place for whatever another system lets people call themselves
  const vouched = outsideName(arrival.loginName ?? arrival.fullName ?? '') || undefined;
  const account = `${arrival.provider} ${arrival.subject}`;
  const knocker: Parameters<typeof withRefusalLog>[1] = { vouched, account, provider: door };
  const begun = inTransaction(ctx, async (inner) => {
    await first?.(inner);
    const id = await resolvePerson(inner, arrival, rules);
    const person = await findPerson(inner.db, id);
    knocker.person = person;
    if (person === undefined) throw new Refusal(codes.userMissing);
    if (person.enabled === 0) throw new Refusal(codes.userDisabled);
    if (arrival.groups !== undefined) await syncGroups(inner, person, arrival.groups);
    return beginSession(inner, person, { lang: spoken.lang, pageLang: spoken.pageLang, door: arrival.provider });
  });
  const answer = await withRefusalLog(ctx, knocker, begun).catch(async (error: unknown) => {
    // whoever is vouched for guessed nothing, though there is no account for them
    if (error instanceof Refusal && error.answer !== codes.handoffInvalid) await returnAddressAttempt(ctx);
    throw error;
  });
  await returnAddressAttempt(ctx);
  return answer;
}

/** The person of an account elsewhere, tied to it from now on. */
export async function resolvePerson(ctx: PublicContext, arrival: ExternalIdentity, rules: ExternalSignInRules): Promise<number> {
  const { provider, subject, loginName } = arrival;
  const known = await findIdentity(ctx.db, provider, subject);
  if (known !== undefined) {
    await touchIdentity(ctx.db, { provider, subject, now: ctx.now });
    return known.person_id;
  }
  if (loginName === undefined) throw new Refusal(codes.bindingMissing);
  const named = await findPersonByLogin(ctx.db, loginKey(loginName));
  if (named === undefined && !rules.creates) throw new Refusal(codes.userMissing);
  if (named !== undefined) await requireLinkable(ctx, named, { provider, rules });
  const shown = outsideName(arrival.fullName ?? '') || outsideName(loginName);
  const id = named?.id ?? (await addExternalUser(ctx, { loginName, fullName: shown, mail: arrival.mail, lang: ctx.lang }));
  await insertIdentity(ctx.db, { provider, subject, person_id: id, shown, created_at: ctx.now, used_at: ctx.now });
  if (named !== undefined) await emitAccountLinked(ctx, named, { provider, shown });
  return id;
}

/** Tells the person and the log that an account elsewhere signs somebody in from now on. */
export async function emitAccountLinked(
  ctx: Pick<PublicContext, 'db' | 'emit'>,
  person: { id: number; full_name: string },
  { provider, shown }: { provider: string; shown: string },
): Promise<void> {
  const parts = providerParts(provider);
  const who = { personId: person.id, personName: person.full_name };
  await ctx.emit(userUpdated, { objId: person.id, objName: person.full_name, ...who, changed: ['tie', parts.door] });
  await ctx.emit(identityTied, { personId: person.id, where: await providerName(ctx.db, parts), shown });
}

type NamedPerson = NonNullable<Awaited<ReturnType<typeof findPersonByLogin>>>;

/** A person has one account at each system; and nobody becomes an administrator, nor whoever has a password here, by being called like one. */
async function requireLinkable(
  ctx: PublicContext,
  named: NamedPerson,
  { provider, rules }: { provider: string; rules: ExternalSignInRules },
): Promise<void> {
  if ((await identitiesOf(ctx.db, named.id)).some((one) => one.provider === provider)) throw new Refusal(codes.bindingTaken);
  const isBelieved = rules.trustsNames || named.password_hash === noPassword;
  if (!rules.links || !isBelieved || (await hasAnyPermission(ctx.db, named.id))) throw new Refusal(codes.bindingMissing);
}
