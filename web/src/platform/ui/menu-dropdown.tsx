import { Dropdown, type DropdownProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMedia } from './hooks.ts';
import { classNames } from './layout.tsx';
import styles from './menu-dropdown.module.css';

/** A menu that is longer than the window is scrolled. */
const fitsWindow = { maxHeight: 'calc(100dvh - 48px)', overflowY: 'auto' } as const;

type MenuDropdownProps = Omit<DropdownProps, 'classNames'> & { menu: NonNullable<DropdownProps['menu']> };

/** The menu of a button; on a phone a sheet at the foot of the window. */
export function MenuDropdown({ menu, open, onOpenChange, children, ...rest }: MenuDropdownProps): ReactNode {
  const isSheet = useMedia('phone');
  const [wasOpened, setOpened] = useState(false);
  const isOpen = open ?? wasOpened;
  const change: DropdownProps['onOpenChange'] = (next, info) => {
    setOpened(next);
    onOpenChange?.(next, info);
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        {...rest}
        menu={{ ...menu, className: classNames(styles.menu, isSheet && styles.sheetMenu), ...(!isSheet && { style: fitsWindow }) }}
        classNames={{ root: classNames(styles.popup, isSheet && styles.sheet) }}
        open={isOpen}
        onOpenChange={change}
      >
        {children}
      </Dropdown>
      {/* Whoever presses it presses nothing below it: the menu closes, as for each press beside it. */}
      {isSheet && isOpen && createPortal(<div className={styles.mask} aria-hidden="true" />, document.body)}
    </>
  );
}
