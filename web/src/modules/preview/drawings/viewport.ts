import type { Box } from '@dossier/contract/preview/drawing-rendering';
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef } from 'react';

/** The visible part of a plan: its centre, and pixels per unit. */
export interface Viewport {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** From plan coordinates, with the second axis upward, to pixels. */
export const matrixOf = ({ x, y, scale }: Viewport, { width, height }: Size): Matrix => [
  scale,
  0,
  0,
  -scale,
  width / 2 - x * scale,
  height / 2 + y * scale,
];

/** Composes two transforms: the second is applied first. */
export const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

export type Point = readonly [x: number, y: number];

export const toPixels = (viewport: Viewport, size: Size, [x, y]: Point): Point => [
  (x - viewport.x) * viewport.scale + size.width / 2,
  size.height / 2 - (y - viewport.y) * viewport.scale,
];

export const toPlan = (viewport: Viewport, size: Size, [px, py]: Point): Point => [
  (px - size.width / 2) / viewport.scale + viewport.x,
  (size.height / 2 - py) / viewport.scale + viewport.y,
];

const margin = 0.94;
const [leastScale, mostScale] = [1e-12, 1e12];
const sane = (scale: number): number => Math.min(mostScale, Math.max(leastScale, scale));

/** Fits a whole box into the window. */
export function fitTo([left, bottom, right, top]: Box, { width, height }: Size): Viewport {
  const [across, up] = [Math.max(right - left, 1e-9), Math.max(top - bottom, 1e-9)];
  return { x: (left + right) / 2, y: (bottom + top) / 2, scale: sane(Math.min(width / across, height / up) * margin) };
}

/** Zooms with the point under the pointer fixed. */
export function zoomedAt(viewport: Viewport, size: Size, { by, at }: { by: number; at: Point }): Viewport {
  const [x, y] = toPlan(viewport, size, at);
  const scale = sane(viewport.scale * by);
  return { scale, x: x - (at[0] - size.width / 2) / scale, y: y + (at[1] - size.height / 2) / scale };
}

export const movedBy = (viewport: Viewport, [dx, dy]: Point): Viewport => ({
  ...viewport,
  x: viewport.x - dx / viewport.scale,
  y: viewport.y + dy / viewport.scale,
});

interface PanZoomOptions {
  stage: RefObject<HTMLElement | null>;
  size: Size;
  setSight: Dispatch<SetStateAction<Viewport>>;
  /** The pointer's position; undefined when it leaves. */
  point: (at: Point | undefined) => void;
  /** A press without moving. */
  press: (at: Point) => void;
  /** Whether dragging draws a frame, as with Shift; `frame` is called while it grows, and at its end. */
  frames: boolean;
  frame: (frame: Frame | undefined, isDone: boolean) => void;
}

/** Two corners of a frame, in pixels. */
export interface Frame {
  from: Point;
  to: Point;
}

/** Pixels below which a movement counts as a press. */
const moveThreshold = 4;

/** Pans and zooms by mouse, wheel and touch. */
export function usePanZoom(options: PanZoomOptions): void {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const stage = options.stage.current;
    if (stage === null) return;
    const control = new AbortController();
    listen(stage, () => latest.current, control.signal);
    return () => control.abort();
  }, [options.stage]);
}

function listen(stage: HTMLElement, options: () => PanZoomOptions, signal: AbortSignal): void {
  const placeOf = (event: MouseEvent): Point => {
    const { left, top } = stage.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const fingers = new Fingers(options);
  const down = (event: PointerEvent): void => {
    // what lies over the drawing takes its own presses
    if (event.button > 1 || (event.target as Element).closest('[data-own-drag]')) return;
    stage.setPointerCapture(event.pointerId);
    fingers.down(event.pointerId, placeOf(event), event.shiftKey);
  };
  const up = (event: PointerEvent): void => fingers.up(event.pointerId, placeOf(event), event.type === 'pointerup' && event.button === 0);
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { setSight, size } = options();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    const by = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016));
    setSight((viewport) => zoomedAt(viewport, size, { by, at: placeOf(event) }));
  };
  stage.addEventListener('pointerdown', down, { signal });
  stage.addEventListener('pointermove', (event) => fingers.move(event.pointerId, placeOf(event)), { signal });
  stage.addEventListener('pointerup', up, { signal });
  stage.addEventListener('pointercancel', up, { signal });
  stage.addEventListener('pointerleave', () => options().point(undefined), { signal });
  stage.addEventListener('wheel', wheel, { signal, passive: false });
}

/** The active pointers: a pressed mouse, one finger or two. */
class Fingers {
  readonly #hand: () => PanZoomOptions;
  readonly #down = new Map<number, Point>();
  #moved = 0;
  /** The start of a frame. */
  #corner: Point | undefined;

  constructor(options: () => PanZoomOptions) {
    this.#hand = options;
  }

  down(id: number, at: Point, frames: boolean): void {
    this.#down.set(id, at);
    const isFirst = this.#down.size === 1;
    this.#moved = isFirst ? 0 : moveThreshold + 1;
    this.#corner = isFirst && (frames || this.#hand().frames) ? at : undefined;
  }

  move(id: number, now: Point): void {
    const { setSight, size, point, frame } = this.#hand();
    const before = this.#down.get(id);
    point(now);
    if (before === undefined) return;
    const [other] = [...this.#down].filter(([one]) => one !== id).map(([, at]) => at);
    this.#down.set(id, now);
    const by: Point = [now[0] - before[0], now[1] - before[1]];
    this.#moved += Math.hypot(...by);
    if (this.#corner !== undefined) return frame({ from: this.#corner, to: now }, false);
    if (other === undefined) {
      if (this.#moved > moveThreshold) setSight((viewport) => movedBy(viewport, by));
      return;
    }
    // two fingers fix two points
    const grown = Math.hypot(now[0] - other[0], now[1] - other[1]) / Math.max(1, Math.hypot(before[0] - other[0], before[1] - other[1]));
    setSight((viewport) => movedBy(zoomedAt(viewport, size, { by: grown, at: other }), [by[0] / 2, by[1] / 2]));
  }

  up(id: number, at: Point, isPress: boolean): void {
    if (!this.#down.delete(id)) return;
    const { frame, press } = this.#hand();
    const corner = this.#corner;
    this.#corner = undefined;
    if (corner !== undefined) frame(isPress && this.#moved > moveThreshold ? { from: corner, to: at } : undefined, true);
    else if (isPress && this.#moved <= moveThreshold) press(at);
  }
}
