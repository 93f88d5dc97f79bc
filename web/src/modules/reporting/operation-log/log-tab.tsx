import type { Item } from '@dossier/contract/documents/library';
import { type LogEntry, operationLog } from '@dossier/contract/reporting/operation-log';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { DividedList, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { useActorName } from './entry-details.tsx';
import { actionKey, factTexts, useFactWords } from './log-facts.ts';

const pageSize = 30;

/** The log of an item, newest first. */
export function LogTab({ item }: { item: Item }): ReactNode {
  const t = useText('reporting.log');
  const log = useInfiniteQuery({
    queryKey: [operationLog.itemLog.path, 'pages', item.id],
    queryFn: ({ pageParam, signal }) =>
      call(operationLog.itemLog, { objId: item.id, pageNo: pageParam, pageSize }, { quiet: true, signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.pageNo * last.pageSize < last.totalNumber ? last.pageNo + 1 : undefined),
  });
  if (log.error !== null && log.data === undefined) return <ErrorBox small error={log.error} retry={() => void log.refetch()} />;
  if (log.data === undefined) return null;
  const entries = log.data.pages.flatMap((page) => page.list);
  if (entries.length === 0) return <Empty small title={t('nothingYet')} />;
  return (
    <Stack gap={3}>
      <DividedList as="ol" lines="roomy">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} withName={entry.objId !== undefined && entry.objId !== item.id} />
        ))}
      </DividedList>
      {log.hasNextPage && (
        <Button size="small" block loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('older')}
        </Button>
      )}
    </Stack>
  );
}

function Entry({ entry, withName }: { entry: LogEntry; withName: boolean }): ReactNode {
  const t = useText('reporting.log');
  const key = actionKey(entry.action);
  const facts = factTexts(entry.detail, useFactWords());
  return (
    <Text as="li" size="s">
      <Row gap={2} justify="between">
        <Text strong>{useActorName()(entry)}</Text>
        <Text size="xs" tone="muted" nowrap>
          <RelativeTime iso={entry.time} />
        </Text>
      </Row>
      <div>
        {key === undefined ? t('unknownAction', { code: entry.action }) : t(key)}
        {withName && entry.objName !== undefined && ` · ${entry.objName}`}
      </div>
      {facts.length > 0 && (
        <Text as="div" size="xs" tone="muted">
          {facts.join(' · ')}
        </Text>
      )}
      {entry.address !== undefined && entry.address !== '' && (
        <Text as="div" size="xs" tone="muted">
          {entry.address}
        </Text>
      )}
    </Text>
  );
}
