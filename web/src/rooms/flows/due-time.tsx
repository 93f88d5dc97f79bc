import type { ReactNode } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { useLang } from '../../ground/text.ts';
import styles from './flows.module.css';

/** A day until which something is to be done; marked when it is over. */
export function DueTime({ iso, over }: { iso: string | undefined; over: boolean }): ReactNode {
  useLang();
  if (iso === undefined) return '–';
  return (
    <time className={styles.due} data-over={over || undefined} dateTime={iso} title={exactTime(iso)}>
      {exactTime(iso).slice(0, -3)}
    </time>
  );
}
