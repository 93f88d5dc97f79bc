import type { Box } from './use-marquee.ts';

/** How large cards are, in pixels: their height, and their least width. */
export interface CardShape {
  height: number;
  least: number;
}

/** The cards of a layout. */
export const cardShapes = { grid: { height: 192, least: 160 }, gallery: { height: 248, least: 232 } } as const satisfies Record<
  string,
  CardShape
>;

export const gap = 8;
export const side = 12;

/** How the cards are laid out. */
export interface Ground {
  lanes: number;
  width: number;
  total: number;
  shape: CardShape;
}

/** How many cards stand beside each other. */
export function lanesIn(width: number, { least }: CardShape): number {
  return Math.max(1, Math.floor((width - 2 * side + gap) / (least + gap)));
}

/** The cards that a box touches; `weigh` tells the weights of lines that are not cut evenly. */
export function covered(box: Box, ground: Ground, weigh?: (line: number) => readonly number[]): number[] {
  const { lanes, total, shape } = ground;
  const line = (y: number): number => Math.max(0, Math.floor((y - side) / (shape.height + gap)));
  const indexes: number[] = [];
  for (let at = line(box.top); at <= line(box.bottom); at++) {
    const edges = edgesOf(ground, weigh?.(at));
    for (let lane = 0; lane < lanes; lane++) {
      const [left = 0, right = 0] = edges[lane] ?? [];
      const index = at * lanes + lane;
      if (index < total && right + gap > box.left && left <= box.right) indexes.push(index);
    }
  }
  return indexes;
}

/** Where the cards of a line begin and end. */
function edgesOf({ lanes, width }: Ground, weights: readonly number[] = []): [left: number, right: number][] {
  const room = width - 2 * side - (lanes - 1) * gap;
  const all = Array.from({ length: lanes }, (_, lane) => weights[lane] ?? 1);
  const sum = all.reduce((before, weight) => before + weight, 0);
  let left = side;
  return all.map((weight) => {
    const right = left + (room * weight) / sum;
    const edges: [number, number] = [left, right];
    left = right + gap;
    return edges;
  });
}

/** No card of a line is narrower or wider than this, in parts of its height. */
const [narrowest, widest] = [0.7, 2];

/** How wide the cards of a line are by their pictures' shapes, as `useShapes` tells them; what has none is as wide as high. */
export function weightsOf(shapes: string): number[] {
  return shapes.split(' , ').map((shape) => (shape === '' ? 1 : Math.min(widest, Math.max(narrowest, Number(shape)))));
}
