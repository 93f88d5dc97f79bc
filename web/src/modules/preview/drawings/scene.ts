import type { Drawing, DrawingSpace } from '@dossier/contract/preview/drawing-file';
import { type Box, type DrawingGround, boxAround, itemBoxes, textBox } from '@dossier/contract/preview/drawing-rendering';

/** The model or a sheet, with what is worked out of it once. */
export interface Plan {
  space: DrawingSpace;
  /** Where its items are, four numbers each. */
  boxes: Float64Array;
  /** Grounds in their order, then lines by their styles. */
  grounds: Uint32Array;
  lines: Uint32Array;
}

/** What is to be drawn. */
export interface Scene {
  drawing: Drawing;
  /** The one that is shown, and the model that its windows look into. */
  plan: Plan;
  model: Plan;
  /** By layer. */
  shown: readonly boolean[];
  ground: DrawingGround;
}

/** Works a space out; a million items take half a second. */
export function planOf({ styles }: Drawing, space: DrawingSpace): Plan {
  const all = Array.from({ length: space.items }, (_, n) => n);
  const isLine = (n: number): boolean => ['line', 'endless'].includes(styles[styleAt(space, n)]?.paint ?? 'line');
  const lines = Uint32Array.from(all.filter(isLine)).toSorted((a, b) => styleAt(space, a) - styleAt(space, b) || a - b);
  return { space, boxes: itemBoxes(space), grounds: Uint32Array.from(all.filter((n) => !isLine(n))), lines };
}

export const styleAt = ({ starts }: DrawingSpace, n: number): number => starts[3 * n] as number;

/** The box around what is seen of a plan: its paper, or all that is shown. */
export function extentOf({ drawing: { styles }, plan, shown }: Scene): Box {
  const around = boxAround(plan.space, plan.boxes, { styles, isShown: (layer) => shown[layer] !== false });
  const { paper } = plan.space;
  if (paper !== undefined) return around === undefined ? paper : joined(paper, around);
  return around ?? boxAround(plan.space, plan.boxes, { styles, isShown: () => true }) ?? [0, 0, 1, 1];
}

const joined = (a: Box, b: Box): Box => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];

/** A place where a text stands. */
export interface Hit {
  space: number;
  box: Box;
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
const mostHits = 1000;

/** Where a text stands, in the model and on all sheets; texts of layers that are not shown are left out. */
export function findTexts({ spaces, styles }: Drawing, words: string, shown: readonly boolean[]): Hit[] {
  const wanted = plain(words);
  if (wanted === '') return [];
  return spaces
    .flatMap(({ texts }, space) =>
      texts
        .filter(({ lines, style }) => shown[styles[style]?.layer ?? 0] !== false && plain(lines.join('')).includes(wanted))
        .map((text): Hit => ({ space, box: textBox(text) })),
    )
    .slice(0, mostHits);
}
