import { codes } from '@dossier/contract/codes';
import type { people } from '@dossier/contract/people';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Lang } from '@dossier/contract/shapes';
import type { Ctx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { quotaRefusal } from '../../ground/db/over-quota.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { mailKey } from '../../ground/text/mail-key.ts';
import { nameKey } from '../../ground/text/names.ts';
import { fullNameColumns } from '../../ground/text/name-columns.ts';
import { needDepartments, needRoles, setDepartments, setRoles } from '../circles/memberships.ts';
import { needWithin } from '../circles/within.ts';
import { needLicence } from '../limits/need-space.ts';
import { startQuota } from '../limits/set-quotas.ts';
import { isMail, keepMail, soundMail } from './mail.ts';
import { needSoundPassword, hashPassword } from './password.ts';
import { personFacts } from './person-facts.ts';
import { insertPerson } from './queries.ts';

const loginNamePattern = /^[\p{L}\p{N}][\p{L}\p{N}._@-]*$/u;

/** Refuses login names longer than 64 characters or with anything but letters, digits and . _ @ - */
export function checkLoginName(loginName: string): void {
  if (loginName.length > 64) throw new Refusal(codes.loginNameTooLong);
  if (!loginNamePattern.test(loginName)) throw new Refusal(codes.loginNameIllegal);
}

/** A login name as it was meant: whoever is asked about it is asked about this one, and no other. */
export const soundLogin = (typed: string): string => typed.trim().slice(0, 300).trimEnd();

/** The form under which a login name is unique. */
export const loginKey = (loginName: string): string => nameKey(soundLogin(loginName));

/** Refuses a new login name that reads as a mail address, unless it is the person's own: it would pass for whoever reads mail there. */
export function checkNoOthersMail(loginName: string, mail = ''): void {
  if (isMail(loginName) && mailKey(soundLogin(loginName)) !== mailKey(mail)) throw new Refusal(codes.loginNameIllegal);
}

interface NewPerson {
  organisationId: number;
  loginName: string;
  fullName: string;
  passwordHash: string;
  /** Whether it is to be changed before anything else. */
  passwordDue?: boolean | undefined;
  lang: Lang;
  /** Whether somebody chose it for this person: otherwise the first sign-in does. */
  langChosen?: boolean;
  now: number;
}

/** Writes a person; a taken login name is refused with 2001, one more than the licence allows with 5203. */
export async function addPerson(db: Db, person: NewPerson): Promise<number> {
  await needLicence(db, person.now);
  const id = newId();
  try {
    await insertPerson(db, {
      id,
      organisation_id: person.organisationId,
      login_name: person.loginName,
      login_key: loginKey(person.loginName),
      ...fullNameColumns(person.fullName),
      password_hash: person.passwordHash,
      password_at: person.now,
      password_due: person.passwordDue === true ? 1 : 0,
      lang: person.lang,
      lang_chosen: person.langChosen === true ? 1 : 0,
      created_at: person.now,
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes.loginNameExists);
    throw quotaRefusal(error);
  }
  await startQuota(db, { id, organisationId: person.organisationId });
  return id;
}

/** Whatever can be wrong with a new person but names that others have: asked first, so that those are never learned on the way. */
export async function needSoundPerson(ctx: Ctx, input: ParsedOf<typeof people.createUser>): Promise<void> {
  checkLoginName(input.loginName);
  checkNoOthersMail(input.loginName, input.mail);
  await needSoundPassword(ctx.db, input.password);
  soundMail(input.mail ?? '');
  needWithin(ctx, 'people.edit', await needDepartments(ctx, (input.departmentIds ?? []).map(Number)));
  // who heads departments makes people in them and nowhere else
  if (input.departmentIds === undefined || input.departmentIds.length === 0) needWithin(ctx, 'people.edit', [0]);
  if (input.roleIds !== undefined) await needRoles(ctx, input.roleIds.map(Number));
}

/** Makes a person. The session room serves it, as it counts what is taken elsewhere. */
export async function createUser(ctx: Ctx, input: ParsedOf<typeof people.createUser>): Promise<OutputOf<typeof people.createUser>> {
  await needSoundPerson(ctx, input);
  const passwordHash = await hashPassword(input.password);
  return inTransaction(ctx, async (inner) => ({ id: String(await writeUser(inner, input, passwordHash)) }));
}

/** Writes a person whose password is hashed already, in the transaction of the caller. */
export async function writeUser(
  ctx: Ctx,
  input: Omit<ParsedOf<typeof people.createUser>, 'password'>,
  passwordHash: string,
): Promise<number> {
  const id = await addPerson(ctx.db, {
    organisationId: ctx.user.organisationId,
    loginName: input.loginName,
    fullName: input.fullName,
    passwordHash,
    passwordDue: input.mustChange,
    lang: input.lang ?? ctx.user.lang,
    langChosen: input.lang !== undefined,
    now: ctx.now,
  });
  if (input.mail !== undefined && input.mail.trim() !== '') await keepMail(ctx.db, id, soundMail(input.mail));
  await setDepartments(ctx, id, (input.departmentIds ?? []).map(Number));
  await setRoles(ctx, id, input.roleIds?.map(Number));
  await bumpVersion(ctx.db, 'people');
  const { departments, roles } = await personFacts(ctx, id);
  const after = { loginName: input.loginName, departments, roles };
  await ctx.say('user.created', { objId: id, objName: input.fullName, loginName: input.loginName, after });
  return id;
}
