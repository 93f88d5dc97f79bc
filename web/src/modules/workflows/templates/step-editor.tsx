import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  type ApproverKind,
  type FlowKind,
  approverKinds,
  flowLimits,
  signingKinds,
  stepRules,
} from '@dossier/contract/workflows/flow-shapes';
import { Button, Checkbox, Input, Select, Tag } from 'antd';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { DragHandle } from '../../../platform/ui/drag-handle.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Card, Heading, Row, Stack, VisuallyHidden } from '../../../platform/ui/layout.tsx';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import { PrincipalSelect } from '../../access/principal-select.tsx';
import { managerTextKey } from '../detail/flow-view.tsx';
import styles from '../flows.module.css';
import { type DraftApprover, type DraftStep, newStep } from './template-draft.ts';

interface ApproverPickerProps {
  approvers: DraftApprover[];
  flowKind: FlowKind;
  change: (approvers: DraftApprover[]) => void;
}

const isNamed = (kind: ApproverKind): kind is 'person' | 'role' => kind === 'person' || kind === 'role';

/** Selects the approvers of a step: people and roles by name, others by their relation to the applicant or the documents. */
function ApproverPicker({ approvers, flowKind, change }: ApproverPickerProps): ReactNode {
  const t = useText('workflows');
  const [kind, setKind] = useState<ApproverKind>('person');
  const [turn, setTurn] = useState(0);
  const add = (approver: DraftApprover): void => {
    setTurn(turn + 1);
    const isSame = (other: DraftApprover): boolean => other.kind === approver.kind && other.id === approver.id;
    if (!approvers.some(isSame)) change([...approvers, approver]);
  };
  const word = (approver: ApproverKind) => t(approver === 'manager' ? managerTextKey(flowKind) : `approver_${approver}`);
  const choose = (next: ApproverKind): void => {
    if (isNamed(next)) setKind(next);
    else add({ kind: next, name: '' });
  };
  return (
    <>
      {approvers.length < flowLimits.approvers && (
        <Row gap={2} wrap>
          <Select<ApproverKind>
            aria-label={t('addApprover')}
            value={kind}
            popupMatchSelectWidth={false}
            options={approverKinds.map((value) => ({ value, label: word(value) }))}
            onSelect={choose}
          />
          {isNamed(kind) && (
            <PrincipalSelect
              key={`${kind} ${turn}`}
              type={kind === 'person' ? 'user' : 'role'}
              value={undefined}
              onChange={(approver) => approver && add({ kind, id: approver.id, name: approver.name })}
              label={t(kind === 'person' ? 'addPerson' : 'addRole')}
            />
          )}
        </Row>
      )}
      {approvers.length === 0 ? (
        <Hint>{t('noApprover')}</Hint>
      ) : (
        <Row gap={2} wrap>
          {approvers.map((approver) => (
            <Tag key={`${approver.kind} ${approver.id}`} closable onClose={() => change(approvers.filter((other) => other !== approver))}>
              {isNamed(approver.kind) ? approver.name : word(approver.kind)}
            </Tag>
          ))}
        </Row>
      )}
    </>
  );
}

interface StepCardProps {
  step: DraftStep;
  flowKind: FlowKind;
  place: number;
  of: number;
  change: (changes: Partial<DraftStep>) => void;
  /** Absent for the only step. */
  remove: (() => void) | undefined;
  /** By this number of positions. */
  move: (by: number) => void;
  drag: { begin: () => void; end: () => void };
}

/** A step in the editor: name, approvers, rule and days. */
function StepCard({ step, flowKind, place, of, change, remove, move, drag }: StepCardProps): ReactNode {
  const t = useText('workflows');
  const removeLabel = t('removeNamed', { name: step.name });
  return (
    <Card gap={2} pad={3}>
      <Row gap={1}>
        <DragHandle
          name={step.name}
          place={place}
          label={t('place', { name: step.name, count: place, of })}
          title={t('moveHint')}
          move={move}
          {...drag}
        />
        <Input
          aria-label={t('stepName')}
          value={step.name}
          maxLength={50}
          autoComplete="off"
          onChange={(event) => change({ name: event.target.value })}
        />
        {remove && <Button type="text" danger icon={<DeleteOutlined />} aria-label={removeLabel} title={removeLabel} onClick={remove} />}
      </Row>
      <ApproverPicker flowKind={flowKind} approvers={step.approvers} change={(approvers) => change({ approvers })} />
      <StepTerms step={step} flowKind={flowKind} change={change} />
    </Card>
  );
}

