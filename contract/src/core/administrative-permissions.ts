/** What administrative permissions allow a user beyond the rights on items, by area of administration. */
export const permissionAreas = {
  people: ['see', 'edit', 'secrets', 'remove', 'guests'],
  departments: ['edit', 'heads'],
  groups: ['edit'],
  roles: ['edit', 'assign'],
  sessions: ['see', 'end'],
  addresses: ['see', 'edit'],
  cabinets: ['create'],
  rights: ['see', 'viewAs', 'owner'],
  quotas: ['edit'],
  templates: ['edit'],
  watermarks: ['edit'],
  disk: ['edit'],
  tags: ['edit'],
  cards: ['edit'],
  categories: ['edit'],
  shares: ['edit'],
  flows: ['see', 'edit'],
  log: ['see'],
  reports: ['see'],
  words: ['edit', 'judge'],
  organisations: ['edit'],
  isolation: ['edit'],
  settings: ['edit'],
  licence: ['edit'],
} as const;

export type PermissionArea = keyof typeof permissionAreas;
type PermissionOf<A extends PermissionArea> = A extends PermissionArea ? `${A}.${(typeof permissionAreas)[A][number]}` : never;

/** One administrative permission, such as `people.edit`. */
export type Permission = PermissionOf<PermissionArea>;

/** All of them, in display order. */
export const administrativePermissions: readonly Permission[] = Object.entries(permissionAreas).flatMap(([area, operations]) =>
  operations.map((operation) => `${area}.${operation}` as Permission),
);

/** Permissions for the site as a whole: effective in its first organisation only. */
export const sitePermissions: ReadonlySet<Permission> = new Set(['organisations.edit', 'isolation.edit', 'settings.edit', 'licence.edit']);

/** Permissions that can be limited to the departments that their holder heads. */
export const departmentScopePermissions: ReadonlySet<Permission> = new Set([
  'people.see',
  'people.edit',
  'people.secrets',
  'departments.edit',
  'reports.see',
  'tags.edit',
]);

/** Whether a text names an administrative permission. */
export const isPermission = (text: string): text is Permission => (administrativePermissions as readonly string[]).includes(text);
