import type { OutputOf } from '@dossier/contract/core/route';
import { valuesByField } from '@dossier/contract/workflows/flow-fields';
import type { FlowGraph, FlowNode, FlowTest, TestSubject } from '@dossier/contract/workflows/flow-graph';
import { flows } from '@dossier/contract/workflows/flows';
import { certainNodes, isSettled, possibleNodes } from '@dossier/contract/workflows/possible-ways';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { useCurrentUser } from '../../identity/current-user.ts';
import { layOut } from '../designer/graph-layout.ts';
import { type DesignWords, useDesignWords } from '../designer/design-words.ts';
import { nodeIcon } from '../designer/node-marks.tsx';
import { ForeseenPeople, type FormSource, RuleOf, ruleWith } from '../detail/flow-view.tsx';
import styles from '../flows.module.css';
import { namesIn } from '../templates/template-draft.ts';
import type { FlowDraft } from './flow-draft.ts';
import { valuesInput } from './field-values.ts';
import { PeopleField } from './people-field.tsx';

interface PathPreviewProps {
  from: FormSource;
  draft: FlowDraft;
  change: (changes: Partial<FlowDraft>) => void;
}

type ForeseenStep = OutputOf<typeof flows.foresee>['steps'][number];
type Terms = Pick<FormSource, 'graph' | 'fields'> & Parameters<typeof namesIn>[0];

/** What a form knows before it is submitted; of its documents that are the names. */
const known = new Set<TestSubject>(['field', 'urgency', 'applicant', 'documentCount', 'documentName', 'documentExt']);

const isForeseeable = ({ edges }: FlowGraph): boolean =>
  edges.every(({ condition }) => condition === undefined || condition.tests.every(({ subject }) => known.has(subject)));

/** Nodes that only lead on. */
const silentKinds: readonly string[] = ['start', 'join', 'branch'];

interface ComingNode {
  node: FlowNode;
  when: 'certain' | 'maybe' | 'rejected';
}

/**
 * The nodes that the flow would enter with the form as it is, in reading order, with those whose approvers the requester has to choose although the flow comes
 * there after a rejection only, or where its documents change.
 */
function useComing({ graph, draft, steps }: { graph: FlowGraph; draft: FlowDraft; steps: readonly ForeseenStep[] }): ComingNode[] {
  const { id } = useCurrentUser();
  const facts = {
    values: valuesByField(valuesInput(draft.values)),
    urgency: draft.urgency,
    applicant: id,
    departments: [],
    documents: draft.documents.map(({ name, ext }) => ({ name, ext, size: 0, type: '', tags: [], categories: [] })),
  };
  const from = graph.nodes.flatMap((node) => (node.kind === 'start' ? [node.id] : []));
  const isKnown = ({ subject }: FlowTest): boolean => known.has(subject);
  const certain = certainNodes(graph, { facts, isKnown });
  const expected = possibleNodes(graph, { from, facts, isKnown, withRejections: false });
  const possible = possibleNodes(graph, { from, facts, isKnown: isSettled, withRejections: false });
  const rejected = possibleNodes(graph, { from, facts, isKnown: isSettled, withRejections: true });
  return layOut(graph).order.flatMap((one): ComingNode[] => {
    const node = graph.nodes.find((other) => other.id === one);
    if (node === undefined || silentKinds.includes(node.kind) || (node.kind === 'end' && node.passed === true)) return [];
    if (certain.has(one)) return [{ node, when: 'certain' }];
    if (expected.has(one)) return [{ node, when: 'maybe' as const }];
    if (steps[node.step ?? -1]?.isChosen !== true || !rejected.has(one)) return [];
    return [{ node, when: possible.has(one) ? 'maybe' : 'rejected' }];
  });
}

