import { type ReviewLine, reviews } from '@dossier/contract/access/reviews';
import type { OutputOf } from '@dossier/contract/core/route';
import { Button, Input, type TableColumnsType, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Row, Text } from '../../../platform/ui/layout.tsx';
import { ListTable, paginationItem } from '../../../platform/ui/paged-table.tsx';
import { usePrincipalName } from '../../identity/role-names.ts';
import { dayOf, levelWords } from '../grant-fields.tsx';
import { refreshRights } from '../grants/grant-actions.ts';
import { PlaceName } from '../grants/place-name.tsx';
import styles from '../access.module.css';
import { PrincipalIcon } from '../principal-select.tsx';

/** Whether a line is undecided, or changed since its decision. */
export const isOpen = (line: ReviewLine): boolean => line.result === 'open' || (line.result === 'confirmed' && line.now !== undefined);

type WantedDecision = 'open' | 'confirmed' | 'taken';

const signs = { open: '', confirmed: 'success', taken: 'error', gone: '' } as const;

interface DecisionInput {
  sending: boolean;
  decide: (result: WantedDecision, note?: string) => void;
  take: () => void;
}

/** Sends the seen state with a decision, so that a concurrent change is refused; the line is then shown as it is now. */
function useDecide(reviewId: string, line: ReviewLine, name: string): DecisionInput {
  const t = useText('access');
  const [sending, setSending] = useState(false);
  const send = async (result: WantedDecision, note?: string): Promise<void> => {
    const decided = { id: line.id, result, ...(line.seen !== undefined && { seen: line.seen }), ...(note !== undefined && { note }) };
    setSending(true);
    try {
      await call(reviews.decide, { id: reviewId, lines: [decided] });
    } finally {
      setSending(false);
      await invalidateRoutes(reviews.sheet);
    }
  };
  const ignoreRefusal = (work: Promise<unknown>): void => void work.catch(() => undefined);
  const back = async (): Promise<void> => {
    await call(reviews.decide, { id: reviewId, lines: [{ id: line.id, result: 'open' }] });
    await Promise.all([invalidateRoutes(reviews.sheet), refreshRights()]);
  };
  const take = async (): Promise<void> => {
    await send('taken');
    await refreshRights();
    notice.undo(t('lineTaken', { name }), { label: t('undo'), about: [line.id], run: () => ignoreRefusal(back()) });
  };
  return { sending, decide: (result, note) => ignoreRefusal(send(result, note)), take: () => ignoreRefusal(take()) };
}

/** The decision about a line, or the buttons to decide. */
function ReviewDecision({ reviewId, line, closed }: { reviewId: string; line: ReviewLine; closed: boolean }): ReactNode {
  const t = useText('access');
  const granteeName = usePrincipalName();
  const name = granteeName(line.granteeType, line.granteeName);
  const { sending, decide, take } = useDecide(reviewId, line, name);
  const about = `${name}, ${line.objName}`;
  const sign = <Tag color={signs[line.result]}>{t(`result_${line.result}`)}</Tag>;
  if (closed || line.result === 'gone' || line.objId === undefined)
    return (
      <Row as="span" gap={2}>
        {sign}
        <Text size="s" tone="muted">
          {line.note}
        </Text>
      </Row>
    );
  const open = isOpen(line);
  return (
    <Row as="span" gap={1} wrap>
      {open ? (
        <>
          <Button size="small" loading={sending} aria-label={`${t('confirmIt')}: ${about}`} onClick={() => decide('confirmed')}>
            {t('confirmIt')}
          </Button>
          <Button size="small" danger disabled={sending} aria-label={`${t('takeAway')}: ${about}`} onClick={take}>
            {t('takeAway')}
          </Button>
        </>
      ) : (
        <>
          {sign}
          <Button size="small" type="link" loading={sending} aria-label={`${t('reconsider')}: ${about}`} onClick={() => decide('open')}>
            {t('reconsider')}
          </Button>
        </>
      )}
      <Note key={line.note} line={line} save={(note) => decide(open ? 'open' : (line.result as WantedDecision), note)} />
    </Row>
  );
}

/** Saved on blur. */
function Note({ line, save }: { line: ReviewLine; save: (note: string) => void }): ReactNode {
  const t = useText('access');
  const [text, setText] = useState(line.note);
  return (
    <Input
      className={styles.lineNote ?? ''}
      size="small"
      maxLength={500}
      placeholder={t('note')}
      aria-label={`${t('note')}: ${line.granteeName}, ${line.objName}`}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => text.trim() !== line.note && save(text.trim())}
      onPressEnter={(event) => event.currentTarget.blur()}
    />
  );
}

type ReviewSheet = OutputOf<typeof reviews.sheet>;

const pageSize = 50;

/** The lines of a review, each with its actions. */
export function ReviewLines({ sheet, lines }: { sheet: ReviewSheet; lines: ReviewLine[] }): ReactNode {
  const t = useText('access');
  const columns = useColumns(sheet);
  return (
    <ListTable<ReviewLine>
      columns={columns}
      dataSource={lines}
      locale={{ emptyText: <Empty small title={t(sheet.lines.length === 0 ? 'reviewEmpty' : 'nothingOpen')} /> }}
      pagination={lines.length > pageSize && { pageSize, showSizeChanger: false, itemRender: paginationItem }}
    />
  );
}

function useColumns({ id, closedAt }: ReviewSheet): TableColumnsType<ReviewLine> {
  const t = useText('access');
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
            <Text as="div" size="s" tone="muted">
              <Row as="span" gap={2} wrap>
                <Who line={line} /> <Level line={line} />
              </Row>
            </Text>
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
  const t = useText('access');
  return (
    <>
      {line.objId === undefined ? line.objName : <PlaceName place={{ ...line, objId: line.objId }} />}{' '}
      {line.ownList && <Tag>{t('ownListHere')}</Tag>}
    </>
  );
}

function Who({ line }: { line: ReviewLine }): ReactNode {
  const granteeName = usePrincipalName();
  return (
    <Row as="span" gap={2}>
      <PrincipalIcon type={line.granteeType} />
      <span>{granteeName(line.granteeType, line.granteeName)}</span>
    </Row>
  );
}

function Level({ line }: { line: ReviewLine }): ReactNode {
  const t = useText('access');
  const { level, handOn } = line.now ?? line;
  return (
    <Row as="span" gap={1} wrap className={styles.level}>
      <span>
        {[levelWords(t, level), ...(handOn === undefined ? [] : [t('handsOnLevel', { level: levelWords(t, handOn) })])].join(' · ')}
      </span>
      {line.now !== undefined && (
        <Tag color="warning" title={t('wasBefore', { level: levelWords(t, line.level) })}>
          {t('changedSince')}
        </Tag>
      )}
    </Row>
  );
}
