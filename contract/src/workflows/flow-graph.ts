import { z } from 'zod';
import { Flag, Id, Int } from '../core/shapes.ts';
import { type FlowField, type FlowFieldKind, LocalId, type ValuesByField } from './flow-fields.ts';
import { flowLimits } from './flow-shapes.ts';

/**
 * The graph of a template. Nodes of the kind `approval` name a step of the template by its index, each step is in one node. A `branch` takes the first of its
 * edges whose condition holds. All edges of a `parallel` node are followed at once, and its `join` node waits for all of them, or for the first. A `timer`
 * waits, a `notify` node sends messages and goes on, a `subflow` waits for a flow of another template. Ways may lead back.
 */
export const flowNodeKinds = ['start', 'approval', 'branch', 'parallel', 'join', 'timer', 'notify', 'subflow', 'end'] as const;
export type FlowNodeKind = (typeof flowNodeKinds)[number];

/** Nodes in which a flow waits. */
export const waitingNodeKinds: readonly string[] = ['approval', 'timer', 'subflow'];

/** Nodes with a way for the case that they are rejected; without one the flow is rejected. */
export const rejectableNodeKinds: readonly string[] = ['approval', 'subflow'];

/**
 * Limits of a graph. `visits`: how many nodes one flow enters, before it goes back to its requester. `depth`: sub-flows of sub-flows; `subflows`: how many
 * there are of one flow, at all depths.
 */
export const flowGraphLimits = {
  nodes: 60,
  edges: 120,
  tests: 10,
  recipients: 20,
  hours: 8760,
  visits: 500,
  depth: 5,
  subflows: 200,
} as const;

/** Whom a `notify` node tells: a user, the holders of a role, the head of the department of the requester, the requester, or the users in a field. */
export const recipientKinds = ['person', 'role', 'head', 'applicant', 'field'] as const;
export type RecipientKind = (typeof recipientKinds)[number];

/** What a condition looks at: a field of the form, or a property of the flow or of its documents, which holds where it does for any of them. */
export const testSubjects = [
  'field',
  'urgency',
  'applicant',
  'department',
  'documentCount',
  'documentSize',
  'documentName',
  'documentExt',
  'documentType',
  'documentTag',
  'documentCategory',
] as const;
export type TestSubject = (typeof testSubjects)[number];

/** `is` and `isNot` compare with any of the values; numbers and dates are also compared by their order. */
export const testOperators = ['is', 'isNot', 'contains', 'less', 'atMost', 'atLeast', 'greater', 'isEmpty', 'isFilled'] as const;
export type TestOperator = (typeof testOperators)[number];

/** Operators that compare with nothing. */
export const unaryOperators: readonly string[] = ['isEmpty', 'isFilled'];

const ordered = ['less', 'atMost', 'atLeast', 'greater'] as const;
const operatorsOfKind: Record<FlowFieldKind, readonly TestOperator[]> = {
  text: ['is', 'isNot', 'contains', 'isEmpty', 'isFilled'],
  number: ['is', 'isNot', ...ordered, 'isEmpty', 'isFilled'],
  date: ['is', 'isNot', ...ordered, 'isEmpty', 'isFilled'],
  choice: ['is', 'isNot', 'isEmpty', 'isFilled'],
  person: ['is', 'isNot', 'isEmpty', 'isFilled'],
  department: ['is', 'isNot', 'isEmpty', 'isFilled'],
  document: ['isEmpty', 'isFilled'],
  file: ['isEmpty', 'isFilled'],
};
const operatorsOfSubject: Record<Exclude<TestSubject, 'field'>, readonly TestOperator[]> = {
  urgency: ['is', 'isNot', ...ordered],
  applicant: ['is', 'isNot'],
  department: ['is', 'isNot'],
  documentCount: ['is', 'isNot', ...ordered],
  documentSize: [...ordered],
  documentName: ['is', 'isNot', 'contains'],
  documentExt: ['is', 'isNot'],
  documentType: ['is', 'isNot'],
  documentTag: ['is', 'isNot'],
  documentCategory: ['is', 'isNot'],
};

