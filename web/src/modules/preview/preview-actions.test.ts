import type { Item } from '@dossier/contract/documents/library';
import { expect, test } from 'vitest';
import { sequenceSourceOf } from './preview-actions.tsx';

const item = (id: string, objType: number, ext?: string): Item => ({ id, objType, ...(ext && { ext }) }) as Item;
const siblings = [item('7', 32), item('12', 33, 'png'), item('13', 33, 'pdf'), item('14', 33, 'JPG'), item('15', 33)];

test('a sorted folder is stepped through by the server', () => {
  expect(sequenceSourceOf({ siblings, sortField: 'name' })).toEqual({ sortField: 'name', sortDirection: 'asc' });
  expect(sequenceSourceOf({ sortField: 'size', sortDirection: 'desc' })).toEqual({ sortField: 'size', sortDirection: 'desc' });
});

test('items of several folders are stepped through as shown, folders marked, other documents left out', () =>
  expect(sequenceSourceOf({ siblings })).toEqual({ ids: ['7-33', '12', '14'] }));

test('an image without a list has no neighbours', () => expect(sequenceSourceOf({})).toBeUndefined());
