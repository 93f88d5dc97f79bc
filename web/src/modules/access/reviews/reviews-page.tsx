import { type ReviewState, reviews } from '@dossier/contract/access/reviews';
import { Segmented, type TableColumnsType, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { chosenPageSize } from '../../../platform/ui/data-table/list-preferences.ts';
import { Hint } from '../../../platform/ui/hint.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Text } from '../../../platform/ui/layout.tsx';
import { Page, Toolbar } from '../../../platform/ui/page-layout.tsx';
import { type PageRequest, PagedTable } from '../../../platform/ui/paged-table.tsx';
import { useCurrentUser } from '../../identity/current-user.ts';
import { PlaceName } from '../grants/place-name.tsx';
import { dayOf } from '../grant-fields.tsx';

type Scope = 'managed' | 'all';

/** Cabinets by the due date of their review, overdue ones first. */
export function ReviewsPage(): ReactNode {
  const t = useText('access');
  const seesAll = useCurrentUser().deeds.includes('rights.see');
  const [scope, setScope] = useState<Scope>('managed');
  const [page, setPage] = useState<PageRequest>({ pageNo: 1, pageSize: chosenPageSize() });
  const found = useCall(reviews.states, { ...page, scope }, { keep: true });
  const menuOf = useReviewActions();
  const { hidden = 0, hiddenOverdue = 0 } = found.data ?? {};
  return (
    <Page>
      <Toolbar>
        {seesAll && (
          <Segmented<Scope>
            aria-label={t('reviewsTitle')}
            options={[
              { value: 'managed', label: t('statesManaged') },
              { value: 'all', label: t('statesAll') },
            ]}
            value={scope}
            onChange={(next) => {
              setScope(next);
              setPage({ ...page, pageNo: 1 });
            }}
          />
        )}
      </Toolbar>
      {hidden > 0 && <Hint>{t('statesHidden', { count: hidden, late: hiddenOverdue })}</Hint>}
      <PagedTable<ReviewState & { id: string }, PageRequest>
        found={{ ...found, data: found.data && { ...found.data, list: found.data.list.map((one) => ({ ...one, id: one.objId })) } }}
        page={page}
        setPage={setPage}
        columns={useColumns()}
        empty={{ title: t('reviewNoCabinets'), hint: t('reviewHint') }}
        menuOf={menuOf}
        menuName={(one) => t('actionsOf', { name: one.objName })}
      />
    </Page>
  );
}

function useReviewActions(): (one: ReviewState) => { key: string; label: string; onClick: () => void }[] {
  const t = useText('access');
  const go = useNavigate();
  const begin = useCallMutation(reviews.open, { refresh: [reviews.history, reviews.states] });
  const start = async (objId: string): Promise<void> => go('/rights/review', { id: (await begin.mutateAsync({ objId })).id });
  return (one) =>
    one.manages
      ? [
          {
            key: 'review',
            label: t(one.openId === undefined ? 'reviewStart' : 'reviewGoOn'),
            onClick: () => void start(one.objId).catch(() => undefined),
          },
        ]
      : [];
}

function Due({ one }: { one: ReviewState }): ReactNode {
  const t = useText('access');
  if (one.nextAt === undefined)
    return (
      <Text size="s" tone="muted">
        {t('reviewNever')}
      </Text>
    );
  if (one.overdue) return <Tag color="warning">{t('reviewOverdue', { time: dayOf(one.nextAt) })}</Tag>;
  return dayOf(one.nextAt);
}

function useColumns(): TableColumnsType<ReviewState & { id: string }> {
  const t = useText('access');
  const phone = useMedia('phone');
  return [
    {
      key: 'place',
      title: t('place'),
      render: (_, one) => <PlaceName place={{ ...one, path: '' }} more={phone && <Due one={one} />} />,
    },
    { key: 'owner', title: t('owner'), render: (_, one) => one.ownerName },
    {
      key: 'next',
      title: t('reviewNext'),
      render: (_, one) => (
        <>
          <Due one={one} /> {one.openId !== undefined && <Tag>{t('reviewRunning')}</Tag>}
        </>
      ),
    },
    { key: 'every', title: t('reviewEvery'), render: (_, one) => (one.months === 0 ? '' : t('reviewMonths', { count: one.months })) },
    {
      key: 'last',
      title: t('reviewLast'),
      render: (_, one) => one.lastAt !== undefined && t('reviewClosed', { name: one.lastBy ?? '', time: dayOf(one.lastAt) }),
    },
  ];
}
