import { CloseOutlined, CloudUploadOutlined, InboxOutlined } from '@ant-design/icons';
import { objType } from '@dossier/contract/core/rights';
import { Button } from 'antd';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { placePath } from '../../modules/documents/areas.ts';
import { rememberPlace } from '../../modules/documents/recent-places.ts';
import { useUploads } from '../../modules/documents/upload-entries.ts';
import { startUpload } from '../../modules/documents/upload-queue.ts';
import { useText } from '../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../platform/navigation.ts';
import { textParam } from '../../platform/page-query.ts';
import { type ReceivedFile, confirmReceived, forgetReceived, receivedFiles } from '../../platform/received-files.ts';
import { confirm } from '../../platform/ui/confirm.tsx';
import { Empty } from '../../platform/ui/empty.tsx';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { FileSize } from '../../platform/ui/formatted-values.tsx';
import { DividedList, Heading, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { Page, PageFoot } from '../../platform/ui/page-layout.tsx';
import styles from './phone-pages.module.css';
import { PlaceChoice, usePlaceChoice } from './place-choice.tsx';

const PageQuery = { failed: textParam };

/** /receive: asks where the files go that another app shared with the installed client, and uploads them there. */
export function ReceivePage(): ReactNode {
  const t = useText('app.phone');
  const { failed } = usePageQuery(PageQuery);
  const [waiting, setWaiting] = useState<ReceivedFile[]>();
  useEffect(() => {
    // the share menu opens this window
    if (!matchMedia('(display-mode: browser)').matches) confirmReceived();
    receivedFiles().then(setWaiting, () => setWaiting([]));
  }, []);
  if (waiting === undefined) return null;
  if (waiting.length === 0) {
    return (
      <Page narrow>
        <Empty
          icon={<InboxOutlined />}
          title={t(failed === undefined ? 'nothingReceived' : 'notReceived')}
          hint={t(failed === undefined ? 'nothingReceivedHint' : 'notReceivedHint')}
        />
      </Page>
    );
  }
  const remove = (keys: string[]): void => {
    setWaiting(waiting.filter(({ key }) => !keys.includes(key)));
    void forgetReceived(keys).catch(() => undefined);
  };
  const asked = waiting.filter(({ isConfirmed }) => !isConfirmed);
  if (asked.length > 0) {
    const keep = (): void => {
      confirmReceived();
      setWaiting(waiting.map((one) => ({ ...one, isConfirmed: true })));
    };
    return <WhoseFiles asked={asked} keep={keep} remove={remove} />;
  }
  return <Received waiting={waiting} remove={remove} failed={failed !== undefined} />;
}

interface WhoseFilesProps {
  asked: readonly ReceivedFile[];
  keep: () => void;
  remove: (keys: string[]) => void;
}

/**
 * Asks whether the user has shared the files. The share menu opens the window of the installed client, and a form of another site, which cannot always
 * be told from it, comes in a browser tab. Files that the user does not confirm are forgotten.
 */
function WhoseFiles({ asked, keep, remove }: WhoseFilesProps): ReactNode {
  const t = useText('app.phone');
  const count = asked.length;
  const id = useId();
  useEffect(() => {
    const forget = (): void => void forgetReceived(asked.map(({ key }) => key)).catch(() => undefined);
    addEventListener('pagehide', forget);
    return () => removeEventListener('pagehide', forget);
  }, [asked]);
  return (
    <Page narrow gap={4}>
      <Stack as="section" gap={2} aria-labelledby={id}>
        <Heading level={2} id={id}>
          {t('whoseFiles', { count })}
        </Heading>
        <Text as="p">{t('whoseFilesText')}</Text>
        <DividedList>
          {asked.map(({ key, file }) => (
            <Row as="li" key={key} gap={3} className={styles.line}>
              <FileFacts file={file} />
            </Row>
          ))}
        </DividedList>
      </Stack>
      <PageFoot>
        <Button type="primary" size="large" onClick={keep}>
          {t('filesAreMine')}
        </Button>
        <Button size="large" type="text" onClick={() => remove(asked.map(({ key }) => key))}>
          {t('discard')}
        </Button>
      </PageFoot>
    </Page>
  );
}

interface ReceivedProps {
  waiting: readonly ReceivedFile[];
  remove: (keys: string[]) => void;
  /** The last ones did not arrive. */
  failed: boolean;
}

function Received({ waiting, remove, failed }: ReceivedProps): ReactNode {
  const t = useText('app.phone');
  const choice = usePlaceChoice();
  const count = waiting.length;
  const id = useId();
  return (
    <Page narrow gap={4}>
      {failed && (
        <Text as="p" tone="warn" role="alert">
          {t('notReceived')} {t('notReceivedHint')}
        </Text>
      )}
      <Stack as="section" gap={1} aria-labelledby={id}>
        <Heading level={2} id={id}>
          {t('received', { count })}
        </Heading>
        <DividedList>
          {waiting.map((one) => (
            <ReceivedLine key={one.key} file={one.file} remove={() => remove([one.key])} />
          ))}
        </DividedList>
      </Stack>
      <PlaceChoice {...choice} />
      <Foot waiting={waiting} remove={remove} choice={choice} />
    </Page>
  );
}

interface FootProps extends Pick<ReceivedProps, 'waiting' | 'remove'> {
  choice: ReturnType<typeof usePlaceChoice>;
}

/** Uploads the files to the chosen place, or discards them. */
function Foot({ waiting, remove, choice }: FootProps): ReactNode {
  const t = useText('app.phone');
  const go = useNavigate();
  const [busy, setBusy] = useState(false);
  const count = waiting.length;
  const upload = async (): Promise<void> => {
    const place = await choice.target();
    if (place === undefined) return;
    const files = waiting.map(({ file }) => ({ file, folderPath: '' }));
    const entries = await startUpload(files, place);
    if (entries.length === 0) return;
    forgetSent(new Map(entries.map((entry, at) => [entry, waiting[at]?.key ?? ''])));
    if (!choice.isOwn) rememberPlace(place.id);
    go(placePath(place.moduleType ?? 0, place.id), undefined, { replace: true });
  };
  const send = (): void => {
    setBusy(true);
    // `call` has shown the reason
    void upload()
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  const discard = async (): Promise<void> => {
    const isSure = await confirm({ title: t('discardQuestion', { count }), text: t('discardText'), ok: t('discard'), danger: true });
    if (isSure) remove(waiting.map(({ key }) => key));
  };
  return (
    <PageFoot>
      <Button type="primary" size="large" icon={<CloudUploadOutlined />} loading={busy} onClick={send}>
        {t('uploadReceived', { count })}
      </Button>
      <Button size="large" type="text" disabled={busy} onClick={() => void discard()}>
        {t('discard')}
      </Button>
    </PageFoot>
  );
}

function ReceivedLine({ file, remove }: { file: File; remove: () => void }): ReactNode {
  const t = useText('app.phone');
  return (
    <Row as="li" gap={3} className={styles.line}>
      <FileFacts file={file} />
      <Button type="text" size="large" icon={<CloseOutlined />} aria-label={t('removeReceived', { name: file.name })} onClick={remove} />
    </Row>
  );
}

function FileFacts({ file }: { file: File }): ReactNode {
  return (
    <>
      <FileIcon objType={objType.document} ext={/\.([^.]+)$/.exec(file.name)?.[1] ?? ''} />
      <Stack as="span" grow>
        <Text truncate>{file.name}</Text>
        <Text size="s" tone="muted">
          <FileSize bytes={file.size} />
        </Text>
      </Stack>
    </>
  );
}

/** Forgets each kept file once it is stored, or was taken out of the tray: until then the tray of a window that is closed would lose it. */
function forgetSent(keyOf: Map<string, string>): void {
  const look = (): void => {
    const { entries } = useUploads.getState();
    const states = new Map(entries.map(({ id, state }) => [id, state]));
    const ended = [...keyOf].filter(([entry]) => ['done', 'skipped', undefined].includes(states.get(entry)));
    for (const [entry] of ended) keyOf.delete(entry);
    if (ended.length > 0) void forgetReceived(ended.map(([, key]) => key)).catch(() => undefined);
    if (keyOf.size === 0) stop();
  };
  const stop = useUploads.subscribe(look);
  look();
}
