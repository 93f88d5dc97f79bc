import type { ReactNode } from 'react';

/** A text with what differs in it, from and to by twos. */
export function MarkedText({ text, marks, as: Part }: { text: string; marks: number[] | undefined; as: 'del' | 'ins' }): ReactNode {
  if (!marks) return text;
  const parts: ReactNode[] = [];
  let at = 0;
  for (let pair = 0; pair + 1 < marks.length; pair += 2) {
    const [from = 0, to = 0] = [marks[pair], marks[pair + 1]];
    parts.push(text.slice(at, from), <Part key={from}>{text.slice(from, to)}</Part>);
    at = to;
  }
  parts.push(text.slice(at));
  return parts;
}
