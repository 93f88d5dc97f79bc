/** Thrown when a sink is full, to end reading. */
export class SinkFull extends Error {}

/** Collects text up to a limit; once full, `add` throws SinkFull. */
export interface TextSink {
  add: (text: string) => void;
  text: () => string;
  isEmpty: () => boolean;
  /** Whether it holds only white space. */
  isBlank: () => boolean;
}

/** A sink of so many characters. */
export function textSink(limit: number): TextSink {
  const pieces: string[] = [];
  let length = 0;
  return {
    add(text) {
      if (text === '') return;
      // One character beyond the limit is kept, so that the cut is noticed.
      pieces.push(length + text.length > limit ? text.slice(0, limit + 1 - length) : text);
      length += text.length;
      if (length > limit) throw new SinkFull();
    },
    text: () => pieces.join(''),
    isEmpty: () => length === 0,
    isBlank: () => !pieces.some((piece) => piece.trim() !== ''),
  };
}
