import { expect, test } from 'vitest';
import { type RouteNode, allowedRoutes, breadcrumbsFor, buildRouteTree, matchedRoutes } from './route-tree.ts';

const tree = buildRouteTree<string>(
  [
    { path: '/admin', title: 'Administration', roles: ['admin'], redirect: '/admin/index' },
    { path: '/admin/index/people', title: 'People', redirect: 'noRedirect' },
    { path: '/admin/index/data', title: 'Data' },
    { path: '/empty', title: 'Empty' },
  ],
  [
    { path: '/home', title: 'Home' },
    { path: '/admin/index/people/list', title: 'Persons' },
    { path: '/admin/index/people/licence', title: 'Licence', roles: ['site'] },
    { path: '/admin/index/data/keys', title: 'Keys', roles: ['site'] },
    { path: '/administration', title: 'Elsewhere' },
  ],
);
const home: RouteNode<string> = { path: '/home', title: 'Home', children: [] };
const paths = (nodes: readonly RouteNode<string>[]): string[] => nodes.flatMap((node) => [node.path, ...paths(node.children)]);

test('filters routes by role at every level, and drops empty groups', () => {
  expect(paths(allowedRoutes(tree, ['staff']))).toEqual(['/home', '/administration']);
  expect(paths(allowedRoutes(tree, ['admin', 'staff'])).toSorted()).toEqual(
    ['/home', '/administration', '/admin', '/admin/index/people', '/admin/index/people/list'].toSorted(),
  );
  expect(paths(allowedRoutes(tree, ['site', 'admin', 'staff']))).toContain('/admin/index/data/keys');
});

test('matches a page with its ancestors', () => {
  expect(matchedRoutes(tree, '/admin/index/people/list').map(({ path }) => path)).toEqual([
    '/admin',
    '/admin/index/people',
    '/admin/index/people/list',
  ]);
  expect(matchedRoutes(tree, '/administration').map(({ path }) => path)).toEqual(['/administration']);
  expect(matchedRoutes(tree, '/nowhere')).toEqual([]);
});

test('starts the breadcrumb with home, ends it without a link, and follows redirects', () => {
  expect(breadcrumbsFor(matchedRoutes(tree, '/admin/index/people/list'), home)).toEqual([
    { title: 'Home', to: '/home' },
    { title: 'Administration', to: '/admin/index' },
    { title: 'People' },
    { title: 'Persons' },
  ]);
  expect(breadcrumbsFor(matchedRoutes(tree, '/home'), home)).toEqual([{ title: 'Home' }]);
});

test('fills parameters into paths, and leaves out hidden and untitled routes', () => {
  const node = (path: string, more: Partial<RouteNode<string>>): RouteNode<string> => ({ path, children: [], ...more });
  const ancestors = [
    node('/flow', {}),
    node('/flow/$flowId', { title: 'Flow' }),
    node('/x', { title: 'X', hidden: true }),
    node('/y', { title: 'Y' }),
  ];
  expect(breadcrumbsFor(ancestors, home, { flowId: 'a/b' })).toEqual([
    { title: 'Home', to: '/home' },
    { title: 'Flow', to: '/flow/a%2Fb' },
    { title: 'Y' },
  ]);
});
