import { arcOf, circleOf, ellipseOf, lineOf, splineOf } from './curves.ts';
import { type DxfObject, numberOf, pointOf, pointsOf, wordOf } from './dxf-objects.ts';
import type { Decode } from './dxf-text.ts';
import { hatchOf } from './hatch.ts';
import { leaderLines, multiLine } from './leaders.ts';
import { type Matrix, moved, radians, same, scaled, times, turned } from './matrix.ts';
import { planeOf } from './object-plane.ts';
import { type Drawn, heavyPolyline, lightPolyline } from './polylines.ts';
import { close, type Ink, inkOf, lineTo, moveTo, newPath, type Path, type Shape } from './shape.ts';
import { leaderText, longTextOf, textOf } from './texts.ts';
import { within } from './within-plane.ts';

/** A thing with those that belong to it. */
export interface Entity {
  object: DxfObject;
  vertices: DxfObject[];
}

type Maker = (entity: Entity, ink: Ink, decode: Decode) => Shape[];

const lined = (path: Path): Drawn[] => [{ path, paint: 'line' }];

/** Shapes of paths that lie in a plane of their own. */
const flat =
  (draw: (entity: Entity) => Drawn[]): Maker =>
  (entity, ink) => {
    const plane = planeOf(entity.object, entity.object.codes.includes(38) ? undefined : numberOf(entity.object, 30));
    return draw(entity).map(({ path, paint }): Shape => ({ kind: 'path', ink, path: within(plane, path), paint }));
  };

/** Shapes of paths that are told in the plan itself. */
const plain =
  (draw: (object: DxfObject) => Drawn[]): Maker =>
  ({ object }, ink) =>
    draw(object).map(({ path, paint }): Shape => ({ kind: 'path', ink, path, paint }));

const written =
  (read: typeof textOf, hasPlane: boolean): Maker =>
  ({ object }, ink, decode) => {
    const found = read(object, decode);
    if (found === undefined) return [];
    return [{ kind: 'text', ink, text: found.text, at: hasPlane ? times(planeOf(object, numberOf(object, 30)), found.at) : found.at }];
  };

const makers: Record<string, Maker> = {
  LINE: plain((object) => lined(lineOf(object))),
  CIRCLE: flat(({ object }) => lined(circleOf(object))),
  ARC: flat(({ object }) => lined(arcOf(object))),
  ELLIPSE: plain((object) => lined(ellipseOf(object))),
  SPLINE: plain((object) => lined(splineOf(object))),
  HELIX: plain((object) => lined(splineOf(object))),
  LWPOLYLINE: flat(({ object }) => lightPolyline(object)),
  POLYLINE: flat(({ object, vertices }) => heavyPolyline(object, vertices)),
  POINT: plain((object) => lined(dot(object))),
  SOLID: flat(({ object }) => corners(object, [10, 11, 13, 12], 'fill')),
  TRACE: flat(({ object }) => corners(object, [10, 11, 13, 12], 'fill')),
  '3DFACE': plain((object) => corners(object, [10, 11, 12, 13], 'line')),
  HATCH: flat(({ object }) => hatchOf(object)),
  LEADER: plain((object) => lined(throughAll(pointsOf(object, 10)))),
  MLINE: plain((object) => lined(multiLine(object))),
  WIPEOUT: plain((object) => frame(object, 'blank')),
  IMAGE: plain((object) => frame(object, 'line')),
  TEXT: written(textOf, true),
  ATTRIB: written(textOf, true),
  // what is asked for when a block is put down is no text yet, unless it is always the same
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

/** What a thing looks like in the plane of its block; nothing for what has no look, or one that we do not know. */
export function shapesOf(entity: Entity, decode: Decode): Shape[] {
  const { object } = entity;
  const maker = makers[object.type];
  if (maker === undefined || numberOf(object, 60) === 1) return [];
  if (object.type === 'ATTRIB' && (numberOf(object, 70) & 1) !== 0) return [];
  return maker(entity, inkOf(object, decode), decode);
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

function corners(object: DxfObject, codes: number[], paint: 'fill' | 'line'): Drawn[] {
  const path = throughAll(codes.filter((code) => object.codes.includes(code)).map((code) => pointOf(object, code)));
  if (path.steps.length > 0) close(path);
  return [{ path, paint }];
}

/** The border of a picture, or of what covers others: by the lengths of its sides, or a border of its own within them. */
function frame(object: DxfObject, paint: 'blank' | 'line'): Drawn[] {
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
    // places within count from the upper left
    border.map(([across = 0, down = 0]) => {
      const [s, t] = [across + 0.5, rows - (down + 0.5)];
      return [x + ux * s + vx * t, y + uy * s + vy * t];
    }),
  );
  close(path);
  return [{ path, paint }];
}

function endless(both: boolean): Maker {
  return ({ object }, ink) => [{ kind: 'endless', ink, at: pointOf(object, 10), along: pointOf(object, 11), both }];
}

const mostCopies = 10_000;

function insertOf(object: DxfObject, ink: Ink, decode: Decode): Shape[] {
  const block = decode(wordOf(object, 2)).toUpperCase();
  if (block === '') return [];
  const turn = object.type === 'ACAD_TABLE' ? Math.atan2(numberOf(object, 21), numberOf(object, 11, 1)) : radians(numberOf(object, 50));
  const size = object.type === 'ACAD_TABLE' ? same : scaled(numberOf(object, 41, 1), numberOf(object, 42, 1));
  const base = times(times(planeOf(object, numberOf(object, 30)), moved(...pointOf(object, 10))), turned(turn));
  const [columns, rows] = object.type === 'ACAD_TABLE' ? [1, 1] : [countOf(object, 70), countOf(object, 71)];
  const at: Matrix[] = [];
  for (let n = 0; n < Math.min(mostCopies, columns * rows); n++)
    at.push(times(times(base, moved((n % columns) * numberOf(object, 44), Math.floor(n / columns) * numberOf(object, 45))), size));
  return [{ kind: 'insert', ink, block, at }];
}

const countOf = (object: DxfObject, code: number): number => Math.max(1, Math.trunc(numberOf(object, code, 1)));

/** A dimension was drawn by its maker, into a block of its own. */
function blockInPlace({ object }: Entity, ink: Ink, decode: Decode): Shape[] {
  const block = decode(wordOf(object, 2)).toUpperCase();
  return block === '' ? [] : [{ kind: 'insert', ink, block, at: [same] }];
}
