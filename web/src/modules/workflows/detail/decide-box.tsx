import { type FlowDecision, type OwnDecision, maxOpinionLength } from '@dossier/contract/workflows/flow-shapes';
import { flows } from '@dossier/contract/workflows/flows';
import { Button, Input, Select } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes, useCallMutation } from '../../../platform/query.ts';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Card, Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { FieldError } from '../../../platform/ui/page-parts.tsx';
import styles from '../flows.module.css';
import { type FlowDetail, flowRoutesChanged } from './flow-view.tsx';

/** Whether the step asks for a signature; it cannot be given where a document is gone, or not open to the user any more. */
function signingOf({ documents }: FlowDetail, { signs }: OwnDecision): 'asked' | 'impossible' | undefined {
  if (!signs) return undefined;
  return documents.every(({ currentRev, gone, canView }) => currentRev !== undefined && !gone && canView) ? 'asked' : 'impossible';
}

/** What has been typed for a decision so far. */
interface DecisionDraft {
  opinion: string;
  /** An opinion is needed, and was not given. */
  missing: boolean;
  /** The step that it is sent back to; -1 for the requester. */
  toStep: number;
}

const emptyDecision: DecisionDraft = { opinion: '', missing: false, toStep: -1 };

interface DecisionDrafts {
  of: (position: string) => DecisionDraft;
  change: (position: string, changes: Partial<DecisionDraft>) => void;
}

/** Keeps what is typed while the page changes between one column and two. */
export function useDecisionDrafts(): DecisionDrafts {
  const [drafts, setDrafts] = useState<Readonly<Record<string, DecisionDraft>>>({});
  return {
    of: (position) => drafts[position] ?? emptyDecision,
    change: (position, changes) => setDrafts((known) => ({ ...known, [position]: { ...(known[position] ?? emptyDecision), ...changes } })),
  };
}

interface DecideBoxProps {
  flow: FlowDetail;
  decision: OwnDecision;
  drafts: DecisionDrafts;
}

/** The decision form: an opinion, and the decision. */
export function DecideBox({ flow, decision: own, drafts }: DecideBoxProps): ReactNode {
  const t = useText('workflows');
  const d = useText('designer');
  const field = useId();
  const { opinion, missing, toStep } = drafts.of(own.position);
  const change = (changes: Partial<DecisionDraft>): void => drafts.change(own.position, changes);
  const decide = useCallMutation(flows.decide, { refresh: flowRoutesChanged });
  const signing = signingOf(flow, own);
  const isOneOfSeveral = flow.decisions.length > 1;
  const say = async (decision: FlowDecision): Promise<void> => {
    if (decision !== 'ratify' && opinion.trim() === '') {
      change({ missing: true });
      document.getElementById(field)?.focus();
      return;
    }
    if (decision === 'ratify' && signing === 'asked') {
      const { openSignFlowDialog } = await import('./sign-flow-dialog.tsx');
      return openSignFlowDialog({ flow, decision: own, opinion });
    }
    const target = decision === 'return' && toStep >= 0 && { toStep };
    await decide.mutateAsync({ id: flow.id, position: own.position, step: own.step, round: flow.round, decision, opinion, ...target });
    notice.success(t(`said_${decision}`, { name: flow.title }));
  };
  return (
    <Card as="section" gap={2} className={styles.decision} aria-label={isOneOfSeveral ? own.stepName : t('yourWord')}>
      <Stack>
        <Heading level={2}>{isOneOfSeveral ? own.stepName : t('yourWord')}</Heading>
        <Text size="s" tone="muted">
          {[
            ...(isOneOfSeveral ? [] : [own.stepName]),
            ...(own.dueTime === undefined ? [] : [d('dueAt', { time: formatExactTime(own.dueTime).slice(0, -3) })]),
          ].join(' · ')}
        </Text>
      </Stack>
      {own.forName !== '' && <Hint>{t('youStandIn', { name: own.forName })}</Hint>}
      {signing !== undefined && <Hint>{t(signing === 'asked' ? 'signHint' : 'notSignable')}</Hint>}
      <label htmlFor={field}>{t('opinion')}</label>
      <Opinion id={field} value={opinion} missing={missing} change={(text) => change({ opinion: text, missing: false })} />
      <Row gap={2} wrap>
        {/* after a refusal the displayed state is outdated */}
        <DecisionButtons
          busy={decide.isPending}
          signing={signing}
          say={(decision) => void say(decision).catch(() => invalidateRoutes(...flowRoutesChanged))}
        />
        <ReturnTo flow={flow} backTo={own.backTo} value={toStep} change={(step) => change({ toStep: step })} />
      </Row>
    </Card>
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
        className={styles.opinion}
        value={value}
        autoSize={{ minRows: 2, maxRows: 6 }}
        count={{ show: true, max: maxOpinionLength, strategy: lengthOf, exceedFormatter: cut }}
        placeholder={t('opinionHint')}
        {...(missing && { status: 'error', 'aria-invalid': true, 'aria-describedby': `${id}-missing` })}
        onChange={(event) => change(event.target.value)}
      />
      {missing && <FieldError id={`${id}-missing`}>{t('opinionNeeded')}</FieldError>}
    </>
  );
}

interface DecisionButtonsProps {
  busy: boolean;
  signing: ReturnType<typeof signingOf>;
  say: (decision: FlowDecision) => void;
}

function DecisionButtons({ busy, signing, say }: DecisionButtonsProps): ReactNode {
  const t = useText('workflows');
  return (
    <>
      {signing !== 'impossible' && (
        <Button type="primary" loading={busy} onClick={() => say('ratify')}>
          {t(signing === 'asked' ? 'signAndRatify' : 'ratify')}
        </Button>
      )}
      <Button danger disabled={busy} onClick={() => say('veto')}>
        {t('veto')}
      </Button>
      <Button disabled={busy} onClick={() => say('return')}>
        {t('return')}
      </Button>
    </>
  );
}

interface ReturnToProps {
  flow: FlowDetail;
  backTo: readonly number[];
  value: number;
  change: (step: number) => void;
}

/** The target of a return; a choice only where the flow has been in a step before. */
function ReturnTo({ flow, backTo, value, change }: ReturnToProps): ReactNode {
  const t = useText('workflows');
  const earlier = backTo.map((at) => ({ value: at, label: t('toStep', { name: flow.stepList[at]?.name ?? '' }) }));
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
