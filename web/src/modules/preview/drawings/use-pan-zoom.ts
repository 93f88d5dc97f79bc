import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef } from 'react';
import { type Point, type Size, type Viewport, movedBy, zoomedAt } from './viewport.ts';

interface PanZoomOptions {
  stage: RefObject<HTMLElement | null>;
  size: Size;
  setSight: Dispatch<SetStateAction<Viewport>>;
  /** The pointer is over a place; undefined when it leaves. */
  point: (at: Point | undefined) => void;
  /** A place was pressed, without moving. */
  press: (at: Point) => void;
  /** Whether a frame is drawn by pulling, as it is with Shift; it is told while it grows, and at its end. */
  frames: boolean;
  frame: (frame: Frame | undefined, isDone: boolean) => void;
}

/** Two corners of a frame, in pixels. */
export interface Frame {
  from: Point;
  to: Point;
}

/** Who moves less than so many pixels has not moved. */
const moveThreshold = 4;

/** Moves and zooms by mouse, wheel and fingers. */
export function usePanZoom(hand: PanZoomOptions): void {
  const latest = useRef(hand);
  latest.current = hand;
  useEffect(() => {
    const stage = hand.stage.current;
    if (stage === null) return;
    const control = new AbortController();
    listen(stage, () => latest.current, control.signal);
    return () => control.abort();
  }, [hand.stage]);
}

function listen(stage: HTMLElement, hand: () => PanZoomOptions, signal: AbortSignal): void {
  const placeOf = (event: MouseEvent): Point => {
    const { left, top } = stage.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const fingers = new Fingers(hand);
  const down = (event: PointerEvent): void => {
    if (event.button > 1) return;
    stage.setPointerCapture(event.pointerId);
    fingers.down(event.pointerId, placeOf(event), event.shiftKey);
  };
  const up = (event: PointerEvent): void => fingers.up(event.pointerId, placeOf(event), event.type === 'pointerup' && event.button === 0);
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { setSight, size } = hand();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    const by = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016));
    setSight((sight) => zoomedAt(sight, size, { by, at: placeOf(event) }));
  };
  stage.addEventListener('pointerdown', down, { signal });
  stage.addEventListener('pointermove', (event) => fingers.move(event.pointerId, placeOf(event)), { signal });
  stage.addEventListener('pointerup', up, { signal });
  stage.addEventListener('pointercancel', up, { signal });
  stage.addEventListener('pointerleave', () => hand().point(undefined), { signal });
  stage.addEventListener('wheel', wheel, { signal, passive: false });
}

/** What lies on the drawing: a mouse that is pressed, one finger or two. */
class Fingers {
  readonly #hand: () => PanZoomOptions;
  readonly #down = new Map<number, Point>();
  #moved = 0;
  /** Where a frame began. */
  #corner: Point | undefined;

  constructor(hand: () => PanZoomOptions) {
    this.#hand = hand;
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
      if (this.#moved > moveThreshold) setSight((sight) => movedBy(sight, by));
      return;
    }
    // two fingers hold two places
    const grown = Math.hypot(now[0] - other[0], now[1] - other[1]) / Math.max(1, Math.hypot(before[0] - other[0], before[1] - other[1]));
    setSight((sight) => movedBy(zoomedAt(sight, size, { by: grown, at: other }), [by[0] / 2, by[1] / 2]));
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
