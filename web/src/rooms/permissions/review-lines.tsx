import type { ReviewLine, reviews } from '@dossier/contract/reviews';
import type { OutputOf } from '@dossier/contract/route';
import { Table, type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { turnSign } from '../people/paged-table.tsx';
import { useGranteeName } from '../people/role-name.ts';
import { levelWords } from './grant-fields.tsx';
import { GranteeIcon } from './grantee-select.tsx';
import { PlaceName } from './place-name.tsx';
import { dayOf } from './review-day.ts';
import { ReviewDecision } from './review-decision.tsx';
import styles from './pages.module.css';

type Sheet = OutputOf<typeof reviews.sheet>;

const pageSize = 50;

/** The lines of a review, each with what can be decided about it. */
export function ReviewLines({ sheet, lines }: { sheet: Sheet; lines: ReviewLine[] }): ReactNode {
  const t = useText('permissions');
  const phone = useMedia('phone');
  const columns = useColumns(sheet);
  return (
    <Table<ReviewLine>
      className={styles.table ?? ''}
      size="small"
      rowKey="id"
      columns={columns}
      dataSource={lines}
      locale={{ emptyText: <Empty small title={t(sheet.lines.length === 0 ? 'reviewEmpty' : 'nothingOpen')} /> }}
      {...(!phone && { scroll: { x: 'max-content' } })}
      pagination={lines.length > pageSize && { pageSize, showSizeChanger: false, itemRender: turnSign }}
    />
  );
}

function useColumns({ id, closedAt }: Sheet): TableColumnsType<ReviewLine> {
  const t = useText('permissions');
  const phone = useMedia('phone');
  const decision: TableColumnsType<ReviewLine>[number] = {
    key: 'result',
    title: t('result'),
    ...(!phone && { fixed: 'end' as const }),
    render: (_, line) => <ReviewDecision reviewId={id} line={line} closed={closedAt !== undefined} />,
  };
  if (phone)
    return [
      {
        key: 'line',
        title: t('rights'),
        render: (_, line) => (
          <>
            <Where line={line} />
            <span className={styles.more}>
              <Who line={line} /> <Level line={line} />
            </span>
            <ReviewDecision reviewId={id} line={line} closed={closedAt !== undefined} />
          </>
        ),
      },
    ];
  return [
    { key: 'place', title: t('place'), render: (_, line) => <Where line={line} /> },
    { key: 'who', title: t('grantee'), render: (_, line) => <Who line={line} /> },
    { key: 'level', title: t('level'), render: (_, line) => <Level line={line} /> },
    { key: 'reach', title: t('reach'), render: (_, line) => t(`reach_${(line.now ?? line).reach}`) },
    { key: 'until', title: t('deadline'), render: (_, line) => untilOf(line.now ?? line, t('permanent')) },
    {
      key: 'by',
      title: t('givenBy'),
      render: (_, line) => `${(line.now ?? line).givenBy} · ${dayOf((line.now ?? line).givenAt)}`,
    },
    decision,
  ];
}

const untilOf = ({ deadline }: { deadline?: string | undefined }, permanent: string): string =>
  deadline === undefined ? permanent : dayOf(deadline);

function Where({ line }: { line: ReviewLine }): ReactNode {
  const t = useText('permissions');
  return (
    <>
      {line.objId === undefined ? line.objName : <PlaceName place={{ ...line, objId: line.objId }} />}{' '}
      {line.ownList && <Tag>{t('ownListHere')}</Tag>}
    </>
  );
}

function Who({ line }: { line: ReviewLine }): ReactNode {
  const granteeName = useGranteeName();
  return (
    <span className={styles.who}>
      <GranteeIcon type={line.granteeType} />
      <span>{granteeName(line.granteeType, line.granteeName)}</span>
    </span>
  );
}

function Level({ line }: { line: ReviewLine }): ReactNode {
  const t = useText('permissions');
  const { level, handOn } = line.now ?? line;
  return (
    <span className={styles.level}>
      <span>
        {[levelWords(t, level), ...(handOn === undefined ? [] : [t('handsOnLevel', { level: levelWords(t, handOn) })])].join(' · ')}
      </span>
      {line.now !== undefined && (
        <Tag color="warning" title={t('wasBefore', { level: levelWords(t, line.level) })}>
          {t('changedSince')}
        </Tag>
      )}
    </span>
  );
}
