import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef } from 'react';
import { type Point, type Size, type Viewport, movedBy, zoomedAt } from './viewport.ts';

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
    if (event.button > 1) return;
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
