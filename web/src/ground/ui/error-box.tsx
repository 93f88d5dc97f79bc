import { Button } from 'antd';
import type { ReactNode } from 'react';
import { CallError } from '../call.ts';
import { useText } from '../text.ts';
import styles from './states.module.css';

interface ErrorBoxProps {
  error: unknown;
  retry?: () => void;
  small?: boolean;
  /** A way out where trying again cannot help. */
  way?: ReactNode;
}

/** A failed answer, where it belongs: what happened and a way to try again. */
export function ErrorBox({ error, retry, small, way }: ErrorBoxProps): ReactNode {
  const t = useText('ground');
  return (
    <div className={small ? `${styles.state} ${styles.small}` : styles.state} role="alert">
      <p className={styles.title}>{error instanceof CallError ? error.message : t('systemError')}</p>
      {way && <div className={styles.action}>{way}</div>}
      {retry && !way && (
        <div className={styles.action}>
          <Button onClick={retry}>{t('retry')}</Button>
        </div>
      )}
    </div>
  );
}
