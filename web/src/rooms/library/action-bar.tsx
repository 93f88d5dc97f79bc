import {
  AppstoreOutlined,
  CloseOutlined,
  EllipsisOutlined,
  InfoCircleOutlined,
  SearchOutlined,
  SortAscendingOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { Item } from '@dossier/contract/library';
import { Button, Dropdown, Input, Segmented } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import type { ReadyAction } from '../../ground/item-context.ts';
import { useText } from '../../ground/text.ts';
import { fitting } from './fitting.ts';
import { menuOf } from './item-menu.tsx';
import styles from './library.module.css';
import { type Layout, useListPrefs } from './list/list-prefs.ts';
import type { ListState } from './list/list-state.ts';
import { nothing } from './list/selection.ts';
import { nextSort } from './list/sort.ts';
import type { Place } from './use-place.ts';

interface ActionBarProps {
  place: Place;
  state: ListState<Item>;
  itemActions: readonly ReadyAction[];
  placeActions: readonly ReadyAction[];
  keyword: string | undefined;
  filter: (keyword: string | undefined) => void;
}

/** One row of actions: those of the place, or of what is selected; the look of the list at the end. */
export function ActionBar({ place, state, itemActions, placeActions, keyword, filter }: ActionBarProps): ReactNode {
  const t = useText('library');
  const phone = useMedia('phone');
  const count = state.selection.ids.size;
  const actions = count > 0 ? itemActions : placeActions;
  const { layout, details } = useListPrefs();
  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label={t('actions')}>
        {count > 0 && (
          <span className={styles.count}>
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={t('clearSelection')}
              onClick={() => state.select(nothing)}
            />
            <span aria-live="polite">{t('nSelected', { n: count })}</span>
          </span>
        )}
        {!phone && <FittingActions actions={actions} first={count === 0} />}
        {phone && count === 0 && <span className={styles.grow} />}
        {count === 0 && (
          <span className={styles.end}>
            <Filter key={place.id ?? place.moduleType} keyword={keyword} filter={filter} />
            {place.id !== undefined && (layout === 'grid' || phone) && <SortMenu />}
            {!phone && (
              <Segmented<Layout>
                size="small"
                value={layout}
                onChange={(value) => useListPrefs.setState({ layout: value })}
                options={[
                  { value: 'list', icon: <UnorderedListOutlined />, title: t('layoutList') },
                  { value: 'grid', icon: <AppstoreOutlined />, title: t('layoutGrid') },
                ]}
                aria-label={t('layout')}
              />
            )}
          </span>
        )}
        {!phone && (
          <Button
            type="text"
            size="small"
            icon={<InfoCircleOutlined />}
            aria-pressed={details}
            className={details ? (styles.on ?? '') : ''}
            aria-label={t('details')}
            title={`${t('details')} (I)`}
            onClick={() => useListPrefs.setState({ details: !details })}
          />
        )}
      </div>
      {phone && actions.length > 0 && <BottomBar actions={actions} />}
    </>
  );
}

/** As many actions as fit, the others behind one button. */
function FittingActions({ actions, first }: { actions: readonly ReadyAction[]; first: boolean }): ReactNode {
  const t = useText('library');
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const fit = fitting(
    actions.map((action) => action.label),
    width,
  );
  const rest = actions.slice(fit);
  return (
    <div ref={box} className={styles.actions}>
      {actions.slice(0, fit).map((action, at) => (
        <Button
          key={action.id}
          size="small"
          type={first && at === 0 ? 'primary' : 'text'}
          icon={action.icon}
          danger={action.danger ?? false}
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
    </div>
  );
}

const onPhone = 4;

/** The actions on a phone, within reach of the thumb. */
function BottomBar({ actions }: { actions: readonly ReadyAction[] }): ReactNode {
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
          onClick={action.run}
        >
          {action.icon}
          <span>{action.label}</span>
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

const filterPause = 250;

function Filter({ keyword, filter }: { keyword: string | undefined; filter: (keyword: string | undefined) => void }): ReactNode {
  const t = useText('library');
  const [text, setText] = useState(keyword ?? '');
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === (keyword ?? '')) return;
    const timer = setTimeout(() => filter(wanted === '' ? undefined : wanted), filterPause);
    return () => clearTimeout(timer);
  }, [text, keyword, filter]);
  return (
    <Input
      className={styles.filter ?? ''}
      size="small"
      allowClear
      prefix={<SearchOutlined />}
      placeholder={t('filterHere')}
      aria-label={t('filterHere')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setText('');
      }}
    />
  );
}

function SortMenu(): ReactNode {
  const t = useText('library');
  const { sort } = useListPrefs();
  const fields = [
    ['sortNumber', t('ownOrder')],
    ['name', t('name')],
    ['updateTime', t('updateTime')],
    ['createTime', t('createTime')],
    ['size', t('size')],
  ] as const;
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [sort.field],
        items: fields.map(([field, label]) => ({
          key: field,
          label: field === sort.field && field !== 'sortNumber' ? `${label} ${sort.direction === 'asc' ? '↑' : '↓'}` : label,
          onClick: () => useListPrefs.setState({ sort: nextSort(sort, field) }),
        })),
      }}
    >
      <Button size="small" type="text" icon={<SortAscendingOutlined />} aria-label={t('sort')} title={t('sort')} />
    </Dropdown>
  );
}
