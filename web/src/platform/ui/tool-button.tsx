import type { ReactNode } from 'react';
import { showKey } from './hotkeys.ts';
import { classNames } from './layout.tsx';
import styles from './tool-button.module.css';

interface ToolButtonProps {
  label: string;
  icon?: ReactNode;
  /** A value that is shown instead of an icon, such as the zoom; the button is called by it. */
  text?: string;
  onClick: () => void;
  /** The shortcut, shown in the tooltip. */
  hotkey?: string;
  /** A number at the corner of the icon, which the label tells as well; none for 0. */
  count?: number | undefined;
  /** For toggle buttons. */
  on?: boolean;
  disabled?: boolean;
}

/** A button of a toolbar: an icon or value whose words are its hint. */
export function ToolButton({ label, icon, text, onClick, hotkey, count = 0, on, disabled }: ToolButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={classNames(styles.tool, text && styles.text)}
      title={hotkey ? `${label} (${showKey(hotkey)})` : label}
      aria-label={text ? undefined : label}
      {...(on !== undefined && { 'aria-pressed': on })}
      // Not `disabled`: a focused button would lose the focus, and the viewer its shortcuts.
      {...(disabled && { 'aria-disabled': true })}
      onClick={disabled ? undefined : onClick}
    >
      {text ?? icon}
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count}
        </span>
      )}
    </button>
  );
}
