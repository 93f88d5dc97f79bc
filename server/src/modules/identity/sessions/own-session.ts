import { randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import { moduleType } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Lang, Paged } from '@dossier/contract/core/shapes';
import type { CurrentUser, Space, session } from '@dossier/contract/identity/sessions';
import type { Context, User } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { mayEnterSpace } from '../address-restrictions.ts';
import { tokenHash } from '../authentication.ts';
import { effectiveMembershipOf, readEffectiveMembership } from '../effective-membership.ts';
import { spaceEntered } from '../events.ts';
import { currentUserFacts } from '../current-user-facts.ts';
import { findOrganisation, pageOfSpaces } from '../organisations.queries.ts';
import { brandingOf } from '../organisations/branding.ts';
import { findPerson, mayWorkIn, updatePerson } from '../users.ts';
import { avatarUrl } from '../users/list-users.ts';
import { switchRole, switchSpace } from './sessions.queries.ts';

const sharedModuleTypes: readonly number[] = [moduleType.enterprise, moduleType.system];

/** The current user as shown to a viewer: the shared areas, and nothing personal. */
const restrictToViewer = (shown: CurrentUser, { id, name, until }: NonNullable<User['viewer']>): CurrentUser => ({
  ...shown,
  moduleTypes: shown.moduleTypes.filter((type) => sharedModuleTypes.includes(type)),
  ownRoles: [],
  spaceCount: 1,
  listLayout: undefined,
  viewer: { id: String(id), name, until: new Date(until).toISOString() },
});

/** Why a password must be changed, and the rules for the new one. */
async function passwordTermsFor({ db }: Context, person: { password_due: number }): Promise<CurrentUser['passwordTerms']> {
  const { length, classes } = await settingsOf(db, 'password');
  return { reason: person.password_due === 1 ? 'given' : 'age', length, classes };
}

/** The signed-in user with preferences and the modules of the roles. */
export async function currentUser(ctx: Context): Promise<CurrentUser> {
  const { db, services, user } = ctx;
  const person = await findPerson(db, user.id);
  const space = await findOrganisation(db, user.organisationId);
  if (person === undefined || space === undefined) throw new Refusal(codes.notSignedIn);
  const query = { personId: user.id, spaceId: user.organisationId, roleId: user.roleId };
  const membership = await effectiveMembershipOf(services, { ...query, versions: user.versions });
  const { keptDays: offlineDays } = await settingsOf(db, 'offline');
  const role = membership.ownRoles.find(({ id }) => id === user.roleId);
  const shown: CurrentUser = {
    id: String(person.id),
    loginName: person.login_name,
    fullName: person.full_name,
    roleType: user.roleType,
    roles: membership.roleNames,
    ownRoles: membership.ownRoles.map(({ id, name }) => ({ id: String(id), name })),
    roleId: role === undefined ? undefined : String(role.id),
    moduleTypes: membership.moduleTypes,
    deeds: [...user.permissions.all],
    branchDeeds: [...user.permissions.inDepartmentScope],
    searchType: person.search_type,
    doubleClick: person.double_click,
    viewType: person.view_type,
    ...((await settingsOf(db, 'office')).url !== '' && { officeServer: true }),
    ...(offlineDays > 0 && { offlineDays }),
    window: person.window_type,
    lang: user.lang,
    spaceId: String(space.id),
    spaceName: space.name,
    brand: brandingOf(services, user, space),
    spaceCount: membership.spaces,
    guest: membership.guest,
    hasAvatar: person.avatar_hash !== null,
    avatarUrl: avatarUrl(services, user, person),
    listLayout: person.list_layout ?? undefined,
    passwordDue: user.passwordDue,
    passwordTerms: user.passwordDue === true ? await passwordTermsFor(ctx, person) : undefined,
  };
  for (const facts of currentUserFacts.all()) Object.assign(shown, await facts(ctx));
  return user.viewer === undefined ? shown : restrictToViewer(shown, user.viewer);
}

type NumericPreference = 'search_type' | 'double_click' | 'view_type' | 'window_type';
const maxValues: Record<NumericPreference, number> = { search_type: 2, double_click: 3, view_type: 2, window_type: 2 };

