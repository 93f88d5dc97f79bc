import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { type ReviewLine, reviews } from '@dossier/contract/access/reviews';
import type { OutputOf } from '@dossier/contract/core/route';
import { Button, Input, Modal, Segmented, Skeleton } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { textParam } from '../../../platform/page-query.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { saveCsv } from '../../../platform/save-csv.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { Page, Toolbar } from '../../../platform/ui/page-layout.tsx';
import { AppLink, Breadcrumbs, PageBreadcrumbs } from '../../../platform/ui/links.tsx';
import { usePrincipalName } from '../../identity/role-names.ts';
import { dayOf, levelWords } from '../grant-fields.tsx';
import styles from '../access.module.css';
import { ReviewLines, isOpen } from './review-lines.tsx';

type ReviewSheet = OutputOf<typeof reviews.sheet>;

/** A review as rows of texts. */
export function useReviewRows(sheet: ReviewSheet): { head: string[]; rows: { id: string; cells: string[] }[] } {
  const t = useText('access');
  const granteeName = usePrincipalName();
  const head = [
    t('place'),
    t('inherited'),
    t('grantee'),
    t('level'),
    t('reach'),
    t('deadline'),
    t('givenBy'),
    t('result'),
    t('decidedBy'),
    t('note'),
  ];
  const cells = (line: ReviewLine): string[] => {
    const { level, handOn, reach, deadline, givenBy, givenAt } = line.now ?? line;
    const most = handOn === undefined ? [] : [t('handsOnLevel', { level: levelWords(t, handOn) })];
    return [
      [line.path, line.objName].filter(Boolean).join('/'),
      line.ownList ? t('ownListHere') : '',
      granteeName(line.granteeType, line.granteeName),
      [levelWords(t, level), ...most].join(' · '),
      t(`reach_${reach}`),
      deadline === undefined ? t('permanent') : dayOf(deadline),
      `${givenBy} · ${dayOf(givenAt)}`,
      [t(`result_${line.result}`), ...(line.now === undefined ? [] : [t('changedSince')])].join(' · '),
      line.decidedBy === undefined ? '' : `${line.decidedBy} · ${dayOf(line.decidedAt ?? '')}`,
      line.note,
    ];
  };
  return { head, rows: sheet.lines.map((line) => ({ id: line.id, cells: cells(line) })) };
}

/** Exports a review as a table. */
export function useReviewExport(sheet: ReviewSheet): () => void {
  const t = useText('access');
  const { head, rows } = useReviewRows(sheet);
  return () => saveCsv(t('reviewTitle', { name: sheet.objName }), [head, ...rows.map((row) => row.cells)]);
}

type PrintedReview = OutputOf<typeof reviews.sheet>;

/** Prints what is rendered while `printing`. */
export function usePrint(): { printing: boolean; print: () => void } {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    if (!printing) return;
    const done = (): void => setPrinting(false);
    addEventListener('afterprint', done);
    window.print();
    return () => removeEventListener('afterprint', done);
  }, [printing]);
  return { printing, print: () => setPrinting(true) };
}

