import { CloseOutlined, EllipsisOutlined, InfoCircleOutlined } from '@ant-design/icons';
import type { Favorite } from '@dossier/contract/labels';
import { Button, Dropdown, Input } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useGo } from '../../ground/go.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import type { ReadyAction } from '../../ground/item-context.ts';
import { useText } from '../../ground/text.ts';
import { ClearSign } from '../../ground/ui/clear-sign.tsx';
import { menuOf } from '../library/item-menu.tsx';
import styles from '../library/action-bar.module.css';
import { useListPrefs } from '../library/list/list-prefs.ts';
import type { ListState } from '../library/list/list-state.ts';
import { nothing } from '../library/list/selection.ts';

const filterPause = 250;
const roomy = 5;
const tight = 2;

interface FavoritesBarProps {
  state: ListState<Favorite>;
  total: number | undefined;
  actions: ReadyAction[];
  keyword: string | undefined;
}

/** What can be done with the selection; without one, how many there are, and a filter. */
export function FavoritesBar({ state, total, actions, keyword }: FavoritesBarProps): ReactNode {
  const t = useText('library');
  const own = useText('labels');
  const narrow = useMedia('narrow');
  const room = narrow ? tight : roomy;
  const selected = state.selection.ids.size;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('actions')}>
      {selected > 0 ? (
        <>
          <span className={styles.count} aria-live="polite">
            {t('nSelected', { n: selected })}
            <Button
              size="small"
              type="text"
              icon={<CloseOutlined />}
              aria-label={t('clearSelection')}
              onClick={() => state.select(nothing)}
            />
          </span>
          <div className={styles.actions}>
            {actions.slice(0, room).map((action) => (
              <Button
                key={action.id}
                size="small"
                type="text"
                icon={action.icon}
                danger={action.danger ?? false}
                disabled={action.blocked !== undefined}
                title={action.blocked}
                onClick={action.run}
              >
                {action.label}
              </Button>
            ))}
            {actions.length > room && (
              <Dropdown menu={{ items: menuOf(actions.slice(room)) }} trigger={['click']}>
                <Button size="small" type="text" icon={<EllipsisOutlined />} aria-label={t('more')} />
              </Dropdown>
            )}
          </div>
        </>
      ) : (
        <span className={styles.grow}>{total !== undefined && total > 0 && t('countItems', { n: total })}</span>
      )}
      {selected === 0 && <Filter keyword={keyword} label={own('filter')} />}
      <DetailsButton label={t('details')} />
    </div>
  );
}

function DetailsButton({ label }: { label: string }): ReactNode {
  const { details } = useListPrefs();
  return (
    <Button
      size="small"
      type="text"
      icon={<InfoCircleOutlined />}
      aria-label={label}
      title={label}
      aria-pressed={details}
      onClick={() => useListPrefs.setState({ details: !details })}
    />
  );
}

function Filter({ keyword, label }: { keyword: string | undefined; label: string }): ReactNode {
  const go = useGo();
  const [text, setText] = useState(keyword ?? '');
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === (keyword ?? '')) return;
    const timer = setTimeout(() => go('/favorite/index', { keyword: wanted }, { replace: true }), filterPause);
    return () => clearTimeout(timer);
  }, [text, keyword, go]);
  return (
    <Input
      className={styles.filter ?? ''}
      size="small"
      allowClear={{ clearIcon: <ClearSign /> }}
      placeholder={label}
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
