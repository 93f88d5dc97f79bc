import { type ReactNode, createContext, use } from 'react';
import { hasKeys, showKey } from './hotkeys.ts';
import { classNames } from './layout.tsx';
import styles from './tool-button.module.css';

/** Set inside a menu of tools: closes it, and gives the focus back to its button. */
export const ToolMenuContext = createContext<(() => void) | undefined>(undefined);

interface ToolButtonProps {
  label: string;
  icon?: ReactNode;
  /** A value that is shown instead of an icon, such as the zoom; the button is called by it. */
  text?: string;
  /** A word of the label, shown beside the icon where the window is wide. */
  word?: string | undefined;
  onClick: () => void;
  /** The shortcut, shown in the tooltip. */
  hotkey?: string;
  /** A number at the corner of the icon, which the label tells as well; none for 0. */
  count?: number | undefined;
  /** The main tool of the window. */
  primary?: boolean;
  /** For toggle buttons. */
  on?: boolean;
  disabled?: boolean;
}

/** A button of a toolbar: an icon or value whose words are its hint. In a menu of tools it is an entry with words. */
export function ToolButton(props: ToolButtonProps): ReactNode {
  const closeMenu = use(ToolMenuContext);
  if (closeMenu !== undefined) return <ToolEntry {...props} closeMenu={closeMenu} />;
  const { label, icon, text, word, onClick, hotkey, count = 0, primary, on, disabled } = props;
  return (
    <button
      type="button"
      className={classNames(styles.tool, text && styles.text, primary && styles.primary)}
      title={hotkey && hasKeys ? `${label} (${showKey(hotkey)})` : label}
      aria-label={text ? undefined : label}
      {...(on !== undefined && { 'aria-pressed': on })}
      // Not `disabled`: a focused button would lose the focus, and the viewer its shortcuts.
      {...(disabled && { 'aria-disabled': true })}
      onClick={disabled ? undefined : onClick}
    >
      {text ?? icon}
      {word !== undefined && <span className={styles.word}>{word}</span>}
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count}
        </span>
      )}
    </button>
  );
}

function ToolEntry({
  label,
  icon,
  text,
  onClick,
  hotkey,
  on,
  disabled,
  closeMenu,
}: ToolButtonProps & { closeMenu: () => void }): ReactNode {
  const run = (): void => {
    closeMenu();
    onClick();
  };
  return (
    <button
      type="button"
      className={styles.entry}
      role={on === undefined ? 'menuitem' : 'menuitemcheckbox'}
      tabIndex={-1}
      {...(on !== undefined && { 'aria-checked': on })}
      {...(disabled && { 'aria-disabled': true })}
      onClick={disabled ? undefined : run}
    >
      <span className={styles.sign} aria-hidden="true">
        {icon}
      </span>
      <span>{label}</span>
      {text !== undefined && <span>{text}</span>}
      {hotkey !== undefined && hasKeys && (
        <kbd className={styles.key} aria-hidden="true">
          {showKey(hotkey)}
        </kbd>
      )}
    </button>
  );
}
