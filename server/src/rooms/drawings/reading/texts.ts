import type { DrawingText } from '@dossier/contract/drawing-file';
import { type DxfObject, numberOf, pointOf, saneNumber, wordOf } from './dxf-objects.ts';
import { type Decode, plainLine, plainLines } from './dxf-text.ts';
import { type Matrix, moved, radians, scaled, times, turned } from './matrix.ts';

interface Placed {
  text: Omit<DrawingText, 'style' | 'at'>;
  at: Matrix;
}

const longest = 20_000;
/** From line to line, in heights of letters. */
const leading = 5 / 3;

/** What comes after this mark belongs to a thing within the thing. */
export function withoutEmbedded(object: DxfObject): DxfObject {
  const end = object.codes.indexOf(101);
  return end < 0 ? object : { ...object, codes: object.codes.slice(0, end), values: object.values.slice(0, end) };
}

/** A text of one line, or an attribute: those keep their place up and down under another code. */
export function textOf(whole: DxfObject, decode: Decode): Placed | undefined {
  const object = withoutEmbedded(whole);
  const line = plainLine(decode(rawOf(object, 1))).slice(0, longest);
  const height = numberOf(object, 40);
  if (line.trim() === '' || !(height > 0)) return undefined;
  const across = numberOf(object, 72);
  const down = numberOf(object, object.type === 'TEXT' ? 73 : 74);
  const [first, second] = [pointOf(object, 10), pointOf(object, 11)];
  const isFitted = across === 3 || across === 5;
  const isAtSecond = !isFitted && (across !== 0 || down !== 0) && object.codes.includes(11);
  const [x, y] = isAtSecond ? second : first;
  const span = Math.hypot(second[0] - first[0], second[1] - first[1]);
  const angle = isFitted && span > 0 ? Math.atan2(second[1] - first[1], second[0] - first[0]) : radians(numberOf(object, 50));
  const flags = numberOf(object, 71);
  const wide = (numberOf(object, 41, 1) || 1) * ((flags & 2) !== 0 ? -1 : 1);
  const slant: Matrix = [1, 0, Math.tan(radians(numberOf(object, 51))) || 0, 1, 0, 0];
  const size = scaled(height * (isFitted ? 1 : wide), height * ((flags & 4) !== 0 ? -1 : 1));
  return {
    at: times(times(times(moved(x, y), turned(angle)), size), slant),
    text: {
      lines: [line],
      across: isFitted && span > 0 ? 'fit' : across === 1 || across === 4 ? 'middle' : across === 2 ? 'right' : 'left',
      down: across === 4 ? 'middle' : ((['base', 'bottom', 'middle', 'top'] as const)[down] ?? 'base'),
      ...(isFitted && span > 0 && { width: span / height }),
      leading,
    },
  };
}

const rawOf = (object: DxfObject, code: number): string | number => object.values[object.codes.indexOf(code)] ?? '';

/** A text of several lines: it comes in pieces, the last one under its own code. */
export function longTextOf(whole: DxfObject, decode: Decode): Placed | undefined {
  const object = withoutEmbedded(whole);
  const pieces = object.values.filter((_, at) => object.codes[at] === 3).map(String);
  const lines = plainLines(decode([...pieces, rawOf(object, 1)].join('').slice(0, longest)));
  const height = numberOf(object, 40);
  if (lines.every((line) => line.trim() === '') || !(height > 0)) return undefined;
  const along = pointOf(object, 11);
  const angle = along[0] === 0 && along[1] === 0 ? radians(numberOf(object, 50)) : Math.atan2(along[1], along[0]);
  const corner = Math.min(9, Math.max(1, numberOf(object, 71, 1))) - 1;
  const width = numberOf(object, 41) / height;
  return {
    at: times(times(moved(...pointOf(object, 10)), turned(angle)), scaled(height, height)),
    text: {
      lines,
      across: (['left', 'middle', 'right'] as const)[corner % 3] ?? 'left',
      down: (['top', 'middle', 'bottom'] as const)[Math.floor(corner / 3)] ?? 'top',
      ...(width > 0 && { width }),
      leading: leading * (numberOf(object, 44, 1) || 1),
    },
  };
}

/** The text of a leader that carries its own, and the lines that lead from it. */
export function leaderText(object: DxfObject, decode: Decode): Placed | undefined {
  const raw = String(rawOf(object, 304)).slice(0, longest);
  // its place and height stand behind it, its first height before it
  const start = object.codes.indexOf(304);
  if (start < 0 || raw === 'LEADER_LINE{') return undefined;
  const lines = plainLines(decode(raw));
  const after = object.codes.indexOf(12, start);
  const height = numberOf(object, 41) * 1;
  if (after < 0 || !(height > 0) || lines.every((line) => line.trim() === '')) return undefined;
  const at: [number, number] = [saneNumber(object.values[after]), saneNumber(object.values[after + 1])];
  return { at: times(moved(...at), scaled(height, height)), text: { lines, across: 'left', down: 'top', leading } };
}

/** What a thing says, for who searches. */
export const wordsOf = (object: DxfObject, decode: Decode): string =>
  object.type === 'MTEXT' ? (longTextOf(object, decode)?.text.lines.join('\n') ?? '') : plainLine(decode(wordOf(object, 1)));