/** The operators of a subject; none for a field that is not there. */
export const operatorsOf = (subject: TestSubject, field?: Pick<FlowField, 'kind'>): readonly TestOperator[] =>
  subject === 'field' ? (field === undefined ? [] : operatorsOfKind[field.kind]) : operatorsOfSubject[subject];

/** One test of a condition. Values are written as in a form (`FieldValues`); sizes in bytes, urgencies 0 to 2, everything else by id or text. */
export const FlowTest = z.object({
  subject: z.enum(testSubjects),
  field: LocalId.optional(),
  operator: z.enum(testOperators),
  values: z.array(z.string().trim().max(200)).max(50).default([]),
});
export type FlowTest = z.infer<typeof FlowTest>;

/** A condition: all of its tests hold, or any of them. */
export const FlowCondition = z.object({
  match: z.enum(['all', 'any']).default('all'),
  tests: z.array(FlowTest).min(1).max(flowGraphLimits.tests),
});
export type FlowCondition = z.infer<typeof FlowCondition>;

const place = Int.pipe(z.number().min(-100_000).max(100_000)).default(0);

/** A node, with the settings of its kind. `x` and `y` are its place on the canvas, in pixels. */
export const FlowNode = z.object({
  id: LocalId,
  kind: z.enum(flowNodeKinds),
  name: z.string().trim().max(50).default(''),
  x: place,
  y: place,
  /** Of an approval: the index of its step. */
  step: Int.pipe(
    z
      .number()
      .min(0)
      .max(flowLimits.steps - 1),
  ).optional(),
  /** Of a join: whether the first way that arrives ends the others. */
  first: Flag.optional(),
  /** Of a timer: how long it waits, or the field with the date until which it does. */
  hours: Int.pipe(z.number().min(1).max(flowGraphLimits.hours)).optional(),
  field: LocalId.optional(),
  /** Of a notification. */
  recipients: z
    .array(z.object({ kind: z.enum(recipientKinds), id: Id.optional(), field: LocalId.optional() }))
    .max(flowGraphLimits.recipients)
    .optional(),
  message: z.string().trim().max(500).optional(),
  /** Of a sub-flow: its template, and which of its fields get the values of which fields of this form. */
  templateId: Id.optional(),
  mapping: z
    .array(z.object({ from: LocalId, to: LocalId }))
    .max(50)
    .optional(),
  /** Of an end: whether the flow has passed there. */
  passed: Flag.optional(),
});
export type FlowNode = z.infer<typeof FlowNode>;

/** The way on, or the one after a rejection. */
export const flowPorts = ['next', 'rejected'] as const;
export type FlowPort = (typeof flowPorts)[number];

/** A way from node to node. Those of a branch are tried in the order of the list; the one without a condition is taken otherwise. */
export const FlowEdge = z.object({
  id: LocalId,
  from: LocalId,
  to: LocalId,
  port: z.enum(flowPorts).default('next'),
  name: z.string().trim().max(50).default(''),
  condition: FlowCondition.optional(),
});
export type FlowEdge = z.infer<typeof FlowEdge>;

export const FlowGraph = z.object({
  nodes: z.array(FlowNode).min(1).max(flowGraphLimits.nodes),
  edges: z.array(FlowEdge).max(flowGraphLimits.edges),
});
export type FlowGraph = z.infer<typeof FlowGraph>;

/** The distance of nodes below one another on the canvas, in pixels. */
export const nodeDistance = 120;

/** The graph of a template that has only steps: one after the other. */
export function linearGraph(steps: number): FlowGraph {
  const node = (id: string, at: number): FlowNode => ({ id, kind: 'approval', name: '', x: 0, y: at * nodeDistance });
  const nodes: FlowNode[] = [
    { ...node('start', 0), kind: 'start' },
    ...Array.from({ length: steps }, (_, at) => ({ ...node(`step${at + 1}`, at + 1), step: at })),
    { ...node('end', steps + 1), kind: 'end', passed: true },
  ];
  const edges = nodes
    .slice(1)
    .map((to, at): FlowEdge => ({ id: `way${at + 1}`, from: nodes[at]?.id ?? '', to: to.id, port: 'next', name: '' }));
  return { nodes, edges };
}

