import type { Permission } from '@dossier/contract/core/administrative-permissions';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Versions } from '../db/versions.ts';

/** Everything that rights given to it reach a person in one space: the person, groups, departments up to the top, organisation, roles. */
export interface Principals {
  personId: number;
  /** The organisation in which these count. */
  spaceId: number;
  /** The organisation as somebody whom rights are given to: the own one; 0 for a guest, who is no part of it. */
  organisationId: number;
  groups: number[];
  departments: number[];
  /** All of them, or the one that the session works in. */
  roles: number[];
  /** Roles that the person has and does not work in now: what is given to them does not count, what they are refused does. */
  idleRoles: number[];
}

/** What the roles of a person let them do beyond their rights on items. */
export interface AdministrativePermissions {
  all: ReadonlySet<Permission>;
  /** Within the departments that they head, and those with all that is below them. */
  inDepartmentScope: ReadonlySet<Permission>;
  departmentScope: ReadonlySet<number>;
}

/** The signed-in person of a call. */
export interface User {
  id: number;
  loginName: string;
  fullName: string;
  /** Bits: 1 site administrator, 2 administrator of the organisation. */
  roleType: number;
  permissions: AdministrativePermissions;
  /** The space: the organisation that the session works in, the own one or one as a guest. */
  organisationId: number;
  /** Until when one may work there. */
  until: number;
  sessionId: number;
  /** Of the token that the call came with, where one did. */
  tokenHash: string;
  /** The role that the session works in; 0: all that the person has. */
  roleId: number;
  lang: Lang;
  /** Who views as this person in this session: it only reads, and ends by then. */
  viewer?: { id: number; name: string; until: number };
  /** True where the password that began this session must be changed before anything else. */
  passwordDue?: boolean;
  principals: Principals;
  /** State of people and rights when the call came in; caches are keyed by it. */
  versions: Versions;
}
