import {
  BellOutlined,
  DeleteOutlined,
  EditOutlined,
  RedoOutlined,
  RollbackOutlined,
  StopOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons';
import { flows } from '@dossier/contract/workflows/flows';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { formPaths } from '../paths.ts';
import { type FlowDetail, flowRoutesChanged } from './flow-view.tsx';
import { openReplaceApprover, waitsForApprovers } from './replace-dialog.tsx';

const endedStates = new Set<FlowDetail['status']>(['rejected', 'withdrawn']);

/** The user's actions on a flow beside the decision. */
export function FlowActions({ flow, back }: { flow: FlowDetail; back: string }): ReactNode {
  const t = useText('workflows');
  const go = useNavigate();
  const actions = useFlowActions(flow, back);
  return (
    <>
      {flow.canEdit && (
        <Button type="primary" icon={<EditOutlined />} onClick={() => go(formPaths[flow.flowKind], { flowId: flow.id })}>
          {t('edit')}
        </Button>
      )}
      {flow.canUrge && (
        <Button icon={<BellOutlined />} onClick={actions.urge}>
          {t('urge')}
        </Button>
      )}
      {flow.canReplace && waitsForApprovers(flow) && (
        <Button icon={<UserSwitchOutlined />} onClick={() => openReplaceApprover(flow)}>
          {t('replace')}
        </Button>
      )}
      {flow.canWithdraw && (
        <Button icon={<RollbackOutlined />} onClick={actions.withdraw}>
          {t('withdraw')}
        </Button>
      )}
      {flow.canCancel && (
        <Button icon={<StopOutlined />} onClick={actions.cancelEffect}>
          {t('cancelEffect')}
        </Button>
      )}
      {flow.status === 'draft' && (
        <Button danger icon={<DeleteOutlined />} onClick={actions.remove}>
          {t('delete')}
        </Button>
      )}
      {flow.isOwn && endedStates.has(flow.status) && (
        <Button icon={<RedoOutlined />} onClick={() => go(formPaths[flow.flowKind], { fromId: flow.id })}>
          {t('again')}
        </Button>
      )}
    </>
  );
}

function useFlowActions({ id, title }: FlowDetail, back: string) {
  const t = useText('workflows');
  const go = useNavigate();
  const withdraw = useCallMutation(flows.withdraw, { refresh: flowRoutesChanged });
  const cancel = useCallMutation(flows.cancelPublication, { refresh: flowRoutesChanged });
  const urge = useCallMutation(flows.urge, { refresh: [flows.show] });
  const remove = useCallMutation(flows.delete, { refresh: [flows.list, flows.counts] });
  // after a refusal the displayed state is outdated
  const refreshOnRefusal = (work: () => Promise<unknown>) => (): void => void work().catch(() => invalidateRoutes(...flowRoutesChanged));
  return {
    urge: refreshOnRefusal(async () => {
      await urge.mutateAsync({ id });
      notice.success(t('urged'));
    }),
    withdraw: refreshOnRefusal(async () => {
      if (!(await confirm({ title: t('withdrawAsk', { name: title }), text: t('withdrawText'), ok: t('withdraw'), danger: true }))) return;
      await withdraw.mutateAsync({ id });
      notice.success(t('withdrawn'));
    }),
    cancelEffect: refreshOnRefusal(async () => {
      const question = { title: t('cancelEffectAsk', { name: title }), text: t('cancelEffectText'), ok: t('cancelEffect'), danger: true };
      if (!(await confirm(question))) return;
      await cancel.mutateAsync({ id });
      notice.success(t('effectCanceled'));
    }),
    remove: refreshOnRefusal(async () => {
      const name = title || t('untitled');
      if (!(await confirm({ title: t('deleteDraftAsk', { name }), text: t('deleteDraftText'), ok: t('delete'), danger: true }))) return;
      await remove.mutateAsync({ id });
      go(back, undefined, { replace: true });
    }),
  };
}
