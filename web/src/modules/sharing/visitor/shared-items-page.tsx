import { type OpenedShare, links } from '@dossier/contract/sharing/shares';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { formatExactTime } from '../../../platform/format.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { queryClient, useCall } from '../../../platform/query.ts';
import { shareSession } from '../../../platform/sessions.ts';
import { ThumbnailContext } from '../../../platform/thumbnails.ts';
import { useDelayed, usePageTitle } from '../../../platform/ui/hooks.ts';
import { useLinkPaths } from '../visitor-paths.ts';
import doorStyles from './access-card.module.css';
import { ClosedCard, endsLink, messageOf } from './closed-link-card.tsx';
import tableStyles from './item-table.module.css';
import { ItemTable, Sorter } from './item-table.tsx';
import { LangSelect } from './language-select.tsx';
import { LinkQuery, type Sorting, sortQuery, sortingOf, useShareSession, useSharedLink } from './share-session.ts';
import { useDownload, useLinkPictures, useSharedRoot, useSingleItemRedirect } from './shared-items.ts';
import { DownloadIcon, UploadBox } from './uploads.tsx';
import styles from './visitor.module.css';

/** The name, owner and deadline of the share, and the button to leave. */
export function ShareBar({ token, opened }: { token: string; opened: OpenedShare }): ReactNode {
  const t = useText('sharing.visitor');
  const go = useNavigate();
  const { door } = useLinkPaths();
  const { name, giverName, organisationName, deadline, visitor } = opened;
  const leave = async (): Promise<void> => {
    // This tab drops the share session, whether or not the server is reached.
    await call(links.leave, { token }, { quiet: true }).catch(() => undefined);
    shareSession.leave();
    queryClient.clear();
    go(door, { token, ended: 1 }, { replace: true });
  };
  return (
    <header className={doorStyles.bar}>
      <img src="/mark.svg" alt="" width={28} height={28} />
      <div className={doorStyles.about}>
        <h1 title={name}>{name}</h1>
        <p>
          <span>{t('sharedBy', { name: giverName, organisation: organisationName })}</span>
          {deadline && <span>{t('openUntil', { time: formatExactTime(deadline).slice(0, 16) })}</span>}
          {visitor !== '' && <span>{t('youAre', { name: visitor })}</span>}
        </p>
      </div>
      <LangSelect />
      <button type="button" className={styles.plain} onClick={() => void leave()}>
        {t('leave')}
      </button>
    </header>
  );
}

/** Previous and next page of a list. */
export function Pager({ pageNo, pages, turn }: { pageNo: number; pages: number; turn: (page: number) => void }): ReactNode {
  const t = useText('sharing.visitor');
  if (pages <= 1) return null;
  return (
    <nav className={tableStyles.pager} aria-label={t('pages')}>
      <button type="button" className={styles.plain} disabled={pageNo <= 1} onClick={() => turn(pageNo - 1)}>
        {t('previous')}
      </button>
      <span>{t('pageOf', { count: pageNo, m: pages })}</span>
      <button type="button" className={styles.plain} disabled={pageNo >= pages} onClick={() => turn(pageNo + 1)}>
        {t('next')}
      </button>
    </nav>
  );
}

/** Downloads all shared items as a zip, and shows the remaining downloads. */
export function DownloadAll({ token, left }: { token: string; left: number }): ReactNode {
  const t = useText('sharing.visitor');
  const [busy, fetch] = useDownload(token);
  return (
    <span className={tableStyles.counted}>
      <span className={tableStyles.left}>{left === 0 ? t('noDownloadsLeft') : t('downloadsLeft', { count: left })}</span>
      <button type="button" className={styles.main} disabled={busy || left === 0} onClick={fetch}>
        <DownloadIcon />
        {t('downloadAll')}
      </button>
    </span>
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
  const pictures = useLinkPictures(token);
  const late = useDelayed(opened.isLoading);
  usePageTitle(opened.data?.name);
  if (opened.error && !opened.data) return <ClosedCard error={opened.error} retry={() => void opened.refetch()} />;
  if (!opened.data) return late && <p className={styles.waiting}>{t('opening')}</p>;
  return (
    <div className={styles.page}>
      <ShareBar token={token} opened={opened.data} />
      <main className={styles.list}>
        <ThumbnailContext value={pictures}>
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
      <div className={styles.head}>
        <Crumbs token={token} name={opened.name} path={data?.path ?? []} />
        <div className={styles.tools}>
          {parentId !== undefined && <Sorter sorting={sorting} sort={sort} />}
          {opened.allowDownload && !opened.onlyUpload && !onlyDocument && <DownloadAll token={token} left={opened.downloadsLeft} />}
        </div>
      </div>
      {opened.allowUpload && parentId !== undefined && <UploadBox token={token} parentId={parentId} />}
      {error && !data && (
        <div className={styles.empty} role="alert">
          <p>{messageOf(error)}</p>
          <button type="button" className={styles.plain} onClick={() => void refetch()}>
            {t('tryAgain')}
          </button>
        </div>
      )}
      {late && <p className={styles.waiting}>{t('opening')}</p>}
      {data && data.list.length === 0 && <p className={styles.empty}>{t(opened.onlyUpload ? 'nothingSent' : 'folderEmpty')}</p>}
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

function Crumbs({ token, name, path }: { token: string; name: string; path: readonly { id: string; name: string }[] }): ReactNode {
  const t = useText('sharing.visitor');
  const go = useNavigate();
  const linkPaths = useLinkPaths();
  // a share of one folder starts in that folder
  const { onlyFolder } = useSharedRoot(token);
  const parts = onlyFolder ? path : [{ id: undefined, name }, ...path];
  return (
    <nav className={parts.length > 1 ? styles.crumbs : `${styles.crumbs} ${styles.alone}`} aria-label={t('youAreHere')}>
      <ol>
        {parts.map(({ id, name: label }, at) => {
          const isLast = at === parts.length - 1;
          return (
            <li key={id ?? ''} aria-current={isLast ? 'page' : undefined}>
              {isLast ? (
                <h2>{label}</h2>
              ) : (
                <button type="button" onClick={() => go(linkPaths.list, { token, parentId: id })}>
                  {label}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
