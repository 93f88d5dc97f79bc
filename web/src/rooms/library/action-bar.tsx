import { AppstoreOutlined, CloseOutlined, InfoCircleOutlined, SortAscendingOutlined, UnorderedListOutlined } from '@ant-design/icons';
import type { Item } from '@dossier/contract/library';
import { Button, Dropdown, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useGo } from '../../ground/go.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import type { ReadyAction } from '../../ground/item-context.ts';
import { useText } from '../../ground/text.ts';
import { BottomBar, FittingActions } from './action-buttons.tsx';
import { searchPath } from './area.ts';
import styles from './library.module.css';
import { type Layout, useListPrefs } from './list/list-prefs.ts';
import type { ListState } from './list/list-state.ts';
import { ListFilter } from './list-filter.tsx';
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
  const go = useGo();
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
            <ListFilter
              key={place.id ?? place.moduleType}
              keyword={keyword}
              filter={filter}
              label={t('filterHere')}
              enter={(text) => go(searchPath(place.moduleType, { keyword: text, moduleType: place.moduleType, parentId: place.id }))}
            />
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
