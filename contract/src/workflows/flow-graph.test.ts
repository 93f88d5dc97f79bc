import { describe, expect, it } from 'vitest';
import { checkFlowGraph, type GraphProblem } from './check-flow-graph.ts';
import { fieldProblem, FlowField } from './flow-fields.ts';
import {
  type FlowEdge,
  type FlowFacts,
  type FlowGraph,
  FlowNode,
  type FlowNodeKind,
  type FlowTest,
  linearGraph,
  testHolds,
} from './flow-graph.ts';
import type { FlowKind } from './flow-shapes.ts';
import { walkFlow } from './walk-flow.ts';

const fields = [
  FlowField.parse({ id: 'amount', kind: 'number', name: 'Amount', minimum: 0 }),
  FlowField.parse({ id: 'until', kind: 'date', name: 'Until' }),
  FlowField.parse({ id: 'who', kind: 'person', name: 'Who' }),
];

/** A graph of nodes by `kind:id` and of edges `from>to`, `from!>to` after a rejection, or `from>to?limit` where the amount exceeds a limit. */
function graphOf(nodes: string, edges: string): FlowGraph {
  let step = 0;
  return {
    nodes: nodes.split(' ').map((text) => {
      const [kind = '', id = kind] = text.split(':');
      const settings = {
        approval: () => ({ step: step++ }),
        timer: () => ({ hours: 1 }),
        notify: () => ({ recipients: [{ kind: 'applicant' as const }], message: 'Look' }),
        subflow: () => ({ templateId: '7' }),
        end: () => ({ passed: id !== 'refused' }),
      }[kind as 'timer'];
      return FlowNode.parse({ id, kind: kind as FlowNodeKind, ...settings?.() });
    }),
    edges: edges.split(' ').map((text, at): FlowEdge => {
      const [, from = '', no, to = '', limit] = /^(\w+)(!?)>(\w+)(?:\?(\d+))?$/.exec(text) ?? [];
      const test = { subject: 'field' as const, field: 'amount', operator: 'greater' as const, values: [limit ?? ''] };
      const condition = limit === undefined ? {} : { condition: { match: 'all' as const, tests: [test] } };
      return { id: `e${at}`, from, to, port: no === '!' ? 'rejected' : 'next', name: '', ...condition };
    }),
  };
}

const check = (graph: FlowGraph, kind: FlowKind = 'normal'): GraphProblem[] =>
  checkFlowGraph({
    kind,
    graph,
    fields,
    steps: graph.nodes.filter((node) => node.kind === 'approval').map(({ id }) => ({ managersOnly: id === 'managers' })),
  });
const kinds = (graph: FlowGraph, kind?: FlowKind): string[] => [...new Set(check(graph, kind).map((one) => one.kind))];

const facts = (amount?: string): FlowFacts => ({
  values: new Map(amount === undefined ? [] : [['amount', [amount]]]),
  urgency: 1,
  applicant: '5',
  departments: ['8', '2'],
  documents: [{ name: 'Contract.pdf', ext: 'pdf', size: 2000, type: '3', tags: ['4'], categories: [] }],
});

const whole = graphOf(
  'start approval:first branch:big parallel:both approval:law approval:money join:all approval:last end',
  'start>first first>big big>both?1000 big>last both>law both>money law>all money>all all>last last!>first last>end',
);

