import { isPlayed } from '@dossier/contract/file-types';
import { objType } from '@dossier/contract/rights';
import { Progress } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import styles from './made-gate.module.css';

/** What is seen while something is made that a document is shown by; `done` from 0 to 1. */
export function BeingPrepared({ ext, done }: { ext: string; done: number }): ReactNode {
  const t = useText('viewer');
  return (
    <section className={styles.box} role="status">
      <FileIcon objType={objType.document} ext={ext} size={56} />
      <h2>{t('beingPrepared')}</h2>
      <Progress
        className={styles.bar ?? ''}
        percent={Math.max(5, Math.round(done * 100))}
        showInfo={false}
        status="active"
        aria-label={t('beingPrepared')}
      />
      <p>{t(isPlayed(ext) ? 'filmPreparedHint' : 'beingPreparedHint')}</p>
    </section>
  );
}
