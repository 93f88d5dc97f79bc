import type { ReactNode } from 'react';
import { showKey } from './hotkeys.ts';
import styles from './tool-button.module.css';

interface ToolButtonProps {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  /** The shortcut, shown in the tooltip. */
  hotkey?: string;
  /** For toggle buttons. */
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
      // Not `disabled`: a focused button would lose the focus, and the viewer its shortcuts.
      {...(disabled && { 'aria-disabled': true })}
      onClick={disabled ? undefined : onClick}
    >
      {icon}
    </button>
  );
}
