import { RedoOutlined, UserSwitchOutlined } from '@ant-design/icons';
import type { FlowPosition } from '@dossier/contract/workflows/flow-shapes';
import { flows } from '@dossier/contract/workflows/flows';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes, useCallMutation } from '../../../platform/query.ts';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import type { DesignWords } from '../designer/design-words.ts';
import styles from '../flows.module.css';
import { openReplaceApprover } from './replace-dialog.tsx';
import { type FlowDetail, flowRoutesChanged } from './flow-view.tsx';

interface FlowProblemsProps {
  flow: FlowDetail;
  words: DesignWords;
}

/** Why a flow does not go on from where it waits, and what can be done about it. */
export function FlowProblems({ flow, words }: FlowProblemsProps): ReactNode {
  const stuck = flow.positions.filter(({ problem }) => problem !== undefined);
  if (stuck.length === 0) return null;
  return (
    <Stack gap={2} className={styles.problems}>
      {stuck.map((position) => (
        <ProblemLine key={position.id} flow={flow} words={words} position={position} />
      ))}
    </Stack>
  );
}

function ProblemLine({ flow, words, position }: FlowProblemsProps & { position: FlowPosition }): ReactNode {
  const t = useText('workflows');
  const retry = useCallMutation(flows.retry, { refresh: flowRoutesChanged });
  const { problem = 'subflowOther' } = position;
  const isApprover = problem === 'noApprover';
  const tryAgain = async (): Promise<void> => {
    await retry.mutateAsync({ id: flow.id, position: position.id });
    notice.success(t('retried'));
  };
  const wayOut = flow.canReplace ? t(isApprover ? 'stuck_replace' : 'stuck_retry') : t(isApprover ? 'stuck_askReplace' : 'stuck_askRetry');
  return (
    <Alert
      type="warning"
      showIcon
      title={t('stuckIn', { name: words.titleOf(position.node) })}
      description={
        <>
          <Text as="p">{t(`stuck_${problem}`)}</Text>
          <Text as="p">{wayOut}</Text>
        </>
      }
      action={
        flow.canReplace &&
        (isApprover ? (
          <Button icon={<UserSwitchOutlined />} onClick={() => openReplaceApprover(flow, position.id)}>
            {t('replace')}
          </Button>
        ) : (
          <Button
            icon={<RedoOutlined />}
            loading={retry.isPending}
            onClick={() => void tryAgain().catch(() => invalidateRoutes(...flowRoutesChanged))}
          >
            {t('retry')}
          </Button>
        ))
      }
    />
  );
}
