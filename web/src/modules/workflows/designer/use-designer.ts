import { type GraphProblem, checkFlowGraph, scopesOf } from '@dossier/contract/workflows/check-flow-graph';
import { type FlowNode, flowGraphLimits } from '@dossier/contract/workflows/flow-graph';
import { flowLimits } from '@dossier/contract/workflows/flow-shapes';
import { useMemo, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { type TemplateDraft, isManagersOnly, lackOfStep } from '../templates/template-draft.ts';
import { type CanvasEditing, focusCard, focusName, panelId } from './canvas-shared.ts';
import { type DesignWords, useDesignWords } from './design-words.ts';
import {
  type FlowDesign,
  type InsertTerms,
  type InsertedKind,
  canConnect,
  canEndOn,
  canRemove,
  changeNode,
  connect,
  insertOn,
  insertedKinds,
  reconnect,
  removeNode,
} from './graph-editing.ts';
import { arranged, isLaidOut } from './graph-layout.ts';

const mostSteps: Partial<Record<InsertedKind, number>> = { approval: 1, branch: 1, parallel: 2 };
const mostNodes: Partial<Record<InsertedKind, number>> = { branch: 2, parallel: 4 };

export interface Designer {
  design: FlowDesign;
  words: DesignWords;
  problems: readonly GraphProblem[];
  terms: InsertTerms;
  editing: CanvasEditing;
  selected: string | undefined;
  canRemove: (node: string) => boolean;
  /** Sets the design, and the names of what was chosen in it. */
  apply: (design: FlowDesign, what?: string, names?: Record<string, string>) => void;
  tidyUp: (() => void) | undefined;
}

/** The problems of the graph of a template. */
export const problemsOf = ({ flowKind, graph, fields, steps }: TemplateDraft): GraphProblem[] =>
  checkFlowGraph({ kind: flowKind, graph, fields, steps: steps.map((step) => ({ managersOnly: isManagersOnly(step) })) });

/** What the canvas, the list of nodes and the settings of a node do to the design of a template. */
export function useDesigner(draft: TemplateDraft, change: (changes: Partial<TemplateDraft>, what?: string) => void): Designer {
  const w = useText('workflows');
  const [selected, setSelected] = useState<string>();
  const { graph, steps, fields, flowKind, names } = draft;
  const design = { graph, steps };
  const words = useDesignWords({ flowKind, graph, steps, fields, names });
  const problems = useMemo(() => problemsOf(draft), [draft]);
  const terms: InsertTerms = { stepName: (count) => w('stepNamed', { count }), fields };
  const apply: Designer['apply'] = (next, what, added) =>
    change({ graph: next.graph, steps: next.steps, ...(added !== undefined && { names: { ...names, ...added } }) }, what);
  const select: CanvasEditing['select'] = (node, enter) => {
    setSelected(node);
    if (enter) requestAnimationFrame(() => document.getElementById(panelId)?.focus());
  };
  const insertable = (way: string): InsertedKind[] =>
    insertedKinds.filter((kind) => {
      if (steps.length + (mostSteps[kind] ?? 0) > flowLimits.steps || graph.nodes.length + (mostNodes[kind] ?? 1) > flowGraphLimits.nodes)
        return false;
      return kind !== 'end' || canEndOn(graph, way);
    });
  const remove = (node: string): void => {
    if (!canRemove(design, node)) return;
    const before = graph.edges.find(({ to }) => to === node)?.from;
    apply(removeNode(design, node));
    setSelected(undefined);
    if (before !== undefined) focusCard(before);
  };
  const editing: CanvasEditing = {
    selected,
    select,
    insertable,
    insert: (way, kind) => {
      const { design: next, node } = insertOn(design, way, kind, terms);
      apply(next);
      setSelected(node);
      focusName();
    },
    remove,
    place: (node, at) => apply(changeNode(design, node, at)),
    canConnect: (way) => canConnect(graph, way),
    connect: (way) => apply(connect(design, way, fields)),
    reconnect: (way, to) => apply(reconnect(design, way, to)),
    wrong: wrongNodes(draft, problems),
  };
  return {
    design,
    words,
    problems,
    terms,
    editing,
    selected: graph.nodes.some(({ id }) => id === selected) ? selected : undefined,
    canRemove: (node) => canRemove(design, node),
    apply,
    tidyUp: isLaidOut(graph) ? undefined : () => apply({ graph: arranged(graph), steps }),
  };
}

/** The node that a problem leads to. */
export const nodeOfProblem = ({ graph }: Pick<TemplateDraft, 'graph'>, { node, edge }: GraphProblem): string | undefined =>
  node ?? graph.edges.find(({ id }) => id === edge)?.from;

/** Nodes with a problem; approvals without a name or an approver are among them. */
function wrongNodes(draft: TemplateDraft, problems: readonly GraphProblem[]): Set<string> {
  const found = problems.flatMap((problem) => nodeOfProblem(draft, problem) ?? []);
  const unfinished = draft.graph.nodes.flatMap((node) => (lackOf(draft, node) === undefined ? [] : [node.id]));
  return new Set([...found, ...unfinished]);
}

/** What an approval needs before a flow can wait there. */
export function lackOf({ steps }: Pick<TemplateDraft, 'steps'>, { kind, step = -1 }: FlowNode): ReturnType<typeof lackOfStep> {
  const known = kind === 'approval' ? steps[step] : undefined;
  return known && lackOfStep(known);
}

/** The join of a parallel node, and the parallel node of a join. */
export function partnerOf({ graph }: FlowDesign, node: string): string | undefined {
  const { joinOf } = scopesOf(graph);
  return joinOf.get(node) ?? [...joinOf].find(([, join]) => join === node)?.[0];
}
