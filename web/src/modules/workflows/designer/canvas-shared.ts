import type { FlowEdge, FlowGraph, FlowNode } from '@dossier/contract/workflows/flow-graph';
import { type KeyboardEvent, createContext, use } from 'react';
import type { DesignWords } from './design-words.ts';
import type { InsertedKind } from './graph-editing.ts';
import type { Point } from './graph-layout.ts';

/** What can be done on the canvas; a picture has none of it. */
export interface CanvasEditing {
  selected: string | undefined;
  /** Opens the settings of a node; `enter` moves the focus there. */
  select: (node: string | undefined, enter?: boolean) => void;
  /** What may be inserted into a way. */
  insertable: (way: string) => readonly InsertedKind[];
  insert: (way: string, kind: InsertedKind) => void;
  remove: (node: string) => void;
  place: (node: string, at: Point) => void;
  canConnect: (way: Pick<FlowEdge, 'from' | 'to' | 'port'>) => boolean;
  connect: (way: Pick<FlowEdge, 'from' | 'to' | 'port'>) => void;
  reconnect: (way: string, to: string) => void;
  /** Nodes with a problem. */
  wrong: ReadonlySet<string>;
}

/** What cards and ways share. */
export interface CanvasShared {
  words: DesignWords;
  graph: FlowGraph;
  editing: CanvasEditing | undefined;
  inserting: string | undefined;
  setInserting: (way: string | undefined) => void;
  onKey: (event: KeyboardEvent, node: FlowNode) => void;
  /** Brings a card into sight. */
  reveal: (node: FlowNode) => void;
}

export const CanvasContext = createContext<CanvasShared | undefined>(undefined);

export function useCanvas(): CanvasShared {
  const shared = use(CanvasContext);
  if (shared === undefined) throw new Error('a part of a canvas stands outside of one');
  return shared;
}

/** The id of the card of a node, which can have the focus. */
export const cardId = (node: string): string => `flow-node-${node}`;

/** The heading of the settings of a node gets the focus where they are opened by key. */
export const panelId = 'flow-node-settings';

/** The field with the name of the node whose settings are open. */
export const nodeNameId = 'flow-node-name';

/** Goes to the name of a new node, ready to be replaced; of one without a name to the heading of its settings. */
export const focusName = (): void =>
  void requestAnimationFrame(() => {
    const field = document.getElementById(nodeNameId) ?? document.getElementById(panelId);
    field?.focus({ preventScroll: true });
    if (field instanceof HTMLInputElement) field.select();
  });

/** Closes the settings of a node, and goes back to it. */
export function leaveSettings({ select }: Pick<CanvasEditing, 'select'>, node: string): void {
  select(undefined);
  focusCard(node);
}

export const focusCard = (node: string): void =>
  void requestAnimationFrame(() => document.getElementById(cardId(node))?.focus({ preventScroll: true }));