/** A handler that stores one numeric preference of the signed-in user. */
export const setPreference = (column: NumericPreference) => async (ctx: Context, input: { value: number }) => {
  if (input.value < 1 || input.value > maxValues[column]) throw new Refusal(codes.settingUnknown);
  await updatePerson(ctx.db, ctx.user.id, { [column]: input.value });
  return {};
};

export async function setLang(ctx: Context, input: { value: Lang }) {
  await updatePerson(ctx.db, ctx.user.id, { lang: input.value, lang_chosen: 1 });
  return {};
}

/** Stores the client's own JSON; refuses invalid JSON. */
export async function setListLayout(ctx: Context, input: { value: string }) {
  try {
    JSON.parse(input.value);
  } catch {
    throw new Refusal(codes.invalidParams);
  }
  await updatePerson(ctx.db, ctx.user.id, { list_layout: input.value });
  return {};
}

/** Stores the last module of the user: one that their roles open. */
export async function changeModule(ctx: Context, input: { moduleType: number }) {
  const { moduleTypes } = await effectiveMembershipOf(ctx.services, {
    personId: ctx.user.id,
    spaceId: ctx.user.organisationId,
    roleId: ctx.user.roleId,
    versions: ctx.user.versions,
  });
  if (!moduleTypes.includes(input.moduleType)) throw new Refusal(codes.moduleNotAllowed);
  await updatePerson(ctx.db, ctx.user.id, { last_module: input.moduleType });
  return {};
}

async function spacesOf({ db, user, now }: Context, page: { keyword?: string; limit: number; offset: number }) {
  const keyword = nameKey((page.keyword ?? '').trim());
  const { rows, total } = await pageOfSpaces(db, { personId: user.id, now, keyword }, page);
  const list = rows.map(({ id, name, own }) => ({
    id: String(id),
    spaceId: String(id),
    name,
    own: own === 1,
    current: id === user.organisationId,
  }));
  return { list, total };
}

export async function listOwnSpaces(ctx: Context, { pageNo, pageSize, keyword }: ParsedOf<typeof session.spaces>): Promise<Paged<Space>> {
  const { list, total } = await spacesOf(ctx, { keyword, limit: pageSize, offset: (pageNo - 1) * pageSize });
  return { list, pageNo, pageSize, totalNumber: total };
}

/** Moves this session to another space; other devices stay where they are. Only members learn that a space exists or is closed. */
export async function changeSpace(ctx: Context, { spaceId }: { spaceId: string }) {
  const space = Number(spaceId);
  if (!(await switchSpace(ctx.db, { id: ctx.user.sessionId, space, now: ctx.now })))
    throw new Refusal((await mayWorkIn(ctx.db, { spaceId: space, personId: ctx.user.id })) ? codes.spaceMissing : codes.spaceNotYours);
  if (!(await mayEnterSpace(ctx, { personId: ctx.user.id, spaceId: space }))) throw new Refusal(codes.addressRestricted);
  await updatePerson(ctx.db, ctx.user.id, { last_space: space });
  const isGuest = (await findPerson(ctx.db, ctx.user.id))?.organisation_id !== space;
  if (isGuest) await ctx.emit(spaceEntered, { objId: ctx.user.id, objName: ctx.user.fullName, spaceId: space });
  return {};
}

/**
 * Changes this session to one of the user's roles, or to all of them. The new token ends with the role, as clients expect, but only its
 * whole hash authorises, and the role is stored in the session.
 */
export async function changeRole(ctx: Context, input: { roleId: string }): Promise<{ sessionId: string }> {
  const roleId = Number(input.roleId);
  const { ownRoles } = await readEffectiveMembership(ctx.db, { personId: ctx.user.id, spaceId: ctx.user.organisationId });
  if (roleId !== 0 && !ownRoles.some(({ id }) => id === roleId)) throw new Refusal(codes.roleMissing);
  const token = randomBytes(32).toString('base64url') + (roleId === 0 ? '' : `-${roleId}`);
  const { sessionId: id, tokenHash: old } = ctx.user;
  // of concurrent requests only the first may answer a valid token
  if (!(await switchRole(ctx.db, { id, old, hash: tokenHash(token), roleId }))) throw new Refusal(codes.changedMeanwhile);
  return { sessionId: token };
}
