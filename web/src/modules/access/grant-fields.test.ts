import { level } from '@dossier/contract/core/rights';
import { expect, test } from 'vitest';
import { givable, nameOfBits } from './grant-fields.tsx';

test('bits have the name of their level, or of their parts', () => {
  expect(nameOfBits(27)).toEqual({ level: 'download' });
  expect(nameOfBits(0)).toEqual({ level: 'none' });
  expect(nameOfBits(1 | 2 | 32)).toEqual({ rights: ['visible', 'read', 'upload'] });
});

test('a grant never exceeds the rights of its giver', () => {
  expect(givable(level.full)).toHaveLength(9);
  expect(givable(level.download | 128)).toEqual(['none', 'title', 'view', 'pdf', 'download']);
});
