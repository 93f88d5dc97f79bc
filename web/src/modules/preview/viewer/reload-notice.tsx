import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import styles from './viewer.module.css';

/** Shown in place of a document that failed to load: the reason, and a retry. */
export function ReloadNotice({ reason, again }: { reason: string; again: () => void }): ReactNode {
  const t = useText('preview.viewer');
  return (
    <div className={styles.failure} role="alert">
      <p>{reason}</p>
      <Button type="primary" onClick={again}>
        {t('reload')}
      </Button>
    </div>
  );
}
