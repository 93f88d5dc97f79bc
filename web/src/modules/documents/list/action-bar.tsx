import {
  AppstoreOutlined,
  EyeOutlined,
  InfoCircleOutlined,
  PictureOutlined,
  PlusOutlined,
  ProfileOutlined,
  SortAscendingOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { Item } from '@dossier/contract/documents/library';
import { Button, Dropdown, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useAfterFirstPaint } from '../../../platform/first-paint.ts';
import { useText } from '../../../platform/i18n.ts';
import type { ReadyAction } from '../../../platform/item-actions.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { useKeepListFocus } from '../../../platform/ui/data-table/list-focus.ts';
import {
  type Layout,
  chooseLayout,
  nextSort,
  useArrangement,
  useLayout,
  useListPreferences,
} from '../../../platform/ui/data-table/list-preferences.ts';
import type { ListState } from '../../../platform/ui/data-table/list-state.ts';
import { session } from '../../../platform/sessions.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Row } from '../../../platform/ui/layout.tsx';
import styles from '../action-bar.module.css';
import { ActionRow, ActionsMenu, BottomBar, FittingActions, ListFilter, SelectionCount } from '../action-buttons.tsx';
import { searchPath } from '../areas.ts';
import { type FolderPlace, showDetails, togglePreview } from '../folder-context.ts';
import { GroupMenu } from './group-menu.tsx';
import { hasGroups } from './list-grouping.ts';
import { ViewMenu } from './view-menu.tsx';

interface ActionBarProps {
  place: FolderPlace;
  state: ListState<Item>;
  itemActions: readonly ReadyAction[];
  placeActions: readonly ReadyAction[];
  keyword: string | undefined;
  filter: (keyword: string | undefined) => void;
}

/** One row of actions for the folder or the selection; the view switch is always at its end. */
export function ActionBar(props: ActionBarProps): ReactNode {
  const phone = useMedia('phone');
  const settled = useAfterFirstPaint();
  const some = props.state.selection.ids.size > 0;
  useKeepListFocus(some);
  const actions = some ? props.itemActions : props.placeActions;
  if (!settled) return <Row rigid className={styles.bar} />;
  return (
    <>
      <ActionRow>
        {(phone ? !some : some) && <AddMenu actions={props.placeActions} />}
        {some && <SelectionCount state={props.state} />}
        {!phone && <FittingActions actions={actions} first={!some} />}
        {phone && <Row grow />}
        <Tools {...props} phone={phone} />
        {!phone && !session.viewsAs() && <PreviewSwitch />}
        {!phone && <DetailsSwitch />}
      </ActionRow>
      {phone && some && <BottomBar actions={actions} />}
    </>
  );
}

/** Create and paste: on a phone, and while the bar shows the actions of the selection. */
function AddMenu({ actions }: { actions: readonly ReadyAction[] }): ReactNode {
  const t = useText('documents.library');
  if (actions.length === 0) return null;
  return (
    <ActionsMenu actions={actions} trigger={['click']}>
      <Button size="small" type="primary" icon={<PlusOutlined />}>
        {t('add')}
      </Button>
    </ActionsMenu>
  );
}

function Tools({ place, keyword, filter, phone }: ActionBarProps & { phone: boolean }): ReactNode {
  const t = useText('documents.library');
  const go = useNavigate();
  const layout = useLayout(place);
  const { moduleType, id } = place;
  return (
    <Row as="span" gap={2} rigid>
      <ListFilter
        key={id ?? moduleType}
        keyword={keyword}
        filter={filter}
        label={t('filterHere')}
        enter={(text) => go(searchPath(moduleType, { keyword: text, moduleType, parentId: id }))}
      />
      {id !== undefined && (layout !== 'list' || phone) && <SortMenu place={place} />}
      {id !== undefined && (hasGroups(layout) || phone) && <GroupMenu place={place} />}
      {!phone && !session.viewsAs() && <ViewMenu place={place} keyword={keyword} filter={filter} />}
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
    </Row>
  );
}

/** Shows the selected document itself beside the list. */
function PreviewSwitch(): ReactNode {
  const t = useText('documents.library');
  const on = useListPreferences((prefs) => prefs.details && prefs.preview);
  return (
    <Button
      type="text"
      size="small"
      icon={<EyeOutlined />}
      aria-pressed={on}
      className={on ? (styles.on ?? '') : ''}
      aria-label={t('previewHere')}
      title={t('previewHere')}
      onClick={togglePreview}
    />
  );
}

function DetailsSwitch(): ReactNode {
  const t = useText('documents.library');
  const details = useListPreferences((prefs) => prefs.details && !prefs.preview);
  return (
    <Button
      type="text"
      size="small"
      icon={<InfoCircleOutlined />}
      aria-pressed={details}
      className={details ? (styles.on ?? '') : ''}
      aria-label={t('details')}
      title={`${t('details')} (I)`}
      onClick={() => showDetails()}
    />
  );
}

function SortMenu({ place }: { place: FolderPlace }): ReactNode {
  const t = useText('documents.library');
  const { sort, arrange } = useArrangement(place.id);
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
          onClick: () => arrange({ sort: nextSort(sort, field) }),
        })),
      }}
    >
      <Button size="small" type="text" icon={<SortAscendingOutlined />} aria-label={t('sort')} title={t('sort')} />
    </Dropdown>
  );
}
