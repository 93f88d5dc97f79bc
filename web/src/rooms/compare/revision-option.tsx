import type { Revision } from '@dossier/contract/content';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { Time } from '../../ground/ui/time.tsx';
import styles from './compare-with.module.css';

/** A version to choose: its number, whose it is and when it came. */
export function RevisionOption({ revision }: { revision: Revision }): ReactNode {
  const t = useText('compare');
  return (
    <span className={styles.option}>
      <span>{t('earlierVersion', { n: revision.number })}</span>
      <small>
        {revision.creatorName}, <Time iso={revision.createTime} />
      </small>
    </span>
  );
}
