import { level } from '@dossier/contract/core/rights';
import { expect, test } from 'vitest';
import type { View } from '../view-request.ts';
import { isChangeable } from './change-rights.ts';

const view = { ext: 'pdf', rendition: 'pdf', revision: '5', rights: level.modify } as View;

test.each<[string, Partial<View>, boolean]>([
  ['a PDF, for who may modify it', {}, true],
  ['for who may not', { rights: level.download }, false],
  ['shown as images of its pages', { rendition: 'pages' }, false],
  ['made of another document', { ext: 'docx' }, false],
  ['lent for one look', { lent: true }, false],
  ['published', { publication: { state: 'effective', since: '2026-11-01T08:00:00.000Z' } }, false],
  ['an older revision', { revision: undefined }, false],
])('%s', (_, facts, expected) => {
  expect(isChangeable({ ...view, ...facts })).toBe(expected);
});