describe('a graph', () => {
  it('of steps one after the other, with branches, parallel ways and ways back, is in order', () => {
    expect(check(linearGraph(3), 'publish')).toEqual([]);
    expect(check(whole)).toEqual([]);
  });

  it.each([
    ['noStart', 'approval:a end', 'a>end'],
    ['manyStarts', 'start start:b approval:a end', 'start>a b>a a>end'],
    ['noEnd', 'start approval:a end:refused', 'start>a a>refused'],
    ['broken', 'start approval:a end', 'start>a a>gone a>end'],
    ['broken', 'start notify:n end', 'start>n n!>end n>end'],
    ['unreachable', 'start approval:a approval:b end', 'start>a a>end b>end'],
    ['deadEnd', 'start approval:a end', 'start>a a!>end'],
    ['noWayToEnd', 'start branch:b approval:a timer:t end', 'start>b b>a?1 b>end a>t t>a'],
    ['manyWays', 'start approval:a approval:b end', 'start>a a>b a>end b>end'],
    ['fewWays', 'start branch:b end', 'start>b b>end'],
    ['noOtherwise', 'start branch:b approval:a end', 'start>b b>a?1 b>end?2 a>end'],
    ['conditionUnused', 'start approval:a end', 'start>a?1 a>end'],
    ['unbalanced', 'start parallel:p approval:a approval:b end', 'start>p p>a p>b a>end b>end'],
    ['unbalanced', 'start approval:a join:j end', 'start>a a>j j>end'],
    ['unbalanced', 'start approval:o parallel:p approval:a approval:b join:j end', 'start>o o>p p>a p>b a>j b>j b!>o j>end'],
    ['endInParallel', 'start parallel:p approval:a approval:b join:j end', 'start>p p>a p>b a>j b>end j>end'],
    ['endlessLoop', 'start branch:b notify:n end', 'start>b b>n?1 b>end n>b'],
  ])('is refused for %s', (problem, nodes, edges) => {
    expect(kinds(graphOf(nodes, edges))).toContain(problem);
  });

  it('is refused for settings and conditions that lack something', () => {
    const settings = graphOf('start timer:t notify:n subflow:s approval:a end', 'start>t t>n n>s s>a a>end');
    expect(kinds(settings)).toEqual([]);
    const changed = (id: string, values: object): FlowGraph => ({
      ...settings,
      nodes: settings.nodes.map((node) => (node.id === id ? { ...node, ...values } : node)),
    });
    expect(kinds(changed('t', { hours: undefined }))).toEqual(['timerWrong']);
    expect(kinds(changed('t', { hours: undefined, field: 'until' }))).toEqual([]);
    expect(kinds(changed('t', { hours: undefined, field: 'amount' }))).toEqual(['timerWrong']);
    expect(kinds(changed('n', { recipients: [] }))).toEqual(['notifyWrong']);
    expect(kinds(changed('n', { recipients: [{ kind: 'field', field: 'who' }] }))).toEqual([]);
    expect(kinds(changed('n', { recipients: [{ kind: 'field', field: 'amount' }] }))).toEqual(['notifyWrong']);
    expect(kinds(changed('s', { templateId: undefined }))).toEqual(['subflowWrong']);
    expect(kinds(changed('s', { mapping: [{ from: 'gone', to: 'x' }] }))).toEqual(['subflowWrong']);
    expect(kinds(changed('a', { step: 1 }))).toEqual(['stepWrong']);
    const wrong: FlowTest = { subject: 'field', field: 'gone', operator: 'is', values: ['1'] };
    const tests: FlowTest[] = [wrong, { ...wrong, field: 'amount', operator: 'contains' }, { ...wrong, field: 'amount', values: [] }];
    for (const test of tests)
      expect(
        kinds({
          ...whole,
          edges: whole.edges.map((edge) => (edge.condition === undefined ? edge : { ...edge, condition: { match: 'all', tests: [test] } })),
        }),
      ).toEqual(['testWrong']);
  });

  it('with an effect needs an approval on each way, and the managers of the documents last', () => {
    const unapproved = graphOf('start branch:b approval:managers end', 'start>b b>managers?1 b>end managers>end');
    expect(kinds(unapproved)).toEqual([]);
    expect(kinds(unapproved, 'publish')).toEqual(['passesUnapproved']);
    const waits = graphOf('start approval:managers timer:t notify:n end', 'start>managers managers>t t>n n>end');
    expect(kinds(waits, 'borrow')).toEqual(['waitsAfterApproval']);
    expect(kinds(graphOf('start approval:managers approval:b end', 'start>managers managers>b b>end'), 'upload')).toEqual([
      'managersDecideLast',
    ]);
    expect(kinds(graphOf('start approval:b approval:managers end', 'start>b b>managers managers>end'), 'upload')).toEqual([]);
    const rejected = graphOf('start approval:a end', 'start>a a>end a!>end');
    expect([kinds(rejected), kinds(rejected, 'publish')]).toEqual([[], ['passesUnapproved']]);
  });
});

