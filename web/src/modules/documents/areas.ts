import { moduleType, objType, right } from '@dossier/contract/core/rights';
import { attachments } from '@dossier/contract/documents/attachments';
import { type Ancestor, type Item, library } from '@dossier/contract/documents/library';
import { validity } from '@dossier/contract/documents/validity';
import { withQuery } from '../../platform/call.ts';
import { notice } from '../../platform/notices.ts';
import { type QueryOf, idParam, integerParam, textParam } from '../../platform/page-query.ts';
import { isDeleted, prefetchCall } from '../../platform/prefetch.ts';
import { invalidate } from '../../platform/query.ts';
import { session } from '../../platform/sessions.ts';

/** The path of each area. */
const areaPaths: Record<number, string> = {
  [moduleType.my]: '/doc-my/index',
  [moduleType.enterprise]: '/knowledge/index',
  [moduleType.system]: '/system/tabledata',
};

/** The text keys of the areas. */
export const areaTitles = {
  [moduleType.my]: 'areaMy',
  [moduleType.enterprise]: 'areaEnterprise',
  [moduleType.system]: 'areaSystem',
} as const;
export type AreaType = keyof typeof areaTitles;

const searchPaths: Record<number, string> = {
  [moduleType.my]: '/doc-my/search',
  [moduleType.enterprise]: '/knowledge/search',
  [moduleType.system]: '/system/search',
};

/** The list of documents that expire or are to be reviewed. */
export const duePath = '/document/due';

/** The pages of folder templates. */
export const templatesPath = '/admin/index/dataManger/dirtemplate';
export const templatePath = '/admin/index/dataManger/dirtemplate/Subtemplate';

/** The query string of area pages. `t` only defeats caches, `name` makes addresses readable. */
export const AreaQuery = {
  id: idParam,
  name: textParam,
  objId: idParam,
  select: idParam,
  t: textParam,
  keyword: textParam,
  pageNo: integerParam(1),
};
export type AreaQuery = QueryOf<typeof AreaQuery>;

/** Whether the query string holds an invalid id: a truncated or mistyped link. */
export const isWrongAddress = (search: string): boolean =>
  ['id', 'objId', 'select'].some((name) => /\D/.test(new URLSearchParams(search).get(name) ?? ''));

/** The address of an area, or of a folder in it; `select` highlights one of its items. */
export function placePath(module: number, id?: string, more: { select?: string; keyword?: string } = {}): string {
  return withQuery(areaPaths[module] ?? '/knowledge/index', { id, ...more });
}

/** The address of a folder for a window of its own, with the form of links from outside: the random `t` is new each time. */
export function folderWindowPath(folder: Pick<Item, 'id' | 'name' | 'moduleType'>): string {
  const t = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36);
  return withQuery(placePath(folder.moduleType), { id: folder.id, name: folder.name, t });
}

/** The address of the search page of an area. */
export function searchPath(module: number, query: Record<string, string | number | undefined>): string {
  return withQuery(searchPaths[module] ?? '/knowledge/search', query);
}

export const isFolder = (item: { objType: number }): boolean => item.objType !== objType.document;

/** Whether the bits include a right; view-as sessions are read-only. */
export const can = (rights: number | undefined, name: keyof typeof right): boolean =>
  ((rights ?? 0) & right[name]) !== 0 && (name === 'visible' || name === 'read' || !session.viewsAs());

/** Whether the user may change what a document contains; published documents are changed by flows alone. */
export const mayRevise = (item: Item): boolean => can(item.rights, 'modify') && item.publication === undefined;

/** Whether the user may rename, move or delete an item; in a publishing cabinet who manages it may. */
export const mayOrganise = (item: Item, isFedByFlows = false): boolean =>
  can(item.rights, isFedByFlows || item.publishing === true || item.publication !== undefined ? 'manage' : 'modify');

/** The address of an item: its folder with the item selected, or the folder itself. */
export function itemPath(item: Pick<Item, 'id' | 'objType' | 'moduleType' | 'parentId'>): string {
  if (isFolder(item)) return placePath(item.moduleType, item.id);
  return placePath(item.moduleType, item.parentId, { select: item.id });
}

/** The details call for a type of item. */
export function detailRoute(type: number) {
  return type === objType.cabinet ? library.cabinetDetail : type === objType.folder ? library.folderDetail : library.documentDetail;
}

/** Prefetches the data of a folder's page, so that it opens at once. */
export function prefetchPlace(item: { id: string; objType: number }, firstPage: (id: string) => void): void {
  if (!isFolder(item) || isDeleted(item.id)) return;
  prefetchCall(library.ancestors, { id: item.id });
  prefetchCall(detailRoute(item.objType), { id: item.id });
  firstPage(item.id);
}

/** Routes whose answers change when items are created, deleted or changed. */
const listRoutes = [
  library.items,
  library.cabinets,
  library.tree,
  library.ancestors,
  library.documentDetail,
  library.folderDetail,
  library.cabinetDetail,
  library.bin,
  validity.due,
  attachments.list,
];

/** Something was changed: refetches all mounted lists, with search, home and favourites. */
export async function refreshLists(): Promise<void> {
  notice.noteChange();
  const paths = new Set<unknown>([
    ...listRoutes.map((route) => route.path),
    '/dms/search',
    '/favorite/pageList',
    '/dms/log',
    '/activity/list',
  ]);
  await invalidate({ predicate: ({ queryKey: [path] }) => paths.has(path) || String(path).startsWith('/home/') });
}

/** Stores the path of the open folder under the keys that pages outside the client read. */
export function keepPlace(ancestors: readonly Ancestor[]): void {
  const last = ancestors.at(-1);
  // A view-as session leaves the user's own place unchanged.
  if (last === undefined || session.viewsAs()) return;
  localStorage.setItem('hprtId', last.id);
  localStorage.setItem('hprtName', last.name);
  localStorage.setItem('HprtDmsIds', ancestors.map((ancestor) => ancestor.id).join(','));
  localStorage.setItem('HprtDmsNames', ancestors.map((ancestor) => ancestor.name).join('/'));
}
