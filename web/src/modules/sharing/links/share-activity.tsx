import type { SeenPages } from '@dossier/contract/sharing/share-shapes';
import { shares } from '@dossier/contract/sharing/shares';
import { Pagination } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { paginationItem } from '../../../platform/ui/paged-table.tsx';
import chartStyles from './activity-charts.module.css';
import factsStyles from './share-activity.module.css';
import styles from './shares.module.css';

/** A duration as clock time: `0:07`, `12:40`, `1:03:20`. */
export function timeSpent(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** How long each page of each document was viewed. */
export function PageList({ id, visitorKey }: { id: string; visitorKey: string | undefined }): ReactNode {
  const t = useText('sharing.links');
  const { data, error, refetch } = useCall(shares.pages, { id, ...(visitorKey !== undefined && { visitorKey }) }, { keep: true });
  if (error !== null && data === undefined) return <ErrorBox small error={error} retry={() => void refetch()} />;
  if (data?.length === 0) return <p className={styles.hint}>{t('nothingSeen')}</p>;
  return (
    <ul className={chartStyles.seen}>
      {data?.map((one) => (
        <li key={one.id}>
          <div className={chartStyles.seenHead}>
            <strong title={one.name}>{one.name}</strong>
            <span>{t('seenFacts', { time: timeSpent(one.seconds), downloads: one.downloads, prints: one.prints })}</span>
          </div>
          {one.pages.length > 0 && <Bars one={one} />}
        </li>
      ))}
    </ul>
  );
}

const barHeight = 46;

function Bars({ one }: { one: SeenPages }): ReactNode {
  const t = useText('sharing.links');
  const longest = Math.max(1, ...one.pages.map((page) => page.seconds));
  return (
    <ol className={chartStyles.pages} tabIndex={0} aria-label={t('pagesOf', { name: one.name })}>
      {one.pages.map(({ page, seconds }) => (
        <li key={page} title={t('pageFacts', { page, time: timeSpent(seconds) })}>
          <span className={chartStyles.spent}>{timeSpent(seconds)}</span>
          <span className={chartStyles.bar} style={{ height: Math.max(3, (seconds / longest) * barHeight) }} />
          <span>{page}</span>
        </li>
      ))}
    </ol>
  );
}

const pageSize = 30;

/** The timeline of a share, newest first; of all visitors, or of the selected one. */
export function Timeline({ id, visitorKey }: { id: string; visitorKey: string | undefined }): ReactNode {
  return <Lines key={visitorKey} id={id} visitorKey={visitorKey} />;
}

function Lines({ id, visitorKey }: { id: string; visitorKey: string | undefined }): ReactNode {
  const t = useText('sharing.links');
  const [pageNo, setPageNo] = useState(1);
  const input = { id, pageNo, pageSize, ...(visitorKey !== undefined && { visitorKey }) };
  const { data, error, refetch } = useCall(shares.timeline, input, { keep: true });
  if (error !== null && data === undefined) return <ErrorBox small error={error} retry={() => void refetch()} />;
  if (data?.totalNumber === 0) return <p className={styles.hint}>{t('nothingYet')}</p>;
  return (
    <>
      <ol className={factsStyles.lines}>
        {data?.list.map((line) => (
          <li key={line.id}>
            <RelativeTime iso={line.time} />
            <span>
              <strong>{line.visitor || t('someVisitor')}</strong> {t(`event_${line.event}`)}
              {line.itemName !== undefined && ` “${line.itemName}”`}
            </span>
            <small>{line.address}</small>
          </li>
        ))}
      </ol>
      {data && data.totalNumber > pageSize && (
        <Pagination
          size="small"
          current={pageNo}
          pageSize={pageSize}
          total={data.totalNumber}
          showSizeChanger={false}
          itemRender={paginationItem}
          onChange={setPageNo}
        />
      )}
    </>
  );
}
