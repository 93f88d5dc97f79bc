import type { Department, Named } from '@dossier/contract/identity/departments';
import { people } from '@dossier/contract/identity/users';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import type { TreeNode } from '../../../platform/ui/tree-view.tsx';
import { useInDepartmentScope, useOwnPermissions } from '../department-scope.ts';

/** A department as a tree node. */
export interface DepartmentNode extends TreeNode {
  department: Department;
  /** Whether the user heads it, or an ancestor of it. */
  headed: boolean;
  /** Whether the user heads an ancestor of it. */
  aboveHeaded: boolean;
}

/** The department tree: its expanded and selected nodes. */
export interface DepartmentTreeState {
  /** Absent until the top level is loaded. */
  nodes: DepartmentNode[] | undefined;
  /** The headed departments, where the tree is limited to these and those below. */
  headed: readonly Named[] | undefined;
  error: unknown;
  retry: () => void;
  chosen: Named | undefined;
  choose: (department: Named | undefined) => void;
  setOpen: (id: string, open: boolean) => void;
  /** Expands the ancestors of a department and selects it. */
  reveal: (department: Named, ancestorIds: readonly string[]) => void;
  /** Drops the loaded levels below a department, so that they are not queried again. */
  forget: (id: string) => void;
  find: (id: string) => Department | undefined;
  /** The ancestors of a department, from the top. */
  ancestors: (department: Department) => Department[];
  /** The departments of a level in order; '' is the top level. */
  level: (parentId: string) => Department[];
}

const top = '';

/** Loads the department tree level by level on expansion. */
export function useDepartmentTree(): DepartmentTreeState {
  const me = useOwnPermissions().id;
  const inBranch = useInDepartmentScope('people.see');
  const [chosen, choose] = useState<Named>();
  const { open, seen, expand, collapse, forget } = useExpanded();
  const { levels, error, retry } = useLevels([top, ...seen], inBranch);
  const all = new Map([...levels.values()].flat().map((department) => [department.id, department]));
  const level = (parentId: string): Department[] => levels.get(parentId) ?? [];
  const nodesBelow = (parentId: string, above: { depth: number; headed: boolean }): DepartmentNode[] =>
    level(parentId).flatMap((department, index, siblings) => {
      const { id, name, hasChildren } = department;
      const isOpen = hasChildren && open.has(id);
      const headed = above.headed || department.heads.some((head) => head.id === me);
      const shape = { id, name, hasChildren, level: above.depth, open: isOpen, setSize: siblings.length, position: index + 1 };
      const node = { ...shape, department, headed, aboveHeaded: above.headed };
      return isOpen ? [node, ...nodesBelow(id, { depth: above.depth + 1, headed })] : [node];
    });
  const ancestorsOf = (department: Department): Department[] => {
    const parent = department.parentId === undefined ? undefined : all.get(department.parentId);
    return parent ? [...ancestorsOf(parent), parent] : [];
  };
  return {
    headed: inBranch ? levels.get(top) : undefined,
    nodes: levels.has(top) ? nodesBelow(top, { depth: 1, headed: false }) : undefined,
    error,
    retry,
    chosen,
    choose,
    setOpen: (id, isOpen) => (isOpen ? expand([id]) : collapse(id)),
    forget,
    reveal: (department, ancestorIds) => {
      expand(ancestorIds);
      choose(department);
    },
    find: (id) => all.get(id),
    ancestors: ancestorsOf,
    level,
  };
}

/** The expanded departments, and those that once were, whose levels stay loaded. */
function useExpanded() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const without = (id: string) => (before: ReadonlySet<string>) => new Set([...before].filter((one) => one !== id));
  const collapse = (id: string): void => setOpen(without(id));
  return {
    open,
    seen,
    expand: (ids: readonly string[]): void => {
      setOpen((before) => new Set([...before, ...ids]));
      setSeen((before) => new Set([...before, ...ids]));
    },
    collapse,
    forget: (id: string): void => {
      collapse(id);
      setSeen(without(id));
    },
  };
}

/** The departments of each loaded level; the top level is that of the organisation, or the headed ones. */
function useLevels(parents: readonly string[], headed: boolean): { levels: Map<string, Department[]>; error: unknown; retry: () => void } {
  const results = useQueries({
    queries: parents.map((parent) => {
      const input = parent === top ? (headed ? { headed } : {}) : { parentId: parent };
      return { queryKey: [people.departments.path, input], queryFn: () => call(people.departments, input, { quiet: true }) };
    }),
  });
  const known = parents.flatMap((parent, index): [string, Department[]][] => {
    const data = results[index]?.data;
    return data === undefined ? [] : [[parent, data]];
  });
  const levels = new Map(known);
  const error = levels.has(top) ? null : (results[0]?.error ?? null);
  return { levels, error, retry: () => void results[0]?.refetch() };
}

/** Where a user may change the tree. */
export interface DepartmentTreeScope {
  mayCreateAtTop: boolean;
  maySetHeads: boolean;
  /** Away from its parent, or out of the tree. */
  mayMove: (node: DepartmentNode) => boolean;
  mayMoveInto: (node: DepartmentNode) => boolean;
  mayMoveBeside: (node: DepartmentNode) => boolean;
}

/** The extent of the user's permission: everywhere, or only below the headed departments. */
export function useDepartmentTreeScope(): DepartmentTreeScope {
  const { deeds, branchDeeds } = useOwnPermissions();
  const throughout = deeds.includes('departments.edit');
  const inBranch = branchDeeds.includes('departments.edit');
  const below = (node: DepartmentNode): boolean => throughout || (inBranch && node.aboveHeaded);
  return {
    mayCreateAtTop: throughout,
    maySetHeads: deeds.includes('departments.heads'),
    mayMove: below,
    mayMoveInto: (node) => throughout || (inBranch && node.headed),
    mayMoveBeside: below,
  };
}
