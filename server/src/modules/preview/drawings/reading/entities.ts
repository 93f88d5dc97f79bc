import type { DrawingText } from '@dossier/contract/preview/drawing-file';
import { type DxfObject, boundedNumber, numberOf, pointOf, pointsOf, stringOf } from '@dossier/formats/dxf/dxf-objects';
import { type Decode, plainLine, plainLines } from '@dossier/formats/dxf/dxf-text';
import { type Matrix, identity, multiply, planeOf, radians, rotation, scaling, translation } from '@dossier/formats/dxf/transforms';
import { hatchOf } from './hatches.ts';
import { type PaintedPath, heavyPolyline, lightPolyline } from './polylines.ts';
import {
  type EntityStyle,
  type Path,
  type Shape,
  arcOf,
  circleOf,
  close,
  ellipseOf,
  entityStyleOf,
  lineOf,
  lineTo,
  moveTo,
  newPath,
  splineOf,
  transformPath,
} from './shapes.ts';

type Point = [number, number];

/** The lines of a multileader: each from its arrow to the landing. */
function leaderLines(object: DxfObject): Path {
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
      const point: Point = [boundedNumber(value), boundedNumber(object.values[at + 1])];
      if (line === undefined) meeting = point;
      else line.push(point);
    } else if (code === 303) isInLeader = false;
  }
  return path;
}

