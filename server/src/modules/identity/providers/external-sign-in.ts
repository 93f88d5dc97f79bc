import { codes } from '@dossier/contract/core/codes';
import type { Lang } from '@dossier/contract/core/shapes';
import type { LinkedAccount } from '@dossier/contract/identity/sign-in-providers';
import type { PublicContext } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { bumpVersion } from '../../../platform/db/versions.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { mailKey } from '../../../platform/text/mail-address.ts';
import { groupUpdated, identityTied, userCreated, userUpdated } from '../events.ts';
import { findGroup, staffRole } from '../groups-roles/groups-roles.queries.ts';
import { addMembers, addRoleMember, hasAnyPermission, membershipsOf, removeMembers } from '../memberships.queries.ts';
import { firstOrganisation } from '../organisations.queries.ts';
import { noPassword } from '../passwords.ts';
import { returnAddressAttempt } from '../attempts.ts';
import { beginSession } from '../session-lifecycle.ts';
import { withRefusalLog } from '../sign-in/refused-sign-ins.ts';
import { addUserAccount, loginKey, requireLoginName } from '../user-accounts.ts';
import { findPerson, findPersonByLogin } from '../users.ts';
import { externalMail } from '../users/mail-addresses.ts';
import { storeMail } from '../users/users.queries.ts';
import { findIdentity, identitiesOf, insertIdentity, touchIdentity } from './providers.queries.ts';
import { outsideName } from '../../../platform/text/names.ts';

/** What a sign-in call brings from an external provider. */
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

/** A session that was begun, and the page that it was meant to lead to. */
export interface ExternalSignIn {
  sessionId: string;
  landing?: string | undefined;
  redUrl?: string | undefined;
}

/** The two parts of a provider key: the sign-in provider, and which instance of it. */
export function providerParts(provider: string): { provider: LinkedAccount['door']; at: string } {
  const [method = '', at = ''] = provider.split(' ', 2);
  return { provider: method as LinkedAccount['door'], at: at.includes('://') ? new URL(at).host : at };
}

const providerNames = { ldap: 'LDAP', messagingApp: 'WeChat', enterpriseChat: 'WeCom', handOff: 'SSO' };

/** The name of an external account for users. */
export async function providerName(db: Db, { provider: method, at }: ReturnType<typeof providerParts>): Promise<string> {
  if (method === 'ldap') return providerNames.ldap;
  if (method === 'handOff') return (await settingsOf(db, method)).issuer || providerNames.handOff;
  return (await settingsOf(db, method)).name || (method === 'identityProvider' ? at : providerNames[method]);
}

/** A user authenticated by an external system. */
export interface ExternalIdentity {
  /** The system, and its permanent id of the account. */
  provider: string;
  subject: string;
  /** The login name of the account, where the system provides one. */
  loginName?: string | undefined;
  fullName?: string | undefined;
  mail?: string | undefined;
  /** By group: whether the user belongs to it. */
  groups?: Map<number, boolean> | undefined;
}

/** The site's rules for users of an external system. */
interface ExternalSignInRules {
  /** Whether an account is created for an unknown user. */
  creates: boolean;
  /** Whether existing accounts are found by login name. */
  links: boolean;
  /** Whether that includes accounts with a local password: never where users may choose their names. */
  trustsNames: boolean;
}

type SessionLanguage = Pick<Parameters<typeof beginSession>[2], 'lang' | 'pageLang'>;

/** Signs in a user of an external system: by linked account, then by login name, then with a new account, otherwise refused. */
export async function signInExternalIdentity(
  ctx: PublicContext,
  arrival: ExternalIdentity,
  {
    rules,
    pinyin: language,
    first,
  }: { rules: ExternalSignInRules; pinyin: SessionLanguage; first?: (ctx: PublicContext) => Promise<void> },
): Promise<ExternalSignIn> {
  const { provider: method } = providerParts(arrival.provider);
  // names from other systems are sanitised before they are logged
  const externalName = outsideName(arrival.loginName ?? arrival.fullName ?? '') || undefined;
  const account = `${arrival.provider} ${arrival.subject}`;
  const signInSubject: Parameters<typeof withRefusalLog>[1] = { externalName, account, provider: method };
  const begun = inTransaction(ctx, async (inner) => {
    await first?.(inner);
    const id = await resolvePerson(inner, arrival, rules);
    const person = await findPerson(inner.db, id);
    signInSubject.person = person;
    if (person === undefined) throw new Refusal(codes.userMissing);
    if (person.enabled === 0) throw new Refusal(codes.userDisabled);
    if (arrival.groups !== undefined) await syncGroups(inner, person, arrival.groups);
    return beginSession(inner, person, { lang: language.lang, pageLang: language.pageLang, door: arrival.provider });
  });
  const answer = await withRefusalLog(ctx, signInSubject, begun).catch(async (error: unknown) => {
    // an authenticated user guessed nothing, though they have no account
    if (error instanceof Refusal && error.answer !== codes.handoffInvalid) await returnAddressAttempt(ctx);
    throw error;
  });
  await returnAddressAttempt(ctx);
  return answer;
}

