import { links, type OpenedShare } from '@dossier/contract/shares';
import { type ReactNode, useState } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { usePageTitle } from '../../ground/hooks/use-page-title.ts';
import { PicturesContext } from '../../ground/pictures.ts';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { useWay } from './addresses.ts';
import { ClosedCard, endsLink } from './closed-card.tsx';
import { DownloadAll } from './download-all.tsx';
import { ItemTable } from './item-table.tsx';
import { useLinkPictures } from './link-pictures.ts';
import { LinkQuery } from './link-query.ts';
import { messageOf } from './message-of.ts';
import { Pager } from './pager.tsx';
import { Sorter } from './sorter.tsx';
import { type Sorting, sortingOf, sortQuery } from './sorting.ts';
import { UploadBox } from './upload-box.tsx';
import { useLedOn, useTop } from './use-top.ts';
import { useOpened, useVisit } from './use-visit.ts';
import { VisitBar } from './visit-bar.tsx';
import styles from './visits.module.css';

const pageSize = 50;

/** What is shared, or what lies in one of its folders. */
export function ListPage(): ReactNode {
  const token = useVisit();
  return token === undefined ? null : <Visited token={token} />;
}

function Visited({ token }: { token: string }): ReactNode {
  const t = useText('visits');
  const { parentId } = usePageQuery(LinkQuery);
  const opened = useOpened(token);
  const pictures = useLinkPictures(token);
  const late = useDelayed(opened.isLoading);
  usePageTitle(opened.data?.name);
  if (opened.error && !opened.data) return <ClosedCard error={opened.error} retry={() => void opened.refetch()} />;
  if (!opened.data) return late && <p className={styles.waiting}>{t('opening')}</p>;
  return (
    <div className={styles.page}>
      <VisitBar token={token} opened={opened.data} />
      <main className={styles.list}>
        <PicturesContext value={pictures}>
          <Place key={parentId ?? ''} token={token} parentId={parentId} opened={opened.data} />
        </PicturesContext>
      </main>
    </div>
  );
}

interface PlaceProps {
  token: string;
  parentId: string | undefined;
  opened: OpenedShare;
}

function Place({ token, parentId, opened }: PlaceProps): ReactNode {
  const t = useText('visits');
  const [pageNo, setPageNo] = useState(1);
  const go = useGo();
  const way = useWay();
  const { by, desc } = usePageQuery(LinkQuery);
  const sorting = sortingOf({ by, desc });
  const { data, error, refetch, isFetching } = useCall(links.items, { token, parentId, pageNo, pageSize, ...sorting }, { keep: true });
  const late = useDelayed(isFetching && !data);
  const isLed = useLedOn(token, opened);
  const { onlyDocument } = useTop(token);
  if (endsLink(error)) return <ClosedCard error={error} retry={() => void refetch()} />;
  if (isLed) return null;
  const sort = (next: Sorting): void => {
    setPageNo(1);
    go(way.list, { token, parentId, ...sortQuery(next) }, { replace: true });
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
  const t = useText('visits');
  const go = useGo();
  const way = useWay();
  // the top of one folder is the folder
  const { onlyFolder } = useTop(token);
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
                <button type="button" onClick={() => go(way.list, { token, parentId: id })}>
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