/** The whole review for printing, hidden on screen; replaces the page on paper. */
export function PrintableReview({ sheet }: { sheet: PrintedReview }): ReactNode {
  const t = useText('access');
  const { head, rows } = useReviewRows(sheet);
  return createPortal(
    <div className={styles.paper} aria-hidden>
      <h1>{t('reviewTitle', { name: sheet.objName })}</h1>
      <p>
        {t('reviewOpened', { name: sheet.openedBy, time: dayOf(sheet.openedAt) })}
        {sheet.closedAt !== undefined && ` · ${t('reviewClosed', { name: sheet.closedBy ?? '', time: dayOf(sheet.closedAt) })}`}
        {` · ${t('owner')}: ${sheet.ownerName}`}
      </p>
      {sheet.notes !== '' && <p>{sheet.notes}</p>}
      <table>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {cells.map((cell, at) => (
                <td key={head[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}

/** Closes a review with notes, once it has no open line. */
export function CloseReview({ id, open }: { id: string; open: number }): ReactNode {
  const t = useText('access');
  const [asking, setAsking] = useState(false);
  const [notes, setNotes] = useState('');
  const send = useCallMutation(reviews.close, { refresh: [reviews.sheet, reviews.history, reviews.states] });
  const close = async (): Promise<void> => {
    const answer = await send.mutateAsync({ id, notes: notes.trim() });
    setAsking(false);
    if (answer.closed) notice.success(t('reviewIsClosed'));
    else notice.warning(t('reviewStillOpen', { count: answer.open }));
  };
  const begin = (): void => {
    if (open > 0) notice.warning(t('reviewStillOpen', { count: open }));
    else setAsking(true);
  };
  return (
    <>
      <Button type="primary" onClick={begin}>
        {t('closeReview')}
      </Button>
      <Modal
        open={asking}
        width={480}
        title={t('closeReview')}
        okText={t('closeReview')}
        cancelText={t('cancel')}
        confirmLoading={send.isPending}
        onOk={() => void close().catch(() => undefined)}
        onCancel={() => setAsking(false)}
      >
        <Input.TextArea
          autoFocus
          rows={3}
          maxLength={2000}
          aria-label={t('notes')}
          placeholder={t('notes')}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </Modal>
    </>
  );
}

type OpenedReview = OutputOf<typeof reviews.sheet>;
type LineFilter = 'open' | 'all';

const ReviewQuery = { id: textParam };

/** A review: every right on an item and below it, to be confirmed or removed. */
export function ReviewPage(): ReactNode {
  const { id = '' } = usePageQuery(ReviewQuery);
  const found = useCall(reviews.sheet, { id }, { enabled: id !== '' });
  const late = useDelayed(found.isPending);
  if (id === '') return <MissingReview />;
  if (found.error !== null && found.data === undefined) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <Page>{late && <Skeleton active />}</Page>;
  return <ReviewSheetView sheet={found.data} />;
}

/** The address names no review. */
function MissingReview(): ReactNode {
  const t = useText('access');
  return (
    <Empty heading title={t('reviewNone')} hint={t('reviewHint')} action={<AppLink to="/rights/reviews">{t('reviewsTitle')}</AppLink>} />
  );
}

function ReviewSheetView({ sheet }: { sheet: OpenedReview }): ReactNode {
  const t = useText('access');
  const closed = sheet.closedAt !== undefined;
  const [chosen, setChosen] = useState<LineFilter>('open');
  const shown = closed ? 'all' : chosen;
  const saveFile = useReviewExport(sheet);
  const { printing, print } = usePrint();
  const open = closed ? 0 : sheet.lines.filter(isOpen).length;
  return (
    <Page>
      <PageBreadcrumbs>
        <Breadcrumbs crumbs={[{ title: t('reviewsTitle'), to: '/rights/reviews' }, { title: t('reviewTitle', { name: sheet.objName }) }]} />
      </PageBreadcrumbs>
      <Toolbar>
        {!closed && (
          <Segmented<LineFilter>
            aria-label={t('result')}
            options={[
              { value: 'open', label: t('nOpen', { count: open }) },
              { value: 'all', label: t('lineAll') },
            ]}
            value={shown}
            onChange={setChosen}
          />
        )}
        <span className={styles.space} />
        <Button icon={<DownloadOutlined />} onClick={saveFile}>
          {t('exportCsv')}
        </Button>
        <Button icon={<PrinterOutlined />} onClick={print}>
          {t('printIt')}
        </Button>
        {!closed && <CloseReview id={sheet.id} open={open} />}
      </Toolbar>
      <Hint>
        {closed
          ? t('reviewClosed', { name: sheet.closedBy ?? '', time: dayOf(sheet.closedAt ?? '') })
          : t('reviewOpened', { name: sheet.openedBy, time: dayOf(sheet.openedAt) })}
        {` · ${t('owner')}: ${sheet.ownerName}`}
        {sheet.notes !== '' && ` · ${sheet.notes}`}
      </Hint>
      {sheet.hidden > 0 && <Hint>{t('reviewHidden', { count: sheet.hidden })}</Hint>}
      {sheet.unlisted > 0 && <Hint>{t('reviewUnlisted', { count: sheet.unlisted })}</Hint>}
      <ReviewLines sheet={sheet} lines={shown === 'open' ? sheet.lines.filter(isOpen) : sheet.lines} />
      {printing && <PrintableReview sheet={sheet} />}
    </Page>
  );
}
