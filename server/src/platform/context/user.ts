import type { Permission } from '@dossier/contract/core/administrative-permissions';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Versions } from '../db/versions.ts';

/** All principals whose grants reach a user in one space: the user, groups, departments up to the top, organisation, roles. */
export interface Principals {
  personId: number;
  /** The organisation in which these count. */
  spaceId: number;
  /** The own organisation as a principal; 0 for a guest, who is no member of it. */
  organisationId: number;
  groups: number[];
  departments: number[];
  /** All roles of the user, or the one that the session works in. */
  roles: number[];
  /** Roles that the user has but does not work in now: what they grant does not count, what they deny does. */
  idleRoles: number[];
}

/** What the roles of a user permit beyond rights on items. */
export interface AdministrativePermissions {
  all: ReadonlySet<Permission>;
  /** Permissions that hold only within the departments that the user heads, and those departments with all below them. */
  inDepartmentScope: ReadonlySet<Permission>;
  departmentScope: ReadonlySet<number>;
}

/** The signed-in user of a call. */
export interface User {
  id: number;
  loginName: string;
  fullName: string;
  /** Bits: 1 site administrator, 2 administrator of the organisation. */
  roleType: number;
  permissions: AdministrativePermissions;
  /** The space: the organisation that the session works in, the user's own or one as a guest. */
  organisationId: number;
  /** Until when the user may work there. */
  until: number;
  sessionId: number;
  /** Hash of the token that the call came with, where one did. */
  tokenHash: string;
  /** The role that the session works in; 0: all roles of the user. */
  roleId: number;
  lang: Lang;
  /** The administrator of a view-as session: it only reads, and ends by `until`. */
  viewer?: { id: number; name: string; until: number };
  /** True where the password that began this session must be changed before anything else. */
  passwordDue?: boolean;
  principals: Principals;
  /** Versions of users and rights when the call came in; caches are keyed by them. */
  versions: Versions;
}
