import { isSharePage } from '@dossier/contract/sharing/share-pages';
import { describe, expect, test } from 'vitest';
import { shareRoutes } from '../share/share-routes.ts';
import { findPage, isKnownPath, pages, redirects } from './all-pages.tsx';
import { publicPaths, redirectPaths, sharePaths, signedInPaths } from '../../../test/route-table.ts';

describe('the route table', () => {
  test.each(publicPaths)('%s is a public page', (path) => expect(findPage(path)?.open).toBe(true));

  test.each(signedInPaths)('%s is a page for signed-in users', (path) => {
    expect(findPage(path)).toBeDefined();
    expect(findPage(path)?.open).not.toBe(true);
  });

  test.each(redirectPaths)('%s redirects to a page', (path) => expect(isKnownPath(path)).toBe(true));

  test.each(sharePaths)('%s is a share page, and the server serves it as one', (path) => {
    expect(shareRoutes.filter((page) => page.path === path)).toHaveLength(1);
    expect(findPage(path)).toBeUndefined();
    expect(isSharePage(path, new URLSearchParams())).toBe(true);
  });

  test('gives visitors no other page but a viewer with the token of a link', () => {
    expect(shareRoutes.map(({ path }) => path).filter((path) => !sharePaths.includes(path))).toEqual(['/docpreview']);
    expect(['', 'token=abc'].map((query) => isSharePage('/docpreview', new URLSearchParams(query)))).toEqual([false, true]);
  });

  test('opens no other page to the public', () => {
    const opened = pages.filter((page) => page.open).map(({ path }) => path);
    expect(opened.filter((path) => !publicPaths.includes(path))).toEqual([]);
  });

  test('names each path once, and every redirect leads to a page', () => {
    const paths = [...pages, ...redirects].map(({ path }) => path);
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
    expect(redirects.filter(({ to }) => !isKnownPath(to))).toEqual([]);
  });
});
