import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import styles from './pdf.module.css';
import type { Printing } from '../viewer/use-paper.tsx';

/** How far the pages are that are to be printed, and the paper itself. */
export function PrintProgress({ printing: { done, cancel, paper }, pages }: { printing: Printing; pages: number }): ReactNode {
  const t = useText('viewer');
  if (done === undefined) return paper;
  return (
    <div className={styles.printing} role="status">
      <span>{t('preparingPrint', { n: done, m: pages })}</span>
      <Button size="small" onClick={cancel}>
        {t('cancel')}
      </Button>
    </div>
  );
}
