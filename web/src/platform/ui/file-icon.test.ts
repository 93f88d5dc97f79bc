import { extensions } from '@dossier/contract/core/file-types';
import { objType } from '@dossier/contract/core/rights';
import { describe, expect, it } from 'vitest';
import { fileFamily } from './file-icon.tsx';

describe('the family of a file', () => {
  it('covers every extension with a viewer', () => {
    const all = Object.values(extensions).flatMap((some) => [...some]);
    expect(all.filter((ext) => fileFamily(objType.document, ext) === 'other')).toEqual([]);
  });
});
