import { DeleteOutlined, HolderOutlined } from '@ant-design/icons';
import { type FlowKind, stepRules } from '@dossier/contract/flow-shapes';
import { Button, Input, InputNumber, Select } from 'antd';
import { type DragEvent, type KeyboardEvent, type ReactNode, useId } from 'react';
import { useText } from '../../ground/text.ts';
import { ApproverPicker } from './approver-picker.tsx';
import form from './flow-form.module.css';
import type { DraftStep } from './template-draft.ts';

interface StepCardProps {
  step: DraftStep;
  flowKind: FlowKind;
  place: number;
  of: number;
  change: (changes: Partial<DraftStep>) => void;
  /** Absent for the only one. */
  remove: (() => void) | undefined;
  /** By so many places. */
  move: (by: number) => void;
  drag: { begin: () => void; end: () => void };
}

/** One step that is being written: what it is called, who approves, whose word passes it, and how long it may take. */
export function StepCard({ step, flowKind, place, of, change, remove, move, drag }: StepCardProps): ReactNode {
  const t = useText('flows');
  const removeLabel = t('removeNamed', { name: step.name });
  return (
    <div className={form.card}>
      <div className={form.cardHead}>
        <Handle name={step.name} place={place} of={of} move={move} drag={drag} />
        <Input
          aria-label={t('stepName')}
          value={step.name}
          maxLength={50}
          autoComplete="off"
          onChange={(event) => change({ name: event.target.value })}
        />
        {remove && <Button type="text" danger icon={<DeleteOutlined />} aria-label={removeLabel} title={removeLabel} onClick={remove} />}
      </div>
      <ApproverPicker flowKind={flowKind} approvers={step.approvers} change={(approvers) => change({ approvers })} />
      <Terms step={step} change={change} />
    </div>
  );
}

/** Whose word passes the step, and how long it may take. */
function Terms({ step, change }: Pick<StepCardProps, 'step' | 'change'>): ReactNode {
  const t = useText('flows');
  const days = useId();
  return (
    <div className={form.row}>
      <Select
        aria-label={t('rule')}
        value={step.rule}
        popupMatchSelectWidth={false}
        options={stepRules.map((value) => ({ value, label: t(`rule_${value}`) }))}
        onChange={(rule) => change({ rule })}
      />
      {step.rule === 'percent' && (
        <InputNumber<number>
          aria-label={t('percent')}
          min={1}
          max={100}
          suffix="%"
          value={step.percent}
          onChange={(percent) => change({ percent: percent ?? 50 })}
        />
      )}
      <span className={form.together}>
        <label htmlFor={days}>{t('days')}</label>
        <InputNumber<number>
          id={days}
          min={1}
          max={365}
          placeholder={t('noDays')}
          value={step.days ?? null}
          onChange={(next) => change({ days: next ?? undefined })}
        />
      </span>
    </div>
  );
}

/** Takes a step by hand or by key. */
function Handle({ name, place, of, move, drag }: Pick<StepCardProps, 'place' | 'of' | 'move' | 'drag'> & { name: string }): ReactNode {
  const t = useText('flows');
  const byKey = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1, Home: -of, End: of }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  };
  const take = (event: DragEvent): void => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', name);
    drag.begin();
  };
  return (
    <button
      type="button"
      className={form.handle}
      draggable
      onDragStart={take}
      onDragEnd={drag.end}
      onKeyDown={byKey}
      aria-label={t('place', { name, n: place, of })}
      title={t('moveHint')}
    >
      <HolderOutlined />
      <span aria-hidden>{place}</span>
    </button>
  );
}
