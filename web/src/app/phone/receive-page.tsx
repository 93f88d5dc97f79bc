import { CloseOutlined, CloudUploadOutlined, InboxOutlined } from '@ant-design/icons';
import { moduleType, objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { useQueries } from '@tanstack/react-query';
import { Button, Radio } from 'antd';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { areaTitles, can, detailRoute, placePath } from '../../modules/documents/areas.ts';
import { firstOwnCabinet } from '../../modules/documents/first-files.ts';
import { type ChosenFolder, FolderSelect } from '../../modules/documents/folder-select.tsx';
import { rememberPlace, useRecentPlaces } from '../../modules/documents/recent-places.ts';
import { useUploads } from '../../modules/documents/upload-entries.ts';
import { startUpload } from '../../modules/documents/upload-queue.ts';
import { useCurrentUser } from '../../modules/identity/current-user.ts';
import { useText } from '../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../platform/navigation.ts';
import { textParam } from '../../platform/page-query.ts';
import { callQueryOptions } from '../../platform/query.ts';
import { type ReceivedFile, forgetReceived, receivedFiles } from '../../platform/received-files.ts';
import { confirm } from '../../platform/ui/confirm.tsx';
import { Empty } from '../../platform/ui/empty.tsx';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { FileSize } from '../../platform/ui/formatted-values.tsx';
import { DividedList, Heading, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { Page, PageFoot } from '../../platform/ui/page-layout.tsx';
import styles from './phone-pages.module.css';

const PageQuery = { failed: textParam };

/** /receive: asks where the files go that another app shared with the installed client, and uploads them there. */
export function ReceivePage(): ReactNode {
  const t = useText('app.phone');
  const { failed } = usePageQuery(PageQuery);
  const [waiting, setWaiting] = useState<ReceivedFile[]>();
  useEffect(() => {
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
  return <Received waiting={waiting} remove={remove} failed={failed !== undefined} />;
}

/** The own documents: a choice without a folder, as their first cabinet may have to be made. */
const ownPlace = 'own';
const otherPlace = 'other';

interface ReceivedProps {
  waiting: readonly ReceivedFile[];
  remove: (keys: string[]) => void;
  /** The last ones did not arrive. */
  failed: boolean;
}

function Received({ waiting, remove, failed }: ReceivedProps): ReactNode {
  const t = useText('app.phone');
  const words = useText('documents.library');
  const go = useNavigate();
  const { moduleTypes } = useCurrentUser();
  const recent = useRecentFolders();
  const [chosen, setChosen] = useState<string>();
  const [other, setOther] = useState<ChosenFolder>();
  const [isMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const count = waiting.length;
  const hasOwn = moduleTypes.includes(moduleType.my);
  const known = chosen ?? recent[0]?.id ?? (hasOwn ? ownPlace : otherPlace);
  const target = async (): Promise<ChosenFolder | undefined> => {
    if (known === ownPlace) return { ...(await firstOwnCabinet()), moduleType: moduleType.my };
    return known === otherPlace ? other : recent.find((place) => place.id === known);
  };
  const upload = async (): Promise<void> => {
    const place = await target();
    setMissing(place === undefined);
    if (place === undefined) return;
    const files = waiting.map(({ file }) => ({ file, folderPath: '' }));
    const entries = await startUpload(files, place);
    if (entries.length === 0) return;
    forgetSent(new Map(entries.map((entry, at) => [entry, waiting[at]?.key ?? ''])));
    if (known !== ownPlace) rememberPlace(place.id);
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
    <Page narrow gap={4}>
      {failed && (
        <Text as="p" tone="warn" role="alert">
          {t('notReceived')} {t('notReceivedHint')}
        </Text>
      )}
      <Stack as="section" gap={1} aria-labelledby={`${id}-files`}>
        <Heading level={2} id={`${id}-files`}>
          {t('received', { count })}
        </Heading>
        <DividedList>
          {waiting.map((one) => (
            <ReceivedLine key={one.key} file={one.file} remove={() => remove([one.key])} />
          ))}
        </DividedList>
      </Stack>
      <Stack as="section" gap={1} aria-labelledby={`${id}-place`}>
        <Heading level={2} id={`${id}-place`}>
          {t('whereTo')}
        </Heading>
        <Radio.Group
          className={styles.places ?? ''}
          aria-labelledby={`${id}-place`}
          value={known}
          onChange={({ target: { value } }) => setChosen(String(value))}
        >
          {recent.map((place) => (
            <Place key={place.id} value={place.id} kind={place.objType} name={place.name} path={place.path} />
          ))}
          {hasOwn && <Place value={ownPlace} kind={objType.cabinet} name={words(areaTitles[moduleType.my])} path={t('ownHint')} />}
          <Place value={otherPlace} kind={objType.folder} name={t('otherFolder')} />
        </Radio.Group>
        {known === otherPlace && (
          <Stack gap={1} pad={[2, 0]}>
            <FolderSelect
              value={other}
              onChange={(place) => {
                setOther(place);
                setMissing(false);
              }}
              fits={(node) => can(node.rights, 'upload')}
              isWrong={isMissing}
              note={`${id}-missing`}
            />
            {isMissing && (
              <Text size="s" tone="danger" id={`${id}-missing`} role="alert">
                {words('choosePlace')}
              </Text>
            )}
          </Stack>
        )}
      </Stack>
      <PageFoot>
        <Button type="primary" size="large" icon={<CloudUploadOutlined />} loading={busy} onClick={send}>
          {t('uploadReceived', { count })}
        </Button>
        <Button size="large" type="text" disabled={busy} onClick={() => void discard()}>
          {t('discard')}
        </Button>
      </PageFoot>
    </Page>
  );
}

function ReceivedLine({ file, remove }: { file: File; remove: () => void }): ReactNode {
  const t = useText('app.phone');
  return (
    <Row as="li" gap={3} className={styles.line}>
      <FileIcon objType={objType.document} ext={/\.([^.]+)$/.exec(file.name)?.[1] ?? ''} />
      <Stack as="span" grow>
        <Text truncate>{file.name}</Text>
        <Text size="s" tone="muted">
          <FileSize bytes={file.size} />
        </Text>
      </Stack>
      <Button type="text" size="large" icon={<CloseOutlined />} aria-label={t('removeReceived', { name: file.name })} onClick={remove} />
    </Row>
  );
}

interface PlaceProps {
  value: string;
  kind: number;
  name: string;
  path?: string;
}

function Place({ value, kind, name, path }: PlaceProps): ReactNode {
  return (
    <Radio value={value} className={styles.place ?? ''}>
      <Row as="span" gap={3}>
        <FileIcon objType={kind} />
        <Stack as="span" grow>
          <Text truncate>{name}</Text>
          {path !== undefined && path !== '' && (
            <Text size="s" tone="muted" truncate>
              {path}
            </Text>
          )}
        </Stack>
      </Row>
    </Radio>
  );
}

interface RecentFolder extends ChosenFolder {
  objType: number;
  moduleType: number;
  /** The names of the folders above it. */
  path: string;
}

/** The folder that was open last, and those that something was moved, copied or shared to: as far as they are there and take uploads. */
function useRecentFolders(): RecentFolder[] {
  const moved = useRecentPlaces(({ ids }) => ids);
  const [open] = useState(() => localStorage.getItem('hprtId'));
  const ids = [...new Set([...(open === null ? [] : [open]), ...moved])];
  const paths = useQueries({ queries: ids.map((id) => callQueryOptions(library.ancestors, { id })) }).map(({ data = [] }) => data);
  const found = paths.flatMap((path) => path.slice(-1)).filter((one) => one.objType !== objType.document && one.publishing !== true);
  const details = useQueries({ queries: found.map((one) => callQueryOptions(detailRoute(one.objType), { id: one.id })) });
  return details.flatMap(({ data }) => {
    const path = paths.find((one) => one.at(-1)?.id === data?.id);
    if (data === undefined || path === undefined || !can(data.rights, 'upload')) return [];
    const above = path.slice(0, -1).map((one) => one.name);
    return [{ id: data.id, name: data.name, objType: data.objType, moduleType: data.moduleType, path: above.join(' › ') }];
  });
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
