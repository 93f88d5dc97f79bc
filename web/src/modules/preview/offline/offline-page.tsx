import { CloudDownloadOutlined, DeleteOutlined } from '@ant-design/icons';
import { objType } from '@dossier/contract/core/rights';
import { Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { FileSize, RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { DividedList, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Page, PageFoot } from '../../../platform/ui/page-layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { useCurrentUser } from '../../identity/current-user.ts';
import { documentAddress } from '../viewer-address.ts';
import { type CheckedCopy, checkOffline, removeOffline } from './keep-offline.ts';
import { isOfflineOffered } from '../kept-offline.ts';

/** /offline: what is kept on this device, as the server lets it stay. Without a network the service worker shows the reader in its place. */
export function OfflinePage(): ReactNode {
  const t = useText('preview.offline');
  const [copies, setCopies] = useState<CheckedCopy[]>();
  const [error, setError] = useState<unknown>();
  const load = (): void => {
    setError(undefined);
    checkOffline().then(setCopies, setError);
  };
  useEffect(load, []);
  if (error !== undefined) {
    // the reader, which needs no network
    const way = <Button onClick={() => location.reload()}>{t('openReader')}</Button>;
    return (
      <Page narrow>
        <ErrorBox error={error} way={way} />
      </Page>
    );
  }
  if (copies === undefined) return <Spinner label={t('checking')} />;
  if (copies.length === 0) {
    return (
      <Page narrow>
        <Empty
          heading
          icon={<CloudDownloadOutlined />}
          title={t('nothing')}
          hint={isOfflineOffered() ? t('nothingHint') : t('notOffered')}
        />
      </Page>
    );
  }
  const remove = async (ids?: string[]): Promise<void> => {
    setCopies(ids === undefined ? [] : copies.filter(({ id }) => !ids.includes(id)));
    await removeOffline(ids);
  };
  return <Copies copies={copies} remove={remove} />;
}

interface CopiesProps {
  copies: readonly CheckedCopy[];
  /** All of them where none is named. */
  remove: (ids?: string[]) => Promise<void>;
}

function Copies({ copies, remove }: CopiesProps): ReactNode {
  const t = useText('preview.offline');
  const { offlineDays = 0 } = useCurrentUser();
  const count = copies.length;
  const removeAll = async (): Promise<void> => {
    const isSure = await confirm({ title: t('removeAllQuestion', { count }), text: t('removeAllText'), ok: t('removeAll'), danger: true });
    if (isSure) await remove();
  };
  return (
    <Page narrow gap={4}>
      <Text as="p" tone="muted">
        {t('about', { count: offlineDays })}
      </Text>
      <DividedList lines="roomy">
        {copies.map((copy) => (
          <CopyLine key={copy.id} copy={copy} remove={() => void remove([copy.id])} />
        ))}
      </DividedList>
      <PageFoot>
        <Button size="large" icon={<DeleteOutlined />} onClick={() => void removeAll()}>
          {t('removeAll')}
        </Button>
      </PageFoot>
    </Page>
  );
}

function CopyLine({ copy, remove }: { copy: CheckedCopy; remove: () => void }): ReactNode {
  const t = useText('preview.offline');
  const { id, name, ext, versionLabel, isOlder, size, keptAt } = copy;
  return (
    <Row as="li" gap={3}>
      <FileIcon objType={objType.document} ext={ext} />
      <Stack as="span" grow>
        <AppLink to={documentAddress({ id, ext })}>{name}</AppLink>
        <Text size="s" tone="muted">
          {isOlder ? t('older', { label: versionLabel }) : t('version', { label: versionLabel })} · <FileSize bytes={size} /> ·{' '}
          <RelativeTime iso={new Date(keptAt).toISOString()} />
        </Text>
      </Stack>
      <Button type="text" size="large" icon={<DeleteOutlined />} aria-label={t('removeOne', { name })} onClick={remove} />
    </Row>
  );
}
