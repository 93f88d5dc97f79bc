import type { InputOf } from '@dossier/contract/core/route';
import { type FlowCondition, type FlowEdge, type FlowGraph, FlowNode, type FlowNodeKind } from '@dossier/contract/workflows/flow-graph';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import type { Client } from './client.ts';
import type { TestServer } from './test-server.ts';

let count = 0;

type Steps = InputOf<typeof flowTemplates.create>['steps'];

/** A step with these approvers. */
export const stepOf = (name: string, people: string[], more: Partial<Steps[number]> = {}): Steps[number] => ({
  name,
  approvers: people.map((id) => ({ kind: 'person', id })),
  ...more,
});

/** An enabled template, created by the administrator. */
export async function makeFlowTemplate(
  { admin }: Pick<TestServer, 'admin'>,
  steps: Steps,
  given: Partial<InputOf<typeof flowTemplates.create>> = {},
): Promise<string> {
  const terms = { flowKind: 'normal', name: `Flow ${++count}`, enabled: true, ...given } as const;
  return (await admin.call(flowTemplates.create, { ...terms, steps })).id;
}

/** Submits a flow. */
export async function handIn(client: Client, templateId: string, given: Partial<InputOf<typeof flows.save>> = {}): Promise<string> {
  const form = { title: `Please ${++count}`, reason: 'It is needed', submit: true, ...given };
  return (await client.call(flows.save, { templateId, ...form })).id;
}

/**
 * A graph of nodes by `kind:id`, whose approvals have the steps in this order, and of edges `from>to`, `from!>to` after a rejection, or `from>to?name` on
 * the condition of that name. `settings` of nodes by id.
 */
export function flowGraph(
  nodes: string,
  edges: string,
  { settings = {}, conditions = {} }: { settings?: Record<string, Partial<FlowNode>>; conditions?: Record<string, FlowCondition> } = {},
): FlowGraph {
  let step = 0;
  return {
    nodes: nodes.split(' ').map((text) => {
      const [kind = '', id = kind] = text.split(':');
      const own = kind === 'approval' ? { step: step++ } : kind === 'end' ? { passed: id !== 'refused' } : {};
      return FlowNode.parse({ id, kind: kind as FlowNodeKind, ...own, ...settings[id] });
    }),
    edges: edges.split(' ').map((text, at): FlowEdge => {
      const [, from = '', no, to = '', name = ''] = /^(\w+)(!?)>(\w+)(?:\?(\w+))?$/.exec(text) ?? [];
      const condition = conditions[name];
      return { id: `e${at}`, from, to, port: no === '!' ? 'rejected' : 'next', name: '', ...(condition !== undefined && { condition }) };
    }),
  };
}
