import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import type { ListState } from './list-state.ts';
import type { RowSource } from './paged-rows.ts';
import { indexAt } from './use-list-interaction.ts';

/** What letting go of a swiped row does. */
export interface SwipeAction {
  label: string;
  icon: ReactNode;
  danger?: boolean;
  run: () => void;
}

/** By the side that the row is moved to. */
export interface RowSwipes {
  left?: SwipeAction | undefined;
  right?: SwipeAction | undefined;
}

/** A row that is being swiped. */
export interface Swiped {
  index: number;
  side: 'left' | 'right';
  action: SwipeAction;
  /** It has been moved so far that letting go acts. */
  isReady: boolean;
}

/** Touches that begin so near to the edge of the screen belong to the system: going back and forward. In pixels. */
const edge = 24;
/** A finger that has moved so far is moving the row, if it went sideways more than twice as far as up or down. */
const threshold = 12;
/** The part of the row's width after which letting go acts. */
const readyPart = 0.35;
/** A side without an action gives way by this part of the movement. */
const resistance = 0.15;
const returnMs = 160;

interface SwipeOptions<T> {
  source: RowSource<T>;
  state: ListState<T>;
  swipes?: ((row: T) => RowSwipes) | undefined;
}

interface Touch {
  pointer: number;
  x: number;
  y: number;
  row: HTMLElement;
  index: number;
  /** Once the row moves: what its sides do. */
  sides?: RowSwipes;
}

/** Swiping rows with a finger. The rows are moved past React, as each step of a finger would render the list anew. */
export function useRowSwipe<T extends { id: string }>({ source, state, swipes }: SwipeOptions<T>) {
  const [swiped, setSwiped] = useState<Swiped>();
  const touch = useRef<Touch>(undefined);
  const shown = useRef<Swiped>(undefined);
  const show = (next: Swiped | undefined): void => {
    const before = shown.current;
    shown.current = next;
    if (before?.side !== next?.side || before?.isReady !== next?.isReady || before?.index !== next?.index) setSwiped(next);
  };

  const onPointerDown = (event: PointerEvent): void => {
    if (swipes === undefined || event.pointerType !== 'touch' || !event.isPrimary || state.selection.ids.size > 0) return;
    if (event.clientX < edge || event.clientX > innerWidth - edge) return;
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    const index = indexAt(event.target);
    if (row === null || index === undefined) return;
    touch.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, row, index };
  };

  const onPointerMove = (event: PointerEvent): void => {
    const now = touch.current;
    if (now === undefined || now.pointer !== event.pointerId) return;
    const [across, down] = [event.clientX - now.x, event.clientY - now.y];
    if (now.sides === undefined) {
      if (Math.abs(down) > threshold && Math.abs(down) * 2 > Math.abs(across)) touch.current = undefined;
      if (Math.abs(across) < threshold || Math.abs(across) < 2 * Math.abs(down)) return;
      const row = source.rowAt(now.index);
      now.sides = (row && swipes?.(row)) ?? {};
      now.row.dataset.swiped = '';
      event.currentTarget.setPointerCapture?.(event.pointerId);
    }
    const side = across < 0 ? 'left' : 'right';
    const action = now.sides[side];
    const isReady = Math.abs(across) > now.row.clientWidth * readyPart;
    now.row.style.translate = `${Math.round(action === undefined ? across * resistance : across)}px 0`;
    show(action && { index: now.index, side, action, isReady });
  };

  const end = (acts: boolean): void => {
    const now = touch.current;
    touch.current = undefined;
    if (now?.sides === undefined) return;
    const action = acts && shown.current?.isReady ? shown.current.action : undefined;
    // the click that follows would open the row
    const swallow = (click: Event): void => {
      if (!now.row.contains(click.target as Node)) return;
      click.stopPropagation();
      click.preventDefault();
    };
    addEventListener('click', swallow, { capture: true });
    now.row.dataset.returning = '';
    now.row.style.translate = '';
    setTimeout(() => {
      removeEventListener('click', swallow, { capture: true });
      delete now.row.dataset.swiped;
      delete now.row.dataset.returning;
      show(undefined);
    }, returnMs);
    action?.run();
  };

  const onPointerUp = (): void => end(true);
  const onPointerCancel = (): void => end(false);
  return { swiped, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } };
}
