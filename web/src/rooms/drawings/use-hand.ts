import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef } from 'react';
import { movedBy, type Point, type Sight, type Size, zoomedAt } from './sight.ts';

interface Hand {
  stage: RefObject<HTMLElement | null>;
  size: Size;
  setSight: Dispatch<SetStateAction<Sight>>;
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
const still = 4;

/** Moves and zooms by mouse, wheel and fingers. */
export function useHand(hand: Hand): void {
  const latest = useRef(hand);
  latest.current = hand;
  useEffect(() => {
    const stage = hand.stage.current;
    if (stage === null) return;
    const fingers = new Map<number, Point>();
    let moved = 0;
    let corner: Point | undefined;
    const placeOf = (event: PointerEvent | WheelEvent): Point => {
      const { left, top } = stage.getBoundingClientRect();
      return [event.clientX - left, event.clientY - top];
    };
    const down = (event: PointerEvent): void => {
      if (event.button > 1) return;
      stage.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, placeOf(event));
      moved = fingers.size === 1 ? 0 : still + 1;
      corner = fingers.size === 1 && (latest.current.frames || event.shiftKey) ? placeOf(event) : undefined;
    };
    const move = (event: PointerEvent): void => {
      const { setSight, size, point } = latest.current;
      const [now, before] = [placeOf(event), fingers.get(event.pointerId)];
      point(now);
      if (before === undefined) return;
      const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      fingers.set(event.pointerId, now);
      const by: Point = [now[0] - before[0], now[1] - before[1]];
      moved += Math.hypot(...by);
      if (corner !== undefined) return latest.current.frame({ from: corner, to: now }, false);
      const [other] = others;
      if (other === undefined) {
        if (moved > still) setSight((sight) => movedBy(sight, by));
        return;
      }
      // two fingers hold two places
      const grown = Math.hypot(now[0] - other[0], now[1] - other[1]) / Math.max(1, Math.hypot(before[0] - other[0], before[1] - other[1]));
      setSight((sight) => movedBy(zoomedAt(sight, size, { by: grown, at: other }), [by[0] / 2, by[1] / 2]));
    };
    const up = (event: PointerEvent): void => {
      if (!fingers.delete(event.pointerId)) return;
      if (corner !== undefined) {
        const frame = { from: corner, to: placeOf(event) };
        corner = undefined;
        return latest.current.frame(event.type === 'pointerup' && moved > still ? frame : undefined, true);
      }
      if (event.type === 'pointerup' && moved <= still && event.button === 0) latest.current.press(placeOf(event));
    };
    const leave = (): void => latest.current.point(undefined);
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { setSight, size } = latest.current;
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
      const by = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016));
      setSight((sight) => zoomedAt(sight, size, { by, at: placeOf(event) }));
    };
    const control = new AbortController();
    const { signal } = control;
    stage.addEventListener('pointerdown', down, { signal });
    stage.addEventListener('pointermove', move, { signal });
    stage.addEventListener('pointerup', up, { signal });
    stage.addEventListener('pointercancel', up, { signal });
    stage.addEventListener('pointerleave', leave, { signal });
    stage.addEventListener('wheel', wheel, { signal, passive: false });
    return () => control.abort();
  }, [hand.stage]);
}
