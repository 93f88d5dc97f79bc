import type { MeetingState } from '@dossier/contract/meetings';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import styles from './meetings.module.css';

/** How far a meeting is, in a word with a coloured dot. */
export function MeetingTag({ state }: { state: MeetingState }): ReactNode {
  const t = useText('meetings');
  return (
    <span className={styles.state} data-state={state}>
      {t(`state_${state}`)}
    </span>
  );
}
