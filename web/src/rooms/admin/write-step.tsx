import { Alert, Button, Progress } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import styles from './admin.module.css';
import type { Import } from './use-import.ts';

/** How far the writing is. */
export function WriteStep({ work }: { work: Import }): ReactNode {
  const t = useText('admin');
  const [stopping, setStopping] = useState(false);
  const done = work.writing?.results.length ?? 0;
  const all = work.writing?.rows.length ?? 0;
  const stop = (): void => {
    setStopping(true);
    work.end();
  };
  return (
    <div className={styles.narrow}>
      <div role="status">
        <h2>{t('writing', { done, all })}</h2>
      </div>
      <Progress
        percent={all === 0 ? 0 : Math.floor((done / all) * 100)}
        status={work.problem === undefined ? 'active' : 'exception'}
        showInfo={false}
        aria-label={t('writing', { done, all })}
      />
      {work.problem === undefined ? (
        <p className={styles.quiet}>{t('writingHint')}</p>
      ) : (
        <Alert type="error" showIcon title={t('broken', { why: work.problem })} role="alert" />
      )}
      <p className={styles.files}>
        {work.problem !== undefined && (
          <Button type="primary" onClick={() => void work.write()}>
            {t('goOn')}
          </Button>
        )}
        <Button loading={stopping && work.busy} onClick={stop}>
          {t(stopping && work.busy ? 'stopping' : 'stop')}
        </Button>
      </p>
    </div>
  );
}
