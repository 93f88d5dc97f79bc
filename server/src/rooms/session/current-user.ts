import { codes } from '@dossier/contract/codes';
import type { CurrentUser } from '@dossier/contract/session';
import { moduleType } from '@dossier/contract/rights';
import type { Ctx, User } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { avatarUrl } from '../people/avatars.ts';
import { brandOf } from '../organisations/brands.ts';
import { findOrganisation } from '../organisations/organisation-rows.ts';
import { findPerson } from '../people/people.ts';
import { standingOf } from '../circles/principals.ts';
import { settingsOf } from '../site/settings.ts';

const shared: readonly number[] = [moduleType.enterprise, moduleType.system];

/** What is left of a person for who looks as them: the shared areas, and nothing that is theirs alone. */
const toViewer = (shown: CurrentUser, { id, name, until }: NonNullable<User['viewer']>): CurrentUser => ({
  ...shown,
  moduleTypes: shown.moduleTypes.filter((type) => shared.includes(type)),
  ownRoles: [],
  spaceCount: 1,
  listLayout: undefined,
  viewer: { id: String(id), name, until: new Date(until).toISOString() },
});

/** Why a password is due, and what is asked of another one. */
async function termsFor({ db }: Ctx, person: { password_due: number }): Promise<CurrentUser['passwordTerms']> {
  const { length, classes } = await settingsOf(db, 'password');
  return { reason: person.password_due === 1 ? 'given' : 'age', length, classes };
}

/** The signed-in person with preferences and the areas that the roles open. */
export async function currentUser(ctx: Ctx): Promise<CurrentUser> {
  const { db, house, user } = ctx;
  const person = await findPerson(db, user.id);
  const space = await findOrganisation(db, user.organisationId);
  if (person === undefined || space === undefined) throw new Refusal(codes.notSignedIn);
  const asked = { personId: user.id, spaceId: user.organisationId, roleId: user.roleId };
  const standing = await standingOf(house, { ...asked, versions: user.versions });
  const role = standing.ownRoles.find(({ id }) => id === user.roleId);
  const shown: CurrentUser = {
    id: String(person.id),
    loginName: person.login_name,
    fullName: person.full_name,
    roleType: user.roleType,
    roles: standing.roleNames,
    ownRoles: standing.ownRoles.map(({ id, name }) => ({ id: String(id), name })),
    roleId: role === undefined ? undefined : String(role.id),
    moduleTypes: standing.moduleTypes,
    deeds: [...user.office.deeds],
    branchDeeds: [...user.office.branchDeeds],
    searchType: person.search_type,
    doubleClick: person.double_click,
    viewType: person.view_type,
    window: person.window_type,
    lang: user.lang,
    spaceId: String(space.id),
    spaceName: space.name,
    brand: brandOf(house, user, space),
    spaceCount: standing.spaces,
    guest: standing.guest,
    hasAvatar: person.avatar_hash !== null,
    avatarUrl: avatarUrl(house, user, person),
    listLayout: person.list_layout ?? undefined,
    passwordDue: user.passwordDue,
    passwordTerms: user.passwordDue === true ? await termsFor(ctx, person) : undefined,
  };
  return user.viewer === undefined ? shown : toViewer(shown, user.viewer);
}
