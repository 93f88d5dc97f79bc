import { CheckOutlined, LayoutOutlined, SaveOutlined, SettingOutlined } from '@ant-design/icons';
import { type ViewSettings, listViews } from '@dossier/contract/documents/list-views';
import { Button, Dropdown } from 'antd';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { useColumnPreferences } from '../../../platform/ui/data-table/columns.ts';
import { chooseLayout, useLayout, useListPreferences } from '../../../platform/ui/data-table/list-preferences.ts';
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
  const sort = useListPreferences((prefs) => prefs.sort);
  const grouping = useListPreferences((prefs) => prefs.grouping);
  const layout = useLayout(place);
  const { prefs, change } = useColumnPreferences();
  return {
    settings: { layout, sort, grouping, ...(keyword !== undefined && { keyword }), columns: prefs },
    apply: (next) => {
      useListPreferences.setState({ sort: next.sort, grouping: next.grouping });
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

/** The saved views of the user: shows the list as one of them, saves one, manages them. */
export function ViewMenu(props: ViewMenuProps): ReactNode {
  const t = useText('documents.library');
  const [isOpen, setOpen] = useState(false);
  const { settings, apply } = useViewSettings(props);
  const found = useCall(listViews.list, {}, { enabled: isOpen });
  const list = found.data?.list ?? [];
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
      <Button size="small" type="text" icon={<LayoutOutlined />} aria-label={t('views')} title={t('views')} />
    </Dropdown>
  );
}