/** A document of a flow, as conditions see it. `size` in bytes; types, tags and categories by id. */
export interface DocumentFacts {
  name: string;
  ext: string;
  size: number;
  type: string;
  tags: readonly string[];
  categories: readonly string[];
}

/** What the conditions of a flow are about. `departments`: that of the requester and those above it. */
export interface FlowFacts {
  values: ValuesByField;
  urgency: number;
  applicant: string;
  departments: readonly string[];
  documents: readonly DocumentFacts[];
}

/** What a test compares: the values of its subject, as written in a form. */
function valuesOf({ subject, field = '' }: FlowTest, facts: FlowFacts): readonly string[] {
  const { documents } = facts;
  if (subject === 'field') return facts.values.get(field) ?? [];
  if (subject === 'urgency') return [String(facts.urgency)];
  if (subject === 'applicant') return [facts.applicant];
  if (subject === 'department') return facts.departments;
  if (subject === 'documentCount') return [String(documents.length)];
  if (subject === 'documentSize') return documents.map(({ size }) => String(size));
  if (subject === 'documentName') return documents.map(({ name }) => name);
  if (subject === 'documentExt') return documents.map(({ ext }) => ext);
  if (subject === 'documentType') return documents.flatMap(({ type }) => (type === '' ? [] : [type]));
  return documents.flatMap((document) => (subject === 'documentTag' ? document.tags : document.categories));
}

/** A number, or a date in milliseconds: both are ordered. */
const orderOf = (value: string): number => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number(value));
const textKey = (value: string): string => value.normalize('NFKC').toLowerCase().trim();

const isSame = (one: string, other: string): boolean =>
  textKey(one) === textKey(other) || (one !== '' && other !== '' && orderOf(one) === orderOf(other));

const comparisons: Record<(typeof ordered)[number], (value: number, limit: number) => boolean> = {
  less: (value, limit) => value < limit,
  atMost: (value, limit) => value <= limit,
  atLeast: (value, limit) => value >= limit,
  greater: (value, limit) => value > limit,
};

/** Whether a test holds. A comparison with a value that is not there does not. */
export function testHolds(test: FlowTest, facts: FlowFacts): boolean {
  const found = valuesOf(test, facts);
  const { operator, values } = test;
  if (operator === 'isEmpty') return found.length === 0;
  if (operator === 'isFilled') return found.length > 0;
  if (operator === 'is') return found.some((value) => values.some((other) => isSame(value, other)));
  if (operator === 'isNot') return !found.some((value) => values.some((other) => isSame(value, other)));
  if (operator === 'contains') return found.some((value) => values.some((other) => textKey(value).includes(textKey(other))));
  return found.some((value) => values.some((other) => comparisons[operator](orderOf(value), orderOf(other))));
}

/** Whether a condition holds. */
export const conditionHolds = ({ match, tests }: FlowCondition, facts: FlowFacts): boolean =>
  match === 'all' ? tests.every((test) => testHolds(test, facts)) : tests.some((test) => testHolds(test, facts));

/**
 * The ways on from a node: for a branch the one whose condition holds first, for a parallel node all, otherwise that of the port. None where the flow ends:
 * at an end, and after a rejection without a way of its own.
 */
export function waysFrom(graph: FlowGraph, node: FlowNode, port: FlowPort, facts: FlowFacts): FlowEdge[] {
  const edges = graph.edges.filter((edge) => edge.from === node.id && edge.port === port);
  if (node.kind === 'parallel') return edges;
  if (node.kind !== 'branch') return edges.slice(0, 1);
  const holds = edges.find(({ condition }) => condition !== undefined && conditionHolds(condition, facts));
  const way = holds ?? edges.find(({ condition }) => condition === undefined);
  return way === undefined ? [] : [way];
}
