import { BellOutlined, DeleteOutlined, EditOutlined, RedoOutlined, RollbackOutlined, UserSwitchOutlined } from '@ant-design/icons';
import { flows } from '@dossier/contract/flows';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useGo } from '../../ground/go.ts';
import { notice } from '../../ground/notice.ts';
import { refresh } from '../../ground/query.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import type { Shown } from './shown.ts';
import { formPaths } from './paths.ts';
import { changed } from './refreshed.ts';
import { openReplace } from './replace-dialog.tsx';

const ended = new Set<Shown['status']>(['rejected', 'withdrawn']);

/** What the person can do with a flow beside deciding it. */
export function FlowButtons({ flow, back }: { flow: Shown; back: string }): ReactNode {
  const t = useText('flows');
  const go = useGo();
  const deeds = useDeeds(flow, back);
  return (
    <>
      {flow.canEdit && (
        <Button type="primary" icon={<EditOutlined />} onClick={() => go(formPaths[flow.flowKind], { flowId: flow.id })}>
          {t('edit')}
        </Button>
      )}
      {flow.canUrge && (
        <Button icon={<BellOutlined />} onClick={deeds.urge}>
          {t('urge')}
        </Button>
      )}
      {flow.canReplace && (
        <Button icon={<UserSwitchOutlined />} onClick={() => openReplace(flow)}>
          {t('replace')}
        </Button>
      )}
      {flow.canWithdraw && (
        <Button icon={<RollbackOutlined />} onClick={deeds.withdraw}>
          {t('withdraw')}
        </Button>
      )}
      {flow.status === 'draft' && (
        <Button danger icon={<DeleteOutlined />} onClick={deeds.remove}>
          {t('delete')}
        </Button>
      )}
      {flow.isOwn && ended.has(flow.status) && (
        <Button icon={<RedoOutlined />} onClick={() => go(formPaths[flow.flowKind], { fromId: flow.id })}>
          {t('again')}
        </Button>
      )}
    </>
  );
}

function useDeeds({ id, title }: Shown, back: string) {
  const t = useText('flows');
  const go = useGo();
  const withdraw = useSend(flows.withdraw, { refresh: changed });
  const urge = useSend(flows.urge, { refresh: [flows.show] });
  const remove = useSend(flows.delete, { refresh: [flows.list, flows.counts] });
  // what is refused stands otherwise than it is shown
  const doing = (work: () => Promise<unknown>) => (): void => void work().catch(() => refresh(...changed));
  return {
    urge: doing(async () => {
      await urge.mutateAsync({ id });
      notice.success(t('urged'));
    }),
    withdraw: doing(async () => {
      if (!(await confirm({ title: t('withdrawAsk', { name: title }), text: t('withdrawText'), ok: t('withdraw'), danger: true }))) return;
      await withdraw.mutateAsync({ id });
      notice.success(t('withdrawn'));
    }),
    remove: doing(async () => {
      const name = title || t('untitled');
      if (!(await confirm({ title: t('deleteDraftAsk', { name }), text: t('deleteDraftText'), ok: t('delete'), danger: true }))) return;
      await remove.mutateAsync({ id });
      go(back, undefined, { replace: true });
    }),
  };
}
