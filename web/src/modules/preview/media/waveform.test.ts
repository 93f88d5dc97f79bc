import { expect, test } from 'vitest';
import { barHeights, barsPath } from './waveform.tsx';

test('a bar is as high as its loudest peak, and never empty', () => {
  expect(barHeights([0, 50, 100, 20, 0, 0], 3)).toEqual([50, 100, 4]);
  expect(barHeights([10, 90], 4)).toEqual([10, 10, 90, 90]);
});

test('bars are placed side by side, around the middle', () => {
  expect(barsPath([100, 50])).toBe('M0 0h2v100h-2zM3 25h2v50h-2z');
});
