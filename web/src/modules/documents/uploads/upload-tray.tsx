import {
  CheckCircleFilled,
  CloseOutlined,
  DownOutlined,
  ExclamationCircleFilled,
  PauseOutlined,
  PlayCircleOutlined,
  RedoOutlined,
  UpOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import { objType } from '@dossier/contract/core/rights';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Button, Progress } from 'antd';
import { type FocusEvent, type ReactNode, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type TextOf, useLanguage, useText } from '../../../platform/i18n.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { formatSize } from '../../../platform/ui/formatted-values.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import {
  type UploadEntry,
  type UploadTotals,
  isEnded,
  isRunning,
  pathBelow,
  secondsLeft,
  totalsOf,
  useUploads,
} from '../upload-entries.ts';
import { cancel, cancelAll, clearEnded, pause, pauseAll, resume, resumeAll } from '../upload-queue.ts';
import styles from './upload.module.css';

/** Time left, roughly rounded. */
function remainingTimeText(t: TextOf<'documents.content'>, seconds: number): string {
  if (seconds < 60) return t('secondsLeft', { count: seconds });
  if (seconds < 3600) return t('minutesLeft', { count: Math.round(seconds / 60) });
  return t('hoursLeft', { count: Math.round(seconds / 360) / 10 });
}

function TrayRow({ entry, top }: { entry: UploadEntry; top: number }): ReactNode {
  const t = useText('documents.content');
  const { file, state } = entry;
  const percent = file.size === 0 ? 100 : Math.floor((entry.sent / file.size) * 100);
  const ext = file.name.includes('.') ? file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase() : '';
  return (
    <Row role="listitem" gap={2} className={styles.row} data-state={state} style={{ transform: `translateY(${top}px)` }}>
      <FileIcon objType={objType.document} ext={ext} />
      <Stack grow>
        <Text size="s" truncate title={pathBelow(entry.folderPath, file.name)}>
          {file.name}
        </Text>
        <Facts entry={entry} t={t} />
        {(state === 'sending' || state === 'paused') && (
          <Progress percent={percent} showInfo={false} size={{ height: 2 }} aria-label={file.name} />
        )}
      </Stack>
      {(state === 'done' || state === 'failed') && (
        <Text tone={state === 'done' ? 'done' : 'danger'}>{state === 'done' ? <CheckCircleFilled /> : <ExclamationCircleFilled />}</Text>
      )}
      <Row as="span">
        {(isRunning(state) || state === 'waiting') && <Act label={t('pause')} icon={<PauseOutlined />} run={() => pause(entry.id)} />}
        {state === 'paused' && <Act label={t('resume')} icon={<PlayCircleOutlined />} run={() => resume(entry.id)} />}
        {state === 'failed' && <Act label={t('retry')} icon={<RedoOutlined />} run={() => resume(entry.id)} />}
        {!isEnded(state) && <Act label={t('cancel')} icon={<CloseOutlined />} run={() => cancel(entry.id)} />}
        {state === 'failed' && <Act label={t('dismiss')} icon={<CloseOutlined />} run={() => cancel(entry.id)} />}
      </Row>
    </Row>
  );
}

/** A file of the tray. */
const UploadRow = memo(TrayRow);

function Act({ label, icon, run }: { label: string; icon: ReactNode; run: () => void }): ReactNode {
  return <Button size="small" type="text" icon={icon} aria-label={label} title={label} onClick={run} />;
}

function Facts({ entry, t }: { entry: UploadEntry; t: TextOf<'documents.content'> }): ReactNode {
  const lang = useLanguage();
  const { state, file } = entry;
  if (state === 'failed') {
    return (
      <Text size="xs" tone="danger" lines={2} title={entry.reason}>
        {entry.reason}
      </Text>
    );
  }
  const words: string[] = [];
  if (state === 'done') words.push(t(entry.extract ? 'unpacking' : entry.instant ? 'instant' : 'done'));
  if (state === 'skipped') words.push(t('skipped'));
  if (state === 'waiting') words.push(t('waiting'));
  if (isRunning(state) && entry.stalled) words.push(t('waitingForNetwork'));
  else if (state === 'hashing') words.push(t('checking'));
  if (state === 'paused') words.push(t('paused'));
  if (state === 'sending' || state === 'paused')
    words.push(t('sentOf', { sent: formatSize(entry.sent, lang), bytes: formatSize(file.size, lang) }));
  else words.push(formatSize(file.size, lang));
  if (state === 'sending' && entry.speed > 0) {
    words.push(t('speed', { speed: formatSize(entry.speed, lang) }));
    const left = secondsLeft(file.size - entry.sent, entry.speed);
    if (left !== undefined) words.push(remainingTimeText(t, left));
  } else if (entry.parentName !== '') words.push(pathBelow(entry.parentName, entry.folderPath).replace(/\/$/, ''));
  return <TrayFacts words={words} />;
}

