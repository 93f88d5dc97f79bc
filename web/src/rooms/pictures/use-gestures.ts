import { type RefObject, useEffect, useRef } from 'react';

interface Gestures {
  move: (by: { x: number; y: number }) => void;
  zoom: (factor: number, point: { x: number; y: number }) => void;
}

interface Point {
  x: number;
  y: number;
}

/** Wheel, drag and two fingers on a stage, as moves and zooms about a point from its middle. */
export function useGestures(stage: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const latest = useRef(gestures);
  latest.current = gestures;
  useEffect(() => {
    const box = stage.current;
    if (!box) return;
    const fingers = new Map<number, Point>();
    const fromMiddle = (point: Point): Point => {
      const { left, top, width, height } = box.getBoundingClientRect();
      return { x: point.x - left - width / 2, y: point.y - top - height / 2 };
    };
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const strength = event.ctrlKey ? 0.01 : event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 0.05 : 0.0018;
      latest.current.zoom(Math.exp(-event.deltaY * strength), fromMiddle({ x: event.clientX, y: event.clientY }));
    };
    const down = (event: PointerEvent): void => {
      if (event.button !== 0) return;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      box.setPointerCapture(event.pointerId);
    };
    const go = (event: PointerEvent): void => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const after = { x: event.clientX, y: event.clientY };
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, after);
      if (!other) latest.current.move({ x: after.x - before.x, y: after.y - before.y });
      else pinch(latest.current, { before, after, other: other }, fromMiddle);
    };
    const up = (event: PointerEvent): void => void fingers.delete(event.pointerId);
    box.addEventListener('wheel', wheel, { passive: false });
    box.addEventListener('pointerdown', down);
    box.addEventListener('pointermove', go);
    box.addEventListener('pointerup', up);
    box.addEventListener('pointercancel', up);
    return () => {
      box.removeEventListener('wheel', wheel);
      box.removeEventListener('pointerdown', down);
      box.removeEventListener('pointermove', go);
      box.removeEventListener('pointerup', up);
      box.removeEventListener('pointercancel', up);
    };
  }, [stage]);
}

function pinch(
  to: Gestures,
  { before, after, other }: Record<'before' | 'after' | 'other', Point>,
  fromMiddle: (point: Point) => Point,
): void {
  const distance = (a: Point, b: Point): number => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
  to.move({ x: (after.x - before.x) / 2, y: (after.y - before.y) / 2 });
  to.zoom(distance(after, other) / distance(before, other), fromMiddle({ x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 }));
}
