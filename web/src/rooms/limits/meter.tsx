import type { Quota } from '@dossier/contract/limits';
import type { ReactNode } from 'react';
import { numberText, sizeText } from '../../ground/amounts.ts';
import { useLang, useText } from '../../ground/text.ts';
import styles from './meter.module.css';

/** How near to its limit something is. */
export type Nearness = 'free' | 'near' | 'full';

export function nearnessOf({ used, most }: Quota): Nearness {
  if (used >= most) return 'full';
  return used * 5 >= most * 4 ? 'near' : 'free';
}

interface MeterProps {
  quota: Quota;
  /** What is measured. */
  label: string;
  /** Things that are counted, not bytes. */
  counted?: boolean;
  /** The bar alone, where its words stand beside it. */
  bare?: boolean;
  /** Without the label, which stands above it as in a table. */
  unlabelled?: boolean;
}

/** A bar that says how much of a limit is used. */
export function Meter({ quota, label, counted, bare, unlabelled }: MeterProps): ReactNode {
  const t = useText('limits');
  const language = useLang();
  const { used, most } = quota;
  const say = (amount: number): string => (counted ? numberText(amount, language) : sizeText(amount, language));
  const amount = t('ofMost', { used: say(used), most: say(most) });
  const percent = most === 0 ? 100 : Math.min(100, (used / most) * 100);
  return (
    <div className={styles.meter} data-state={nearnessOf(quota)}>
      {!bare && (
        <div className={styles.words}>
          {!unlabelled && <span>{label}</span>}
          <span className={styles.amount}>{amount}</span>
        </div>
      )}
      <div
        className={styles.track}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={amount}
      >
        <div className={styles.bar} style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
