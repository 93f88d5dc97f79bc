import {
  CheckCircleFilled,
  CloseOutlined,
  ExclamationCircleFilled,
  PauseOutlined,
  PlayCircleOutlined,
  RedoOutlined,
} from '@ant-design/icons';
import { objType } from '@dossier/contract/rights';
import { Button, Progress } from 'antd';
import { memo, type ReactNode } from 'react';
import { sizeText } from '../../../ground/amounts.ts';
import { type TextOf, useLang, useText } from '../../../ground/text.ts';
import { FileIcon } from '../../../ground/ui/file-icon.tsx';
import { leftText } from './left-text.ts';
import styles from './upload.module.css';
import { isEnded, isRunning, pathBelow, secondsLeft, type UploadEntry } from './upload-entry.ts';
import { cancel, pause, resume } from './upload-deeds.ts';

function Row({ entry, top }: { entry: UploadEntry; top: number }): ReactNode {
  const t = useText('content');
  const { file, state } = entry;
  const percent = file.size === 0 ? 100 : Math.floor((entry.sent / file.size) * 100);
  const ext = file.name.includes('.') ? file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase() : '';
  return (
    <div role="listitem" className={styles.row} data-state={state} style={{ transform: `translateY(${top}px)` }}>
      <FileIcon objType={objType.document} ext={ext} />
      <div className={styles.words}>
        <div className={styles.name} title={pathBelow(entry.folderPath, file.name)}>
          {file.name}
        </div>
        <Facts entry={entry} t={t} />
        {(state === 'sending' || state === 'paused') && (
          <Progress percent={percent} showInfo={false} size={{ height: 2 }} aria-label={file.name} />
        )}
      </div>
      {state === 'done' && <CheckCircleFilled className={styles.done} />}
      {state === 'failed' && <ExclamationCircleFilled className={styles.failed} />}
      <span className={styles.buttons}>
        {(isRunning(state) || state === 'waiting') && <Act label={t('pause')} icon={<PauseOutlined />} run={() => pause(entry.id)} />}
        {state === 'paused' && <Act label={t('resume')} icon={<PlayCircleOutlined />} run={() => resume(entry.id)} />}
        {state === 'failed' && <Act label={t('retry')} icon={<RedoOutlined />} run={() => resume(entry.id)} />}
        {!isEnded(state) && <Act label={t('cancel')} icon={<CloseOutlined />} run={() => cancel(entry.id)} />}
        {state === 'failed' && <Act label={t('dismiss')} icon={<CloseOutlined />} run={() => cancel(entry.id)} />}
      </span>
    </div>
  );
}

/** A file of the tray. */
export const UploadRow = memo(Row);

function Act({ label, icon, run }: { label: string; icon: ReactNode; run: () => void }): ReactNode {
  return <Button size="small" type="text" icon={icon} aria-label={label} title={label} onClick={run} />;
}

function Facts({ entry, t }: { entry: UploadEntry; t: TextOf<'content'> }): ReactNode {
  const lang = useLang();
  const { state, file } = entry;
  if (state === 'failed') {
    return (
      <div className={`${styles.refusal} ${styles.failed}`} title={entry.reason}>
        {entry.reason}
      </div>
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
    words.push(t('sentOf', { sent: sizeText(entry.sent, lang), bytes: sizeText(file.size, lang) }));
  else words.push(sizeText(file.size, lang));
  if (state === 'sending' && entry.speed > 0) {
    words.push(t('speed', { speed: sizeText(entry.speed, lang) }));
    const left = secondsLeft(file.size - entry.sent, entry.speed);
    if (left !== undefined) words.push(leftText(t, left));
  } else if (entry.parentName !== '') words.push(pathBelow(entry.parentName, entry.folderPath).replace(/\/$/, ''));
  return <div className={styles.facts}>{words.join(' · ')}</div>;
}
