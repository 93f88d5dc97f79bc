import { type RoleName, hasRole } from '../../platform/permissions.ts';

/** A page or a group of pages, with its children. */
export interface RouteNode<Title = unknown> {
  path: string;
  /** Without a title it appears in no menu or breadcrumb. */
  title?: Title;
  /** Who may open it; without it, everyone. */
  roles?: readonly RoleName[];
  hidden?: boolean;
  /** Target of its link; `noRedirect` makes it no link. */
  redirect?: string;
  children: RouteNode<Title>[];
}

interface FlatRoute<Title> extends Omit<RouteNode<Title>, 'children'> {
  /** The path of its group, where its own path does not tell. */
  under?: string;
}

/** Nests groups and pages under the group that they name, or else the one with the longest matching path. */
export function buildRouteTree<Title>(groups: readonly FlatRoute<Title>[], pages: readonly FlatRoute<Title>[]): RouteNode<Title>[] {
  const branches = groups.map((group) => ({ ...group, children: [] as RouteNode<Title>[] }));
  const tops: RouteNode<Title>[] = [];
  for (const node of [...branches, ...pages.map((page) => ({ ...page, children: [] }))]) {
    const [longest] = branches
      .filter((branch) => branch !== node && node.path.startsWith(`${branch.path}/`))
      .toSorted((a, b) => b.path.length - a.path.length);
    const parent = branches.find((branch) => branch.path === node.under) ?? longest;
    (parent?.children ?? tops).push(node);
  }
  const empty = new Set(branches.filter((branch) => branch.children.length === 0));
  return withoutGroups(tops, empty);
}

/** Drops empty groups. */
function withoutGroups<Title>(nodes: readonly RouteNode<Title>[], empty: ReadonlySet<RouteNode<Title>>): RouteNode<Title>[] {
  return nodes.filter((node) => !empty.has(node)).map((node) => ({ ...node, children: withoutGroups(node.children, empty) }));
}

/** The routes that these roles may open, at every level. Empty groups are dropped. */
export function allowedRoutes<Title>(nodes: readonly RouteNode<Title>[], roles: readonly RoleName[]): RouteNode<Title>[] {
  return nodes.flatMap((node) => {
    if (node.roles && !hasRole(roles, node.roles)) return [];
    if (node.children.length === 0) return [node];
    const children = allowedRoutes(node.children, roles);
    return children.length === 0 ? [] : [{ ...node, children }];
  });
}

/** The routes from the top to a page: its groups, then itself; empty for an unknown path. */
export function matchedRoutes<Title>(nodes: readonly RouteNode<Title>[], path: string): RouteNode<Title>[] {
  for (const node of nodes) {
    if (node.path === path && node.children.length === 0) return [node];
    const below = matchedRoutes(node.children, path);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

/** An entry of the breadcrumb; without `to` it is no link. */
export interface Breadcrumb<Title> {
  title: Title;
  to?: string;
}

/**
 * The breadcrumb of matched routes: those with a title that are not hidden, after `first` unless they begin with it. The last one, and any
 * marked `noRedirect`, is no link; the others lead to their redirect, or to their path with parameters filled in.
 */
export function breadcrumbsFor<Title>(
  matched: readonly RouteNode<Title>[],
  first: RouteNode<Title>,
  params: Readonly<Record<string, string>> = {},
): Breadcrumb<Title>[] {
  const named = matched.filter((node) => node.title !== undefined && node.hidden !== true);
  const trail = named[0]?.path === first.path ? named : [first, ...named];
  return trail.map((node, at) => {
    const title = node.title as Title;
    if (at === trail.length - 1 || node.redirect === 'noRedirect') return { title };
    return { title, to: node.redirect ?? fillParams(node.path, params) };
  });
}

const fillParams = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\$(\w+)/g, (whole, name: string) => (name in params ? encodeURIComponent(params[name] as string) : whole));
