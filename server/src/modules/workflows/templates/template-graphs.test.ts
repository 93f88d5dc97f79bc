import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import type { FlowField } from '@dossier/contract/workflows/flow-fields';
import { type FlowGraph, type FlowNode, linearGraph } from '@dossier/contract/workflows/flow-graph';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { flowGraph, handIn, makeFlowTemplate, stepOf } from '../../../../test/make-flows.ts';
import { type Made, makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';

type Signed = Made & { client: Client };

let dossier: TestServer;
let applicant: Signed;
let one: Signed;

beforeAll(async () => {
  dossier = await openTestServer();
  [applicant, one] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
});
afterAll(() => dossier.close());

const steps = () => [stepOf('A', [one.id]), stepOf('B', [one.id])];
const straight = () => flowGraph('start approval:a approval:b end', 'start>a a>b b>end');

let count = 0;
async function problemsOf(input: object): Promise<unknown> {
  const terms = { flowKind: 'normal', name: `Refused ${++count}`, steps: steps(), ...input };
  const { code, data } = JSON.parse((await dossier.admin.raw(flowTemplates.create, terms)).text) as {
    code: number;
    data: { problems?: unknown };
  };
  expect(code).toBe(5318);
  return data.problems;
}

describe('a template with a graph', () => {
  it('is refused with all that is wrong with the graph, and keeps only what its nodes need', async () => {
    const broken = flowGraph('start approval:a approval:b end', 'start>a a>b a>end b>a');
    expect(await problemsOf({ graph: broken })).toEqual([{ kind: 'manyWays', node: 'a' }]);
    expect(await problemsOf({ graph: straight(), steps: [stepOf('A', [one.id])] })).toEqual([{ kind: 'stepWrong', node: 'b' }]);
    const borrowed = { flowKind: 'borrow', steps: [{ name: 'M', approvers: [{ kind: 'manager' }] }, stepOf('B', [one.id])] };
    expect(await problemsOf({ ...borrowed, graph: straight() })).toEqual([{ kind: 'managersDecideLast', node: 'b' }]);
    const stray = { settings: { a: { hours: 5, message: 'x' } } };
    const id = await makeFlowTemplate(dossier, steps(), {
      graph: flowGraph('start approval:a approval:b end', 'start>a a>b b>end', stray),
    });
    const shown = await dossier.admin.call(flowTemplates.show, { id });
    expect(shown.graph.nodes.find((node) => node.id === 'a')).toEqual({ id: 'a', kind: 'approval', name: '', x: 0, y: 0, step: 0 });
    expect(await applicant.client.refused(flowTemplates.show, { id })).toBe(1011);
  });

  it('makes a version for another graph and for other fields, which flows that run do not follow', async () => {
    const id = await makeFlowTemplate(dossier, steps());
    expect((await dossier.admin.call(flowTemplates.show, { id })).graph).toEqual(linearGraph(2));
    const flow = await handIn(applicant.client, id);
    const turned = flowGraph('start approval:a approval:b end', 'start>b b>a a>end');
    const fields = [{ id: 'why', kind: 'text' as const, name: 'Why' }];
    const update = (input: object) => dossier.admin.call(flowTemplates.update, { id, ...input });
    expect(await update({ graph: turned })).toEqual({ version: 2 });
    expect(await update({ graph: turned })).toEqual({ version: 2 });
    expect(await update({ fields })).toEqual({ version: 3 });
    expect((await dossier.admin.call(flowTemplates.show, { id })).graph).toEqual(turned);
    await one.client.call(flows.decide, { id: flow, decision: 'ratify', step: 0 });
    expect((await applicant.client.call(flows.show, { id: flow })).stepName).toBe('B');
    const next = await handIn(applicant.client, id);
    expect((await applicant.client.call(flows.show, { id: next })).stepName).toBe('B');
    const old = await dossier.admin.call(flowTemplates.version, { id, version: 1 });
    expect([old.graph, old.fields, old.steps.map(({ name }) => name)]).toEqual([linearGraph(2), [], ['A', 'B']]);
    expect(await dossier.admin.refused(flowTemplates.version, { id, version: 9 })).toBe(5309);
    expect(await applicant.client.refused(flowTemplates.version, { id, version: 1 })).toBe(1011);
    // steps without a graph follow one another again
    expect(await update({ steps: [stepOf('Only', [one.id])] })).toEqual({ version: 4 });
    expect((await dossier.admin.call(flowTemplates.show, { id })).graph).toEqual(linearGraph(1));
    await dossier.drain();
    const { list } = await dossier.admin.call(operationLog.log, { actions: [action.flowTemplateUpdate] });
    const details = list.filter(({ objId }) => objId === id).map(({ detail }) => JSON.parse(detail ?? '{}') as { changed?: string[] });
    expect(details.map(({ changed }) => changed)).toEqual([['steps', 'graph'], ['fields'], ['graph']]);
  });

  it('names the users, roles and templates of its nodes', async () => {
    const child = await makeFlowTemplate(dossier, steps(), { name: 'Child' });
    const graph = flowGraph('start notify:n subflow:s approval:a approval:b end', 'start>n n>s s>a a>b b>end', {
      settings: { n: { recipients: [{ kind: 'person', id: one.id }], message: 'x' }, s: { templateId: child } },
    });
    const id = await makeFlowTemplate(dossier, steps(), { graph });
    expect(await dossier.admin.call(flowTemplates.show, { id })).toMatchObject({
      graphNames: [{ type: 'user', id: one.id, name: one.fullName, gone: false }],
      templateNames: [{ id: child, name: 'Child' }],
    });
    const unknown: FlowGraph = {
      ...graph,
      nodes: graph.nodes.map((node) => (node.id === 'n' ? { ...node, recipients: [{ kind: 'person', id: '999999999999999' }] } : node)),
    };
    const terms = { flowKind: 'normal', name: 'Unknown', steps: steps(), graph: unknown } as const;
    expect(await dossier.admin.refused(flowTemplates.create, terms)).toBe(4902);
  });

  it('has fields with ids of their own, and choices with something to choose', async () => {
    const refused = (fields: object[]) =>
      dossier.admin.refused(flowTemplates.create, { flowKind: 'normal', name: 'Fields', steps: steps(), fields: fields as FlowField[] });
    expect(await refused([1, 2].map(() => ({ id: 'a', kind: 'text', name: 'A' })))).toBe(400);
    expect(await refused([{ id: 'constructor', kind: 'text', name: 'A' }])).toBe(400);
    expect(await refused([{ id: 'a', kind: 'choice', name: 'A' }])).toBe(400);
    expect(await refused([{ id: 'a', kind: 'number', name: 'A', minimum: 2, maximum: 1 }])).toBe(400);
  });
});

describe('the template of a sub-flow', () => {
  const amount = { id: 'amount', kind: 'number' as const, name: 'Amount' };
  const withChild = (templateId: string, mapping: FlowNode['mapping'] = []) => ({
    graph: flowGraph('start subflow:s approval:a approval:b end', 'start>s s>a a>b b>end', { settings: { s: { templateId, mapping } } }),
    fields: [amount],
  });
  const wrong = [{ kind: 'subflowWrong', node: 's' }];

  it('is one whose form the flow can fill in', async () => {
    expect(await problemsOf(withChild('999999999999999'))).toEqual(wrong);
    expect(await problemsOf(withChild(await makeFlowTemplate(dossier, steps(), { typedNumber: true })))).toEqual(wrong);
    const chosen = await makeFlowTemplate(dossier, [{ name: 'Chosen', approvers: [{ kind: 'chosen' }] }]);
    expect(await problemsOf(withChild(chosen))).toEqual(wrong);
    const needs = await makeFlowTemplate(dossier, steps(), {
      fields: [
        { ...amount, id: 'price', required: true },
        { id: 'who', kind: 'person', name: 'Who' },
      ],
    });
    expect(await problemsOf(withChild(needs))).toEqual(wrong);
    expect(
      await problemsOf(
        withChild(needs, [
          { from: 'amount', to: 'price' },
          { from: 'amount', to: 'who' },
        ]),
      ),
    ).toEqual(wrong);
    expect(await makeFlowTemplate(dossier, steps(), withChild(needs, [{ from: 'amount', to: 'price' }]))).not.toBe('');
  });

  it('is not deleted while a template starts it', async () => {
    const child = await makeFlowTemplate(dossier, steps());
    const parent = await makeFlowTemplate(dossier, steps(), withChild(child));
    expect(await dossier.admin.refused(flowTemplates.delete, { id: child })).toBe(5503);
    await dossier.admin.call(flowTemplates.delete, { id: parent });
    await dossier.admin.call(flowTemplates.delete, { id: child });
    expect(await dossier.admin.refused(flowTemplates.show, { id: child })).toBe(5309);
  });

  it('never leads back to the flow, and not too deep', async () => {
    const first = await makeFlowTemplate(dossier, steps());
    let last = first;
    for (let n = 0; n < 4; n++) last = await makeFlowTemplate(dossier, steps(), withChild(last));
    const deepest = await makeFlowTemplate(dossier, steps(), withChild(last));
    expect(await problemsOf(withChild(deepest))).toEqual(wrong);
    expect(await dossier.admin.refused(flowTemplates.update, { id: first, ...withChild(last) })).toBe(5318);
    expect(await dossier.admin.refused(flowTemplates.update, { id: first, ...withChild(first) })).toBe(5318);
  });

  it('does not start too many others, those of these included', async () => {
    const many = (templateId: string, times: number) => {
      const nodes = Array.from({ length: times }, (_, n) => `s${n}`);
      const ways = ['start', ...nodes, 'a', 'b', 'end'];
      return {
        graph: flowGraph(
          `start ${nodes.map((node) => `subflow:${node}`).join(' ')} approval:a approval:b end`,
          ways
            .slice(1)
            .map((to, at) => `${ways[at]}>${to}`)
            .join(' '),
          { settings: Object.fromEntries(nodes.map((node) => [node, { templateId }])) },
        ),
      };
    };
    const child = await makeFlowTemplate(dossier, steps(), many(await makeFlowTemplate(dossier, steps()), 19));
    await makeFlowTemplate(dossier, steps(), many(child, 10));
    expect(await problemsOf(many(child, 11))).toEqual([{ kind: 'subflowWrong', node: 's10' }]);
  });
});
