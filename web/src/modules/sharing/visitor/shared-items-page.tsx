import { visitorEditorOf } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import { type LinkItem, type OpenedShare, links } from '@dossier/contract/sharing/shares';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { call, withQuery } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { type NavigationQuery, useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes, queryClient, useCall } from '../../../platform/query.ts';
import { shareSession } from '../../../platform/sessions.ts';
import { FileSize, RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useDelayed, usePageTitle } from '../../../platform/ui/hooks.ts';
import { Heading, PlainButton, Row, Stack, Text, VisuallyHidden, classNames } from '../../../platform/ui/layout.tsx';
import { LanguageSelect } from '../../../platform/ui/native-controls.tsx';
import { SelectBox } from '../../../platform/ui/select-box.tsx';
import { ItemThumbnail, ThumbnailContext } from '../../../platform/ui/thumbnails.tsx';
import { useLinkPaths } from '../visitor-paths.ts';
import {
  LinkQuery,
  type SortField,
  type Sorting,
  sortFields,
  sortQuery,
  sortingOf,
  useShareSession,
  useSharedLink,
} from './share-session.ts';
import { itemAddress, useDownload, useLinkPictures, useSharedRoot, useSingleItemRedirect } from './shared-items.ts';
import { DownloadIcon, EditIcon, UploadBox, UploadIcon } from './uploads.tsx';
import { ClosedCard, ShareFacts, VisitorButton, endsLink, messageOf } from './visitor-frame.tsx';
import styles from './visitor.module.css';

const choices: Sorting[] = sortFields.flatMap((sortField) =>
  (['asc', 'desc'] as const).map((sortDirection) => ({ sortField, sortDirection })),
);

/** The sort order of a list without column headers: on phones. */
export function Sorter({ sorting, sort }: { sorting: Sorting; sort: (next: Sorting) => void }): ReactNode {
  const t = useText('sharing.visitor');
  const at = choices.findIndex((choice) => choice.sortField === sorting.sortField && choice.sortDirection === sorting.sortDirection);
  return (
    <span className={styles.sorter}>
      <SelectBox
        className={styles.select}
        label={t('order')}
        value={at}
        options={choices.map(({ sortField, sortDirection }, value) => ({
          value,
          label: `${t(sortField)} ${sortDirection === 'asc' ? '↑' : '↓'}`,
        }))}
        choose={(next) => sort(choices[next] ?? sorting)}
      />
    </span>
  );
}

/** Uploads a changed document as its newest version; the previous one stays with the owner. */
function NewVersion({ token, item }: { token: string; item: LinkItem }): ReactNode {
  const t = useText('sharing.visitor');
  const chooser = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const label = t('newVersion', { name: item.name });
  const send = (file: File): void => {
    setBusy(true);
    const report = (part: number): void => notice.progress(t('sendingPart', { name: file.name, count: Math.round(part * 100) }));
    // loaded with the first file, not with the page
    import('./send-file.ts')
      .then(({ sendFile }) => sendFile({ token, id: item.id, file }, report))
      .then(() => notice.success(t('versionSent', { name: item.name })))
      .catch((error: unknown) => notice.error(messageOf(error)))
      .finally(() => {
        setBusy(false);
        void invalidateRoutes(links.items);
      });
  };
  return (
    <>
      <PlainButton className={styles.tool} aria-label={label} title={label} disabled={busy} onClick={() => chooser.current?.click()}>
        <UploadIcon />
      </PlainButton>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={item.ext ? `.${item.ext}` : undefined}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) send(file);
          target.value = '';
        }}
      />
    </>
  );
}

interface ItemTableProps {
  token: string;
  opened: OpenedShare;
  /** The rest of the documents' addresses: folder and order. */
  place: NavigationQuery;
  list: readonly LinkItem[];
  /** Absent where the owner's order applies. */
  sorting?: Sorting;
  sort?: (next: Sorting) => void;
}

