import { type DrawingSpace, step } from '@dossier/contract/drawing-file';
import { type Scene, styleAt } from './scene.ts';
import type { Point } from './sight.ts';

/** A place that a measure takes hold of. */
export interface Hold {
  at: Point;
  kind: 'end' | 'middle' | 'centre';
}

const mostItems = 400;
const mostSteps = 20_000;

/** The end, middle or centre that is nearest to a place, within `reach`; ends go before the others where both are near. */
export function holdNear({ plan, shown, drawing }: Scene, [x, y]: Point, reach: number): Hold | undefined {
  const { space, boxes } = plan;
  let best: (Hold & { far: number }) | undefined;
  const see = (kind: Hold['kind'], ...[px, py]: [number, number]): void => {
    const far = Math.hypot(px - x, py - y) * (kind === 'end' ? 0.7 : 1);
    if (far <= reach && (best === undefined || far < best.far)) best = { kind, at: [px, py], far };
  };
  let [items, steps] = [0, 0];
  for (let n = 0; n < space.items && items < mostItems && steps < mostSteps; n++) {
    const at = 4 * n;
    if ((boxes[at] as number) > x + reach || (boxes[at + 2] as number) < x - reach) continue;
    if ((boxes[at + 1] as number) > y + reach || (boxes[at + 3] as number) < y - reach) continue;
    if (shown[drawing.styles[styleAt(space, n)]?.layer ?? 0] === false) continue;
    items++;
    steps += places(space, n, see);
  }
  return best && { at: best.at, kind: best.kind };
}

function places(
  { starts, stepsOf, numbersOf, items, steps }: DrawingSpace,
  n: number,
  see: (kind: Hold['kind'], x: number, y: number) => void,
): number {
  const first = starts[3 * n + 1] as number;
  const end = n + 1 < items ? (starts[3 * n + 4] as number) : steps;
  let at = starts[3 * n + 2] as number;
  let [lastX, lastY, startX, startY] = [0, 0, 0, 0];
  const lineTo = (x: number, y: number): void => {
    see('middle', (lastX + x) / 2, (lastY + y) / 2);
    [lastX, lastY] = [x, y];
  };
  for (let place = first; place < end; place++) {
    const kind = stepsOf[place];
    if (kind === step.close) {
      if (lastX !== startX || lastY !== startY) lineTo(startX, startY);
      continue;
    }
    const [x, y] = [numbersOf[at] as number, numbersOf[at + 1] as number];
    if (kind === step.arc) {
      const [ux, uy, vx, vy, from, to] = numbersOf.subarray(at + 2, at + 8) as unknown as [number, number, number, number, number, number];
      const on = (turn: number): [number, number] => [
        x + ux * Math.cos(turn) + vx * Math.sin(turn),
        y + uy * Math.cos(turn) + vy * Math.sin(turn),
      ];
      see('centre', x, y);
      see('end', ...on(from));
      see('end', ...on(to));
      see('middle', ...on((from + to) / 2));
      [lastX, lastY] = on(to);
      at += 8;
      continue;
    }
    see('end', x, y);
    if (kind === step.line) lineTo(x, y);
    else [lastX, lastY, startX, startY] = [x, y, x, y];
    at += 2;
  }
  return end - first;
}
