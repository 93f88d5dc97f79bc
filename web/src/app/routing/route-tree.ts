import { type RoleName, hasRole } from '../../platform/roles.ts';

/** A page or a group of pages, with what lies below it. */
export interface RouteNode<Title = unknown> {
  path: string;
  /** Without one it stands in no menu and no breadcrumb. */
  title?: Title;
  /** Who may come in; without it, everybody. */
  roles?: readonly RoleName[];
  hidden?: boolean;
  /** Where its link leads instead; `noRedirect` makes it no link. */
  redirect?: string;
  children: RouteNode<Title>[];
}

type FlatRoute<Title> = Omit<RouteNode<Title>, 'children'>;

/** Puts groups and pages under the nearest group whose path theirs begins with. */
export function buildRouteTree<Title>(groups: readonly FlatRoute<Title>[], pages: readonly FlatRoute<Title>[]): RouteNode<Title>[] {
  const branches = groups.map((group) => ({ ...group, children: [] as RouteNode<Title>[] }));
  const tops: RouteNode<Title>[] = [];
  for (const node of [...branches, ...pages.map((page) => ({ ...page, children: [] }))]) {
    const [parent] = branches
      .filter((branch) => branch !== node && node.path.startsWith(`${branch.path}/`))
      .toSorted((a, b) => b.path.length - a.path.length);
    (parent?.children ?? tops).push(node);
  }
  const empty = new Set(branches.filter((branch) => branch.children.length === 0));
  return withoutGroups(tops, empty);
}

/** Groups with nothing in them lead nowhere. */
function withoutGroups<Title>(nodes: readonly RouteNode<Title>[], empty: ReadonlySet<RouteNode<Title>>): RouteNode<Title>[] {
  return nodes.filter((node) => !empty.has(node)).map((node) => ({ ...node, children: withoutGroups(node.children, empty) }));
}

/** The routes that somebody with these roles may enter, all the way down. Groups in which nothing is left fall away. */
export function allowedRoutes<Title>(nodes: readonly RouteNode<Title>[], roles: readonly RoleName[]): RouteNode<Title>[] {
  return nodes.flatMap((node) => {
    if (node.roles && !hasRole(roles, node.roles)) return [];
    if (node.children.length === 0) return [node];
    const children = allowedRoutes(node.children, roles);
    return children.length === 0 ? [] : [{ ...node, children }];
  });
}

/** The way from the top to a page: its groups, then itself; empty where nothing stands at the path. */
export function matchedRoutes<Title>(nodes: readonly RouteNode<Title>[], path: string): RouteNode<Title>[] {
  for (const node of nodes) {
    if (node.path === path && node.children.length === 0) return [node];
    const below = matchedRoutes(node.children, path);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

/** A part of the breadcrumb; without `to` it is no link. */
export interface Breadcrumb<Title> {
  title: Title;
  to?: string;
}

/**
 * The breadcrumb of matched routes: those with a title that are not hidden, after `first` unless they begin with it.
 * The last one, and what is marked `noRedirect`, is no link; the others lead to their redirect, or to their path with the parameters in it.
 */
export function breadcrumbsFor<Title>(
  matched: readonly RouteNode<Title>[],
  first: RouteNode<Title>,
  params: Readonly<Record<string, string>> = {},
): Breadcrumb<Title>[] {
  const named = matched.filter((node) => node.title !== undefined && node.hidden !== true);
  const way = named[0]?.path === first.path ? named : [first, ...named];
  return way.map((node, at) => {
    const title = node.title as Title;
    if (at === way.length - 1 || node.redirect === 'noRedirect') return { title };
    return { title, to: node.redirect ?? fillParams(node.path, params) };
  });
}

const fillParams = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\$(\w+)/g, (whole, name: string) => (name in params ? encodeURIComponent(params[name] as string) : whole));
