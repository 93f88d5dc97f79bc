import { type PointerEvent, type RefObject, useRef, useState } from 'react';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Terms {
  scroller: RefObject<HTMLElement | null>;
  /** A marquee begins; `add` keeps what is selected. */
  begin: (add: boolean) => void;
  /** The box in the coordinates of the scrolled contents. */
  over: (box: Box) => void;
}

const threshold = 4;
const edge = 32;

/** Draws a box from a press on empty ground and tells what it covers; scrolls along at the edges. */
export function useMarquee({ scroller, begin, over }: Terms) {
  const [box, setBox] = useState<Box>();
  const start = useRef<{ x: number; y: number; live: boolean; add: boolean }>(undefined);

  const at = (event: PointerEvent): { x: number; y: number } => {
    const element = scroller.current as HTMLElement;
    const frame = element.getBoundingClientRect();
    return { x: event.clientX - frame.left + element.scrollLeft, y: event.clientY - frame.top + element.scrollTop };
  };
  const onPointerDown = (event: PointerEvent) => {
    const target = event.target as Element;
    if (
      event.button !== 0 ||
      event.pointerType !== 'mouse' ||
      target.closest('a,button,input,[draggable=true],[data-control],[data-check]') !== null
    )
      return;
    const element = scroller.current as HTMLElement;
    if (event.clientX > element.getBoundingClientRect().left + element.clientWidth) return;
    start.current = { ...at(event), live: false, add: event.ctrlKey || event.metaKey || event.shiftKey };
  };
  const onPointerMove = (event: PointerEvent) => {
    const from = start.current;
    if (from === undefined) return;
    const to = at(event);
    if (!from.live) {
      if (Math.hypot(to.x - from.x, to.y - from.y) < threshold) return;
      from.live = true;
      scroller.current?.setPointerCapture(event.pointerId);
      begin(from.add);
    }
    const next = boxOf(from, to);
    scrollAlong(scroller.current as HTMLElement, event.clientY);
    setBox(next);
    over(next);
  };
  const onPointerUp = (event: PointerEvent) => {
    if (start.current?.live) {
      scroller.current?.releasePointerCapture(event.pointerId);
      // The click that ends the marquee must not clear what it selected.
      addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => setBox(undefined));
    }
    start.current = undefined;
    setBox(undefined);
  };
  return { box, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp } };
}

function boxOf(one: { x: number; y: number }, other: { x: number; y: number }): Box {
  const [left, right] = one.x < other.x ? [one.x, other.x] : [other.x, one.x];
  const [top, bottom] = one.y < other.y ? [one.y, other.y] : [other.y, one.y];
  return { left, top, right, bottom };
}

function scrollAlong(element: HTMLElement, y: number): void {
  const frame = element.getBoundingClientRect();
  if (y < frame.top + edge) element.scrollTop -= 16;
  else if (y > frame.bottom - edge) element.scrollTop += 16;
}
