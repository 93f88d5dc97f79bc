import { Button } from 'antd';
import type { ReactNode } from 'react';
import { CallError } from '../call.ts';
import { useText } from '../text.ts';
import styles from './states.module.css';

/** A failed answer, where it belongs: what happened and a way to try again. */
export function ErrorBox({ error, retry, small }: { error: unknown; retry?: () => void; small?: boolean }): ReactNode {
  const t = useText('ground');
  return (
    <div className={small ? `${styles.state} ${styles.small}` : styles.state} role="alert">
      <p className={styles.title}>{error instanceof CallError ? error.message : t('systemError')}</p>
      {retry && (
        <div className={styles.action}>
          <Button onClick={retry}>{t('retry')}</Button>
        </div>
      )}
    </div>
  );
}
