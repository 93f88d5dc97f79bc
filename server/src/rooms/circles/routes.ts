import { people } from '@dossier/contract/people';
import { serve, type Served } from '../../ground/http/serve.ts';
import { createDepartment, deleteDepartment, listDepartments, updateDepartment } from './departments.ts';
import { createGroup, deleteGroup, listGroups, renameGroup } from './groups.ts';
import { setHeads } from './heads.ts';
import { placeDepartment } from './place-department.ts';
import { createRole, deleteRole, listRoles, updateRole } from './roles.ts';

export const circleRoutes: Served[] = [
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
