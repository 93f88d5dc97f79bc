import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { describeKey, isHotkey, isMac, isTyping } from '../hotkeys.ts';
import { TypeAhead, findAhead } from '../type-ahead.ts';
import { type ListState, extend, focusOn, nothing, pick, selectAll, toggle } from './list-state.ts';
import type { RowSource } from './paged-rows.ts';

/** The contextmenu event follows its key within this time. */
const followsMs = 2000;

/** The focused row, or the first visible selected one. */
const selectedRow = (list: Element, focus: number): Element | null =>
  list.querySelector(`[data-index="${focus}"][aria-selected="true"]`) ?? list.querySelector('[data-index][aria-selected="true"]');

/** Opens the context menu of a row at its name, like a right click there. */
function askMenuAt(row: Element): void {
  const { left, top, height } = row.getBoundingClientRect();
  const at = { clientX: left + 56, clientY: top + height / 2, button: 2 };
  row.dispatchEvent(new PointerEvent('contextmenu', { bubbles: true, cancelable: true, view: window, ...at }));
}

/**
 * The menu key and Shift+F10 in a list. Their event targets the list, which has the focus: without this it would open the folder's menu, in
 * the middle of the list.
 */
function useMenuKey() {
  const pressedAt = useRef(-Infinity);
  const note = (event: KeyboardEvent): void => {
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) pressedAt.current = event.timeStamp;
  };
  /** Opens the menu of the selection for a key; returns whether it did. */
  const opensMenu = (event: MouseEvent, { ids, focus }: { ids: ReadonlySet<string>; focus: number }): boolean => {
    const isByKey = event.target === event.currentTarget && event.timeStamp - pressedAt.current < followsMs;
    const row = isByKey && ids.size > 0 ? selectedRow(event.currentTarget, focus) : null;
    if (row === null) return false;
    event.preventDefault();
    event.stopPropagation();
    askMenuAt(row);
    return true;
  };
  return { note, opensMenu };
}

interface InteractionOptions<T> {
  source: RowSource<T>;
  state: ListState<T>;
  /** Cards in a line; 1 in a list. */
  lanes: number;
  pageRows: () => number;
  reveal: (index: number) => void;
  open: (row: T) => void;
  /** A touch opens, and selects by the checkbox only. */
  touch: boolean;
  /** Shows the details of the selected row. */
  details?: (() => void) | undefined;
  /** The address of a row, for a new tab. */
  address?: ((row: T) => string | undefined) | undefined;
}

/** The index of the row in which an event happened. */
export function indexAt(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row === null ? undefined : Number(row.dataset.index);
}

const onCheck = (target: EventTarget): boolean => target instanceof Element && target.closest('[data-check]') !== null;
const onEdge = (target: EventTarget): boolean => target instanceof Element && target.closest('[data-edge]') !== null;
const onControl = (target: EventTarget): boolean => target instanceof Element && target.closest('a,button,input,[data-control]') !== null;

/** Clicks and keys of a list: selecting, moving, opening, type-ahead. */
export function useListInteraction<T extends { id: string; name: string }>(options: InteractionOptions<T>) {
  const typed = useRef(new TypeAhead());
  const menuKey = useMenuKey();
  const { source, state } = options;
  const idAt = (index: number) => source.rowAt(index)?.id;

  const onClick = (event: MouseEvent) => {
    typed.current.end();
    const index = indexAt(event.target);
    if (index !== undefined && onEdge(event.target)) {
      state.select(pick(index, idAt));
      return options.details?.();
    }
    if (onControl(event.target)) return;
    if (index === undefined) return state.select(nothing);
    if (event.shiftKey) return void extendTo(options, index);
    if (event.ctrlKey || event.metaKey || onCheck(event.target)) return state.select((before) => toggle(before, index, idAt));
    const row = source.rowAt(index);
    if (options.touch && state.selection.ids.size === 0 && row !== undefined) return options.open(row);
    if (options.touch) return state.select((before) => toggle(before, index, idAt));
    state.select(pick(index, idAt));
  };
  const onDoubleClick = (event: MouseEvent) => {
    const index = indexAt(event.target);
    const row = index === undefined ? undefined : source.rowAt(index);
    if (row !== undefined && !onCheck(event.target) && !onControl(event.target) && !options.touch) options.open(row);
  };
  const onAuxClick = (event: MouseEvent) => {
    const index = event.button === 1 ? indexAt(event.target) : undefined;
    const row = index === undefined ? undefined : source.rowAt(index);
    const address = row === undefined ? undefined : options.address?.(row);
    if (address === undefined) return;
    event.preventDefault();
    window.open(address, '_blank', 'noopener');
  };
  const onContextMenu = (event: MouseEvent) => {
    if (menuKey.opensMenu(event, state.selection)) return;
    const index = indexAt(event.target);
    const id = index === undefined ? undefined : idAt(index);
    if (index === undefined || id === undefined) state.select(nothing);
    else if (!state.selection.ids.has(id)) state.select(pick(index, idAt));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    menuKey.note(event);
    if (event.defaultPrevented || isTyping(event.target) || event.nativeEvent.isComposing) return;
    if (walk(options, event) || act(options, event) || typeAhead(options, typed.current, event)) event.preventDefault();
  };
  return { onClick, onDoubleClick, onAuxClick, onContextMenu, onKeyDown };
}

