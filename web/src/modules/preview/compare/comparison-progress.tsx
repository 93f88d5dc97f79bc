import { ReloadOutlined } from '@ant-design/icons';
import { compare } from '@dossier/contract/preview/compare';
import { Button, Progress } from 'antd';
import type { ReactNode } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { Row, Text } from '../../../platform/ui/layout.tsx';
import { ViewerCard } from '../viewer-parts.tsx';
import type { PairTokens, useOutcome } from './use-comparison.ts';

/** Pixels. */
const progressWidth = 280;

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
        <ViewerCard role="status" title={t('beingCompared')}>
          <Progress
            size={{ width: progressWidth }}
            percent={Math.max(5, Math.round(outcome.done * 100))}
            showInfo={false}
            status="active"
            aria-label={t('beingCompared')}
          />
          <Text as="p" tone="muted">
            {t('beingComparedHint')}
          </Text>
        </ViewerCard>
      )
    );
  if (outcome.data === undefined || outcome.data.ok) return null;
  const { reason } = outcome.data;
  return (
    <ViewerCard role="alert" title={t('notCompared')}>
      <Text as="p" tone="muted">
        {t(reasons[reason])}
      </Text>
      <Row gap={2} wrap justify="center">
        {reason !== 'encrypted' && (
          <Button icon={<ReloadOutlined />} onClick={() => void tryAgain()}>
            {t('tryAgain')}
          </Button>
        )}
        <Button type="primary" onClick={showCards}>
          {t('compareCards')}
        </Button>
      </Row>
    </ViewerCard>
  );
}