/** Folders and documents as rows; on a phone as cards. */
export function ItemTable({ token, opened, place, list, sorting, sort }: ItemTableProps): ReactNode {
  const t = useText('sharing.visitor');
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {sortFields.map((column) => (
            <SortHead key={column} column={column} sorting={sorting} sort={sort} />
          ))}
          <th>
            <VisuallyHidden>{t('actions')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((item) => (
          <ItemRow key={item.id} token={token} opened={opened} place={place} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function SortHead({ column, sorting, sort }: { column: SortField; sorting: Sorting | undefined; sort: ItemTableProps['sort'] }): ReactNode {
  const t = useText('sharing.visitor');
  const isOn = sorting?.sortField === column;
  if (!sorting || !sort) return <th>{t(column)}</th>;
  const { sortDirection } = sorting;
  const next = isOn && sortDirection === 'asc' ? 'desc' : 'asc';
  return (
    <th aria-sort={isOn ? (sortDirection === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <PlainButton link="quiet" onClick={() => sort({ sortField: column, sortDirection: next })}>
        {t(column)}
        {isOn && <span aria-hidden="true">{sortDirection === 'asc' ? ' ↑' : ' ↓'}</span>}
      </PlainButton>
    </th>
  );
}

interface ItemRowProps extends Pick<ItemTableProps, 'token' | 'opened' | 'place'> {
  item: LinkItem;
}

function ItemRow({ token, opened, place, item }: ItemRowProps): ReactNode {
  const go = useNavigate();
  const isFolder = item.objType !== objType.document;
  const [path, own] = itemAddress(useLinkPaths(), token, item);
  const query = isFolder ? own : { ...place, ...own };
  const mayDownload = opened.allowDownload && (isFolder || (item.rights & right.download) !== 0);
  const mayEdit = opened.allowEdit && !isFolder && (item.rights & right.modify) !== 0;
  const editsOnline = mayEdit && opened.editsOnline && visitorEditorOf(item.ext ?? '', item.size ?? 0) !== undefined;
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(path, query);
  };
  return (
    <tr>
      <td>
        <a href={withQuery(path, query)} onClick={follow}>
          <Row as="span" gap={2} className={styles.name}>
            <span className={styles.icon}>
              <ItemThumbnail item={item} icon={22} />
            </span>
            <span>{item.name}</span>
          </Row>
        </a>
      </td>
      <td className={styles.fact}>{item.size !== undefined && <FileSize bytes={item.size} />}</td>
      <td className={styles.fact}>
        <RelativeTime iso={item.updateTime} />
      </td>
      <td className={styles.actions}>
        {editsOnline && <EditOne item={item} query={{ token, id: item.id, ...place }} />}
        {mayEdit && <NewVersion token={token} item={item} />}
        {mayDownload && <DownloadOne token={token} item={item} disabled={opened.downloadsLeft === 0} />}
      </td>
    </tr>
  );
}

function EditOne({ item, query }: { item: LinkItem; query: NavigationQuery }): ReactNode {
  const t = useText('sharing.visitor');
  const go = useNavigate();
  const { edit } = useLinkPaths();
  const label = t('editItem', { name: item.name });
  return (
    <PlainButton className={styles.tool} aria-label={label} title={label} onClick={() => go(edit, query)}>
      <EditIcon />
    </PlainButton>
  );
}

function DownloadOne({ token, item, disabled }: { token: string; item: LinkItem; disabled: boolean }): ReactNode {
  const t = useText('sharing.visitor');
  const [busy, fetch] = useDownload(token, item.id);
  const label = t('downloadItem', { name: item.name });
  return (
    <PlainButton className={styles.tool} aria-label={label} title={label} disabled={busy || disabled} onClick={fetch}>
      <DownloadIcon />
    </PlainButton>
  );
}

/** The name, owner and deadline of the share, and the button to leave. */
export function ShareBar({ token, opened }: { token: string; opened: OpenedShare }): ReactNode {
  const t = useText('sharing.visitor');
  const go = useNavigate();
  const { door: provider } = useLinkPaths();
  const { name } = opened;
  const leave = async (): Promise<void> => {
    // This tab drops the share session, whether or not the server is reached.
    await call(links.leave, { token }, { quiet: true }).catch(() => undefined);
    shareSession.leave();
    queryClient.clear();
    go(provider, { token, ended: 1 }, { replace: true });
  };
  return (
    <Row as="header" gap={3} className={styles.bar}>
      <img src="/mark.svg" alt="" width={28} height={28} />
      <Stack grow className={styles.about}>
        <Heading level={1} size="l" truncate title={name}>
          {name}
        </Heading>
        <ShareFacts opened={opened} />
      </Stack>
      <LanguageSelect />
      <VisitorButton onClick={() => void leave()}>{t('leave')}</VisitorButton>
    </Row>
  );
}

/** Previous and next page of a list. */
export function Pager({ pageNo, pages, turn }: { pageNo: number; pages: number; turn: (page: number) => void }): ReactNode {
  const t = useText('sharing.visitor');
  if (pages <= 1) return null;
  return (
    <Row as="nav" gap={3} justify="center" className={styles.pager} aria-label={t('pages')}>
      <VisitorButton disabled={pageNo <= 1} onClick={() => turn(pageNo - 1)}>
        {t('previous')}
      </VisitorButton>
      <span>{t('pageOf', { count: pageNo, m: pages })}</span>
      <VisitorButton disabled={pageNo >= pages} onClick={() => turn(pageNo + 1)}>
        {t('next')}
      </VisitorButton>
    </Row>
  );
}

/** Downloads all shared items as a zip, and shows the remaining downloads. */
export function DownloadAll({ token, left }: { token: string; left: number }): ReactNode {
  const t = useText('sharing.visitor');
  const [busy, fetch] = useDownload(token);
  return (
    <Row as="span" gap={3}>
      <Text size="s" tone="muted">
        {left === 0 ? t('noDownloadsLeft') : t('downloadsLeft', { count: left })}
      </Text>
      <VisitorButton primary disabled={busy || left === 0} onClick={fetch}>
        <DownloadIcon />
        {t('downloadAll')}
      </VisitorButton>
    </Row>
  );
}

const pageSize = 50;

/** The shared items, or the content of one of their folders. */
export function SharedItemsPage(): ReactNode {
  const token = useShareSession();
  return token === undefined ? null : <SharedItems token={token} />;
}

function SharedItems({ token }: { token: string }): ReactNode {
  const t = useText('sharing.visitor');
  const { parentId } = usePageQuery(LinkQuery);
  const opened = useSharedLink(token);
  const images = useLinkPictures(token);
  const late = useDelayed(opened.isLoading);
  usePageTitle(opened.data?.name);
  if (opened.error && !opened.data) return <ClosedCard error={opened.error} retry={() => void opened.refetch()} />;
  if (!opened.data) return late && <Centred text={t('opening')} />;
  return (
    <div className={styles.page}>
      <ShareBar token={token} opened={opened.data} />
      <main className={styles.list}>
        <ThumbnailContext value={images}>
          <FolderContents key={parentId ?? ''} token={token} parentId={parentId} opened={opened.data} />
        </ThumbnailContext>
      </main>
    </div>
  );
}

interface FolderContentsProps {
  token: string;
  parentId: string | undefined;
  opened: OpenedShare;
}

function FolderContents({ token, parentId, opened }: FolderContentsProps): ReactNode {
  const t = useText('sharing.visitor');
  const [pageNo, setPageNo] = useState(1);
  const go = useNavigate();
  const linkPaths = useLinkPaths();
  const { by, desc } = usePageQuery(LinkQuery);
  const sorting = sortingOf({ by, desc });
  const { data, error, refetch, isFetching } = useCall(links.items, { token, parentId, pageNo, pageSize, ...sorting }, { keep: true });
  const late = useDelayed(isFetching && !data);
  const isLed = useSingleItemRedirect(token, opened);
  const { onlyDocument } = useSharedRoot(token);
  if (endsLink(error)) return <ClosedCard error={error} retry={() => void refetch()} />;
  if (isLed) return null;
  const sort = (next: Sorting): void => {
    setPageNo(1);
    go(linkPaths.list, { token, parentId, ...sortQuery(next) }, { replace: true });
  };
  return (
    <>
      <Row gap={2} wrap justify="between" className={styles.head}>
        <Crumbs token={token} name={opened.name} path={data?.path ?? []} />
        <Row gap={2} wrap>
          {parentId !== undefined && <Sorter sorting={sorting} sort={sort} />}
          {opened.allowDownload && !opened.onlyUpload && !onlyDocument && <DownloadAll token={token} left={opened.downloadsLeft} />}
        </Row>
      </Row>
      {opened.allowUpload && parentId !== undefined && <UploadBox token={token} parentId={parentId} />}
      {error && !data && (
        <Stack gap={4} align="center" className={styles.empty} role="alert">
          <Text as="p">{messageOf(error)}</Text>
          <VisitorButton onClick={() => void refetch()}>{t('tryAgain')}</VisitorButton>
        </Stack>
      )}
      {late && <Centred text={t('opening')} />}
      {data && data.list.length === 0 && <Centred text={t(opened.onlyUpload ? 'nothingSent' : 'folderEmpty')} />}
      {data && data.list.length > 0 && (
        <ItemTable
          token={token}
          opened={opened}
          list={data.list}
          place={{ parentId, by, desc }}
          {...(parentId !== undefined && { sorting, sort })}
        />
      )}
      {data && <Pager pageNo={pageNo} pages={Math.ceil(data.totalNumber / pageSize)} turn={setPageNo} />}
    </>
  );
}

function Centred({ text }: { text: string }): ReactNode {
  return (
    <Text as="p" className={styles.empty}>
      {text}
    </Text>
  );
}

function Crumbs({ token, name, path }: { token: string; name: string; path: readonly { id: string; name: string }[] }): ReactNode {
  const t = useText('sharing.visitor');
  const go = useNavigate();
  const linkPaths = useLinkPaths();
  // a share of one folder starts in that folder
  const { onlyFolder } = useSharedRoot(token);
  const parts = onlyFolder ? path : [{ id: undefined, name }, ...path];
  return (
    <nav className={classNames(styles.crumbs, parts.length <= 1 && styles.alone)} aria-label={t('youAreHere')}>
      <Row as="ol" wrap align="baseline">
        {parts.map(({ id, name: label }, at) => {
          const isLast = at === parts.length - 1;
          return (
            <li key={id ?? ''} aria-current={isLast ? 'page' : undefined}>
              {isLast ? (
                <Heading level={2}>{label}</Heading>
              ) : (
                <PlainButton link onClick={() => go(linkPaths.list, { token, parentId: id })}>
                  {label}
                </PlainButton>
              )}
            </li>
          );
        })}
      </Row>
    </nav>
  );
}
