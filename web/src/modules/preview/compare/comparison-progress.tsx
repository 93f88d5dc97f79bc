import { ReloadOutlined } from '@ant-design/icons';
import { compare } from '@dossier/contract/preview/compare';
import { Button, Progress } from 'antd';
import type { ReactNode } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import styles from './compare-frame.module.css';
import type { PairTokens, useOutcome } from './use-comparison.ts';

const reasons = {
  timeout: 'failTimeout',
  memory: 'failMemory',
  crashed: 'failCrashed',
  broken: 'failBroken',
  encrypted: 'failEncrypted',
  'too-large': 'failTooLarge',
  unsupported: 'failUnsupported',
  'no-output': 'failCrashed',
  'no-engine': 'failNoEngine',
  'no-room': 'failCrashed',
  busy: 'failBusy',
} as const;

interface ComparisonProgressProps {
  outcome: ReturnType<typeof useOutcome>;
  looks: PairTokens;
  /** Starts the comparison anew. */
  again: () => Promise<void>;
  showCards: () => void;
}

/** The progress of a comparison; after a failure the reason, and the alternatives. */
export function ComparisonProgress({ outcome, looks, again, showCards }: ComparisonProgressProps): ReactNode {
  const t = useText('preview.compare');
  const late = useDelayed(outcome.isFetching, 300);
  const tryAgain = async (): Promise<void> => {
    try {
      await call(compare.again, looks);
      await outcome.refetch();
    } catch (error) {
      // a refusal has been shown
      if (!(error instanceof CallError)) throw error;
    }
  };
  if (outcome.error) return <ErrorBox error={outcome.error} retry={() => void again()} />;
  if (outcome.isFetching)
    return (
      late && (
        <section className={styles.box} role="status">
          <h2>{t('beingCompared')}</h2>
          <Progress
            className={styles.progress ?? ''}
            percent={Math.max(5, Math.round(outcome.done * 100))}
            showInfo={false}
            status="active"
            aria-label={t('beingCompared')}
          />
          <p>{t('beingComparedHint')}</p>
        </section>
      )
    );
  if (outcome.data === undefined || outcome.data.ok) return null;
  const { reason } = outcome.data;
  return (
    <section className={styles.box} role="alert">
      <h2>{t('notCompared')}</h2>
      <p>{t(reasons[reason])}</p>
      <div className={styles.ways}>
        {reason !== 'encrypted' && (
          <Button icon={<ReloadOutlined />} onClick={() => void tryAgain()}>
            {t('tryAgain')}
          </Button>
        )}
        <Button type="primary" onClick={showCards}>
          {t('compareCards')}
        </Button>
      </div>
    </section>
  );
}
