import { afterEach, expect, test } from 'vitest';
import { folderWindowPath, keepPlace } from './areas.ts';

afterEach(() => localStorage.clear());

test('the open folder is kept with the way to it, under the names that other pages read', () => {
  keepPlace([
    { id: '5', name: 'Contracts', objType: 31, moduleType: 3 },
    { id: '8', name: 'Leases', objType: 32, moduleType: 3 },
  ]);
  const kept = ['hprtId', 'hprtName', 'HprtDmsIds', 'HprtDmsNames'].map((key) => localStorage.getItem(key));
  expect(kept).toEqual(['8', 'Leases', '5,8', 'Contracts/Leases']);
});

test('nothing is kept of an area without an open folder', () => {
  keepPlace([]);
  expect(localStorage.length).toBe(0);
});

test('a folder in a window of its own is named by its area, id and name, with a `t` that no other link has', () => {
  const links = Array.from({ length: 20 }, () => new URL(folderWindowPath({ id: '8', name: 'Ü & leases', moduleType: 2 }), 'http://x'));
  expect(links[0]?.pathname).toBe('/doc-my/index');
  expect([...(links[0]?.searchParams.keys() ?? [])]).toEqual(['id', 'name', 't']);
  expect([links[0]?.searchParams.get('id'), links[0]?.searchParams.get('name')]).toEqual(['8', 'Ü & leases']);
  expect(new Set(links.map(({ searchParams }) => searchParams.get('t'))).size).toBe(20);
});