/** The rule of the step, its days, and whether it asks for a signature. */
function StepTerms({ step, flowKind, change }: Pick<StepCardProps, 'step' | 'flowKind' | 'change'>): ReactNode {
  const t = useText('workflows');
  const days = useId();
  return (
    <Row gap={2} wrap>
      <Select
        aria-label={t('rule')}
        value={step.rule}
        popupMatchSelectWidth={false}
        options={stepRules.map((value) => ({ value, label: t(`rule_${value}`) }))}
        onChange={(rule) => change({ rule })}
      />
      {step.rule === 'percent' && (
        <NumberInput<number>
          aria-label={t('percent')}
          min={1}
          max={100}
          suffix="%"
          value={step.percent}
          onChange={(percent) => change({ percent: percent ?? 50 })}
        />
      )}
      <Row as="span" gap={2}>
        <label htmlFor={days}>{t('days')}</label>
        <NumberInput<number>
          id={days}
          min={1}
          max={365}
          placeholder={t('noDays')}
          value={step.days ?? null}
          onChange={(next) => change({ days: next ?? undefined })}
        />
      </Row>
      {signingKinds.includes(flowKind) && (
        <Checkbox checked={step.signs} title={t('stepSignsHint')} onChange={({ target }) => change({ signs: target.checked })}>
          {t('stepSigns')}
        </Checkbox>
      )}
    </Row>
  );
}

interface StepEditorProps {
  steps: DraftStep[];
  flowKind: FlowKind;
  change: (steps: DraftStep[]) => void;
}

/** The order of steps, and its announcement for screen readers. */
function useStepOrder({ steps, change }: Omit<StepEditorProps, 'flowKind'>) {
  const t = useText('workflows');
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [said, setSaid] = useState('');
  const move = (key: number, to: number): void => {
    const place = Math.max(0, Math.min(steps.length - 1, to));
    const step = steps.find((approver) => approver.key === key);
    if (step === undefined || steps[place]?.key === key) return;
    const rest = steps.filter((approver) => approver.key !== key);
    rest.splice(place, 0, step);
    setSaid(t('movedTo', { name: step.name, count: place + 1, of: steps.length }));
    change(rest);
  };
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  const dropOn = (key: number, at: number) => ({
    'data-over': (over === key && dragged !== undefined && dragged !== key) || undefined,
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return;
      event.preventDefault();
      setOver(key);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== undefined) move(dragged, at);
      end();
    },
  });
  return { move, said, dragged, begin: setDragged, end, dropOn };
}

/** The steps of a template, reordered by dragging or keys. */
export function StepEditor({ steps, flowKind, change }: StepEditorProps): ReactNode {
  const t = useText('workflows');
  const order = useStepOrder({ steps, change });
  return (
    <Stack as="section" gap={3} aria-label={t('steps')}>
      <Heading level={2}>{t('steps')}</Heading>
      <Stack as="ol" gap={3}>
        {steps.map((step, at) => (
          <li key={step.key} className={styles.step} {...order.dropOn(step.key, at)} data-dragged={order.dragged === step.key || undefined}>
            <StepCard
              step={step}
              flowKind={flowKind}
              place={at + 1}
              of={steps.length}
              change={(changes) => change(steps.map((approver) => (approver.key === step.key ? { ...approver, ...changes } : approver)))}
              remove={steps.length > 1 ? () => change(steps.filter((approver) => approver.key !== step.key)) : undefined}
              move={(by) => order.move(step.key, at + by)}
              drag={{ begin: () => order.begin(step.key), end: order.end }}
            />
          </li>
        ))}
      </Stack>
      {steps.length < flowLimits.steps && (
        <div>
          <Button icon={<PlusOutlined />} onClick={() => change([...steps, newStep(t('stepNamed', { count: steps.length + 1 }))])}>
            {t('addStep')}
          </Button>
        </div>
      )}
      <VisuallyHidden role="status">{order.said}</VisuallyHidden>
    </Stack>
  );
}
