import { type DxfObject, saneNumber } from './dxf-objects.ts';

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
      for (let place = at; place < codes.length; place++) {
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