async function extendTo<T extends { id: string }>(
  { source, state }: Pick<InteractionOptions<T>, 'source' | 'state'>,
  index: number,
): Promise<void> {
  const anchor = Math.max(state.selection.anchor, 0);
  // A range may cover pages that were never loaded.
  const from = Math.min(anchor, index);
  state.learn(await source.range(from, Math.max(anchor, index)), from);
  state.select((before) => extend(before, index, (at) => source.rowAt(at)?.id));
}

function walk<T extends { id: string }>(options: InteractionOptions<T>, event: KeyboardEvent): boolean {
  const { source, state, lanes } = options;
  if (event.altKey || (isMac && event.metaKey)) return false;
  const last = (source.total ?? 0) - 1;
  if (last < 0) return false;
  const at = state.selection.focus;
  const steps: Record<string, number> = {
    ArrowDown: at + lanes,
    ArrowUp: at - lanes,
    ...(lanes > 1 && { ArrowRight: at + 1, ArrowLeft: at - 1 }),
    Home: 0,
    End: last,
    PageDown: at + options.pageRows() * lanes,
    PageUp: at - options.pageRows() * lanes,
  };
  const wanted = steps[event.key];
  if (wanted === undefined) return false;
  const index = at < 0 && event.key !== 'End' ? 0 : Math.min(Math.max(wanted, 0), last);
  const idAt = (place: number) => source.rowAt(place)?.id;
  options.reveal(index);
  if (event.shiftKey) void extendTo(options, index);
  else if (event.ctrlKey) state.select((before) => focusOn(before, index));
  else if (idAt(index) !== undefined) state.select(pick(index, idAt));
  // The row is not loaded yet (the end of a long list): selects it afterwards.
  else void source.range(index, index).then(() => state.select(pick(index, idAt)));
  return true;
}

/** An open menu handles Escape itself. */
const hasMenu = (): boolean => document.querySelector('.ant-dropdown:not(.ant-dropdown-hidden)') !== null;

function act<T extends { id: string }>(options: InteractionOptions<T>, event: KeyboardEvent): boolean {
  const { source, state } = options;
  const key = describeKey(event);
  const row = source.rowAt(state.selection.focus);
  if (key === 'Enter' && row !== undefined) options.open(row);
  else if (key === 'Escape' && state.selection.ids.size > 0 && !hasMenu()) state.select((before) => ({ ...nothing, focus: before.focus }));
  else if (event.ctrlKey && event.key === ' ') state.select((before) => toggle(before, before.focus, (at) => source.rowAt(at)?.id));
  else if (key === 'mod+a')
    void source.range(0, (source.total ?? 1) - 1).then((rows) => {
      const ids = rows.map((one) => one.id);
      state.learn(rows, 0);
      state.select((before) => selectAll(before, ids));
    });
  else return false;
  return true;
}

function typeAhead<T extends { id: string; name: string }>(
  options: InteractionOptions<T>,
  typed: TypeAhead,
  event: KeyboardEvent,
): boolean {
  const { source, state } = options;
  const letter = event.key;
  if (letter.length !== 1 || letter === ' ' || event.ctrlKey || event.metaKey || event.altKey) return false;
  const now = event.timeStamp;
  // The letters of shortcuts do not start a word, but continue one.
  if (!typed.isOpen(now) && isHotkey(event)) return false;
  const word = typed.type(letter, now);
  const names = Array.from({ length: source.total ?? 0 }, (_, at) => source.rowAt(at)?.name);
  const index = findAhead(word, state.selection.focus, names);
  if (index !== undefined) {
    options.reveal(index);
    state.select(pick(index, (at) => source.rowAt(at)?.id));
  }
  return true;
}
