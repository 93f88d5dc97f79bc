import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { reviews } from '@dossier/contract/reviews';
import { Button, Segmented, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import type { OutputOf } from '@dossier/contract/route';
import { usePageQuery } from '../../ground/go.ts';
import { anyText } from '../../ground/page-query.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { useText } from '../../ground/text.ts';
import { Crumbs } from '../../ground/ui/crumbs.tsx';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { Trail } from '../../ground/ui/trail.tsx';
import { useCall } from '../../ground/use-call.ts';
import { CloseReview } from './close-review.tsx';
import { isOpen } from './open-line.ts';
import { dayOf } from './review-day.ts';
import { ReviewLines } from './review-lines.tsx';
import { ReviewPaper, usePrint } from './review-paper.tsx';
import { useReviewFile } from './use-review-file.ts';
import styles from './pages.module.css';

type Sheet = OutputOf<typeof reviews.sheet>;
type Shown = 'open' | 'all';

const Query = { id: anyText };

/** The sheet of a review: every right at a place and below it, to be confirmed or taken away. */
export function ReviewPage(): ReactNode {
  const { id = '' } = usePageQuery(Query);
  const found = useCall(reviews.sheet, { id }, { enabled: id !== '' });
  const late = useDelayed(found.isPending);
  if (id === '') return <NoSheet />;
  if (found.error !== null && found.data === undefined) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <div className={styles.page}>{late && <Skeleton active />}</div>;
  return <SheetOf sheet={found.data} />;
}

/** The address names no review. */
function NoSheet(): ReactNode {
  const t = useText('permissions');
  return (
    <Empty heading title={t('reviewNone')} hint={t('reviewHint')} action={<GoLink to="/rights/reviews">{t('reviewsTitle')}</GoLink>} />
  );
}

function SheetOf({ sheet }: { sheet: Sheet }): ReactNode {
  const t = useText('permissions');
  const closed = sheet.closedAt !== undefined;
  const [chosen, setChosen] = useState<Shown>('open');
  const shown = closed ? 'all' : chosen;
  const saveFile = useReviewFile(sheet);
  const { printing, print } = usePrint();
  const open = closed ? 0 : sheet.lines.filter(isOpen).length;
  return (
    <div className={styles.page}>
      <Crumbs>
        <Trail crumbs={[{ title: t('reviewsTitle'), to: '/rights/reviews' }, { title: t('reviewTitle', { name: sheet.objName }) }]} />
      </Crumbs>
      <div className={styles.bar}>
        {!closed && (
          <Segmented<Shown>
            aria-label={t('result')}
            options={[
              { value: 'open', label: t('nOpen', { n: open }) },
              { value: 'all', label: t('lineAll') },
            ]}
            value={shown}
            onChange={setChosen}
          />
        )}
        <span className={styles.gap} />
        <Button icon={<DownloadOutlined />} onClick={saveFile}>
          {t('exportCsv')}
        </Button>
        <Button icon={<PrinterOutlined />} onClick={print}>
          {t('printIt')}
        </Button>
        {!closed && <CloseReview id={sheet.id} open={open} />}
      </div>
      <p className={styles.note}>
        {closed
          ? t('reviewClosed', { name: sheet.closedBy ?? '', time: dayOf(sheet.closedAt ?? '') })
          : t('reviewOpened', { name: sheet.openedBy, time: dayOf(sheet.openedAt) })}
        {` · ${t('owner')}: ${sheet.ownerName}`}
        {sheet.notes !== '' && ` · ${sheet.notes}`}
      </p>
      {sheet.hidden > 0 && <p className={styles.note}>{t('reviewHidden', { n: sheet.hidden })}</p>}
      {sheet.unlisted > 0 && <p className={styles.note}>{t('reviewUnlisted', { n: sheet.unlisted })}</p>}
      <ReviewLines sheet={sheet} lines={shown === 'open' ? sheet.lines.filter(isOpen) : sheet.lines} />
      {printing && <ReviewPaper sheet={sheet} />}
    </div>
  );
}
