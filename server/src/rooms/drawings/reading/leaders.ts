import { type DxfObject, numberOf, saneNumber } from './dxf-objects.ts';
import { close, lineTo, moveTo, newPath, type Path } from './shape.ts';

type Point = [number, number];

/** The lines of a leader that carries its own text: each from its arrow to where they meet. */
export function leaderLines(object: DxfObject): Path {
  const path = newPath();
  let [meeting, line]: [Point | undefined, Point[] | undefined] = [undefined, undefined];
  let isInLeader = false;
  for (const [at, code] of object.codes.entries()) {
    const value = object.values[at];
    if (code === 302) isInLeader = true;
    else if (code === 304 && value === 'LEADER_LINE{') line = [];
    else if (code === 305 && line !== undefined) {
      const [first, ...rest] = line;
      if (first !== undefined) {
        moveTo(path, ...first);
        for (const point of meeting === undefined ? rest : [...rest, meeting]) lineTo(path, ...point);
      }
      line = undefined;
    } else if (code === 10 && isInLeader) {
      const point: Point = [saneNumber(value), saneNumber(object.values[at + 1])];
      if (line === undefined) meeting = point;
      else line.push(point);
    } else if (code === 303) isInLeader = false;
  }
  return path;
}

/** Lines side by side: at each corner the direction in which they lie, and how far each one does. */
export function multiLine(object: DxfObject): Path {
  const path = newPath();
  const corners: { at: Point; across: Point; offsets: number[] }[] = [];
  let isFirst = false;
  for (const [place, code] of object.codes.entries()) {
    const value = saneNumber(object.values[place]);
    const last = corners.at(-1);
    if (code === 11) corners.push({ at: [value, 0], across: [0, 0], offsets: [] });
    else if (last === undefined) continue;
    else if (code === 21) last.at[1] = value;
    else if (code === 13) last.across[0] = value;
    else if (code === 23) last.across[1] = value;
    else if (code === 74) isFirst = value > 0;
    else if (code === 41 && isFirst) {
      last.offsets.push(value);
      isFirst = false;
    }
  }
  const isClosed = (numberOf(object, 71) & 2) !== 0;
  const lines = Math.max(0, ...corners.map(({ offsets }) => offsets.length));
  for (let line = 0; line < lines; line++) {
    for (const [place, { at, across, offsets }] of corners.entries()) {
      const off = offsets[line] ?? 0;
      const point: Point = [at[0] + across[0] * off, at[1] + across[1] * off];
      if (place === 0) moveTo(path, ...point);
      else lineTo(path, ...point);
    }
    if (isClosed) close(path);
  }
  return path;
}
