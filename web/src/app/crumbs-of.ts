import type { RouteNode } from './route-tree.ts';

/** A part of the breadcrumb; without `to` it is no link. */
export interface Crumb<Title> {
  title: Title;
  to?: string;
}

/**
 * The breadcrumb of matched routes: those with a title that are not hidden, after `first` unless they begin with it.
 * The last one, and what is marked `noRedirect`, is no link; the others lead to their redirect, or to their path with the parameters in it.
 */
export function crumbsOf<Title>(
  matched: readonly RouteNode<Title>[],
  first: RouteNode<Title>,
  params: Readonly<Record<string, string>> = {},
): Crumb<Title>[] {
  const named = matched.filter((node) => node.title !== undefined && node.hidden !== true);
  const way = named[0]?.path === first.path ? named : [first, ...named];
  return way.map((node, at) => {
    const title = node.title as Title;
    if (at === way.length - 1 || node.redirect === 'noRedirect') return { title };
    return { title, to: node.redirect ?? fill(node.path, params) };
  });
}

const fill = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\$(\w+)/g, (whole, name: string) => (name in params ? encodeURIComponent(params[name] as string) : whole));
