/** Rows of departments, groups and roles that later rooms look up. */
export { branchIds } from './branch-queries.ts';
export { findGroup } from './group-queries.ts';
export { roleOfKind, rolesByIds, staffRole } from './role-queries.ts';
