/** What an office lets a person do beyond their rights on items, by the area of administration. */
export const deedAreas = {
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

export type DeedArea = keyof typeof deedAreas;
type DeedOf<A extends DeedArea> = A extends DeedArea ? `${A}.${(typeof deedAreas)[A][number]}` : never;

/** One thing that an office lets do, such as `people.edit`. */
export type Deed = DeedOf<DeedArea>;

/** All of them, in the order in which they are shown. */
export const deeds: readonly Deed[] = Object.entries(deedAreas).flatMap(([area, ways]) => ways.map((way) => `${area}.${way}` as Deed));

/** Of the site as a whole: they count in its first organisation alone. */
export const siteDeeds: ReadonlySet<Deed> = new Set(['organisations.edit', 'settings.edit', 'licence.edit']);

/** Those that an office can hold for the departments alone that its holder heads. */
export const branchDeeds: ReadonlySet<Deed> = new Set([
  'people.see',
  'people.edit',
  'people.secrets',
  'departments.edit',
  'reports.see',
  'tags.edit',
]);

/** Whether a text names a deed. */
export const isDeed = (text: string): text is Deed => (deeds as readonly string[]).includes(text);
