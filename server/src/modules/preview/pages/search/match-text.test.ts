import type { PagePiece } from '@dossier/contract/preview/pages';
import { expect, it } from 'vitest';
import { matchText } from './match-text.ts';

const piece = (text: string, at: Partial<PagePiece> = {}): PagePiece => ({ x: 0, y: 0.1, width: 0.5, height: 0.02, text, ...at });

it('finds a text across pieces, whatever its case and width', () => {
  const pieces = [piece('Quarterly RE\n'), piece('port of 采 购', { y: 0.2 })];
  expect(matchText(pieces, 'report')).toHaveLength(1);
  expect(matchText(pieces, 'report')[0]).toHaveLength(2);
  expect(matchText(pieces, '采购')[0]).toHaveLength(1);
  expect(matchText(pieces, 'ＱUARTERLY')).toHaveLength(1);
  expect([matchText(pieces, 'missing'), matchText(pieces, ' '), matchText([], 'x')]).toEqual([[], [], []]);
});

it('marks the part of a piece that the letters cover', () => {
  const [[box] = []] = matchText([piece('aaaabbbb')], 'bbbb');
  expect(box).toEqual({ x: 0.25, y: 0.1, width: 0.25, height: 0.02 });
  const [[turned] = []] = matchText([piece('aaaabbbb', { turn: 90 })], 'bb');
  expect(turned).toMatchObject({ width: 0.5, turn: 90 });
});

it('counts letters outside the BMP once', () => {
  expect(matchText([piece('𠮷𠮷ab')], 'ab')).toHaveLength(1);
  expect(matchText([piece('𠮷𠮷ab')], '𠮷')).toHaveLength(2);
});
