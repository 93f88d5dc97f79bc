import { describe, expect, it } from 'vitest';
import { fitTo, matrixOf, movedBy, toPixels, toPlan, zoomedAt } from './viewport.ts';

const size = { width: 800, height: 600 };

describe('the viewport of a plan', () => {
  it('fits a box into the window', () => {
    const viewport = fitTo([0, 0, 400, 100], size);
    expect(viewport).toMatchObject({ x: 200, y: 50 });
    expect(viewport.scale).toBeCloseTo(1.88);
    const [px, py] = toPixels(viewport, size, [0, 100]);
    expect([px > 0 && px < 30, py]).toEqual([true, 206]);
  });

  it('keeps the point under the pointer when zooming, and follows a drag', () => {
    const viewport = { x: 10, y: 20, scale: 3 };
    const before = toPlan(viewport, size, [100, 500]);
    const [x, y] = toPlan(zoomedAt(viewport, size, { by: 2.5, at: [100, 500] }), size, [100, 500]);
    expect([x, y].map((value) => value.toFixed(6))).toEqual(before.map((value) => value.toFixed(6)));
    expect(toPixels(movedBy(viewport, [30, -40]), size, before)).toEqual([130, 460]);
    expect(matrixOf(viewport, size)).toEqual([3, 0, 0, -3, 370, 360]);
  });
});
