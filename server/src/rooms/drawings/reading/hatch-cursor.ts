import { type DxfObject, saneNumber } from './dxf-objects.ts';

/** Codes that are missing are not looked for through all that follows. */
const farthest = 2000;

/** Reads the pairs of an object one after the other: in a hatch, what a code says depends on what came before. */
export interface Cursor {
  /** Goes on to the next pair of this code and answers its value; at `until`, or the end, it stays where it is and answers nothing. */
  to(code: number, until?: number): number | undefined;
  /** The code that stands next. */
  peek(): number | undefined;
}

export function cursorOf({ codes, values }: DxfObject, start: number): Cursor {
  let at = start;
  return {
    to(code, until) {
      const end = Math.min(codes.length, at + farthest);
      for (let place = at; place < end; place++) {
        if (codes[place] === code) {
          at = place + 1;
          return saneNumber(values[place]);
        }
        if (codes[place] === until) return undefined;
      }
      return undefined;
    },
    peek: () => codes[at],
  };
}
