import { describe, expect, test } from 'vitest';
import { contrast, mix, readable, shades } from './document-theme.ts';

describe('colours', () => {
  test('mix proportionally', () => {
    expect(mix('#ffffff', '#000000', 0.5)).toBe('#808080');
    expect(mix('#1890ff', '#ffffff', 1)).toBe('#1890ff');
  });

  test('have the contrast defined by WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  test.each(['#1890ff', '#ffff00', '#ffffff', '#000000', '#ff69b4', '#00ff7f'])('%s is moved until it is readable', (accent) => {
    expect(contrast(readable(accent, ['#ffffff', '#f1f3f5'], '#000000'), '#f1f3f5')).toBeGreaterThan(4.5);
    expect(contrast(readable(accent, ['#17191d', '#202328'], '#ffffff'), '#202328')).toBeGreaterThan(4.5);
  });

  test('stays unchanged where it is readable already', () => {
    expect(readable('#003a8c', ['#ffffff'], '#000000')).toBe('#003a8c');
  });
});

test('ten shades grow lighter, one is darker', () => {
  const { lighter, darker } = shades('#1890ff');
  expect(lighter).toHaveLength(10);
  const light = [darker, '#1890ff', ...lighter].map((shade) => contrast(shade, '#000000'));
  expect(light).toEqual(light.toSorted((a, b) => a - b));
  expect(new Set(light).size).toBe(12);
  expect(darker).toBe('#1682e6');
});
