import { describe, expect, test, vi } from 'vitest';
import { findPage, leadsSomewhere, pages, redirects } from './rooms.ts';
import { closed, open, openLater, ways } from './route-table.ts';

// Pages that ask ahead bring what remembers things in a browser; the table needs none of it.
vi.hoisted(() => {
  const addEventListener = () => undefined;
  const empty = { getItem: () => null, cookie: '', addEventListener };
  Object.assign(globalThis, { localStorage: empty, document: empty, addEventListener });
});

describe('the table of routes', () => {
  test.each(open)('%s stands, and needs nobody signed in', (path) => expect(findPage(path)?.open).toBe(true));

  test.each(closed)('%s stands, for signed-in people', (path) => {
    expect(findPage(path)).toBeDefined();
    expect(findPage(path)?.open).not.toBe(true);
  });

  test.each(ways)('%s leads somewhere', (path) => expect(leadsSomewhere(path)).toBe(true));

  test('opens no other page to the public', () => {
    const opened = pages.filter((page) => page.open).map(({ path }) => path);
    expect(opened.filter((path) => !open.includes(path) && !openLater.includes(path))).toEqual([]);
  });

  test('names each path once, and every way leads to a page', () => {
    const paths = [...pages, ...redirects].map(({ path }) => path);
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
    expect(redirects.filter(({ to }) => !leadsSomewhere(to))).toEqual([]);
  });
});
