import { limits } from '@dossier/contract/identity/quotas';
import { people } from '@dossier/contract/identity/users';
import { type Served, serve, serveSlow } from '../../platform/http/serve.ts';
import { createDepartment, deleteDepartment, listDepartments, placeDepartment, setHeads, updateDepartment } from './departments.ts';
import {
  createGroup,
  createRole,
  deleteGroup,
  deleteRole,
  listGroups,
  listRoles,
  renameGroup,
  updateRole,
} from './groups-roles/groups-roles.ts';
import { setLicence, showLicence, showUsage } from './licence.ts';
import { addTo, groupMembers, removeFrom, roleMembers } from './memberships.ts';
import { addAdministrator, findOrganisationPeople, listAdministrators, makeAdministrator } from './organisations/administrators.ts';
import { createOrganisation, listOrganisations, listRelated, listRelations, setRelations, updateOrganisation } from './organisations.ts';
import { findDepartments, searchPrincipals } from './principals.ts';
import { showOwnQuota } from './quotas.ts';
import { endGuest } from './users/guests.ts';
import { listUsers } from './users/list-users.ts';
import { showUser } from './users/show-user.ts';

export const structureRoutes: Served[] = [
  serve(people.departments, listDepartments),
  serve(people.createDepartment, createDepartment),
  serve(people.updateDepartment, updateDepartment),
  serve(people.placeDepartment, placeDepartment),
  serve(people.deleteDepartment, deleteDepartment),
  serve(people.setHeads, setHeads),
  serve(people.groups, listGroups),
  serve(people.createGroup, createGroup),
  serve(people.renameGroup, renameGroup),
  serve(people.deleteGroup, deleteGroup),
  serve(people.roles, listRoles),
  serve(people.createRole, createRole),
  serve(people.updateRole, updateRole),
  serve(people.deleteRole, deleteRole),
];

/** All but those that end sessions and three that count attempts, which are served with the sessions. */
export const userRoutes: Served[] = [
  serve(people.users, listUsers),
  serve(people.user, showUser),
  serve(people.endGuest, endGuest),
  serveSlow(people.createOrganisation, createOrganisation),
  serve(people.administrators, listAdministrators),
  serve(people.organisationPeople, findOrganisationPeople),
  serve(people.addAdministrator, addAdministrator),
  serveSlow(people.newAdministrator, makeAdministrator),
  serve(people.addToDepartment, addTo('department')),
  serve(people.removeFromDepartment, removeFrom('department')),
  serve(people.groupMembers, groupMembers),
  serve(people.addToGroup, addTo('group')),
  serve(people.removeFromGroup, removeFrom('group')),
  serve(people.roleMembers, roleMembers),
  serve(people.addToRole, addTo('role')),
  serve(people.removeFromRole, removeFrom('role')),
];

/** All but those that create accounts, which are served with the users. */
export const organisationRoutes: Served[] = [
  serve(people.organisations, listOrganisations),
  serve(people.updateOrganisation, updateOrganisation),
  serve(people.relations, listRelations),
  serve(people.setRelations, setRelations),
  serve(people.relatedOrganisations, listRelated),
];

export const principalRoutes: Served[] = [serve(people.findDepartments, findDepartments), serve(people.grantees, searchPrincipals)];

/** All but those about other users, which the `administration` module serves. */
export const quotaRoutes: Served[] = [
  serve(limits.ownQuota, showOwnQuota),
  serve(limits.licence, showLicence),
  serve(limits.setLicence, setLicence),
  serve(limits.usage, showUsage),
];