/** The user of an external account, linked from now on. */
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

/** Notifies the user and the log that an external account is linked. */
export async function emitAccountLinked(
  ctx: Pick<PublicContext, 'db' | 'emit'>,
  person: { id: number; full_name: string },
  { provider, shown }: { provider: string; shown: string },
): Promise<void> {
  const parts = providerParts(provider);
  const who = { personId: person.id, personName: person.full_name };
  await ctx.emit(userUpdated, { objId: person.id, objName: person.full_name, ...who, changed: ['tie', parts.provider] });
  await ctx.emit(identityTied, { personId: person.id, where: await providerName(ctx.db, parts), shown });
}

type NamedPerson = NonNullable<Awaited<ReturnType<typeof findPersonByLogin>>>;

/** A user has one account at each system; and a matching name gives no access to an administrator or an account with a local password. */
async function requireLinkable(
  ctx: PublicContext,
  named: NamedPerson,
  { provider, rules }: { provider: string; rules: ExternalSignInRules },
): Promise<void> {
  if ((await identitiesOf(ctx.db, named.id)).some((identity) => identity.provider === provider)) throw new Refusal(codes.bindingTaken);
  const isBelieved = rules.trustsNames || named.password_hash === noPassword;
  if (!rules.links || !isBelieved || (await hasAnyPermission(ctx.db, named.id))) throw new Refusal(codes.bindingMissing);
}

/** A user authenticated by an external system. */
interface ExternalUser {
  loginName: string;
  fullName: string;
  mail?: string | undefined;
  lang: Lang;
}

/** Creates an account without a local password, with the staff role. */
async function addExternalUser(ctx: PublicContext, person: ExternalUser): Promise<number> {
  requireLoginName(person.loginName);
  const organisation = await firstOrganisation(ctx.db);
  if (organisation === undefined) throw new Error('There is no organisation yet');
  const fullName = outsideName(person.fullName) || person.loginName;
  const mail = externalMail(person.mail);
  const added = { organisationId: organisation.id, loginName: person.loginName, fullName, lang: person.lang };
  const id = await addUserAccount(ctx.db, { ...added, passwordHash: noPassword, now: ctx.now });
  // sign-in providers are configured by site administrators, who decide whether their addresses are trusted
  if (mail !== undefined) await storeMail(ctx.db, id, { mail, mail_key: mailKey(mail), mail_proven: 1 });
  await addRoleMember(ctx.db, (await staffRole(ctx.db, organisation.id)).id, id);
  await bumpVersion(ctx.db, 'people');
  await ctx.emit(userCreated, { objId: id, objName: fullName, loginName: person.loginName, after: { loginName: person.loginName } });
  return id;
}

/** Adds a user to the groups that the external system names, and removes them from other mapped ones. */
async function syncGroups(
  ctx: PublicContext,
  person: { id: number; organisation_id: number; full_name: string },
  wanted: Map<number, boolean>,
): Promise<void> {
  const { groups } = await membershipsOf(ctx.db, [person.id], person.organisation_id);
  const current = new Set(groups.map((group) => group.id));
  for (const [id, belongs] of wanted) {
    if (current.has(id) === belongs) continue;
    const group = await findGroup(ctx.db, person.organisation_id, id);
    if (group === undefined) continue;
    await (belongs ? addMembers : removeMembers)(ctx.db, 'group', { id, people: [person.id] });
    await bumpVersion(ctx.db, 'people');
    const after = belongs ? { added: person.full_name } : { removed: person.full_name };
    await ctx.emit(groupUpdated, { objId: id, objName: group.name, spaceId: person.organisation_id, after });
  }
}
