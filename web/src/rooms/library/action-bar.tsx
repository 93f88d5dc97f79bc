import {
  AppstoreOutlined,
  CloseOutlined,
  InfoCircleOutlined,
  PictureOutlined,
  PlusOutlined,
  ProfileOutlined,
  SortAscendingOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { Item } from '@dossier/contract/library';
import { Button, Dropdown, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useGo } from '../../ground/go.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useSettled } from '../../ground/hooks/use-settled.ts';
import type { ReadyAction } from '../../ground/item-context.ts';
import { useText } from '../../ground/text.ts';
import { BottomBar, FittingActions } from './action-buttons.tsx';
import { searchPath } from './area.ts';
import styles from './action-bar.module.css';
import { menuOf } from './item-menu.tsx';
import type { Layout } from './list/layout-choice.ts';
import { chooseLayout, useLayout } from './list/layouts.ts';
import { useListPrefs } from './list/list-prefs.ts';
import type { ListState } from './list/list-state.ts';
import { useFocusKept } from './list/use-focus-kept.ts';
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

/** One row of actions: those of the place, or of what is selected; at the end, always in its place, the look of the list. */
export function ActionBar(props: ActionBarProps): ReactNode {
  const t = useText('library');
  const phone = useMedia('phone');
  const settled = useSettled();
  const some = props.state.selection.ids.size > 0;
  useFocusKept(some);
  const actions = some ? props.itemActions : props.placeActions;
  if (!settled) return <div className={styles.bar} />;
  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label={t('actions')}>
        {some && !phone && <AddMenu actions={props.placeActions} />}
        {some && <Count state={props.state} />}
        {!phone && <FittingActions actions={actions} first={!some} />}
        {phone && <span className={styles.grow} />}
        <Tools {...props} phone={phone} />
        {!phone && <DetailsSwitch />}
      </div>
      {phone && actions.length > 0 && <BottomBar actions={actions} />}
    </>
  );
}

/** What can be made or pasted here, while the bar belongs to what is selected. */
function AddMenu({ actions }: { actions: readonly ReadyAction[] }): ReactNode {
  const t = useText('library');
  if (actions.length === 0) return null;
  return (
    <Dropdown trigger={['click']} menu={{ items: menuOf(actions) }}>
      <Button size="small" type="primary" icon={<PlusOutlined />}>
        {t('add')}
      </Button>
    </Dropdown>
  );
}

function Count({ state }: { state: ListState<Item> }): ReactNode {
  const t = useText('library');
  return (
    <span className={styles.count}>
      <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('clearSelection')} onClick={() => state.select(nothing)} />
      <span aria-live="polite">{t('nSelected', { n: state.selection.ids.size })}</span>
    </span>
  );
}

function Tools({ place, keyword, filter, phone }: ActionBarProps & { phone: boolean }): ReactNode {
  const t = useText('library');
  const go = useGo();
  const layout = useLayout(place);
  const { moduleType, id } = place;
  return (
    <span className={styles.end}>
      <ListFilter
        key={id ?? moduleType}
        keyword={keyword}
        filter={filter}
        label={t('filterHere')}
        enter={(text) => go(searchPath(moduleType, { keyword: text, moduleType, parentId: id }))}
      />
      {id !== undefined && (layout !== 'list' || phone) && <SortMenu />}
      {!phone && (
        <Segmented<Layout>
          size="small"
          value={layout}
          onChange={(value) => chooseLayout(place, value)}
          options={[
            { value: 'list', icon: <UnorderedListOutlined aria-label={t('layoutList')} />, title: t('layoutList') },
            { value: 'snapshot', icon: <ProfileOutlined aria-label={t('layoutSnapshot')} />, title: t('layoutSnapshot') },
            { value: 'grid', icon: <AppstoreOutlined aria-label={t('layoutGrid')} />, title: t('layoutGrid') },
            { value: 'gallery', icon: <PictureOutlined aria-label={t('layoutGallery')} />, title: t('layoutGallery') },
          ]}
          aria-label={t('layout')}
        />
      )}
    </span>
  );
}

function DetailsSwitch(): ReactNode {
  const t = useText('library');
  const details = useListPrefs((prefs) => prefs.details);
  return (
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
