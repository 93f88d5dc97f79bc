import { type Code, codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { mostChangedUsers, type people } from '@dossier/contract/identity/users';
import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { countAttempt, findAttempts, uncountAttempt } from '../attempts.queries.ts';
import { userUpdated } from '../events.ts';
import { requireDepartments, requireRoles } from '../memberships/assign-memberships.ts';
import { hashPassword, requireStrongPassword, storePassword } from '../passwords.ts';
import { unlockAccount } from '../attempts.ts';
import { deleteSessionsOf } from '../sessions/sessions.queries.ts';
import { changeUser, createUser, requireChangeableUser, requireValidUser, takenInOtherOrganisation } from '../user-accounts.ts';
import { addGuest, findGuest } from './guests.ts';
import { requireMailAddress } from './mail-addresses.ts';
import { updatePerson } from './users.queries.ts';
import { closeOtherWaysIn } from '../password-set.ts';

const takenWindowMs = 3_600_000;
/** Refusals an hour that disclose to an organisation that a name is taken in another one: limits probing for accounts on the site. */
const takenRule = { windowMs: takenWindowMs, limit: 20, blockMs: takenWindowMs };

/**
 * Refuses with the code that the check answers for a name taken elsewhere; counted in the same transaction, so that concurrent requests
 * learn no more.
 */
async function refuseNamesTakenElsewhere(ctx: Context, findTaken: (inner: Context) => Promise<Code | undefined>): Promise<void> {
  const key = `taken:${ctx.user.organisationId}`;
  const taken = await inTransaction(ctx, async (inner) => {
    const found = await findTaken(inner);
    const before = await findAttempts(inner.db, key);
    // beyond the limit free names are refused too: the difference would disclose the taken ones
    if ((before?.blocked_until ?? 0) > inner.now) return codes.tooManyRequests;
    if (found === undefined) return undefined;
    const hits = await countAttempt(inner.db, key, { ...takenRule, now: inner.now });
    return hits > takenRule.limit ? codes.tooManyRequests : found;
  });
  if (taken !== undefined) throw new Refusal(taken);
}

/** The same limit for a batch with `hits` names taken elsewhere: refused as a whole beyond it. */
export async function requireFewTakenNames(ctx: Context, hits: number): Promise<void> {
  const key = `taken:${ctx.user.organisationId}`;
  const refused = await inTransaction(ctx, async (inner) => {
    const before = await findAttempts(inner.db, key);
    if ((before?.blocked_until ?? 0) > inner.now) return true;
    let counted = 0;
    for (let n = 0; n < hits && counted <= takenRule.limit; n++)
      counted = await countAttempt(inner.db, key, { ...takenRule, now: inner.now });
    return counted > takenRule.limit;
  });
  if (refused) throw new Refusal(codes.tooManyRequests);
}

/** Changes a user; disabling ends all sessions, which enabling does not restore. */
export async function updateUser(ctx: Context, input: ParsedOf<typeof people.updateUser>) {
  if (input.mail) await refuseNamesTakenElsewhere(ctx, (inner) => findTakenMail(inner, input, input.mail));
  return inTransaction(ctx, async (inner) => {
    await changeUser(inner, input);
    if (input.enabled === false) await deleteSessionsOf(inner.db, Number(input.id));
    return {};
  });
}

/** The ids of a bulk change, each once; refuses more than one call may change. */
function bulkIds(ids: readonly string[]): number[] {
  const distinct = [...new Set(ids.map(Number))];
  if (distinct.length > mostChangedUsers) throw new Refusal(codes.tooManyItems);
  return distinct;
}

/** Changes several users as `updateUser` changes one: all of them, or none. */
export async function updateUsers(
  ctx: Context,
  { userIds, ...change }: ParsedOf<typeof people.updateUsers>,
): Promise<Record<string, never>> {
  for (const id of bulkIds(userIds)) {
    await changeUser(ctx, { ...change, id: String(id) });
    if (change.enabled === false) await deleteSessionsOf(ctx.db, id);
  }
  return {};
}

/** Makes users choose a new password: at the next sign-in, which ending their sessions makes the next step. Not of the caller, who can change it. */
export async function requireNewPassword(
  ctx: Context,
  { userIds }: ParsedOf<typeof people.requireNewPassword>,
): Promise<Record<string, never>> {
  for (const id of bulkIds(userIds)) {
    const person = await requireChangeableUser(ctx, id, 'people.secrets');
    if (id === ctx.user.id) throw new Refusal(codes.cannotChangeSelf);
    await updatePerson(ctx.db, id, { password_due: 1 });
    await deleteSessionsOf(ctx.db, id);
    await ctx.emit(userUpdated, { objId: id, objName: person.full_name, changed: ['passwordDue'] });
  }
  return {};
}

/** All other checks of a change come first: an address taken elsewhere is not disclosed by a request that fails anyway. */
async function findTakenMail(ctx: Context, input: ParsedOf<typeof people.updateUser>, mail = '') {
  await requireChangeableUser(ctx, Number(input.id), 'people.secrets');
  await requireDepartments(ctx, (input.departmentIds ?? []).map(Number));
  if (input.roleIds !== undefined) await requireRoles(ctx, input.roleIds.map(Number), Number(input.id));
  return takenInOtherOrganisation(ctx, { mail: requireMailAddress(mail) });
}

/** Creates a user of the caller's organisation. */
export async function addUser(ctx: Context, input: ParsedOf<typeof people.createUser>): Promise<OutputOf<typeof people.createUser>> {
  await refuseNamesTakenElsewhere(ctx, async (inner) => {
    await requireValidUser(inner, input);
    return takenInOtherOrganisation(inner, { loginName: input.loginName, mail: requireMailAddress(input.mail ?? '') });
  });
  return createUser(ctx, input);
}

/** Resets another user's password, ends their sessions and lifts a lock of the account. */
export async function resetPassword(ctx: Context, input: ParsedOf<typeof people.resetPassword>) {
  const id = Number(input.id);
  // checked before the costly hash and again in the transaction
  await requireChangeableUser(ctx, id, 'people.secrets');
  if (id === ctx.user.id) throw new Refusal(codes.cannotChangeSelf);
  await requireStrongPassword(ctx.db, input.newPwd);
  const passwordHash = await hashPassword(input.newPwd);
  await inTransaction(ctx, async (inner) => {
    const person = await requireChangeableUser(inner, id, 'people.secrets');
    // former passwords are the user's own secrets, so this one is not compared
    await storePassword(inner.db, person, { hash: passwordHash, now: inner.now, due: input.mustChange === true });
    await deleteSessionsOf(inner.db, id);
    await closeOtherWaysIn(inner, person, 'reset');
    await unlockAccount(inner.db, person.login_name);
    await inner.emit(userUpdated, { objId: id, objName: person.full_name, changed: ['password'] });
  });
  return {};
}

const hourMs = 3_600_000;
/** Searches an hour by an organisation without an invitation: limits probing for accounts on the site. */
const guestSearchRule = { windowMs: hourMs, limit: 20, blockMs: hourMs };
/** An invitation and its end each send a message: limits repeated invitations of one user. */
const invitationRule = { windowMs: 24 * hourMs, limit: 3, blockMs: 24 * hourMs };
const guestSearchKey = (ctx: Context): string => `guest:${ctx.user.organisationId}`;

/** Searches a user to invite; counted before the search, whatever its result. */
export async function searchGuest(ctx: Context, input: ParsedOf<typeof people.findGuest>): Promise<OutputOf<typeof people.findGuest>> {
  const { write } = ctx.services.database;
  const tries = await write((db) => countAttempt(db, guestSearchKey(ctx), { ...guestSearchRule, now: ctx.now }));
  if (tries > guestSearchRule.limit) throw new Refusal(codes.tooManyRequests);
  const found = await findGuest(ctx, input);
  if (found.here) await write((db) => uncountAttempt(db, guestSearchKey(ctx), guestSearchRule.limit));
  return found;
}

/** Adds a guest that the inviter has looked up; the guest is notified, so that the look-up was not hidden. */
export async function inviteGuest(ctx: Context, input: ParsedOf<typeof people.addGuest>): Promise<OutputOf<typeof people.addGuest>> {
  const answer = await addGuest(ctx, input);
  if (!answer.added) return answer;
  const times = await countAttempt(ctx.db, `invited:${ctx.user.organisationId} ${answer.id}`, { ...invitationRule, now: ctx.now });
  if (times > invitationRule.limit) throw new Refusal(codes.tooManyRequests);
  await uncountAttempt(ctx.db, guestSearchKey(ctx), guestSearchRule.limit);
  return answer;
}
