import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { ReadyAction } from '../../ground/item-context.ts';
import { useText } from '../../ground/text.ts';
import { fitting } from './fitting.ts';
import { menuOf } from './item-menu.tsx';
import styles from './action-bar.module.css';

const signWidth = 34;
/** The kit's own red is too dim as text on dark ground. */
const dangerInk = { color: 'var(--danger)' };

/** As many actions as fit, the others behind one button. */
export function FittingActions({ actions: all, first }: { actions: readonly ReadyAction[]; first: boolean }): ReactNode {
  const t = useText('library');
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const actions = all.filter((action) => action.id !== 'library.details');
  const labels = actions.map((action) => action.label);
  const fits = fitting(labels, width) === labels.length;
  const fit = fits ? labels.length : fitting(labels, width - signWidth);
  const hidden = actions.slice(fit);
  // What destroys stays in sight, if only as its sign.
  const last = hidden.findLast((action) => action.danger);
  const rest = hidden.filter((action) => action !== last);
  return (
    <div ref={box} className={styles.actions}>
      {actions.slice(0, fit).map((action, at) => (
        <Button
          key={action.id}
          size="small"
          type={first && at === 0 ? 'primary' : 'text'}
          icon={action.icon}
          danger={action.danger ?? false}
          style={action.danger ? dangerInk : undefined}
          disabled={action.blocked !== undefined}
          title={action.blocked}
          onClick={action.run}
        >
          {action.label}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown menu={{ items: menuOf(rest) }} trigger={['click']}>
          <Button size="small" type="text" icon={<EllipsisOutlined />} aria-label={t('more')} title={t('more')} />
        </Dropdown>
      )}
      {last !== undefined && (
        <Button
          size="small"
          type="text"
          danger
          style={dangerInk}
          icon={last.icon}
          aria-label={last.label}
          title={last.label}
          onClick={last.run}
        />
      )}
    </div>
  );
}

const onPhone = 4;

/** The actions on a phone, within reach of the thumb. */
export function BottomBar({ actions }: { actions: readonly ReadyAction[] }): ReactNode {
  const t = useText('library');
  const shown = actions.length > onPhone + 1 ? actions.slice(0, onPhone) : actions;
  const rest = actions.slice(shown.length);
  return (
    <div className={styles.bottom} role="toolbar" aria-label={t('actions')}>
      {shown.map((action) => (
        <button
          key={action.id}
          type="button"
          className={action.danger ? `${styles.thumb} ${styles.danger}` : styles.thumb}
          disabled={action.blocked !== undefined}
          title={action.blocked ?? (action.short && action.label)}
          onClick={action.run}
        >
          {action.icon}
          <span>{action.short ?? action.label}</span>
        </button>
      ))}
      {rest.length > 0 && (
        <Dropdown menu={{ items: menuOf(rest) }} trigger={['click']} placement="topRight">
          <button type="button" className={styles.thumb}>
            <EllipsisOutlined />
            <span>{t('more')}</span>
          </button>
        </Dropdown>
      )}
    </div>
  );
}

function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
