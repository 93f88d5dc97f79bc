import { cards } from '@dossier/contract/classification/cards';
import { categories } from '@dossier/contract/classification/categories';
import { tags } from '@dossier/contract/classification/tags';
import type { GraphProblem } from '@dossier/contract/workflows/check-flow-graph';
import type { FlowField } from '@dossier/contract/workflows/flow-fields';
import {
  type FlowCondition,
  type FlowEdge,
  type FlowGraph,
  type FlowNode,
  type FlowTest,
  type TestSubject,
  unaryOperators,
} from '@dossier/contract/workflows/flow-graph';
import type { ApproverKind, FlowKind, StepRule } from '@dossier/contract/workflows/flow-shapes';
import { languageTags, useLanguage, useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { formatNumber, formatSize } from '../../../platform/ui/formatted-values.tsx';
import { managerTextKey } from '../detail/flow-view.tsx';

/** A step as the words of its card need it. */
export interface WordedStep {
  name: string;
  approvers: readonly { kind: ApproverKind; name: string; gone?: boolean }[];
  rule: StepRule;
  percent?: number | undefined;
  days?: number | undefined;
}

/** What a graph is told about with. `names`: of users, roles, departments and templates, each by its type and id. */
export interface Worded {
  flowKind: FlowKind;
  graph: FlowGraph;
  steps: readonly WordedStep[];
  fields: readonly FlowField[];
  names?: Readonly<Record<string, string>>;
}

/** Names the parts of a flow in plain words. */
export interface DesignWords {
  title: (node: FlowNode) => string;
  text: (node: FlowNode) => string;
  /** The words beside a way: its condition, its name, or that it is taken after a rejection. */
  way: (edge: FlowEdge) => string;
  condition: (condition: FlowCondition) => string;
  problem: (problem: GraphProblem) => string;
  titleOf: (id: string | undefined) => string;
}

const isUsed = ({ edges }: FlowGraph, subject: TestSubject): boolean =>
  edges.some(({ condition }) => condition?.tests.some((test) => test.subject === subject) === true);

/** The names of the types, tags and categories that conditions ask for. */
function useClassNames(graph: FlowGraph): ReadonlyMap<string, string> {
  const types = useCall(cards.typeChoices, {}, { staleTime: 30_000, enabled: isUsed(graph, 'documentType') });
  const marks = useCall(tags.list, {}, { staleTime: 30_000, enabled: isUsed(graph, 'documentTag') });
  const tree = useCall(categories.tree, {}, { staleTime: 30_000, enabled: isUsed(graph, 'documentCategory') });
  return new Map([
    ...(types.data ?? []).map(({ id, name }): [string, string] => [`documentType:${id}`, name]),
    ...(marks.data ?? []).map(({ id, name }): [string, string] => [`documentTag:${id}`, name]),
    ...(tree.data ?? []).map(({ id, name }): [string, string] => [`documentCategory:${id}`, name]),
  ]);
}

/** What the values of a test refer to: the type of their names. */
export function namedType({ subject, field }: FlowTest, fields: readonly FlowField[]): string | undefined {
  if (subject === 'applicant') return 'user';
  if (subject === 'department') return 'department';
  if (subject.startsWith('documentT') || subject === 'documentCategory') return subject;
  const kind = subject === 'field' ? fields.find(({ id }) => id === field)?.kind : undefined;
  return kind === 'person' ? 'user' : kind === 'department' ? 'department' : undefined;
}

/** Names fields, and tells conditions in words. */
function useConditionWords({ graph, fields, names = {} }: Pick<Worded, 'graph' | 'fields' | 'names'>) {
  const t = useText('designer');
  const w = useText('workflows');
  const lang = useLanguage();
  const classes = useClassNames(graph);
  const fieldName = (id: string | undefined): string => fields.find((field) => field.id === id)?.name ?? t('goneField');
  const number = (value: string): string => (value === '' || Number.isNaN(Number(value)) ? value : formatNumber(Number(value), lang, 6));
  const date = (value: string): string =>
    /^\d{4}-\d{2}-\d{2}$/.test(value)
      ? new Intl.DateTimeFormat(languageTags[lang], { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(value))
      : value;

  const valueText = (test: FlowTest, value: string): string => {
    const type = namedType(test, fields);
    if (type !== undefined) return classes.get(`${type}:${value}`) ?? names[`${type}:${value}`] ?? '…';
    if (test.subject === 'urgency') return value === '0' || value === '1' || value === '2' ? w(`urgency_${value}`) : value;
    if (test.subject === 'documentSize') return formatSize(Number(value), lang);
    const kind = test.subject === 'field' ? fields.find(({ id }) => id === test.field)?.kind : undefined;
    if (kind === 'number' || test.subject === 'documentCount') return number(value);
    return kind === 'date' ? date(value) : value;
  };
  const testText = (test: FlowTest): string => {
    const subject = test.subject === 'field' ? fieldName(test.field) : t(`subject_${test.subject}`);
    if (unaryOperators.includes(test.operator)) return t(`test_${test.operator}`, { subject, values: '' });
    const values = test.values.filter((value) => value !== '').map((value) => valueText(test, value));
    return t(`test_${test.operator}`, { subject, values: values.length === 0 ? '…' : values.join(t('orBetween')) });
  };
  const condition = ({ match, tests }: FlowCondition): string => tests.map(testText).join(t(match === 'all' ? 'andBetween' : 'orBetween'));
  return { fieldName, condition };
}

/** Tells whom steps and notifications ask or tell. */
function usePeopleWords({ flowKind, names = {} }: Pick<Worded, 'flowKind' | 'names'>, fieldName: (id: string | undefined) => string) {
  const t = useText('designer');
  const w = useText('workflows');
  const approversText = ({ approvers, rule, percent }: WordedStep): string => {
    const list = approvers.map(({ kind, name, gone }) =>
      kind === 'person' || kind === 'role'
        ? gone
          ? w('goneOne')
          : name
        : w(kind === 'manager' ? managerTextKey(flowKind) : `approver_${kind}`),
    );
    if (list.length === 0) return t('noApprovers');
    const joined = list.join(t('listBetween'));
    if (rule === 'percent') return t('approvedByPercent', { count: percent ?? 100, names: joined });
    if (rule === 'all') return t('approvedByAll', { names: joined });
    return t(list.length === 1 ? 'approvedBy' : 'approvedByAny', { names: joined });
  };
  const recipientsText = ({ recipients = [] }: FlowNode): string => {
    const list = recipients.map(({ kind, id, field }) => {
      if (kind === 'field') return fieldName(field);
      if (kind === 'applicant' || kind === 'head') return t(`recipient_${kind}`);
      return names[`${kind === 'person' ? 'user' : 'role'}:${id}`] ?? t(`recipient_${kind}`);
    });
    return list.length === 0 ? t('noRecipients') : t('notifies', { names: list.join(t('listBetween')) });
  };
  return { approversText, recipientsText };
}

export function useDesignWords({ flowKind, graph, steps, fields, names = {} }: Worded): DesignWords {
  const t = useText('designer');
  const { fieldName, condition } = useConditionWords({ graph, fields, names });
  const { approversText, recipientsText } = usePeopleWords({ flowKind, names }, fieldName);
  const templateName = (node: FlowNode): string => names[`template:${node.templateId}`] ?? '';
  const title = (node: FlowNode): string => {
    if (node.kind === 'approval') return node.name || (steps[node.step ?? -1]?.name ?? '').trim() || t('kind_approval');
    if (node.name !== '') return node.name;
    if (node.kind === 'end') return t(node.passed === true ? 'endPassed' : 'endRejected');
    return (node.kind === 'subflow' ? templateName(node) : '') || t(`kind_${node.kind}`);
  };
  const text = (node: FlowNode): string => {
    if (node.kind === 'approval') {
      const step = steps[node.step ?? -1];
      return step === undefined ? '' : approversText(step);
    }
    if (node.kind === 'timer') {
      if (node.field !== undefined) return t('waitsUntil', { name: fieldName(node.field) });
      const hours = node.hours ?? 0;
      return hours > 0 && hours % 24 === 0 ? t('waitsDays', { count: hours / 24 }) : t('waitsHours', { count: hours });
    }
    if (node.kind === 'notify') return recipientsText(node);
    if (node.kind === 'subflow') return templateName(node) === '' ? t('noTemplate') : t('startsFlow', { name: templateName(node) });
    if (node.kind === 'join') return t(node.first === true ? 'joinFirst' : 'joinAll');
    if (node.kind === 'end') return t(node.passed === true ? 'endPassedText' : 'endRejectedText');
    return t(`text_${node.kind}`);
  };
  const titleOf = (id: string | undefined): string => {
    const node = graph.nodes.find((one) => one.id === id);
    return node === undefined ? '' : title(node);
  };
  const way = (edge: FlowEdge): string => {
    if (edge.port === 'rejected') return t('whenRejected');
    if (edge.name !== '') return edge.name;
    if (edge.condition !== undefined) return t('ifHolds', { condition: condition(edge.condition) });
    return graph.nodes.find(({ id }) => id === edge.from)?.kind === 'branch' ? t('otherwise') : '';
  };
  const problem = ({ kind, node, edge }: GraphProblem): string => {
    const wrong = graph.edges.find(({ id }) => id === edge);
    return t(`problem_${kind}`, { name: titleOf(node ?? wrong?.from), target: titleOf(wrong?.to) });
  };
  return { title, text, way, condition, problem, titleOf };
}
