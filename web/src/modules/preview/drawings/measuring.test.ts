import { describe, expect, it } from 'vitest';
import { angleOf, areaOf, lengthOf, lengthText, snapPointNear } from './measuring.ts';
import type { Scene } from './scene.ts';

describe('measurements', () => {
  it('are lengths, areas and angles', () => {
    expect(
      lengthOf([
        [0, 0],
        [3, 4],
        [3, 10],
      ]),
    ).toBe(11);
    expect(
      areaOf([
        [1e8, 1e8],
        [1e8 + 4, 1e8],
        [1e8 + 4, 1e8 + 3],
      ]),
    ).toEqual({ area: 6, around: 12 });
    expect(
      angleOf([
        [1, 0],
        [0, 0],
        [0, 5],
      ]),
    ).toBeCloseTo(90);
    expect(
      angleOf([
        [1, -1],
        [0, 0],
        [1, 1],
      ]),
    ).toBeCloseTo(90);
    expect(lengthText(1234.5, { unit: 4, tag: 'en' })).toBe('1,234.5\u00a0mm');
    expect(lengthText(2.5, { unit: 6, tag: 'en', power: 2 })).toBe('2.5\u00a0m²');
    expect(lengthText(2.5, { unit: 0, tag: 'en' })).toBe('2.5');
  });
});

describe('snapping of a measurement', () => {
  const scene = {
    drawing: { styles: [{ layer: 0 }] },
    shown: [true],
    plan: {
      boxes: new Float64Array([0, 0, 10, 0, 20, -5, 30, 5]),
      space: {
        items: 2,
        steps: 4,
        starts: new Uint32Array([0, 0, 0, 0, 2, 4]),
        stepsOf: new Uint8Array([0, 1, 0, 2]),
        numbersOf: new Float64Array([0, 0, 10, 0, 30, 0, 25, 0, 5, 0, 0, 5, 0, 2 * Math.PI]),
      },
    },
  } as unknown as Scene;

  it('takes the nearest end, middle or centre', () => {
    expect(snapPointNear(scene, [9.5, 0.2], 1)).toEqual({ kind: 'end', at: [10, 0] });
    expect(snapPointNear(scene, [5.2, 0.1], 1)).toEqual({ kind: 'middle', at: [5, 0] });
    expect(snapPointNear(scene, [25, 0.4], 1)).toEqual({ kind: 'centre', at: [25, 0] });
    expect(snapPointNear(scene, [2.5, 3], 1)).toBeUndefined();
  });
});
