import { people } from '@dossier/contract/people';
import { serve, serveSlow, type Served } from '../../ground/http/serve.ts';
import { endGuest } from './guests.ts';
import { groupMembers, roleMembers } from './list-members.ts';
import { listUsers } from './list-users.ts';
import { addTo, removeFrom } from './members.ts';
import { createOrganisation } from './open-organisation.ts';
import { addAdministrator, findOrganisationPeople, listAdministrators, makeAdministrator } from './organisation-heads.ts';

/** All but the two that end sessions and the three that count tries, which the session room serves. */
export const peopleRoutes: Served[] = [
  serve(people.users, listUsers),
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
