import {
  type ApproverKind,
  type FlowKind,
  approverKinds,
  flowLimits,
  signingKinds,
  stepRules,
} from '@dossier/contract/workflows/flow-shapes';
import { Checkbox, Select } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Row } from '../../../platform/ui/layout.tsx';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import { Field } from '../../../platform/ui/page-parts.tsx';
import { PrincipalSelect } from '../../access/principal-select.tsx';
import { NameField } from '../designer/node-fields.tsx';
import { RemovableTag } from '../designer/removable-tag.tsx';
import { managerTextKey } from '../detail/flow-view.tsx';
import type { DraftApprover, DraftStep } from './template-draft.ts';

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
              autoFocus={turn > 0}
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
            <RemovableTag
              key={`${approver.kind} ${approver.id}`}
              name={isNamed(approver.kind) ? approver.name : word(approver.kind)}
              remove={() => change(approvers.filter((other) => other !== approver))}
            />
          ))}
        </Row>
      )}
    </>
  );
}

interface StepEditorProps {
  step: DraftStep;
  flowKind: FlowKind;
  change: (changes: Partial<DraftStep>) => void;
}

/** A step of a template: its name, approvers, rule and days. */
export function StepEditor({ step, flowKind, change }: StepEditorProps): ReactNode {
  const t = useText('workflows');
  const isAskedAtOnce = step.approvers.length > 1 || step.approvers.some(({ kind }) => kind === 'role');
  return (
    <>
      <NameField label={t('stepName')} value={step.name} change={(name) => change({ name })} />
      <Field label={t('whoDecides')} hint={isAskedAtOnce ? t('askedAtOnce') : undefined}>
        <ApproverPicker flowKind={flowKind} approvers={step.approvers} change={(approvers) => change({ approvers })} />
      </Field>
      <StepTerms step={step} flowKind={flowKind} change={change} />
    </>
  );
}

/** The rule of the step, its days, and whether it asks for a signature. */
function StepTerms({ step, flowKind, change }: StepEditorProps): ReactNode {
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
