import { BellOutlined, DeleteOutlined, EditOutlined, RedoOutlined, RollbackOutlined, UserSwitchOutlined } from '@ant-design/icons';
import type { Principal } from '@dossier/contract/identity/users';
import { type FlowDecision, maxOpinionLength } from '@dossier/contract/workflows/flow-shapes';
import { flows } from '@dossier/contract/workflows/flows';
import { Button, Input, Modal, Select } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { PrincipalSelect } from '../../access/principal-select.tsx';
import styles from '../flows.module.css';
import form from '../form/flow-form.module.css';
import { formPaths } from '../paths.ts';
import detail from './flow-detail.module.css';
import { type FlowDetail, flowRoutesChanged } from './flow-view.tsx';

/** Replaces the approvers of the current step. */
function openReplaceApprover(flow: { id: string; title: string }): void {
  openDialog((close) => <ReplaceDialog flow={flow} close={close} />);
}

function ReplaceDialog({ flow, close }: { flow: { id: string; title: string }; close: () => void }): ReactNode {
  const t = useText('workflows');
  const [open, setOpen] = useState(true);
  const [person, setPerson] = useState<Principal>();
  const replace = useCallMutation(flows.replace, { refresh: flowRoutesChanged });
  const save = async (): Promise<void> => {
    await replace.mutateAsync({ id: flow.id, userId: person?.id ?? '' });
    notice.success(t('replaced', { name: person?.name ?? '' }));
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('replaceTitle', { name: flow.title })}
      width={440}
      okText={t('replace')}
      confirmLoading={replace.isPending}
      okButtonProps={{ disabled: person === undefined }}
      onOk={() => void save().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <p className={styles.hint}>{t('replaceHint')}</p>
      <div className={form.pick}>
        <PrincipalSelect autoFocus type="user" value={person} onChange={setPerson} label={t('whoDecides')} />
      </div>
    </Modal>
  );
}

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
      {flow.canReplace && (
        <Button icon={<UserSwitchOutlined />} onClick={() => openReplaceApprover(flow)}>
          {t('replace')}
        </Button>
      )}
      {flow.canWithdraw && (
        <Button icon={<RollbackOutlined />} onClick={actions.withdraw}>
          {t('withdraw')}
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
    remove: refreshOnRefusal(async () => {
      const name = title || t('untitled');
      if (!(await confirm({ title: t('deleteDraftAsk', { name }), text: t('deleteDraftText'), ok: t('delete'), danger: true }))) return;
      await remove.mutateAsync({ id });
      go(back, undefined, { replace: true });
    }),
  };
}

/** The decision form: an opinion, and the decision. */
export function DecideBox({ flow }: { flow: FlowDetail }): ReactNode {
  const t = useText('workflows');
  const field = useId();
  const [opinion, setOpinion] = useState('');
  const [missing, setMissing] = useState(false);
  const [toStep, setToStep] = useState(-1);
  const decide = useCallMutation(flows.decide, { refresh: flowRoutesChanged });
  const say = async (decision: FlowDecision): Promise<void> => {
    if (decision !== 'ratify' && opinion.trim() === '') {
      setMissing(true);
      document.getElementById(field)?.focus();
      return;
    }
    await decide.mutateAsync({ id: flow.id, decision, opinion, ...(decision === 'return' && toStep >= 0 && { toStep }) });
    notice.success(t(`said_${decision}`, { name: flow.title }));
  };
  const change = (text: string): void => {
    setOpinion(text);
    setMissing(false);
  };
  return (
    <section className={detail.decide} aria-label={t('yourWord')}>
      {flow.decidesFor !== '' && <p className={styles.hint}>{t('youStandIn', { name: flow.decidesFor ?? '' })}</p>}
      <label htmlFor={field}>{t('opinion')}</label>
      <Opinion id={field} value={opinion} missing={missing} change={change} />
      <div className={detail.buttons}>
        {/* after a refusal the displayed state is outdated */}
        <DecisionButtons
          busy={decide.isPending}
          say={(decision) => void say(decision).catch(() => invalidateRoutes(...flowRoutesChanged))}
        />
        <ReturnTo flow={flow} value={toStep} change={setToStep} />
      </div>
    </section>
  );
}

interface OpinionProps {
  id: string;
  value: string;
  missing: boolean;
  change: (text: string) => void;
}

const lengthOf = (text: string): number => [...text].length;
const cut = (text: string, { max }: { max: number }): string => [...text].slice(0, max).join('');

function Opinion({ id, value, missing, change }: OpinionProps): ReactNode {
  const t = useText('workflows');
  return (
    <>
      <Input.TextArea
        id={id}
        value={value}
        autoSize={{ minRows: 2, maxRows: 6 }}
        count={{ show: true, max: maxOpinionLength, strategy: lengthOf, exceedFormatter: cut }}
        placeholder={t('opinionHint')}
        {...(missing && { status: 'error', 'aria-invalid': true, 'aria-describedby': `${id}-missing` })}
        onChange={(event) => change(event.target.value)}
      />
      {missing && (
        <p id={`${id}-missing`} className={styles.wrong}>
          {t('opinionNeeded')}
        </p>
      )}
    </>
  );
}

function DecisionButtons({ busy, say }: { busy: boolean; say: (decision: FlowDecision) => void }): ReactNode {
  const t = useText('workflows');
  return (
    <>
      <Button type="primary" loading={busy} onClick={() => say('ratify')}>
        {t('ratify')}
      </Button>
      <Button danger disabled={busy} onClick={() => say('veto')}>
        {t('veto')}
      </Button>
      <Button disabled={busy} onClick={() => say('return')}>
        {t('return')}
      </Button>
    </>
  );
}

/** The target of a return; a choice only after the first step. */
function ReturnTo({ flow, value, change }: { flow: FlowDetail; value: number; change: (step: number) => void }): ReactNode {
  const t = useText('workflows');
  const earlier = flow.stepList.slice(0, flow.step).map((step, at) => ({ value: at, label: t('toStep', { name: step.name }) }));
  if (earlier.length === 0) return null;
  return (
    <Select<number>
      aria-label={t('returnTo')}
      value={value}
      popupMatchSelectWidth={false}
      options={[{ value: -1, label: t('toApplicant') }, ...earlier]}
      onChange={change}
    />
  );
}
