import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Button, Progress } from 'antd';
import { type FocusEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { sizeText } from '../../../ground/amounts.ts';
import { type TextOf, useLang, useText } from '../../../ground/text.ts';
import { confirm } from '../../../ground/ui/confirm.tsx';
import { leftText } from './left-text.ts';
import styles from './upload.module.css';
import { secondsLeft, totalsOf, type UploadEntry, type UploadTotals } from './upload-entry.ts';
import { UploadRow } from './upload-row.tsx';
import { cancelAll, clearEnded, pauseAll, resumeAll } from './upload-deeds.ts';
import { useUploads } from './upload-store.ts';

const rowHeight = 52;
/** A refusal has room for two lines. */
const failedHeight = 68;

/** So long it is told that everything is there. */
const tellsMs = 8000;

/** Takes the tray away once all is told, unless somebody is about to read more; answers what notices that. */
function useEnd(isTold: boolean) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isTold || isHeld) return;
    const timer = setTimeout(clearEnded, tellsMs);
    return () => clearTimeout(timer);
  }, [isTold, isHeld]);
  const hold = (): void => setHeld(true);
  const release = (): void => setHeld(false);
  const onBlur = (event: FocusEvent): void => setHeld(event.currentTarget.contains(event.relatedTarget));
  return { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur };
}

/** The uploads of this window: each file, and all together. */
export function UploadTray(): ReactNode {
  const t = useText('content');
  const { entries, open } = useUploads();
  const totals = useMemo(() => totalsOf(entries), [entries]);
  const left = totals.active + totals.waiting + totals.paused;
  const isOver = left === 0 && totals.failed === 0;
  // What has nothing left to tell makes way for the list.
  useEffect(() => {
    if (isOver) useUploads.setState({ open: false });
  }, [isOver]);
  const isTold = isOver && !open;
  const hand = useEnd(isTold);
  return (
    <section className={isTold ? `${styles.tray} ${styles.pill}` : styles.tray} aria-label={t('uploads')} data-tray {...hand}>
      <header className={styles.head}>
        <div className={styles.sum} role="status">
          <strong>{headline(t, totals)}</strong>
          {left > 0 && <Pace totals={totals} />}
        </div>
        <AllButton totals={totals} />
        <Button
          size="small"
          type="text"
          icon={open ? <DownOutlined /> : <UpOutlined />}
          aria-expanded={open}
          aria-label={t(open ? 'fold' : 'unfold')}
          title={t(open ? 'fold' : 'unfold')}
          onClick={() => useUploads.setState({ open: !open })}
        />
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined />}
          aria-label={t('close')}
          title={t('close')}
          onClick={() => void leave(t, left)}
        />
      </header>
      {left > 0 && (
        <Progress
          className={styles.whole ?? ''}
          percent={totals.bytes === 0 ? 0 : Math.floor((totals.sent / totals.bytes) * 100)}
          showInfo={false}
          size={{ height: 3 }}
          aria-label={t('uploads')}
        />
      )}
      {open && <Rows entries={entries} />}
    </section>
  );
}

/** Closes the tray; asks first while something is under way. */
async function leave(t: TextOf<'content'>, left: number): Promise<void> {
  if (left > 0 && !(await confirm({ title: t('stopTitle', { n: left }), text: t('stopText'), ok: t('stopAll'), danger: true }))) return;
  cancelAll();
  clearEnded();
}

function AllButton({ totals }: { totals: UploadTotals }): ReactNode {
  const t = useText('content');
  const running = totals.active + totals.waiting > 0;
  if (!running && totals.paused + totals.failed === 0) return null;
  return (
    <Button size="small" type="text" onClick={running ? pauseAll : resumeAll}>
      {t(running ? 'pauseAll' : totals.paused > 0 ? 'resumeAll' : 'retryAll')}
    </Button>
  );
}

function headline(t: TextOf<'content'>, totals: UploadTotals): string {
  const left = totals.active + totals.waiting + totals.paused;
  if (left > 0) return t('uploadingN', { done: totals.done, count: totals.count - totals.skipped });
  if (totals.failed > 0) return t('failedN', { n: totals.failed, count: totals.count - totals.skipped });
  return totals.skipped > 0 ? t('doneSkipped', { n: totals.done, skipped: totals.skipped }) : t('doneN', { n: totals.done });
}

function Pace({ totals }: { totals: UploadTotals }): ReactNode {
  const t = useText('content');
  const lang = useLang();
  const left = secondsLeft(totals.bytes - totals.sent, totals.speed);
  const parts = [t('sentOf', { sent: sizeText(totals.sent, lang), bytes: sizeText(totals.bytes, lang) })];
  if (totals.active > 0 && totals.stalled === totals.active)
    return <span className={styles.pace}>{[...parts, t('waitingForNetwork')].join(' · ')}</span>;
  if (totals.speed > 0) parts.push(t('speed', { speed: sizeText(totals.speed, lang) }));
  if (left !== undefined) parts.push(leftText(t, left));
  return <span className={styles.pace}>{parts.join(' · ')}</span>;
}

const rank: Record<UploadEntry['state'], number> = { failed: 0, hashing: 1, sending: 1, paused: 2, waiting: 3, done: 4, skipped: 5 };

function Rows({ entries }: { entries: readonly UploadEntry[] }): ReactNode {
  const t = useText('content');
  const scroller = useRef<HTMLDivElement>(null);
  // What needs the person stands on top, then what is under way.
  const sorted = useMemo(() => entries.toSorted((one, other) => rank[one.state] - rank[other.state]), [entries]);
  // The heights are reckoned anew when this changes, and they hang on what became of each file.
  const getItemKey = useCallback((index: number) => sorted[index]?.id ?? index, [sorted]);
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    getItemKey,
    estimateSize: (index) => (sorted[index]?.state === 'failed' ? failedHeight : rowHeight),
    overscan: 4,
  });
  return (
    <div ref={scroller} className={styles.rows} tabIndex={0} role="list" aria-label={t('files')}>
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }} role="presentation">
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const entry = sorted[index] as UploadEntry;
          return <UploadRow key={entry.id} entry={entry} top={start} />;
        })}
      </div>
    </div>
  );
}
