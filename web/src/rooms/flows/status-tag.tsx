import type { Flow } from '@dossier/contract/flow-shapes';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import styles from './flows.module.css';

/** How a flow stands, in a word with a coloured dot. */
export function StatusTag({ status }: Pick<Flow, 'status'>): ReactNode {
  const t = useText('flows');
  return (
    <span className={styles.state} data-state={status}>
      {t(`status_${status}`)}
    </span>
  );
}

/** How pressing it is, where it is. */
export function UrgencyTag({ urgency }: Pick<Flow, 'urgency'>): ReactNode {
  const t = useText('flows');
  if (urgency !== 1 && urgency !== 2) return null;
  return (
    <span className={styles.urgency} data-urgency={urgency}>
      {t(`urgency_${urgency}`)}
    </span>
  );
}
