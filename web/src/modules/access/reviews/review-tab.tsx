import { reviewMonths, reviews } from '@dossier/contract/access/reviews';
import { objType } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';
import { Button, Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { DividedList, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import styles from '../access.module.css';
import { dayOf } from '../grant-fields.tsx';

/** The reviews of a cabinet or folder, a button for a new one, and for a cabinet the next due date. */
export function ReviewTab({ item, close }: { item: Item; close: () => void }): ReactNode {
  const t = useText('access');
  const go = useNavigate();
  const found = useCall(reviews.history, { objId: item.id });
  const begin = useCallMutation(reviews.open, { refresh: [reviews.history, reviews.states] });
  if (found.error !== null && found.data === undefined) return <ErrorBox small error={found.error} retry={() => void found.refetch()} />;
  const show = (id: string): void => {
    close();
    go('/rights/review', { id });
  };
  const start = async (): Promise<void> => show((await begin.mutateAsync({ objId: item.id })).id);
  const list = found.data?.list ?? [];
  const running = list.some((review) => review.closedAt === undefined);
  return (
    <Stack gap={3} className={styles.pane}>
      <Hint>{t('reviewHint')}</Hint>
      <Row gap={2} wrap>
        <Button
          type="primary"
          loading={begin.isPending}
          disabled={found.data === undefined}
          onClick={() => void start().catch(() => undefined)}
        >
          {t(running ? 'reviewGoOn' : 'reviewStart')}
        </Button>
        {item.objType === objType.cabinet && found.data !== undefined && (
          <Plan objId={item.id} months={found.data.months} nextAt={found.data.nextAt} />
        )}
      </Row>
      {found.data !== undefined && list.length === 0 && <Hint>{t('reviewNone')}</Hint>}
      <DividedList lines="compact">
        {list.map((review) => (
          <Row as="li" key={review.id} gap={2} wrap>
            <Text size="s" tone="muted" className={styles.part}>
              {review.closedAt === undefined
                ? `${t('reviewOpened', { name: review.openedBy, time: dayOf(review.openedAt) })} · ${t('reviewRunning')}`
                : t('reviewClosed', { name: review.closedBy ?? '', time: dayOf(review.closedAt) })}
              {review.closedAt !== undefined &&
                ` · ${t('reviewCounts', { confirmed: review.confirmed, taken: review.taken, gone: review.gone })}`}
            </Text>
            <Button size="small" onClick={() => show(review.id)}>
              {t('reviewLook')}
            </Button>
          </Row>
        ))}
      </DividedList>
    </Stack>
  );
}

function Plan({ objId, months, nextAt }: { objId: string; months: number; nextAt: string | undefined }): ReactNode {
  const t = useText('access');
  const save = useCallMutation(reviews.plan, { refresh: [reviews.history, reviews.states] });
  return (
    <Row as="label" gap={2} wrap>
      {t('reviewEvery')}
      <Select<number>
        className={styles.field ?? ''}
        value={months}
        loading={save.isPending}
        onChange={(next) => void save.mutateAsync({ objId, months: next }).catch(() => undefined)}
        options={reviewMonths.map((n) => ({ value: n as number, label: n === 0 ? t('reviewNever') : t('reviewMonths', { count: n }) }))}
      />
      {nextAt !== undefined && (
        <Text size="s" tone="muted">
          {t('reviewNext')}: {dayOf(nextAt)}
        </Text>
      )}
    </Row>
  );
}
