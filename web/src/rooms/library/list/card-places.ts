import type { Box } from './use-marquee.ts';

/** Sizes of the cards, in pixels. */
export const cardHeight = 152;
export const gap = 8;
export const side = 12;
const leastWidth = 148;

/** How the cards are laid out. */
export interface Ground {
  lanes: number;
  width: number;
  total: number;
}

/** How many cards stand beside each other. */
export function lanesIn(width: number): number {
  return Math.max(1, Math.floor((width - 2 * side + gap) / (leastWidth + gap)));
}

/** The cards that a box touches. */
export function covered(box: Box, { lanes, width, total }: Ground): number[] {
  const cell = (width - 2 * side + gap) / lanes;
  const lane = (x: number): number => Math.min(lanes - 1, Math.max(0, Math.floor((x - side) / cell)));
  const line = (y: number): number => Math.max(0, Math.floor((y - side) / (cardHeight + gap)));
  const indexes: number[] = [];
  for (let at = line(box.top); at <= line(box.bottom); at++) {
    for (let across = lane(box.left); across <= lane(box.right); across++) {
      const index = at * lanes + across;
      if (index < total) indexes.push(index);
    }
  }
  return indexes;
}
