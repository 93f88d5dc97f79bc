import { expect, test } from 'vitest';
import { splitName } from './item-columns.tsx';

test('the extension is split off only where the name ends with it', () => {
  expect(splitName('Plan.PDF', 'pdf')).toEqual({ stem: 'Plan', ext: '.PDF' });
  expect(splitName('a.tar.gz', 'gz')).toEqual({ stem: 'a.tar', ext: '.gz' });
  expect(splitName('Notes', undefined)).toEqual({ stem: 'Notes', ext: '' });
  expect(splitName('.env', 'env')).toEqual({ stem: '.env', ext: '' });
  expect(splitName('Plan', 'pdf')).toEqual({ stem: 'Plan', ext: '' });
});
