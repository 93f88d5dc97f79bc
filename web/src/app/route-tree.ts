import { hasRole, type RoleName } from '../ground/role.ts';

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

type Flat<Title> = Omit<RouteNode<Title>, 'children'>;

/** Puts groups and pages under the nearest group whose path theirs begins with. */
export function growTree<Title>(groups: readonly Flat<Title>[], pages: readonly Flat<Title>[]): RouteNode<Title>[] {
  const branches = groups.map((group) => ({ ...group, children: [] as RouteNode<Title>[] }));
  const tops: RouteNode<Title>[] = [];
  for (const node of [...branches, ...pages.map((page) => ({ ...page, children: [] }))]) {
    const [parent] = branches
      .filter((branch) => branch !== node && node.path.startsWith(`${branch.path}/`))
      .toSorted((a, b) => b.path.length - a.path.length);
    (parent?.children ?? tops).push(node);
  }
  const empty = new Set(branches.filter((branch) => branch.children.length === 0));
  return without(tops, empty);
}

/** Groups with nothing in them lead nowhere. */
function without<Title>(nodes: readonly RouteNode<Title>[], empty: ReadonlySet<RouteNode<Title>>): RouteNode<Title>[] {
  return nodes.filter((node) => !empty.has(node)).map((node) => ({ ...node, children: without(node.children, empty) }));
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
