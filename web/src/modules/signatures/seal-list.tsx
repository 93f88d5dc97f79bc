import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import type { Item } from '@dossier/contract/documents/library';
import { type Seal, type SealVerdict, signatures } from '@dossier/contract/signatures/signatures';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { formatExactTime } from '../../platform/ui/formatted-values.tsx';
import { DividedList, Heading, Row, Stack, Text } from '../../platform/ui/layout.tsx';

const shown: Record<SealVerdict, { icon: ReactNode; tone: 'done' | 'warn' | 'danger' }> = {
  holds: { icon: <CheckCircleFilled aria-hidden="true" />, tone: 'done' },
  doubtful: { icon: <ExclamationCircleFilled aria-hidden="true" />, tone: 'warn' },
  broken: { icon: <CloseCircleFilled aria-hidden="true" />, tone: 'danger' },
};

/** The signatures in a version of a PDF, checked when they are asked for. */
export function SealList({ item }: { item: Pick<Item, 'id' | 'revision'> }): ReactNode {
  const t = useText('signatures');
  const found = useCall(signatures.verify, { id: item.id, ...(item.revision !== undefined && { revisionId: item.revision }) });
  const { data } = found;
  return (
    <Stack gap={2} role="status">
      <Heading level={3} size="s">
        {t('checked')}
      </Heading>
      {found.error && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {found.isLoading && <Skeleton active paragraph={{ rows: 2 }} title={false} />}
      {data?.list.length === 0 && (
        <Text as="p" size="s" tone="muted">
          {t('noSeals')}
        </Text>
      )}
      {data !== undefined && data.list.length > 0 && (
        <DividedList as="ul" lines="compact" aria-label={t('checked')}>
          {data.list.map((seal, at) => (
            // names of fields may be there twice in a damaged file
            <SealEntry key={`${at} ${seal.field}`} seal={seal} pages={data.pages} />
          ))}
        </DividedList>
      )}
      {data?.more === true && (
        <Text as="p" size="s" tone="muted">
          {t('more')}
        </Text>
      )}
    </Stack>
  );
}

function SealEntry({ seal, pages }: { seal: Seal; pages: number }): ReactNode {
  const t = useText('signatures');
  const { verdict, problems, subject, issuer = '', issuedBy, reason, time, stampTime, stampedBy = '', validFrom, validTo } = seal;
  const { icon, tone } = shown[verdict];
  return (
    <Stack as="li" gap={1}>
      <Row gap={2} align="start">
        <Text tone={tone}>{icon}</Text>
        <Text strong>
          {t(`verdict_${verdict}`)}: {subject ?? t('unreadableSigner')}
        </Text>
      </Row>
      {issuedBy !== undefined && (
        <Text as="p" size="s">
          {t(`issuedBy_${issuedBy}`, { issuer })}
        </Text>
      )}
      {reason !== undefined && (
        <Text as="p" size="s" prose>
          {reason}
        </Text>
      )}
      {problems.map((problem) => (
        <Text key={problem} as="p" size="s" tone={tone}>
          {problem === 'changedAfter' ? t('problem_changedAfter', { count: seal.updatesAfter }) : t(`problem_${problem}`)}
        </Text>
      ))}
      {seal.pagesThen !== undefined && seal.pagesThen !== pages && (
        <Text as="p" size="s" tone={tone}>
          {t('pagesThen', { before: seal.pagesThen, now: pages })}
        </Text>
      )}
      {verdict === 'holds' && (
        <Text as="p" size="s">
          {t('unchanged')}
        </Text>
      )}
      {stampTime !== undefined && (
        <Text as="p" size="xs" tone="muted">
          {t('stampTime', { time: formatExactTime(stampTime), by: stampedBy })}
        </Text>
      )}
      {time !== undefined && stampTime === undefined && (
        <Text as="p" size="xs" tone="muted">
          {t('claimedTime', { time: formatExactTime(time) })}
        </Text>
      )}
      {validFrom !== undefined && validTo !== undefined && (
        <Text as="p" size="xs" tone="muted">
          {t('validity', { from: validFrom.slice(0, 10), to: validTo.slice(0, 10) })}
        </Text>
      )}
    </Stack>
  );
}
