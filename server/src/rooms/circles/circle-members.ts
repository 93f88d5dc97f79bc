/** Who is in departments, groups and roles, for the deeds of later rooms that put people into them and take them out. */
export {
  addMembers,
  addRoleMember,
  type Circle,
  countPeople,
  removeMembers,
} from './membership-queries.ts';
