import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useMedia } from './hooks.ts';
import { hasKeys } from './hotkeys.ts';
import { classNames } from './layout.tsx';
import styles from './select-box.module.css';
import { TypeAhead, findAhead } from './type-ahead.ts';

/** One of the values of a `SelectBox`. */
export interface SelectOption<V> {
  value: V;
  label: string;
  /** The tag of the label's language, where it is not that of the page. */
  lang?: string;
}

interface SelectBoxProps<V> {
  label: string;
  value: V;
  options: readonly SelectOption<V>[];
  choose: (value: V) => void;
  /** Shown for a value that is none of the options. */
  unlisted?: string;
  /** The value that a typed text stands for, where one may be typed; undefined for a text that stands for none. Keys are needed for it. */
  parse?: (text: string) => V | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

type Walk = (now: number, last: number) => number;

/** To which option a key goes. */
const goesTo: Record<string, Walk> = {
  ArrowDown: (now) => now + 1,
  ArrowUp: (now) => now - 1,
  PageDown: (now) => now + 10,
  PageUp: (now) => now - 10,
  Home: () => 0,
  End: (_, last) => last,
};

interface BoxState {
  isOpen: boolean;
  /** Whether the box is a field of text, and something was typed into it. */
  isTyped: boolean;
  isDrafting: boolean;
}

/** What a key does to the box: walks through the options, opens or closes them, takes one, or is a letter of one. None of these is left to the page. */
function keyAnswer(
  event: KeyboardEvent,
  { isOpen, isTyped, isDrafting }: BoxState,
): 'open' | 'close' | 'take' | 'letter' | Walk | undefined {
  const { key, altKey } = event;
  if (event.ctrlKey || event.metaKey) return undefined;
  if (key === 'Escape') return isOpen || isDrafting ? 'close' : undefined;
  if (key === 'Enter' || (key === ' ' && !isDrafting)) return isOpen || isDrafting ? 'take' : 'open';
  if (altKey && key === 'ArrowUp' && isOpen) return 'take';
  // the caret of a text has these
  if (isDrafting && (key === 'Home' || key === 'End')) return undefined;
  if (key.length === 1) return isTyped || altKey ? undefined : 'letter';
  return goesTo[key];
}

/** Pixels: between box and options, and the room for options that is never too little. */
const distance = 4;
const enough = 280;

const within = (at: number, last: number): number => Math.min(last, Math.max(0, at));

/** What stands in the box and which option the keys are at, and what changes these. */
function useSelectState<V extends string | number>({ value, options, choose, parse, disabled }: SelectBoxProps<V>) {
  const [isOpen, setOpen] = useState(false);
  // the option that Enter takes; none while a text is being typed
  const [active, setActive] = useState(-1);
  const [draft, setDraft] = useState<string>();
  const selected = options.findIndex((option) => option.value === value);
  const close = (): void => {
    setOpen(false);
    setDraft(undefined);
  };
  const open = (at = selected): void => {
    if (disabled) return;
    setActive(at);
    setOpen(true);
  };
  const write = (text: string): void => {
    setDraft(text);
    open(-1);
  };
  const choosing = (next: V | undefined): void => {
    close();
    if (next !== undefined && next !== value) choose(next);
  };
  const take = (at: number): void => choosing(options[at]?.value);
  const takeDraft = (): void => choosing(draft === undefined ? undefined : parse?.(draft));
  /** Takes what was typed, or else the option. */
  const accept = (): void => (draft !== undefined && active < 0 ? takeDraft() : take(active));
  return { isOpen, active, setActive, draft, selected, open, close, write, take, takeDraft, accept };
}

/** Handles the keys of the box; what it does not need is left to the page. */
function useSelectKeys<V>(state: ReturnType<typeof useSelectState>, options: readonly SelectOption<V>[], isTyped: boolean) {
  const letters = useRef(new TypeAhead());
  const { isOpen, active, draft, selected, open, close, accept } = state;
  const last = options.length - 1;
  const now = isOpen ? active : selected;
  const find = (event: KeyboardEvent): number => {
    const word = letters.current.type(event.key, event.timeStamp);
    const names = options.map((option) => option.label);
    return findAhead(word, now, names) ?? now;
  };
  return (event: KeyboardEvent): void => {
    // goes on, with the option that it leaves
    if (event.key === 'Tab' && isOpen) return accept();
    const answer = keyAnswer(event, { isOpen, isTyped, isDrafting: draft !== undefined });
    if (answer === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (answer === 'close') close();
    else if (answer === 'take') accept();
    else if (answer === 'open') open();
    else if (answer === 'letter') open(find(event));
    // an arrow opens the options at the one that is selected
    else open(isOpen || /^(?:Home|End)$/.test(event.key) ? within(answer(active, last), last) : Math.max(selected, 0));
  };
}

/**
 * A choice of one value, as a combobox of the ARIA practices: the focus stays in the box, and options are walked through by keys. Without Ant Design, for
 * pages that are seen before it is loaded, and for toolbars. On a phone the options are a sheet at the foot of the window.
 */
export function SelectBox<V extends string | number>(props: SelectBoxProps<V>): ReactNode {
  const { label, options, unlisted = '', parse, disabled = false, className } = props;
  const id = useId();
  const place = useRef<HTMLSpanElement>(null);
  const isTyped = parse !== undefined && hasKeys;
  const state = useSelectState(props);
  const { isOpen, active, draft, selected, open, close } = state;
  const shown = options[selected]?.label ?? unlisted;
  const box = {
    className: classNames(className, styles.box),
    role: 'combobox',
    'aria-label': label,
    'aria-haspopup': 'listbox' as const,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    'aria-activedescendant': isOpen && active >= 0 ? `${id}-${active}` : undefined,
    // Not `disabled`: it would lose the focus, and the viewer its shortcuts.
    'aria-disabled': disabled || undefined,
    onClick: () => {
      if (!isOpen) open();
      else if (draft === undefined) close();
    },
    onKeyDown: useSelectKeys(state, options, isTyped),
  };
  return (
    <span ref={place} className={styles.place} data-disabled={disabled || undefined}>
      {isTyped ? (
        <input
          {...box}
          aria-autocomplete="none"
          autoComplete="off"
          readOnly={disabled}
          value={draft ?? shown}
          onFocus={({ target }) => target.select()}
          onBlur={state.takeDraft}
          onChange={({ target }) => state.write(target.value)}
        />
      ) : (
        <button type="button" {...box} lang={options[selected]?.lang} onBlur={close}>
          {shown}
        </button>
      )}
      {isOpen && <OptionList<V> {...state} {...{ id, label, options, place }} />}
    </span>
  );
}

interface OptionListProps<V> extends Pick<SelectBoxProps<V>, 'label' | 'options'> {
  id: string;
  selected: number;
  active: number;
  setActive: (at: number) => void;
  take: (at: number) => void;
  close: () => void;
  /** The box and its options. */
  place: RefObject<HTMLElement | null>;
}

function OptionList<V extends string | number>(props: OptionListProps<V>): ReactNode {
  const { id, label, options, selected, active, setActive, take, close, place } = props;
  const list = useRef<HTMLDivElement>(null);
  const style = usePlaced(place);
  useOutside(place, list, close);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <>
      {/* Whoever presses it presses nothing below it. */}
      <div className={styles.mask} aria-hidden="true" onClick={close} />
      {/* The focus stays in the box. */}
      <div
        ref={list}
        id={id}
        className={styles.list}
        style={style}
        role="listbox"
        aria-label={label}
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((option, at) => (
          <div
            key={option.value}
            id={`${id}-${at}`}
            data-at={at}
            className={classNames(styles.option, at === active && styles.active)}
            role="option"
            aria-selected={at === selected}
            lang={option.lang}
            onPointerMove={() => setActive(at)}
            onClick={() => take(at)}
          >
            {option.label}
          </div>
        ))}
      </div>
    </>
  );
}

