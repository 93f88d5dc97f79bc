import type { Named } from '@dossier/contract/departments';
import type { DragEvent } from 'react';
import type { DepartmentReach } from './use-department-reach.ts';
import type { DepartmentTree, Twig } from './use-department-tree.ts';

/** Where a department goes: the one it will lie in, or the top; and where its level has an order, before which it stands, or last. */
export interface Place {
  parent?: Named;
  beside?: { before?: string };
}

/** Where what is dragged would be dropped; the id '' stands for the top of the tree. */
export interface Over {
  id: string;
  where: 'in' | 'before' | 'after';
}

interface Held {
  twig: Twig;
  dragged: Twig;
  tree: DepartmentTree;
  reach: DepartmentReach;
}

/** Where over a department what is dragged would go: its edges stand for beside it, its middle for into it. */
export function targetAt(event: DragEvent, { twig, dragged, tree, reach }: Held): Over | undefined {
  const { department } = twig;
  const moving = dragged.department;
  if (department.id === moving.id || tree.wayTo(department).some(({ id }) => id === moving.id)) return undefined;
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const part = (event.clientY - top) / height;
  const beside = part < 0.25 ? 'before' : part > 0.75 && !twig.open ? 'after' : undefined;
  if (beside !== undefined && reach.mayMoveBeside(twig)) return { id: department.id, where: beside };
  return moving.parentId !== department.id && reach.mayMoveInto(twig) ? { id: department.id, where: 'in' } : undefined;
}

/** Where in the tree a target is. */
export function placeOf(tree: DepartmentTree, { id, where }: Over): Place | undefined {
  if (id === '') return {};
  const target = tree.find(id);
  if (target === undefined) return undefined;
  if (where === 'in') return { parent: target };
  const parent = target.parentId === undefined ? undefined : tree.find(target.parentId);
  const level = tree.level(target.parentId ?? '');
  const next = where === 'before' ? target : level[level.findIndex((one) => one.id === id) + 1];
  return { ...(parent && { parent }), beside: next ? { before: next.id } : {} };
}
