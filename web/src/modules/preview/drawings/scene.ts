import type { Drawing, DrawingSpace } from '@dossier/contract/preview/drawing-file';
import { type Box, type DrawingGround, boxAround, itemBoxes, textBox } from '@dossier/contract/preview/drawing-rendering';

/** The model or a layout, with derived data. */
export interface Plan {
  space: DrawingSpace;
  /** Bounding boxes of the items, four numbers each. */
  boxes: Float64Array;
  /** Fills in their order, then lines by style. */
  grounds: Uint32Array;
  lines: Uint32Array;
}

/** What is to be drawn. */
export interface Scene {
  drawing: Drawing;
  /** The visible space, and the model that its viewports show. */
  plan: Plan;
  model: Plan;
  /** Visibility by layer. */
  shown: readonly boolean[];
  ground: DrawingGround;
}

/** Derives the data of a space; half a second for a million items. */
export function planOf({ styles }: Drawing, space: DrawingSpace): Plan {
  const all = Array.from({ length: space.items }, (_, n) => n);
  const isLine = (n: number): boolean => ['line', 'endless'].includes(styles[styleAt(space, n)]?.paint ?? 'line');
  const lines = Uint32Array.from(all.filter(isLine)).toSorted((a, b) => styleAt(space, a) - styleAt(space, b) || a - b);
  return { space, boxes: itemBoxes(space), grounds: Uint32Array.from(all.filter((n) => !isLine(n))), lines };
}

export const styleAt = ({ starts }: DrawingSpace, n: number): number => starts[3 * n] as number;

/** The extent of a plan: its paper, or all visible items. */
export function extentOf({ drawing: { styles }, plan, shown }: Scene): Box {
  const around = boxAround(plan.space, plan.boxes, { styles, isShown: (layer) => shown[layer] !== false });
  const { paper: page } = plan.space;
  if (page !== undefined) return around === undefined ? page : joined(page, around);
  return around ?? boxAround(plan.space, plan.boxes, { styles, isShown: () => true }) ?? [0, 0, 1, 1];
}

/** The extent of a plan with all its layers, which does not change while layers are shown and hidden: points are told in parts of it. */
export function wholeOf({ styles }: Drawing, { space, boxes }: Plan): Box {
  const around = boxAround(space, boxes, { styles, isShown: () => true });
  if (space.paper === undefined) return around ?? [0, 0, 1, 1];
  return around === undefined ? space.paper : joined(space.paper, around);
}

const joined = (a: Box, b: Box): Box => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];

/** A hit of the text search. */
export interface Hit {
  space: number;
  box: Box;
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
const mostHits = 1000;

/** Finds texts in the model and all layouts; texts on hidden layers are left out. */
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
