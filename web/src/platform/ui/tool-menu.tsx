import { EllipsisOutlined } from '@ant-design/icons';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ToolMenuContext } from './tool-button.tsx';
import styles from './tool-button.module.css';

const entriesIn = (menu: HTMLElement): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];

/** To which entry a key goes, of so many. */
const goesTo: Record<string, (now: number, count: number) => number> = {
  ArrowDown: (now, count) => (now + 1) % count,
  ArrowUp: (now, count) => (now - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

interface ToolMenuProps {
  label: string;
  /** Tool buttons; the menu is not shown while there are none. */
  children: ReactNode;
}

/**
 * The tools of a toolbar that are needed less, in a menu with words. Without Ant Design, for pages that are seen before it is loaded. The entries stay
 * mounted while it is closed, so that their shortcuts work.
 */
export function ToolMenu({ label, children }: ToolMenuProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const close = (): void => {
    setOpen(false);
    opener.current?.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    if (menu.current) entriesIn(menu.current)[0]?.focus({ preventScroll: true });
    const leave = ({ target }: Event): void => {
      if (!place.current?.contains(target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', leave, true);
    addEventListener('focusin', leave);
    return () => {
      removeEventListener('pointerdown', leave, true);
      removeEventListener('focusin', leave);
    };
  }, [isOpen]);
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const entries = entriesIn(event.currentTarget);
    const next = goesTo[event.key]?.(entries.indexOf(document.activeElement as HTMLElement), entries.length);
    if (next !== undefined) entries[next]?.focus();
    else if (event.key === 'Escape') close();
    else if (event.key === 'Tab') return setOpen(false);
    // the entry that has the focus is pressed by these; all other keys are shortcuts of the page below
    else if (event.key === 'Enter' || event.key === ' ') return event.stopPropagation();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span ref={place} className={styles.place}>
      <button
        ref={opener}
        type="button"
        className={styles.tool}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          event.stopPropagation();
          setOpen(true);
        }}
      >
        <EllipsisOutlined />
      </button>
      <div ref={menu} className={styles.menu} role="menu" aria-label={label} hidden={!isOpen} onKeyDown={walk}>
        <ToolMenuContext value={close}>{children}</ToolMenuContext>
      </div>
    </span>
  );
}
