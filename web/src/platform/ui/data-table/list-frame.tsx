import { type CSSProperties, type PointerEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Sort } from './list-preferences.ts';
import { type ListState, type Selection, cover, nothing } from './list-state.ts';
import styles from './list.module.css';
import type { RowGroup, RowSource } from './paged-rows.ts';
import { indexAt, type useListInteraction } from './use-list-interaction.ts';
import type { RowSwipes, useRowSwipe } from './use-row-swipe.ts';

/** Attributes of a row besides its cells. */
export interface RowTraits {
  /** A folder that accepts dropped items, and local files where they may be uploaded. */
  folder?: { id: string; upload: boolean };
  draggable?: boolean;
  /** Cut to the clipboard. */
  faint?: boolean;
  /** New: marked for a moment. */
  fresh?: boolean;
}

/** What a list needs to show the groups of its source. */
export interface GroupHandling {
  label: (group: RowGroup) => string;
  fold: (group: RowGroup) => void;
}

/** The order of a list, and what changes it. */
export interface Sorting {
  sort: Sort;
  change: (next: Sort) => void;
}

/** The props of a list in every layout. */
export interface ListProps<T> {
  label: string;
  source: RowSource<T>;
  state: ListState<T>;
  touch?: boolean;
  renaming?: string | undefined;
  traits?: (row: T) => RowTraits;
  open: (row: T) => void;
  /** The pointer rests on a row. */
  near?: (row: T) => void;
  onDragStart?: (event: React.DragEvent) => void;
  /** Shows the details of the selected row. */
  details?: () => void;
  /** The address of a row, for a new tab. */
  address?: (row: T) => string | undefined;
  /** A button at the end of a row, for the menu of its actions; of lists without columns. */
  rowMenu?: ((row: T) => ReactNode) | undefined;
  /** What swiping a row to a side does, of lists without columns. Everything stands in the menu of the row, too. */
  swipes?: ((row: T) => RowSwipes) | undefined;
  /** A row to scroll to when this changes. */
  reveal?: number | undefined;
  /** Names the groups of the source, and folds them. */
  groups?: GroupHandling | undefined;
  /** Of a list with an order of its own: otherwise it has that of all lists. */
  sorting?: Sorting | undefined;
}

/** Reports the visible rows to the source. */
export function useVisibleRows<T>(source: RowSource<T>, rows: readonly { index: number }[], lanes = 1): void {
  const from = (rows[0]?.index ?? 0) * lanes;
  const to = ((rows.at(-1)?.index ?? 0) + 1) * lanes - 1;
  const { show } = source;
  useEffect(() => show(from, to), [show, from, to]);
}

interface Scroller {
  scrollToIndex: (index: number, options?: { align?: 'auto' | 'center' | 'start' }) => void;
}

/** Restores the scroll position once rows are loaded, and keeps it up to date. */
export function useScrollMemory<T>(
  scroller: RefObject<HTMLDivElement | null>,
  { source, state, reveal }: Pick<ListProps<T>, 'source' | 'state' | 'reveal'>,
  virtualizer: Scroller,
): void {
  const { scroll } = state;
  const known = source.total !== undefined;
  const memory = useRef(scroll);
  useLayoutEffect(() => {
    memory.current = scroll;
  }, [scroll]);
  useLayoutEffect(() => {
    const top = memory.current.read();
    if (known && top > 0) scroller.current?.scrollTo({ top });
  }, [scroller, known]);
  useEffect(() => {
    if (reveal !== undefined) virtualizer.scrollToIndex(reveal, { align: 'auto' });
  }, [virtualizer, reveal]);
  // The previous list had the focus and is unmounted: keyboard navigation continues here.
  useEffect(() => {
    if (document.activeElement === document.body) focusQuietly(scroller.current);
  }, [scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const keep = (): void => memory.current.keep(element.scrollTop);
    element.addEventListener('scroll', keep, { passive: true });
    return () => element.removeEventListener('scroll', keep);
  }, [scroller]);
}

/** Focuses without a focus ring, as no key brought the focus here. */
function focusQuietly(list: HTMLElement | null): void {
  if (list === null) return;
  list.dataset.quiet = '';
  list.focus({ preventScroll: true });
}

const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta']);

