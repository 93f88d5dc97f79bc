import { isOfflineOffered } from '../../modules/preview/kept-offline.ts';
import { type RoleName, hasRole } from '../../platform/permissions.ts';

/** The articles of help by group, in their order; texts in `help.json`. */
export const helpGroups = {
  documents: ['places', 'upload', 'view', 'edit', 'versions', 'find', 'offline', 'bin'],
  sharing: ['share', 'access'],
  together: ['flows', 'meetings', 'comments'],
  own: ['account', 'keys'],
  administration: ['people', 'settings'],
} as const;

export type HelpGroup = keyof typeof helpGroups;
export type HelpArticle = (typeof helpGroups)[HelpGroup][number];

/** The group that a page belongs to, by the beginning of its path. */
const groupOfPaths: readonly (readonly [string, HelpGroup])[] = [
  ['/flow', 'together'],
  ['/meeting', 'together'],
  ['/vote', 'together'],
  ['/rights', 'sharing'],
  ['/share', 'sharing'],
  ['/user-', 'own'],
  ['/home-setting', 'own'],
  ['/admin', 'administration'],
  ['/site-admin', 'administration'],
];

/** The group of articles about a page; about documents, where no other is. */
export const helpGroupOf = (path: string): HelpGroup => groupOfPaths.find(([start]) => path.startsWith(start))?.[1] ?? 'documents';

/** The groups that somebody reads, with that of the page they come from first. */
export function groupsFor(roles: readonly RoleName[], first: HelpGroup | undefined): HelpGroup[] {
  const groups = (Object.keys(helpGroups) as HelpGroup[]).filter((group) => group !== 'administration' || hasRole(roles, ['admin']));
  return groups.toSorted((one, other) => Number(other === first) - Number(one === first));
}

/** The articles of a group about what this site and browser offer. */
export const articlesOf = (group: HelpGroup): HelpArticle[] =>
  (helpGroups[group] as readonly HelpArticle[]).filter((id) => id !== 'offline' || isOfflineOffered());

/** A text for comparing: no case, no accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a text has all words of a search. */
export const hasWords = (text: string, typed: string): boolean =>
  plain(typed)
    .split(/\s+/)
    .every((word) => plain(text).includes(word));
