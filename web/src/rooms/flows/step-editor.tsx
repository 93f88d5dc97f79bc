import { PlusOutlined } from '@ant-design/icons';
import { type FlowKind, mostOfFlows } from '@dossier/contract/flow-shapes';
import { Button } from 'antd';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import form from './flow-form.module.css';
import { StepCard } from './step-card.tsx';
import { type DraftStep, newStep } from './template-draft.ts';

interface StepEditorProps {
  steps: DraftStep[];
  flowKind: FlowKind;
  change: (steps: DraftStep[]) => void;
}

/** The order of steps as the hand puts it, and what is said of it. */
function useOrder({ steps, change }: Omit<StepEditorProps, 'flowKind'>) {
  const t = useText('flows');
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [said, setSaid] = useState('');
  const move = (key: number, to: number): void => {
    const place = Math.max(0, Math.min(steps.length - 1, to));
    const step = steps.find((one) => one.key === key);
    if (step === undefined || steps[place]?.key === key) return;
    const rest = steps.filter((one) => one.key !== key);
    rest.splice(place, 0, step);
    setSaid(t('movedTo', { name: step.name, n: place + 1, of: steps.length }));
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

/** The steps of a template one below the other, put in order by hand or by key. */
export function StepEditor({ steps, flowKind, change }: StepEditorProps): ReactNode {
  const t = useText('flows');
  const order = useOrder({ steps, change });
  return (
    <section className={form.side} aria-label={t('steps')}>
      <h2>{t('steps')}</h2>
      <ol className={form.cards}>
        {steps.map((step, at) => (
          <li key={step.key} {...order.dropOn(step.key, at)} data-dragged={order.dragged === step.key || undefined}>
            <StepCard
              step={step}
              flowKind={flowKind}
              place={at + 1}
              of={steps.length}
              change={(changes) => change(steps.map((one) => (one.key === step.key ? { ...one, ...changes } : one)))}
              remove={steps.length > 1 ? () => change(steps.filter((one) => one.key !== step.key)) : undefined}
              move={(by) => order.move(step.key, at + by)}
              drag={{ begin: () => order.begin(step.key), end: order.end }}
            />
          </li>
        ))}
      </ol>
      {steps.length < mostOfFlows.steps && (
        <Button icon={<PlusOutlined />} onClick={() => change([...steps, newStep(t('stepNamed', { n: steps.length + 1 }))])}>
          {t('addStep')}
        </Button>
      )}
      <div className={form.aloud} role="status">
        {order.said}
      </div>
    </section>
  );
}
