import { step } from '@dossier/contract/drawing-file';
import { type Matrix, same } from './matrix.ts';
import type { Path } from './shape.ts';

/** A path of one plane in another. */
export function within(plane: Matrix, path: Path): Path {
  if (plane === same) return path;
  const [a, b, c, d, e, f] = plane;
  const { steps, numbers } = path;
  const found: number[] = [];
  const put = (at: number, isPlace: boolean): void => {
    const [x, y] = [numbers[at] as number, numbers[at + 1] as number];
    found.push(a * x + c * y + (isPlace ? e : 0), b * x + d * y + (isPlace ? f : 0));
  };
  let at = 0;
  for (const kind of steps) {
    if (kind === step.close) continue;
    put(at, true);
    if (kind === step.arc) {
      put(at + 2, false);
      put(at + 4, false);
      found.push(numbers[at + 6] as number, numbers[at + 7] as number);
    }
    at += kind === step.arc ? 8 : 2;
  }
  return { steps, numbers: found };
}