describe('a walk', () => {
  it('takes the way whose condition holds, both parallel ways, and the way back of a rejection once', () => {
    const ids = (amount?: string, rejected: string[] = []) => {
      const { nodes, ends } = walkFlow(whole, facts(amount), new Set(rejected));
      return [nodes.map(({ id }) => id).join(' '), ends];
    };
    expect(ids('1000')).toEqual(['start first big last end', 'passed']);
    expect(ids()).toEqual(['start first big last end', 'passed']);
    expect(ids('1000.01')).toEqual(['start first big both law money all last end', 'passed']);
    expect(ids('1', ['last'])).toEqual(['start first big last first big last end', 'passed']);
    expect(ids('1', ['first'])).toEqual(['start first', 'rejected']);
  });
});

describe('a test', () => {
  it.each([
    ['field', 'atLeast', '12.5', true],
    ['field', 'greater', '12.5', false],
    ['field', 'is', '12.50', true],
    ['field', 'isEmpty', '', false],
    ['urgency', 'is', '1', true],
    ['department', 'is', '2', true],
    ['department', 'isNot', '9', true],
    ['documentCount', 'less', '2', true],
    ['documentSize', 'greater', '1999', true],
    ['documentName', 'contains', 'contract', true],
    ['documentExt', 'is', 'PDF', true],
    ['documentTag', 'is', '4', true],
    ['documentCategory', 'isNot', '4', true],
  ] as const)('of %s: %s %s is %s', (subject, operator, value, holds) => {
    expect(testHolds({ subject, field: 'amount', operator, values: [value] }, facts('12.5'))).toBe(holds);
  });

  it('with a value that is not there holds only for emptiness and inequality', () => {
    const test = { subject: 'field' as const, field: 'amount', values: ['0'] };
    const found = (['is', 'less', 'atMost', 'isFilled', 'isNot', 'isEmpty'] as const).map((operator) =>
      testHolds({ ...test, operator }, facts()),
    );
    expect(found).toEqual([false, false, false, false, true, true]);
  });
});

describe('the values of a field', () => {
  const field = (values: object) => FlowField.parse({ id: 'f', name: 'F', kind: 'text', ...values });
  it.each([
    ['required', { required: true }, []],
    ['tooMany', {}, ['a', 'b']],
    ['notNumber', { kind: 'number' }, ['1e3']],
    ['tooPrecise', { kind: 'number', decimals: 1 }, ['1.25']],
    ['tooSmall', { kind: 'number', minimum: 1 }, ['0']],
    ['tooLarge', { kind: 'number', maximum: 1 }, ['2']],
    ['notDate', { kind: 'date' }, ['2026-02-30']],
    ['notOption', { kind: 'choice', options: ['a'] }, ['b']],
    ['notFound', { kind: 'person' }, ['x']],
    [undefined, { kind: 'choice', options: ['a', 'b'], multiple: true }, ['a', 'b']],
    [undefined, { kind: 'number', minimum: -3 }, ['-2.5']],
    [undefined, { kind: 'date' }, ['2028-02-29']],
  ])('are %s', (problem, settings, values) => {
    expect(fieldProblem(field(settings), values, { complete: true })).toBe(problem);
  });

  it('may be missing in a draft', () => {
    expect(fieldProblem(field({ required: true }), [], { complete: false })).toBeUndefined();
  });
});
