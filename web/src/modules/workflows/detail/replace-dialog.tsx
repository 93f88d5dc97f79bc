import type { Principal } from '@dossier/contract/identity/users';
import { flows } from '@dossier/contract/workflows/flows';
import { Modal, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes, useCallMutation } from '../../../platform/query.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Field } from '../../../platform/ui/page-parts.tsx';
import { PrincipalSelect } from '../../access/principal-select.tsx';
import { type FlowDetail, flowRoutesChanged } from './flow-view.tsx';

/** A step in which a flow waits. */
interface WaitingStep {
  position: string;
  name: string;
  /** Who is asked there now. */
  people: string[];
}

const waitingSteps = ({ graph, positions, stepList, tasks }: FlowDetail): WaitingStep[] =>
  positions.flatMap(({ id, node, state }) => {
    const step = graph.nodes.find((one) => one.id === node)?.step;
    if (state !== 'waiting' || step === undefined) return [];
    const people = tasks.flatMap((task) => (task.position === id && task.state === 'waiting' ? [task.personName] : []));
    return [{ position: id, name: stepList[step]?.name ?? '', people: people.filter((name) => name !== '') }];
  });

/** Whether a flow waits for approvers, who can be replaced. */
export const waitsForApprovers = (flow: FlowDetail): boolean => waitingSteps(flow).length > 0;

/** Replaces the approvers of a step; without `position` it is chosen where the flow waits in several. */
export function openReplaceApprover(flow: FlowDetail, position?: string): void {
  openDialog((close) => <ReplaceDialog flow={flow} first={position} close={close} />);
}

interface ReplaceDialogProps {
  flow: FlowDetail;
  first: string | undefined;
  close: () => void;
}

function ReplaceDialog({ flow, first, close }: ReplaceDialogProps): ReactNode {
  const t = useText('workflows');
  const steps = waitingSteps(flow);
  const [open, setOpen] = useState(true);
  const [person, setPerson] = useState<Principal>();
  const [position, setPosition] = useState(first ?? (steps.length === 1 ? steps[0]?.position : undefined));
  const replace = useCallMutation(flows.replace, { refresh: flowRoutesChanged });
  const save = async (): Promise<void> => {
    if (person === undefined || position === undefined) return;
    await replace.mutateAsync({ id: flow.id, userId: person.id, position });
    notice.success(t('replaced', { name: person.name }));
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('replaceTitle', { name: flow.title })}
      width={440}
      okText={t('replace')}
      confirmLoading={replace.isPending}
      okButtonProps={{ disabled: person === undefined || position === undefined }}
      // after a refusal the flow may wait elsewhere
      onOk={() => void save().catch(() => invalidateRoutes(...flowRoutesChanged))}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <Stack gap={3}>
        {steps.length > 1 && (
          <Field label={t('replaceStep')}>
            <Radio.Group
              vertical
              aria-label={t('replaceStep')}
              value={position}
              onChange={({ target }) => setPosition(String(target.value))}
              options={steps.map((step) => ({ value: step.position, label: <StepChoice step={step} /> }))}
            />
          </Field>
        )}
        <Field label={t('whoDecides')} hint={t('replaceHint')}>
          <Row>
            <PrincipalSelect
              autoFocus={steps.length === 1}
              type="user"
              value={person}
              onChange={setPerson}
              label={t('whoDecides')}
              isLabeled
            />
          </Row>
        </Field>
      </Stack>
    </Modal>
  );
}

function StepChoice({ step: { name, people } }: { step: WaitingStep }): ReactNode {
  return (
    <>
      {name}
      {people.length > 0 && (
        <Text size="s" tone="muted">
          {' '}
          · {joinedNames(people)}
        </Text>
      )}
    </>
  );
}