/** Closes the options by a press beside them, and by whatever moves the box away from them. */
function useOutside(place: RefObject<HTMLElement | null>, list: RefObject<HTMLElement | null>, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const leave = ({ target }: Event): void => {
      if (!place.current?.contains(target as Node)) latest.current();
    };
    const move = ({ target }: Event): void => {
      if (!list.current?.contains(target as Node)) latest.current();
    };
    addEventListener('pointerdown', leave, true);
    addEventListener('scroll', move, true);
    addEventListener('resize', move);
    return () => {
      removeEventListener('pointerdown', leave, true);
      removeEventListener('scroll', move, true);
      removeEventListener('resize', move);
    };
  }, [place, list]);
}

/** Where the options stand: below their box, or above it where that has more room, as toolbars cut off what stands in their flow. On a phone the style sheet says it. */
function usePlaced(place: RefObject<HTMLElement | null>): CSSProperties {
  const isSheet = useMedia('phone');
  const [style, setStyle] = useState<CSSProperties>({});
  useLayoutEffect(() => {
    const box = isSheet ? undefined : place.current?.getBoundingClientRect();
    if (!box) return setStyle({});
    const { clientWidth, clientHeight } = document.documentElement;
    const below = clientHeight - box.bottom;
    const isAbove = below < Math.min(enough, box.top);
    setStyle({
      ...(isAbove ? { bottom: clientHeight - box.top + distance } : { top: box.bottom + distance }),
      ...(box.left > clientWidth / 2 ? { right: clientWidth - box.right } : { left: box.left }),
      minWidth: box.width,
      maxHeight: (isAbove ? box.top : below) - 4 * distance,
    });
  }, [isSheet, place]);
  return style;
}
