import { createRequire } from 'node:module';
import { operands, quadratic } from './path-ops.ts';

const require = createRequire(import.meta.url);

/** What is used of fontkit, which has no types. */
interface FontFile {
  unitsPerEm: number;
  numGlyphs: number;
  glyphForCodePoint(code: number): Glyph;
  getGlyph(id: number): Glyph;
}

interface Glyph {
  id: number;
  advanceWidth: number;
  path: { commands: readonly { command: string; args: readonly number[] }[] };
}

/** The shape of a glyph in a size of 1, and its width. */
export interface Shape {
  ops: string;
  width: number;
}

/** A font that comes with a document; its glyphs are drawn as shapes, as such fonts often lack what readers of PDF need. */
export interface OwnFont {
  /** The glyph of a character; undefined where the font has none. */
  glyphOf(letter: string): number | undefined;
  shape(id: number): Shape | undefined;
}

/** Opens a font file; undefined where it is none that can be read. */
export function openFont(bytes: Buffer): OwnFont | undefined {
  const { create } = require('fontkit') as { create: (bytes: Buffer) => FontFile & { fonts?: FontFile[] } };
  try {
    const file = create(bytes);
    const font: FontFile = file.fonts?.[0] ?? file;
    const scale = 1 / font.unitsPerEm;
    if (!Number.isFinite(scale) || scale <= 0) return undefined;
    return {
      glyphOf(letter) {
        try {
          const { id } = font.glyphForCodePoint(letter.codePointAt(0) ?? 0);
          return id === 0 ? undefined : id;
        } catch {
          return undefined;
        }
      },
      shape(id) {
        if (!Number.isInteger(id) || id < 0 || id >= font.numGlyphs) return undefined;
        try {
          const glyph = font.getGlyph(id);
          return { ops: shapeOps(glyph, scale), width: glyph.advanceWidth * scale };
        } catch {
          return undefined;
        }
      },
    };
  } catch {
    // a broken font costs its letters' looks only
    return undefined;
  }
}

function shapeOps({ path }: Glyph, scale: number): string {
  const ops: string[] = [];
  let last: readonly [number, number] = [0, 0];
  for (const { command, args } of path.commands) {
    const v = args.map((value) => value * scale);
    const end = [v.at(-2) ?? 0, v.at(-1) ?? 0] as const;
    if (command === 'moveTo') ops.push(`${operands(...end)} m`);
    else if (command === 'lineTo') ops.push(`${operands(...end)} l`);
    else if (command === 'bezierCurveTo') ops.push(`${operands(...v)} c`);
    else if (command === 'quadraticCurveTo') ops.push(quadratic(last, [v[0] ?? 0, v[1] ?? 0], end));
    else ops.push('h');
    if (command !== 'closePath') last = end;
  }
  return ops.join('\n');
}