const TrayFacts = ({ words }: { words: readonly string[] }): ReactNode => (
  <Text size="xs" tone="muted" numeric truncate>
    {words.join(' · ')}
  </Text>
);

const rowHeight = 52;
/** Height with a refusal of two lines. */
const failedHeight = 68;

/** Milliseconds until the finished tray closes. */
const tellsMs = 8000;

/** Closes the tray some time after all is done, unless the pointer or focus is in it; returns the handlers for that. */
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

/** The tray: the uploads of this window, each and in total. */
export function UploadTray(): ReactNode {
  const t = useText('documents.content');
  const { entries, open, listing } = useUploads();
  const totals = useMemo(() => totalsOf(entries), [entries]);
  const left = totals.active + totals.waiting + totals.paused;
  // Not over before the lists show the files: the tray would tell of files in a folder that looks empty.
  const isOver = left === 0 && totals.failed === 0 && !listing;
  // A finished tray collapses to make room for the list.
  useEffect(() => {
    if (isOver) useUploads.setState({ open: false });
  }, [isOver]);
  const isTold = isOver && !open;
  const holdHandlers = useEnd(isTold);
  return (
    <section className={isTold ? `${styles.tray} ${styles.pill}` : styles.tray} aria-label={t('uploads')} data-tray {...holdHandlers}>
      <Row as="header" gap={1} className={styles.head}>
        <Stack grow role="status">
          <Text as="strong" strong>
            {headline(t, totals, listing)}
          </Text>
          {left > 0 && <Pace totals={totals} />}
        </Stack>
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
      </Row>
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

/** Closes the tray; asks first while uploads are running. */
async function leave(t: TextOf<'documents.content'>, left: number): Promise<void> {
  if (left > 0 && !(await confirm({ title: t('stopTitle', { count: left }), text: t('stopText'), ok: t('stopAll'), danger: true }))) return;
  cancelAll();
  clearEnded();
}

function AllButton({ totals }: { totals: UploadTotals }): ReactNode {
  const t = useText('documents.content');
  const running = totals.active + totals.waiting > 0;
  if (!running && totals.paused + totals.failed === 0) return null;
  return (
    <Button size="small" type="text" onClick={running ? pauseAll : resumeAll}>
      {t(running ? 'pauseAll' : totals.paused > 0 ? 'resumeAll' : 'retryAll')}
    </Button>
  );
}

function headline(t: TextOf<'documents.content'>, totals: UploadTotals, listing: boolean): string {
  const left = totals.active + totals.waiting + totals.paused;
  if (left > 0 || (listing && totals.failed === 0)) return t('uploadingN', { done: totals.done, count: totals.count - totals.skipped });
  if (totals.failed > 0) return t('failedN', { failed: totals.failed, count: totals.count - totals.skipped });
  return totals.skipped > 0 ? t('doneSkipped', { count: totals.done, skipped: totals.skipped }) : t('doneN', { count: totals.done });
}

function Pace({ totals }: { totals: UploadTotals }): ReactNode {
  const t = useText('documents.content');
  const lang = useLanguage();
  const left = secondsLeft(totals.bytes - totals.sent, totals.speed);
  const parts = [t('sentOf', { sent: formatSize(totals.sent, lang), bytes: formatSize(totals.bytes, lang) })];
  if (totals.active > 0 && totals.stalled === totals.active) return <TrayFacts words={[...parts, t('waitingForNetwork')]} />;
  if (totals.speed > 0) parts.push(t('speed', { speed: formatSize(totals.speed, lang) }));
  if (left !== undefined) parts.push(remainingTimeText(t, left));
  return <TrayFacts words={parts} />;
}

const rank: Record<UploadEntry['state'], number> = { failed: 0, hashing: 1, sending: 1, paused: 2, waiting: 3, done: 4, skipped: 5 };

function Rows({ entries }: { entries: readonly UploadEntry[] }): ReactNode {
  const t = useText('documents.content');
  const scroller = useRef<HTMLDivElement>(null);
  // Entries that need the user come first, then the running ones.
  const sorted = useMemo(() => entries.toSorted((one, other) => rank[one.state] - rank[other.state]), [entries]);
  // The virtualizer measures anew when this changes, as the heights depend on the states.
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

/** Names the folder that files under the pointer would go to. */
export function DropOverlay({ folder }: { folder: string }): ReactNode {
  const t = useText('documents.content');
  return (
    <Row as="p" gap={2} className={styles.overlay} role="status">
      <UploadOutlined />
      <Text truncate>{t('dropInto', { folder })}</Text>
    </Row>
  );
}