/** Which way the flow goes with the form as it is, and who decides; the requester chooses where the template leaves it open. */
export function PathPreview({ from, draft, change }: PathPreviewProps): ReactNode {
  const t = useText('workflows');
  const wasReturned = from.flow?.status === 'returned';
  const ids = draft.documents.map((one) => one.id);
  const place = from.flowKind === 'upload' ? draft.target?.id : undefined;
  const query = { templateId: from.templateId, ...(ids.length > 0 && { docIds: ids }), ...(place !== undefined && { targetId: place }) };
  const found = useCall(flows.foresee, query, { enabled: !wasReturned, keep: true });
  const terms: Terms | undefined = wasReturned ? (from.flow ?? from) : found.data;
  const steps: readonly ForeseenStep[] | undefined = wasReturned
    ? from.flow?.stepList.map(({ approvers, foreseen, ...step }) => ({
        ...step,
        isChosen: approvers.some((one) => one.kind === 'chosen'),
        ...(foreseen ?? { people: [], more: 0 }),
      }))
    : found.data?.steps;
  return (
    <Stack as="section" gap={3} className={styles.path} aria-label={t('whoDecides')}>
      <Heading level={2}>{t('whoDecides')}</Heading>
      {steps?.some(({ signs }) => signs === true) && <Hint>{t('documentsSigned')}</Hint>}
      {found.error !== null && found.data === undefined && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {terms === undefined || steps === undefined ? (
        found.error === null && <Skeleton active title={false} />
      ) : (
        <Path from={from} draft={draft} change={change} terms={terms} steps={steps} />
      )}
    </Stack>
  );
}

function Path({ from, draft, change, terms, steps }: PathPreviewProps & { terms: Terms; steps: readonly ForeseenStep[] }): ReactNode {
  const t = useText('workflows');
  const d = useText('designer');
  const { graph, fields } = terms;
  const coming = useComing({ graph, draft, steps });
  const names = namesIn(terms);
  const words = useDesignWords({ flowKind: from.flowKind, graph, fields, names, steps: steps.map((step) => ({ ...step, approvers: [] })) });
  return (
    <>
      <Hint>{isForeseeable(graph) ? t('pathHint') : d('pathUnknown')}</Hint>
      <Stack as="ol">
        {coming.map(({ node, when }) => (
          <Row as="li" key={node.id} gap={3} align="start" className={styles.stop}>
            <Text tone="muted" className={styles.stopSign} aria-hidden>
              {nodeIcon(node)}
            </Text>
            <Stack grow>
              <PathNode from={from} draft={draft} change={change} words={words} node={node} step={steps[node.step ?? -1]} />
              {when !== 'certain' && (
                <Text size="s" tone="warn">
                  {t(when === 'maybe' ? 'maybe' : 'maybeRejected')}
                </Text>
              )}
            </Stack>
          </Row>
        ))}
      </Stack>
    </>
  );
}

interface PathNodeProps extends PathPreviewProps {
  words: DesignWords;
  node: FlowNode;
  step: ForeseenStep | undefined;
}

function PathNode({ from, draft, change, words, node, step }: PathNodeProps): ReactNode {
  const t = useText('workflows');
  const title = (
    <Text as="strong" strong>
      {words.title(node)}
    </Text>
  );
  if (node.kind !== 'approval' || step === undefined)
    return (
      <>
        {title}
        <Text size="s" tone="muted">
          {words.text(node)}
        </Text>
      </>
    );
  const at = node.step ?? 0;
  return (
    <>
      {title}
      <RuleOf step={ruleWith(step, step.alone)} />
      <Foreseen step={step} from={from} />
      {step.isChosen && (
        <PeopleField
          type="user"
          label={t('choosePeople')}
          value={draft.people[at] ?? []}
          onChange={(all) => change({ people: { ...draft.people, [at]: all } })}
        />
      )}
    </>
  );
}

function Foreseen({ step, from }: { step: ForeseenStep; from: FormSource }): ReactNode {
  const t = useText('workflows');
  if (step.people.length > 0) return <ForeseenPeople {...step} />;
  if (step.isChosen) return null;
  return (
    <Text size="s" tone="muted">
      {t(from.flowKind === 'upload' ? 'notYetPlaced' : 'notYetKnown')}
    </Text>
  );
}
