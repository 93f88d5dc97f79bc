import type { Department, Named } from '@dossier/contract/identity/departments';
import { people } from '@dossier/contract/identity/users';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useInDepartmentScope, useOwnPermissions } from '../department-scope.ts';

/** A department as a tree node. */
export interface DepartmentNode {
  department: Department;
  level: number;
  open: boolean;
  /** Whether the user heads it, or an ancestor of it. */
  headed: boolean;
  /** Whether the user heads an ancestor of it. */
  aboveHeaded: boolean;
  /** The number of siblings with itself, and its position among them. */
  beside: number;
  at: number;
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
  turn: (id: string, open: boolean) => void;
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
  const { open, seen, unfold, fold, forget } = useUnfolded();
  const { levels, error, retry } = useLevels([top, ...seen], inBranch);
  const all = new Map([...levels.values()].flat().map((department) => [department.id, department]));
  const level = (parentId: string): Department[] => levels.get(parentId) ?? [];
  const draw = (parentId: string, above: { depth: number; headed: boolean }): DepartmentNode[] =>
    level(parentId).flatMap((department, index, siblings) => {
      const isOpen = department.hasChildren && open.has(department.id);
      const headed = above.headed || department.heads.some(({ id }) => id === me);
      const node = {
        department,
        level: above.depth,
        open: isOpen,
        headed,
        aboveHeaded: above.headed,
        beside: siblings.length,
        at: index + 1,
      };
      return isOpen ? [node, ...draw(department.id, { depth: above.depth + 1, headed })] : [node];
    });
  const wayTo = (department: Department): Department[] => {
    const parent = department.parentId === undefined ? undefined : all.get(department.parentId);
    return parent ? [...wayTo(parent), parent] : [];
  };
  return {
    headed: inBranch ? levels.get(top) : undefined,
    nodes: levels.has(top) ? draw(top, { depth: 1, headed: false }) : undefined,
    error,
    retry,
    chosen,
    choose,
    turn: (id, isOpen) => (isOpen ? unfold([id]) : fold(id)),
    forget,
    reveal: (department, ancestorIds) => {
      unfold(ancestorIds);
      choose(department);
    },
    find: (id) => all.get(id),
    ancestors: wayTo,
    level,
  };
}

/** The expanded departments, and those that once were, whose levels stay loaded. */
function useUnfolded() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const without = (id: string) => (before: ReadonlySet<string>) => new Set([...before].filter((one) => one !== id));
  const fold = (id: string): void => setOpen(without(id));
  return {
    open,
    seen,
    unfold: (ids: readonly string[]): void => {
      setOpen((before) => new Set([...before, ...ids]));
      setSeen((before) => new Set([...before, ...ids]));
    },
    fold,
    forget: (id: string): void => {
      fold(id);
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
