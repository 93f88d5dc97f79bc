import { expect, it } from 'vitest';
import { type FlowCondition, type FlowFacts, type FlowGraph, FlowNode, type FlowTest } from './flow-graph.ts';
import { certainNodes, isSettled, possibleNodes } from './possible-ways.ts';

const node = (text: string): FlowNode => {
  const [kind = '', id = kind] = text.split(':');
  return FlowNode.parse({ id, kind });
};

/** A graph of nodes by `kind:id` and of edges `from>to`, `from!>to` after a rejection, or `from>to?name` on a condition. */
function graphOf(nodes: string, edges: string, conditions: Record<string, FlowCondition> = {}): FlowGraph {
  return {
    nodes: nodes.split(' ').map(node),
    edges: edges.split(' ').map((text, at) => {
      const [, from = '', no, to = '', name = ''] = /^(\w+)(!?)>(\w+)(?:\?(\w+))?$/.exec(text) ?? [];
      const condition = conditions[name];
      return { id: `e${at}`, from, to, port: no === '!' ? 'rejected' : 'next', name: '', ...(condition !== undefined && { condition }) };
    }),
  };
}

const urgent: FlowTest = { subject: 'urgency', operator: 'is', values: ['2'] };
const many: FlowTest = { subject: 'documentCount', operator: 'greater', values: ['3'] };
const factsOf = (urgency: number): FlowFacts => ({ values: new Map(), urgency, applicant: '1', departments: [], documents: [] });

const nodes = 'start branch:b approval:one approval:two approval:three end';
const edges = 'start>b b>one?c b>two one>end one!>three two>end three>end';
const known = (urgency: number) => ({ facts: factsOf(urgency), isKnown: isSettled });
const possible = (graph: FlowGraph, urgency: number, withRejections = false) =>
  [...possibleNodes(graph, { from: ['start'], withRejections, ...known(urgency) })].toSorted();

it('a branch on what is settled leaves one way, with what follows a rejection where that is asked for', () => {
  const graph = graphOf(nodes, edges, { c: { match: 'all', tests: [urgent] } });
  expect(possible(graph, 2)).toEqual(['b', 'end', 'one', 'start']);
  expect(possible(graph, 2, true)).toEqual(['b', 'end', 'one', 'start', 'three']);
  expect(possible(graph, 0, true)).toEqual(['b', 'end', 'start', 'two']);
});

it.each<[string, FlowCondition['match'], number, string[]]>([
  ['one test of all that fails decides', 'all', 0, ['b', 'end', 'start', 'two']],
  ['all of them need what is not known', 'all', 2, ['b', 'end', 'one', 'start', 'two']],
  ['any of them that holds decides', 'any', 2, ['b', 'end', 'one', 'start']],
  ['any of them may still hold', 'any', 0, ['b', 'end', 'one', 'start', 'two']],
])('of a condition with a test that may change: %s', (_, match, urgency, expected) => {
  expect(possible(graphOf(nodes, edges, { c: { match, tests: [urgent, many] } }), urgency)).toEqual(expected);
});

it('certain is what all ways share, and every way of a parallel part; ways back end nowhere', () => {
  const parallel = graphOf(
    'start branch:b parallel:p approval:one approval:two join:j approval:three end',
    'start>b b>p?c b>three p>one p>two one>j two>j j>three three>end',
    { c: { match: 'all', tests: [many] } },
  );
  expect([...certainNodes(parallel, known(0))].toSorted()).toEqual(['b', 'end', 'start', 'three']);
  const all = { ...known(0), isKnown: () => false };
  const whole = { ...parallel, edges: parallel.edges.filter(({ id }) => id !== 'e2').map((edge) => ({ ...edge, condition: undefined })) };
  expect([...certainNodes(whole, all)].toSorted()).toEqual(['b', 'end', 'j', 'one', 'p', 'start', 'three', 'two']);
  const circle = graphOf('start approval:one branch:b end', 'start>one one>b b>one?c b>end', { c: { match: 'all', tests: [many] } });
  expect([...certainNodes(circle, known(0))].toSorted()).toEqual(['b', 'end', 'one', 'start']);
});
