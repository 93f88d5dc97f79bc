import type { ReactNode } from 'react';
import { showKey } from './hotkeys.ts';
import styles from './tool-button.module.css';

interface ToolButtonProps {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  /** The key that does the same, shown in the hint. */
  hotkey?: string;
  /** For what can be on or off. */
  on?: boolean;
  disabled?: boolean;
}

/** A button of a toolbar: an icon whose words are its hint. */
export function ToolButton({ label, icon, onClick, hotkey, on, disabled }: ToolButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={styles.tool}
      title={hotkey ? `${label} (${showKey(hotkey)})` : label}
      aria-label={label}
      {...(on !== undefined && { 'aria-pressed': on })}
      // Not `disabled`: a button that has the focus would lose it, and the keys of its viewer with it.
      {...(disabled && { 'aria-disabled': true })}
      onClick={disabled ? undefined : onClick}
    >
      {icon}
    </button>
  );
}