/** A multiline: parallel lines, with a direction at each vertex and an offset of each line. */
function multiLine(object: DxfObject): Path {
  const path = newPath();
  const corners: { at: Point; across: Point; offsets: number[] }[] = [];
  let isFirst = false;
  for (const [place, code] of object.codes.entries()) {
    const value = boundedNumber(object.values[place]);
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

interface PlacedText {
  text: Omit<DrawingText, 'style' | 'at'>;
  at: Matrix;
}

const maxLength = 20_000;
/** Line spacing in text heights. */
const leading = 5 / 3;

/** Codes after 101 belong to an embedded object. */
function withoutEmbedded(object: DxfObject): DxfObject {
  const end = object.codes.indexOf(101);
  return end < 0 ? object : { ...object, codes: object.codes.slice(0, end), values: object.values.slice(0, end) };
}

/** A single-line text, or an attribute; an attribute has its vertical alignment under another code. */
function textOf(whole: DxfObject, decode: Decode): PlacedText | undefined {
  const object = withoutEmbedded(whole);
  const line = plainLine(decode(rawOf(object, 1))).slice(0, maxLength);
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
  const size = scaling(height * (isFitted ? 1 : wide), height * ((flags & 4) !== 0 ? -1 : 1));
  return {
    at: multiply(multiply(multiply(translation(x, y), rotation(angle)), size), slant),
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

/** A multi-line text: its pieces precede the last one, which has a code of its own. */
function longTextOf(whole: DxfObject, decode: Decode): PlacedText | undefined {
  const object = withoutEmbedded(whole);
  const pieces = object.values.filter((_, at) => object.codes[at] === 3).map(String);
  const lines = plainLines(decode([...pieces, rawOf(object, 1)].join('').slice(0, maxLength)));
  const height = numberOf(object, 40);
  if (lines.every((line) => line.trim() === '') || !(height > 0)) return undefined;
  const along = pointOf(object, 11);
  const angle = along[0] === 0 && along[1] === 0 ? radians(numberOf(object, 50)) : Math.atan2(along[1], along[0]);
  const corner = Math.min(9, Math.max(1, numberOf(object, 71, 1))) - 1;
  const width = numberOf(object, 41) / height;
  return {
    at: multiply(multiply(translation(...pointOf(object, 10)), rotation(angle)), scaling(height, height)),
    text: {
      lines,
      across: (['left', 'middle', 'right'] as const)[corner % 3] ?? 'left',
      down: (['top', 'middle', 'bottom'] as const)[Math.floor(corner / 3)] ?? 'top',
      ...(width > 0 && { width }),
      leading: leading * (numberOf(object, 44, 1) || 1),
    },
  };
}

/** The text of a multileader. */
function leaderText(object: DxfObject, decode: Decode): PlacedText | undefined {
  const raw = String(rawOf(object, 304)).slice(0, maxLength);
  // its position and height follow after it, its first height precedes it
  const start = object.codes.indexOf(304);
  if (start < 0 || raw === 'LEADER_LINE{') return undefined;
  const lines = plainLines(decode(raw));
  const after = object.codes.indexOf(12, start);
  const height = numberOf(object, 41) * 1;
  if (after < 0 || !(height > 0) || lines.every((line) => line.trim() === '')) return undefined;
  const at: [number, number] = [boundedNumber(object.values[after]), boundedNumber(object.values[after + 1])];
  return { at: multiply(translation(...at), scaling(height, height)), text: { lines, across: 'left', down: 'top', leading } };
}

/** The text of an object, for the search. */
export const wordsOf = (object: DxfObject, decode: Decode): string =>
  object.type === 'MTEXT' ? (longTextOf(object, decode)?.text.lines.join('\n') ?? '') : plainLine(decode(stringOf(object, 1)));

/** An object with its subordinate objects. */
interface Entity {
  object: DxfObject;
  vertices: DxfObject[];
}

type ShapeMaker = (entity: Entity, ink: EntityStyle, decode: Decode) => Shape[];

const lined = (path: Path): PaintedPath[] => [{ path, paint: 'line' }];

/** A shape maker for paths in an object coordinate system. */
const flat =
  (draw: (entity: Entity) => PaintedPath[]): ShapeMaker =>
  (entity, ink) => {
    const plane = planeOf(entity.object, entity.object.codes.includes(38) ? undefined : numberOf(entity.object, 30));
    return draw(entity).map(({ path, paint }): Shape => ({ kind: 'path', ink, path: transformPath(plane, path), paint }));
  };

/** A shape maker for paths in world coordinates. */
const plain =
  (draw: (object: DxfObject) => PaintedPath[]): ShapeMaker =>
  ({ object }, ink) =>
    draw(object).map(({ path, paint }): Shape => ({ kind: 'path', ink, path, paint }));

const written =
  (read: typeof textOf, hasPlane: boolean): ShapeMaker =>
  ({ object }, ink, decode) => {
    const found = read(object, decode);
    if (found === undefined) return [];
    return [{ kind: 'text', ink, text: found.text, at: hasPlane ? multiply(planeOf(object, numberOf(object, 30)), found.at) : found.at }];
  };

const shapeMakers: Record<string, ShapeMaker> = {
  LINE: plain((object) => lined(lineOf(object))),
  CIRCLE: flat(({ object }) => lined(circleOf(object))),
  ARC: flat(({ object }) => lined(arcOf(object))),
  ELLIPSE: plain((object) => lined(ellipseOf(object))),
  SPLINE: plain((object) => lined(splineOf(object))),
  HELIX: plain((object) => lined(splineOf(object))),
  LWPOLYLINE: flat(({ object }) => lightPolyline(object)),
  POLYLINE: flat(({ object, vertices }) => heavyPolyline(object, vertices)),
  POINT: plain((object) => lined(dot(object))),
  SOLID: flat(({ object }) => quadrilateralOf(object, [10, 11, 13, 12], 'fill')),
  TRACE: flat(({ object }) => quadrilateralOf(object, [10, 11, 13, 12], 'fill')),
  '3DFACE': plain((object) => quadrilateralOf(object, [10, 11, 12, 13], 'line')),
  HATCH: flat(({ object }) => hatchOf(object)),
  LEADER: plain((object) => lined(throughAll(pointsOf(object, 10)))),
  MLINE: plain((object) => lined(multiLine(object))),
  WIPEOUT: plain((object) => frame(object, 'blank')),
  IMAGE: plain((object) => frame(object, 'line')),
  TEXT: written(textOf, true),
  ATTRIB: written(textOf, true),
  // an attribute definition is not visible, unless it is constant
  ATTDEF: (entity, ink, decode) => ((numberOf(entity.object, 70) & 2) === 0 ? [] : written(textOf, true)(entity, ink, decode)),
  MTEXT: written(longTextOf, false),
  XLINE: endless(true),
  RAY: endless(false),
  INSERT: ({ object }, ink, decode) => insertOf(object, ink, decode),
  DIMENSION: blockInPlace,
  ARC_DIMENSION: blockInPlace,
  LARGE_RADIAL_DIMENSION: blockInPlace,
  ACAD_TABLE: ({ object }, ink, decode) => insertOf(object, ink, decode),
  MULTILEADER: ({ object }, ink, decode) => {
    const text = leaderText(object, decode);
    const lines: Shape = { kind: 'path', ink, path: leaderLines(object), paint: 'line' };
    return text === undefined ? [lines] : [lines, { kind: 'text', ink, ...text }];
  },
  VIEWPORT: ({ object }, ink) => [{ kind: 'viewport', ink, object }],
};

/** The shapes of an entity in the coordinates of its block; none for invisible and unknown types. */
export function shapesOf(entity: Entity, decode: Decode): Shape[] {
  const { object } = entity;
  const makeShapes = shapeMakers[object.type];
  if (makeShapes === undefined || numberOf(object, 60) === 1) return [];
  if (object.type === 'ATTRIB' && (numberOf(object, 70) & 1) !== 0) return [];
  return makeShapes(entity, entityStyleOf(object, decode), decode);
}

function dot(object: DxfObject): Path {
  const path = newPath();
  moveTo(path, ...pointOf(object, 10));
  lineTo(path, ...pointOf(object, 10));
  return path;
}

function throughAll([first, ...rest]: [number, number][]): Path {
  const path = newPath();
  if (first !== undefined) moveTo(path, ...first);
  for (const point of rest) lineTo(path, ...point);
  return path;
}

function quadrilateralOf(object: DxfObject, codes: number[], paint: 'fill' | 'line'): PaintedPath[] {
  const path = throughAll(codes.filter((code) => object.codes.includes(code)).map((code) => pointOf(object, code)));
  if (path.steps.length > 0) close(path);
  return [{ path, paint }];
}

/** The border of an image or a wipeout: by its size, or by a clipping border of its own. */
function frame(object: DxfObject, paint: 'blank' | 'line'): PaintedPath[] {
  const [[x, y], [ux, uy], [vx, vy]] = [pointOf(object, 10), pointOf(object, 11), pointOf(object, 12)];
  const [columns, rows] = [numberOf(object, 13, 1), numberOf(object, 23, 1)];
  const own = pointsOf(object, 14);
  const border =
    own.length > 2
      ? own
      : [
          [-0.5, -0.5],
          [columns - 0.5, -0.5],
          [columns - 0.5, rows - 0.5],
          [-0.5, rows - 0.5],
        ];
  const path = throughAll(
    // pixel coordinates count from the upper left
    border.map(([across = 0, down = 0]) => {
      const [s, t] = [across + 0.5, rows - (down + 0.5)];
      return [x + ux * s + vx * t, y + uy * s + vy * t];
    }),
  );
  close(path);
  return [{ path, paint }];
}

function endless(both: boolean): ShapeMaker {
  return ({ object }, ink) => [{ kind: 'endless', ink, at: pointOf(object, 10), along: pointOf(object, 11), both }];
}

const mostCopies = 10_000;

function insertOf(object: DxfObject, ink: EntityStyle, decode: Decode): Shape[] {
  const block = decode(stringOf(object, 2)).toUpperCase();
  if (block === '') return [];
  const turn = object.type === 'ACAD_TABLE' ? Math.atan2(numberOf(object, 21), numberOf(object, 11, 1)) : radians(numberOf(object, 50));
  const size = object.type === 'ACAD_TABLE' ? identity : scaling(numberOf(object, 41, 1), numberOf(object, 42, 1));
  const base = multiply(multiply(planeOf(object, numberOf(object, 30)), translation(...pointOf(object, 10))), rotation(turn));
  const [columns, rows] = object.type === 'ACAD_TABLE' ? [1, 1] : [countOf(object, 70), countOf(object, 71)];
  const at: Matrix[] = [];
  for (let n = 0; n < Math.min(mostCopies, columns * rows); n++)
    at.push(
      multiply(multiply(base, translation((n % columns) * numberOf(object, 44), Math.floor(n / columns) * numberOf(object, 45))), size),
    );
  return [{ kind: 'insert', ink, block, at }];
}

const countOf = (object: DxfObject, code: number): number => Math.max(1, Math.trunc(numberOf(object, code, 1)));

/** A dimension is stored with a block that contains its drawing. */
function blockInPlace({ object }: Entity, ink: EntityStyle, decode: Decode): Shape[] {
  const block = decode(stringOf(object, 2)).toUpperCase();
  return block === '' ? [] : [{ kind: 'insert', ink, block, at: [identity] }];
}