/** The ring of the focused row is for keys: browsers would draw it for a mouse as well, once a key was pressed before. */
const ring = {
  onPointerDownCapture: ({ currentTarget }: React.PointerEvent<HTMLElement>): void => void (currentTarget.dataset.quiet = ''),
  onKeyDownCapture: ({ currentTarget, key }: React.KeyboardEvent<HTMLElement>): void => {
    if (!modifiers.has(key)) delete currentTarget.dataset.quiet;
  },
  // Tab is pressed elsewhere and released here
  onKeyUpCapture: ({ currentTarget, key }: React.KeyboardEvent<HTMLElement>): void => {
    if (key === 'Tab') delete currentTarget.dataset.quiet;
  },
};

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface MarqueeOptions {
  scroller: RefObject<HTMLElement | null>;
  /** A marquee begins; `add` keeps the selection. */
  begin: (add: boolean) => void;
  /** The box in the coordinates of the scrolled contents. */
  over: (box: Box) => void;
}

const threshold = 4;
const edge = 32;

/** Draws a box from a press on the background and reports it; scrolls at the edges. */
function useMarquee({ scroller, begin, over }: MarqueeOptions) {
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
      // The click that ends the marquee must not clear its selection.
      addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => setBox(undefined));
    }
    start.current = undefined;
    setBox(undefined);
  };
  return { box, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp } };
}

function boxOf(pressed: { x: number; y: number }, other: { x: number; y: number }): Box {
  const [left, right] = pressed.x < other.x ? [pressed.x, other.x] : [other.x, pressed.x];
  const [top, bottom] = pressed.y < other.y ? [pressed.y, other.y] : [other.y, pressed.y];
  return { left, top, right, bottom };
}

function scrollAlong(element: HTMLElement, y: number): void {
  const frame = element.getBoundingClientRect();
  if (y < frame.top + edge) element.scrollTop -= 16;
  else if (y > frame.bottom - edge) element.scrollTop += 16;
}

/** Selects the rows under a marquee. */
export function useMarqueeSelection<T extends { id: string }>(
  scroller: RefObject<HTMLDivElement | null>,
  { state, source }: Pick<ListProps<T>, 'state' | 'source'>,
  covered: (box: Box) => number[],
): ReturnType<typeof useMarquee> {
  const before = useRef<Selection>(nothing);
  return useMarquee({
    scroller,
    begin: (add) => {
      before.current = add ? state.selection : nothing;
    },
    over: (box) => state.select(cover(before.current, covered(box), (at) => source.rowAt(at)?.id)),
  });
}

interface ListFrameProps<T> {
  swipe?: ReturnType<typeof useRowSwipe>['handlers'] | undefined;
  scroller: RefObject<HTMLDivElement | null>;
  label: string;
  source: RowSource<T>;
  /** `aria-rowcount`, headers included; -1 while unknown. */
  rowCount: number;
  /** The id of the active row's element. */
  active: string | undefined;
  hand: ReturnType<typeof useListInteraction>;
  marquee: ReturnType<typeof useMarquee>;
  near: ((row: T) => void) | undefined;
  onDragStart: ((event: React.DragEvent) => void) | undefined;
  style?: CSSProperties;
  children: ReactNode;
}

type PointerHandlers = Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', (event: PointerEvent) => void>;

/** A mouse draws a marquee, a finger swipes: each looks at its own events. */
const joined = (one: PointerHandlers, other: PointerHandlers): PointerHandlers =>
  Object.fromEntries(
    Object.entries(one).map(([name, handle]) => [
      name,
      (event: PointerEvent) => {
        handle(event);
        other[name as keyof PointerHandlers](event);
      },
    ]),
  ) as unknown as PointerHandlers;

/** The scroll container, which has the focus and handles the events of the list. */
export function ListFrame<T>(props: ListFrameProps<T>): ReactNode {
  const { source, marquee } = props;
  const { box } = marquee;
  const onPointerOver = (event: React.PointerEvent): void => {
    const index = indexAt(event.target);
    const row = index === undefined ? undefined : source.rowAt(index);
    if (row !== undefined && event.pointerType === 'mouse') props.near?.(row);
  };
  return (
    <div
      ref={props.scroller}
      className={styles.scroller}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-multiselectable
      aria-rowcount={props.rowCount}
      aria-activedescendant={props.active}
      style={props.style}
      data-list
      onDragStart={props.onDragStart}
      onPointerOver={onPointerOver}
      {...ring}
      {...props.hand}
      {...(props.swipe ? joined(marquee.handlers, props.swipe) : marquee.handlers)}
      data-swipes={props.swipe === undefined ? undefined : ''}
    >
      {props.children}
      {box && (
        <div
          className={styles.marquee}
          style={{ left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top }}
        />
      )}
    </div>
  );
}
