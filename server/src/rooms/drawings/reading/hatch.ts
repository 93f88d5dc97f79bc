import { type DxfObject, saneNumber } from './dxf-objects.ts';
import { type Cursor, cursorOf } from './hatch-cursor.ts';
import { hatchLoop } from './hatch-loops.ts';
import { patternLines, type PatternLine } from './hatch-pattern.ts';
import type { Drawn } from './polylines.ts';
import { newPath } from './shape.ts';

const mostLoops = 20_000;

/** A hatch: filled, or by lines as far as they fall into it. */
export function hatchOf(object: DxfObject): Drawn[] {
  const start = object.codes.indexOf(91);
  if (start < 0) return [];
  const cursor = cursorOf(object, start);
  const count = Math.min(mostLoops, cursor.to(91) ?? 0);
  const path = newPath();
  for (let at = 0; at < count; at++) hatchLoop(path, cursor);
  if (path.steps.length === 0) return [];
  const isSolid = saneNumber(object.values[object.codes.indexOf(70)]) !== 0;
  if (isSolid) return [{ path, paint: 'fill' }];
  const lines = patternOf(cursor);
  const drawn = lines.length === 0 ? undefined : patternLines(path, lines);
  // a pattern too fine to be drawn line by line
  return [drawn === undefined ? { path, paint: 'tint' } : { path: drawn, paint: 'line' }];
}

const mostFamilies = 64;
const mostDashes = 32;

function patternOf(cursor: Cursor): PatternLine[] {
  const count = Math.min(mostFamilies, cursor.to(78) ?? 0);
  return Array.from({ length: count }, () => {
    const angle = cursor.to(53) ?? 0;
    const base: [number, number] = [cursor.to(43) ?? 0, cursor.to(44) ?? 0];
    const offset: [number, number] = [cursor.to(45) ?? 0, cursor.to(46) ?? 0];
    const dashes = Array.from({ length: Math.min(mostDashes, cursor.to(79) ?? 0) }, () => cursor.to(49, 53) ?? 0);
    return { angle, base, offset, dashes };
  });
}
