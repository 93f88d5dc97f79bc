import type { SeenPages } from '@dossier/contract/sharing/share-shapes';
import { shares } from '@dossier/contract/sharing/shares';
import { Pagination } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { DividedList, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { paginationItem } from '../../../platform/ui/paged-table.tsx';
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
  if (data?.length === 0) return <Hint>{t('nothingSeen')}</Hint>;
  return (
    <Stack as="ul" gap={4}>
      {data?.map((one) => (
        <li key={one.id}>
          <Row gap={4} wrap>
            <Text as="strong" size="s" strong truncate title={one.name}>
              {one.name}
            </Text>
            <Text size="s" tone="muted">
              {t('seenFacts', { time: timeSpent(one.seconds), downloads: one.downloads, prints: one.prints })}
            </Text>
          </Row>
          {one.pages.length > 0 && <Bars one={one} />}
        </li>
      ))}
    </Stack>
  );
}

const barHeight = 46;

function Bars({ one }: { one: SeenPages }): ReactNode {
  const t = useText('sharing.links');
  const longest = Math.max(1, ...one.pages.map((page) => page.seconds));
  return (
    <Row as="ol" scroll className={styles.pages} tabIndex={0} aria-label={t('pagesOf', { name: one.name })}>
      {one.pages.map(({ page, seconds }) => (
        <Stack as="li" justify="end" key={page} className={styles.page} title={t('pageFacts', { page, time: timeSpent(seconds) })}>
          <Text numeric>{timeSpent(seconds)}</Text>
          <span className={styles.bar} style={{ height: Math.max(3, (seconds / longest) * barHeight) }} />
          <span>{page}</span>
        </Stack>
      ))}
    </Row>
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
  if (data?.totalNumber === 0) return <Hint>{t('nothingYet')}</Hint>;
  return (
    <>
      <DividedList as="ol" lines="roomy">
        {data?.list.map((line) => (
          <Row as="li" key={line.id} gap={3} wrap className={styles.entry}>
            <Text size="s" tone="muted">
              <RelativeTime iso={line.time} />
            </Text>
            <Text size="s">
              <Text as="strong" strong>
                {line.visitor || t('someVisitor')}
              </Text>{' '}
              {t(`event_${line.event}`)}
              {line.itemName !== undefined && ` “${line.itemName}”`}
            </Text>
            <Text as="small" size="xs" tone="muted">
              {line.address}
            </Text>
          </Row>
        ))}
      </DividedList>
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
