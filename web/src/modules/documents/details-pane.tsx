import { CloseOutlined, EyeOutlined } from '@ant-design/icons';
import type { Item } from '@dossier/contract/documents/library';
import { Button, Drawer } from 'antd';
import { type PointerEvent, type ReactNode, Suspense, use, useRef } from 'react';
import { useText } from '../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../platform/item-actions.ts';
import { session } from '../../platform/sessions.ts';
import { useListPreferences } from '../../platform/ui/data-table/list-preferences.ts';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { FileSize } from '../../platform/ui/formatted-values.tsx';
import { useMedia } from '../../platform/ui/hooks.ts';
import { ItemTabs } from '../../platform/ui/item-tabs.tsx';
import { Heading, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { Facts } from '../../platform/ui/page-layout.tsx';
import { can, isFolder } from './areas.ts';
import styles from './details.module.css';

interface DetailsPaneProps {
  items: Item[];
  /** Shown where nothing is selected. */
  folder: Item | undefined;
  close: () => void;
}

/** The details of the selection: beside the list, as a drawer, or as a bottom sheet on a phone. */
export function DetailsPane({ items, folder, close }: DetailsPaneProps): ReactNode {
  const t = useText('documents.library');
  const { details, detailsWidth, preview } = useListPreferences();
  const { Preview } = use(ItemExtensionsContext);
  const narrow = useMedia('narrow');
  const phone = useMedia('phone');
  const item = items.length === 0 ? folder : items[0];
  const mayPreview = !phone && Preview !== undefined && !session.viewsAs();
  const contents = <Contents items={items} item={item} preview={mayPreview && preview} />;
  if (narrow) {
    return (
      <Drawer
        open={details}
        onClose={close}
        placement={phone ? 'bottom' : 'right'}
        size={phone ? '70%' : 340}
        title={items.length > 1 ? t('nSelected', { count: items.length }) : (item?.name ?? t('details'))}
        styles={{ body: { padding: '0 16px 16px' } }}
      >
        {details && contents}
      </Drawer>
    );
  }
  if (!details) return null;
  return (
    <Stack as="aside" rigid anchor className={styles.details} style={{ width: detailsWidth }} aria-label={t('details')}>
      <Grip />
      <Row as="header" gap={2} rigid className={styles.head}>
        {item !== undefined && items.length <= 1 && <FileIcon objType={item.objType} ext={item.ext} size={24} />}
        <Heading level={2} size="m" lines={2} className={styles.title} title={item?.name}>
          {items.length > 1 ? t('nSelected', { count: items.length }) : (item?.name ?? t('details'))}
        </Heading>
        {mayPreview && <PreviewButton />}
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('close')} onClick={close} />
      </Row>
      {contents}
    </Stack>
  );
}

/** The details of one item or the document itself, or what several have in all. */
function Contents({ items, item, preview }: { items: Item[]; item: Item | undefined; preview: boolean }): ReactNode {
  const t = useText('documents.library');
  const { Preview } = use(ItemExtensionsContext);
  if (items.length > 1) return <Many items={items} />;
  if (item === undefined) {
    return (
      <Text as="p" tone="muted" className={styles.facts}>
        {t('selectOne')}
      </Text>
    );
  }
  if (preview && Preview !== undefined && !isFolder(item) && can(item.rights, 'read')) {
    return (
      <Suspense fallback={null}>
        <Preview item={item} />
      </Suspense>
    );
  }
  return <ItemTabs item={item} className={styles.tabs} />;
}

/** Shows the document itself instead of its details. */
function PreviewButton(): ReactNode {
  const t = useText('documents.library');
  const preview = useListPreferences((prefs) => prefs.preview);
  return (
    <Button
      type="text"
      size="small"
      icon={<EyeOutlined />}
      aria-pressed={preview}
      className={preview ? (styles.pressed ?? '') : ''}
      aria-label={t('previewHere')}
      title={t('previewHere')}
      onClick={() => useListPreferences.setState({ preview: !preview })}
    />
  );
}

function Many({ items }: { items: Item[] }): ReactNode {
  const t = useText('documents.library');
  const bytes = items.reduce((sum, item) => sum + (item.size ?? 0), 0);
  const documents = items.filter((item) => item.size !== undefined).length;
  return (
    <Facts
      vertical
      className={styles.facts}
      facts={[
        [t('documents'), documents],
        [t('folders'), items.length - documents],
        [t('size'), <FileSize key="size" bytes={bytes} />],
      ]}
    />
  );
}

const least = 260;
const most = 560;

/** The left edge, which resizes the pane. */
function Grip(): ReactNode {
  const start = useRef<{ x: number; width: number }>(undefined);
  const onPointerMove = (event: PointerEvent) => {
    if (start.current === undefined) return;
    useListPreferences.setState({ detailsWidth: Math.min(most, Math.max(least, start.current.width + start.current.x - event.clientX)) });
  };
  return (
    <span
      className={styles.grip}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: useListPreferences.getState().detailsWidth };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = undefined;
      }}
    />
  );
}
