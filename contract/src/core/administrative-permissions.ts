/** What an office lets a person do beyond their rights on items, by the area of administration. */
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
  settings: ['edit'],
  licence: ['edit'],
} as const;

export type PermissionArea = keyof typeof permissionAreas;
type PermissionOf<A extends PermissionArea> = A extends PermissionArea ? `${A}.${(typeof permissionAreas)[A][number]}` : never;

/** One thing that an office lets do, such as `people.edit`. */
export type Permission = PermissionOf<PermissionArea>;

/** All of them, in the order in which they are shown. */
export const administrativePermissions: readonly Permission[] = Object.entries(permissionAreas).flatMap(([area, ways]) =>
  ways.map((way) => `${area}.${way}` as Permission),
);

/** Of the site as a whole: they count in its first organisation alone. */
export const sitePermissions: ReadonlySet<Permission> = new Set(['organisations.edit', 'settings.edit', 'licence.edit']);

/** Those that an office can hold for the departments alone that its holder heads. */
export const departmentScopePermissions: ReadonlySet<Permission> = new Set([
  'people.see',
  'people.edit',
  'people.secrets',
  'departments.edit',
  'reports.see',
  'tags.edit',
]);

/** Whether a text names a deed. */
export const isPermission = (text: string): text is Permission => (administrativePermissions as readonly string[]).includes(text);
