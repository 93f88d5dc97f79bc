import { people } from '@dossier/contract/people';
import { serve, serveSlow, type Served } from '../../ground/http/serve.ts';
import { createDepartment, deleteDepartment, listDepartments, updateDepartment } from './departments.ts';
import { findDepartments } from './find-departments.ts';
import { createGroup, deleteGroup, groupMembers, listGroups, renameGroup } from './groups.ts';
import { endGuest } from './guests.ts';
import { addAdministrator, findOrganisationPeople, listAdministrators, makeAdministrator } from './organisation-heads.ts';
import { listRelated, listRelations, setRelations } from './relations.ts';
import { createOrganisation, listOrganisations, updateOrganisation } from './organisations.ts';
import { setHeads } from './heads.ts';
import { listUsers } from './list-users.ts';
import { addTo, removeFrom } from './members.ts';
import { placeDepartment } from './place-department.ts';
import { createRole, deleteRole, listRoles, roleMembers, updateRole } from './roles.ts';
import { searchGrantees } from './search-grantees.ts';

/** All but the two that end sessions and the three that count tries, which the session room serves. */
export const peopleRoutes: Served[] = [
  serve(people.users, listUsers),
  serve(people.endGuest, endGuest),
  serve(people.organisations, listOrganisations),
  serveSlow(people.createOrganisation, createOrganisation),
  serve(people.updateOrganisation, updateOrganisation),
  serve(people.administrators, listAdministrators),
  serve(people.organisationPeople, findOrganisationPeople),
  serve(people.addAdministrator, addAdministrator),
  serveSlow(people.newAdministrator, makeAdministrator),
  serve(people.relations, listRelations),
  serve(people.setRelations, setRelations),
  serve(people.relatedOrganisations, listRelated),
  serve(people.departments, listDepartments),
  serve(people.findDepartments, findDepartments),
  serve(people.createDepartment, createDepartment),
  serve(people.updateDepartment, updateDepartment),
  serve(people.placeDepartment, placeDepartment),
  serve(people.deleteDepartment, deleteDepartment),
  serve(people.setHeads, setHeads),
  serve(people.addToDepartment, addTo('department')),
  serve(people.removeFromDepartment, removeFrom('department')),
  serve(people.groups, listGroups),
  serve(people.createGroup, createGroup),
  serve(people.renameGroup, renameGroup),
  serve(people.deleteGroup, deleteGroup),
  serve(people.groupMembers, groupMembers),
  serve(people.addToGroup, addTo('group')),
  serve(people.removeFromGroup, removeFrom('group')),
  serve(people.roles, listRoles),
  serve(people.createRole, createRole),
  serve(people.updateRole, updateRole),
  serve(people.deleteRole, deleteRole),
  serve(people.roleMembers, roleMembers),
  serve(people.addToRole, addTo('role')),
  serve(people.removeFromRole, removeFrom('role')),
  serve(people.grantees, searchGrantees),
];
