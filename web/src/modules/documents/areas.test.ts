import { afterEach, expect, test } from 'vitest';
import { keepPlace } from './areas.ts';

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
