import { CheckOutlined, LayoutOutlined, SaveOutlined, SettingOutlined } from '@ant-design/icons';
import { type ViewSettings, listViews } from '@dossier/contract/documents/list-views';
import { Button, Dropdown } from 'antd';
import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { useColumnPreferences } from '../../../platform/ui/data-table/columns.ts';
import { chooseLayout, useArrangement, useLayout, useListPreferences } from '../../../platform/ui/data-table/list-preferences.ts';
import { Text } from '../../../platform/ui/layout.tsx';
import styles from '../action-bar.module.css';
import type { FolderPlace } from '../folder-context.ts';
import { openSaveView } from './save-view.ts';

const ViewsDialog = lazy(async () => ({ default: (await import('./views-dialog.tsx')).ViewsDialog }));

interface ViewMenuProps {
  place: FolderPlace;
  keyword: string | undefined;
  filter: (keyword: string | undefined) => void;
}

/** The settings of the list as they are, and what gives it others. */
function useViewSettings({ place, keyword, filter }: ViewMenuProps): { settings: ViewSettings; apply: (next: ViewSettings) => void } {
  const { sort, grouping, arrange } = useArrangement(place.id);
  const layout = useLayout(place);
  const { prefs, change } = useColumnPreferences();
  return {
    settings: { layout, sort, grouping, ...(keyword !== undefined && { keyword }), columns: prefs },
    apply: (next) => {
      arrange({ sort: next.sort, grouping: next.grouping });
      chooseLayout(place, next.layout);
      change(() => next.columns);
      if (next.keyword !== keyword) filter(next.keyword);
    },
  };
}

/** Whether two views show a list alike; the order of names in their objects does not matter. */
function isSame(a: ViewSettings, b: ViewSettings): boolean {
  const sorted = (value: unknown): unknown =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .flatMap(([key, part]) => (part === undefined ? [] : [[key, sorted(part)] as const]))
            .toSorted(byName),
        )
      : value;
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** The saved views; asked for from the first paint on where the user has any, as one of them may be what the list shows, otherwise with the menu. */
function useViews(isOpen: boolean) {
  const hasViews = useListPreferences((prefs) => prefs.hasViews);
  const found = useCall(listViews.list, {}, { enabled: isOpen || hasViews });
  const count = found.data?.list.length;
  useEffect(() => {
    if (count !== undefined && count > 0 !== hasViews) useListPreferences.setState({ hasViews: count > 0 });
  }, [count, hasViews]);
  return found;
}

/** The saved views of the user: names the one that the list shows, shows it as another, saves one, manages them. */
export function ViewMenu(props: ViewMenuProps): ReactNode {
  const t = useText('documents.library');
  const [isOpen, setOpen] = useState(false);
  const { settings, apply } = useViewSettings(props);
  const found = useViews(isOpen);
  const list = found.data?.list ?? [];
  const shown = list.find((view) => isSame(view.settings, settings));
  const manage = (): void =>
    openDialog((close) => (
      <Suspense fallback={null}>
        <ViewsDialog current={settings} close={close} />
      </Suspense>
    ));
  const waiting = found.error === null ? t('loading') : found.error.message;
  const views = list.map((view) => ({
    key: view.id,
    label: view.name,
    icon: <CheckOutlined style={{ visibility: isSame(view.settings, settings) ? 'visible' : 'hidden' }} />,
    onClick: () => apply(view.settings),
  }));
  const items = [
    ...(found.data === undefined ? [{ key: 'waiting', label: waiting, disabled: true }] : views),
    ...(views.length > 0 || found.data === undefined ? [{ type: 'divider' as const }] : []),
    { key: 'save', label: t('saveView'), icon: <SaveOutlined />, onClick: () => openSaveView(settings) },
    ...(views.length > 0 ? [{ key: 'manage', label: t('manageViews'), icon: <SettingOutlined />, onClick: manage }] : []),
  ];
  return (
    <Dropdown trigger={['click']} open={isOpen} onOpenChange={setOpen} menu={{ items }}>
      <Button
        size="small"
        type="text"
        icon={<LayoutOutlined />}
        aria-label={shown === undefined ? t('views') : t('viewShown', { name: shown.name })}
        title={shown === undefined ? t('views') : t('viewShown', { name: shown.name })}
        {...(shown !== undefined && { className: styles.on ?? '' })}
      >
        {shown !== undefined && (
          <Text truncate className={styles.viewName}>
            {shown.name}
          </Text>
        )}
      </Button>
    </Dropdown>
  );
}
