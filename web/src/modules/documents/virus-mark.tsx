import { BugOutlined, SafetyOutlined, WarningOutlined } from '@ant-design/icons';
import type { Item } from '@dossier/contract/documents/library';
import { type ReactNode, useEffect } from 'react';
import { useText } from '../../platform/i18n.ts';
import { refreshLists } from './areas.ts';
import styles from './item-cells.module.css';

/** Lists are asked again while something in them waits for the scanner: soon at first, then at growing intervals, in milliseconds. */
const [firstMs, mostMs] = [2000, 60_000];
const waiting = { marks: 0, nextMs: firstMs, timer: undefined as ReturnType<typeof setTimeout> | undefined };

function lookAgainSoon(): void {
  waiting.timer ??= setTimeout(() => {
    waiting.timer = undefined;
    waiting.nextMs = Math.min(mostMs, waiting.nextMs * 2);
    void refreshLists().finally(() => {
      if (waiting.marks > 0) lookAgainSoon();
    });
  }, waiting.nextMs);
}

function useRefreshWhileWaiting(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return undefined;
    waiting.marks++;
    lookAgainSoon();
    return () => {
      waiting.marks--;
      if (waiting.marks > 0) return;
      clearTimeout(waiting.timer);
      Object.assign(waiting, { timer: undefined, nextMs: firstMs });
    };
  }, [isWaiting]);
}

const icons = { waiting: SafetyOutlined, infected: BugOutlined, unchecked: WarningOutlined };

/** The mark of a document whose bytes nobody gets: it waits for the virus scanner, or was isolated. */
export function VirusMark({ check }: { check: NonNullable<Item['virusCheck']> }): ReactNode {
  const t = useText('documents.library');
  useRefreshWhileWaiting(check === 'waiting');
  const Icon = icons[check];
  const label = t(`virus_${check}`);
  return <Icon role="img" title={label} aria-label={label} {...(check !== 'waiting' && styles.lock && { className: styles.lock })} />;
}
