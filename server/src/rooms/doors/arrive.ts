import { codes } from '@dossier/contract/codes';
import type { PublicCtx, SignedIn } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { loginKey } from '../people/create-user.ts';
import { outsideName } from '../../ground/text/name-columns.ts';
import { addOutsidePerson, mapGroups } from '../people/outside-person.ts';
import { noPassword } from '../people/password.ts';
import { findPerson, findPersonByLogin } from '../people/people.ts';
import { holdsOffice } from '../circles/belongings.ts';
import { beginSession } from '../session/begin-session.ts';
import { giveKnockBack } from '../guard/guessing.ts';
import { tellingRefusal } from '../session/refused-sign-in.ts';
import { nameOf, partsOf } from './outside-name.ts';
import { findIdentity, identitiesOf, insertIdentity, touchIdentity } from './queries.ts';

/** Somebody whom an outside system has vouched for. */
export interface Arrival {
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
export interface ArrivalRules {
  /** Whether an account is made for somebody unknown here. */
  creates: boolean;
  /** Whether accounts that there are already are found by their login name. */
  links: boolean;
  /** Whether that holds for accounts with a password here too: never where people may choose what they are called. */
  trustsNames: boolean;
}

type Lang = Pick<Parameters<typeof beginSession>[2], 'lang' | 'pageLang'>;

/** Signs in whom an outside system vouches for: known by their account there, then by login name, then newly made, else refused. */
export async function signInArrival(
  ctx: PublicCtx,
  arrival: Arrival,
  { rules, spoken, first }: { rules: ArrivalRules; spoken: Lang; first?: (ctx: PublicCtx) => Promise<void> },
): Promise<SignedIn> {
  const { door } = partsOf(arrival.provider);
  // the log is no place for whatever another system lets people call themselves
  const vouched = outsideName(arrival.loginName ?? arrival.fullName ?? '') || undefined;
  const account = `${arrival.provider} ${arrival.subject}`;
  const knocker: Parameters<typeof tellingRefusal>[1] = { vouched, account, door };
  const begun = inTransaction(ctx, async (inner) => {
    await first?.(inner);
    const id = await personOf(inner, arrival, rules);
    const person = await findPerson(inner.db, id);
    knocker.person = person;
    if (person === undefined) throw new Refusal(codes.userMissing);
    if (person.enabled === 0) throw new Refusal(codes.userDisabled);
    if (arrival.groups !== undefined) await mapGroups(inner, person, arrival.groups);
    return beginSession(inner, person, { lang: spoken.lang, pageLang: spoken.pageLang, door: arrival.provider });
  });
  const answer = await tellingRefusal(ctx, knocker, begun).catch(async (error: unknown) => {
    // whoever is vouched for guessed nothing, though there is no account for them
    if (error instanceof Refusal && error.answer !== codes.handoffInvalid) await giveKnockBack(ctx);
    throw error;
  });
  await giveKnockBack(ctx);
  return answer;
}

/** The person of an account elsewhere, tied to it from now on. */
export async function personOf(ctx: PublicCtx, arrival: Arrival, rules: ArrivalRules): Promise<number> {
  const { provider, subject, loginName } = arrival;
  const known = await findIdentity(ctx.db, provider, subject);
  if (known !== undefined) {
    await touchIdentity(ctx.db, { provider, subject, now: ctx.now });
    return known.person_id;
  }
  if (loginName === undefined) throw new Refusal(codes.bindingMissing);
  const named = await findPersonByLogin(ctx.db, loginKey(loginName));
  if (named === undefined && !rules.creates) throw new Refusal(codes.userMissing);
  if (named !== undefined) await needTieable(ctx, named, { provider, rules });
  const shown = outsideName(arrival.fullName ?? '') || outsideName(loginName);
  const id = named?.id ?? (await addOutsidePerson(ctx, { loginName, fullName: shown, mail: arrival.mail, lang: ctx.lang }));
  await insertIdentity(ctx.db, { provider, subject, person_id: id, shown, created_at: ctx.now, used_at: ctx.now });
  if (named !== undefined) await tellOfTie(ctx, named, { provider, shown });
  return id;
}

/** Tells the person and the log that an account elsewhere signs somebody in from now on. */
export async function tellOfTie(
  ctx: Pick<PublicCtx, 'db' | 'say'>,
  person: { id: number; full_name: string },
  { provider, shown }: { provider: string; shown: string },
): Promise<void> {
  const parts = partsOf(provider);
  const who = { personId: person.id, personName: person.full_name };
  await ctx.say('user.updated', { objId: person.id, objName: person.full_name, ...who, changed: ['tie', parts.door] });
  await ctx.say('identity.tied', { personId: person.id, where: await nameOf(ctx.db, parts), shown });
}

type Named = NonNullable<Awaited<ReturnType<typeof findPersonByLogin>>>;

/** A person has one account at each system; and nobody becomes an administrator, nor whoever has a password here, by being called like one. */
async function needTieable(ctx: PublicCtx, named: Named, { provider, rules }: { provider: string; rules: ArrivalRules }): Promise<void> {
  if ((await identitiesOf(ctx.db, named.id)).some((one) => one.provider === provider)) throw new Refusal(codes.bindingTaken);
  const isBelieved = rules.trustsNames || named.password_hash === noPassword;
  if (!rules.links || !isBelieved || (await holdsOffice(ctx.db, named.id))) throw new Refusal(codes.bindingMissing);
}
