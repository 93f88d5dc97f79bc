import type { FlowKind, FlowStep } from '@dossier/contract/flow-shapes';
import { flows } from '@dossier/contract/flows';
import type { OutputOf } from '@dossier/contract/route';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall } from '../../ground/use-call.ts';
import type { Draft } from './draft.ts';
import type { FormOf } from './shown.ts';
import { Approvers, RuleOf } from './flow-steps.tsx';
import form from './flow-form.module.css';
import detail from './flow-detail.module.css';
import { PeopleField } from './people-field.tsx';

interface ApproverFieldsProps {
  from: FormOf;
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
}

/** Whom the flow will wait for, step by step; where the template leaves it to the applicant, they choose. */
export function ApproverFields({ from, draft, change }: ApproverFieldsProps): ReactNode {
  const t = useText('flows');
  const kept = from.flow?.status === 'returned';
  const ids = draft.documents.map((one) => one.id);
  const place = from.flowKind === 'upload' ? draft.target?.id : undefined;
  const asked = { templateId: from.templateId, ...(ids.length > 0 && { docIds: ids }), ...(place !== undefined && { targetId: place }) };
  const found = useCall(flows.foresee, asked, { enabled: !kept, keep: true });
  const choose = (at: number, people: Draft['people'][number]): void => change({ people: { ...draft.people, [at]: people } });
  const { flowKind } = from;
  const steps = kept
    ? from.flow?.stepList.map((step) => asKept(step, flowKind))
    : found.data?.steps.map((step) => asForeseen(step, flowKind));
  return (
    <section className={form.side} aria-label={t('whoDecides')}>
      <h2>{t('whoDecides')}</h2>
      {found.error !== null && found.data === undefined && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {!kept && found.data === undefined && found.error === null && <Skeleton active title={false} />}
      <ol className={detail.steps}>
        {steps?.map(({ step, isChosen, people }, at) => (
          <li key={at}>
            <div>
              <strong>{step.name}</strong>
              <RuleOf step={step} />
              {people}
              {isChosen && (
                <PeopleField type="user" label={t('choosePeople')} value={draft.people[at] ?? []} onChange={(all) => choose(at, all)} />
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

type Foreseen = OutputOf<typeof flows.foresee>['steps'][number];

const asKept = (step: FlowStep, flowKind: FlowKind) => ({
  step,
  isChosen: step.approvers.some((one) => one.kind === 'chosen'),
  people: <Approvers step={step} flowKind={flowKind} />,
});

const asForeseen = (step: Foreseen, flowKind: FlowKind) => ({
  step,
  isChosen: step.isChosen,
  people: <ForeseenPeople step={step} flowKind={flowKind} />,
});

function ForeseenPeople({ step, flowKind }: { step: Foreseen; flowKind: FlowKind }): ReactNode {
  const t = useText('flows');
  if (step.people.length === 0)
    return !step.isChosen && <span className={detail.people}>{t(flowKind === 'upload' ? 'notYetPlaced' : 'notYetKnown')}</span>;
  const names = step.people.join(', ');
  return <span className={detail.people}>{step.more > 0 ? t('andMore', { names, n: step.more }) : names}</span>;
}
