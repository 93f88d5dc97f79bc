import type { FlowField } from '@dossier/contract/workflows/flow-fields';
import { type FlowGraph, type FlowNode, linearGraph } from '@dossier/contract/workflows/flow-graph';
import type { ApproverKind, StepRule } from '@dossier/contract/workflows/flow-shapes';
import type { Db } from '../../../platform/db/database.ts';
import { versionOf } from './templates.queries.ts';

/** An approver of a step, as a template stores it. */
interface StepApprover {
  kind: ApproverKind;
  id?: number;
}

export interface TemplateStep {
  name: string;
  approvers: StepApprover[];
  rule: StepRule;
  percent?: number;
  days?: number;
  /** The step asks for a signature. */
  signs?: boolean;
}

/** What a version of a template says: flows that run keep theirs. */
export interface FlowPlan {
  steps: TemplateStep[];
  graph: FlowGraph;
  fields: FlowField[];
  /** It has only steps, which follow one another. */
  isLinear: boolean;
}

/** The plan in a row of a version. */
export function readPlan(row: { steps: string; graph: string; fields: string }): FlowPlan {
  const steps = JSON.parse(row.steps) as TemplateStep[];
  const isLinear = row.graph === '';
  const graph = isLinear ? linearGraph(steps.length) : (JSON.parse(row.graph) as FlowGraph);
  return { steps, graph, fields: JSON.parse(row.fields) as FlowField[], isLinear };
}

/** The plan of a flow. */
export const planOf = async (db: Db, flow: { template_id: number; template_version: number }): Promise<FlowPlan> =>
  readPlan(await versionOf(db, flow.template_id, flow.template_version));

export const nodeOf = ({ graph }: Pick<FlowPlan, 'graph'>, id: string): FlowNode | undefined => graph.nodes.find((node) => node.id === id);

/** How a node is called: an approval by its step. */
export const nodeName = ({ steps }: Pick<FlowPlan, 'steps'>, node: Pick<FlowNode, 'name' | 'step'> | undefined): string =>
  (node?.step === undefined ? undefined : steps[node.step]?.name) ?? node?.name ?? '';
