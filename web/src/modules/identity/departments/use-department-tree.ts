import type { Department, Named } from '@dossier/contract/identity/departments';
import { people } from '@dossier/contract/identity/users';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useInDepartmentScope, useOwnPermissions } from '../department-scope.ts';

/** A department as the tree shows it. */
export interface DepartmentNode {
  department: Department;
  level: number;
  open: boolean;
  /** Whether the person heads it, or one that it lies in. */
  headed: boolean;
  /** Whether they head one that it lies in. */
  aboveHeaded: boolean;
  /** How many stand beside it, itself among them, and which of them it is. */
  beside: number;
  at: number;
}

/** The tree of departments: what of it is unfolded, and which one is looked at. */
export interface DepartmentTreeState {
  /** Absent until the top ones are known. */
  nodes: DepartmentNode[] | undefined;
  /** The departments that the person heads, where these and what lies below them are all of the tree. */
  headed: readonly Named[] | undefined;
  error: unknown;
  retry: () => void;
  chosen: Named | undefined;
  choose: (department: Named | undefined) => void;
  turn: (id: string, open: boolean) => void;
  /** Unfolds the way to a department and looks at it. */
  reveal: (department: Named, way: readonly string[]) => void;
  /** Lets go of what lies below a department, which is not to be asked for any more. */
  forget: (id: string) => void;
  find: (id: string) => Department | undefined;
  /** The departments above one, from the top. */
  ancestors: (department: Department) => Department[];
  /** Those of a level in their order; '' is the top. */
  level: (parentId: string) => Department[];
}

const top = '';

/** Reads the tree of departments level by level, as it is unfolded. */
export function useDepartmentTree(): DepartmentTreeState {
  const me = useOwnPermissions().id;
  const inBranch = useInDepartmentScope('people.see');
  const [chosen, choose] = useState<Named>();
  const { open, seen, unfold, fold, forget } = useUnfolded();
  const { levels, error, retry } = useLevels([top, ...seen], inBranch);
  const all = new Map([...levels.values()].flat().map((department) => [department.id, department]));
  const level = (parentId: string): Department[] => levels.get(parentId) ?? [];
  const draw = (parentId: string, above: { depth: number; headed: boolean }): DepartmentNode[] =>
    level(parentId).flatMap((department, index, beside) => {
      const isOpen = department.hasChildren && open.has(department.id);
      const headed = above.headed || department.heads.some(({ id }) => id === me);
      const twig = {
        department,
        level: above.depth,
        open: isOpen,
        headed,
        aboveHeaded: above.headed,
        beside: beside.length,
        at: index + 1,
      };
      return isOpen ? [twig, ...draw(department.id, { depth: above.depth + 1, headed })] : [twig];
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
    reveal: (department, way) => {
      unfold(way);
      choose(department);
    },
    find: (id) => all.get(id),
    ancestors: wayTo,
    level,
  };
}

/** Which departments are unfolded, and which were once: those stay known. */
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

/** The departments of each of these levels that is known; the top is the organisation's, or what the person heads. */
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

/** Where a person may put departments in order. */
export interface DepartmentTreeScope {
  mayCreateAtTop: boolean;
  maySetHeads: boolean;
  /** From where it lies, or out of the tree. */
  mayMove: (twig: DepartmentNode) => boolean;
  mayMoveInto: (twig: DepartmentNode) => boolean;
  mayMoveBeside: (twig: DepartmentNode) => boolean;
}

/** How far the person's office reaches: throughout, or only below what they head. */
export function useDepartmentTreeScope(): DepartmentTreeScope {
  const { deeds, branchDeeds } = useOwnPermissions();
  const throughout = deeds.includes('departments.edit');
  const inBranch = branchDeeds.includes('departments.edit');
  const below = (twig: DepartmentNode): boolean => throughout || (inBranch && twig.aboveHeaded);
  return {
    mayCreateAtTop: throughout,
    maySetHeads: deeds.includes('departments.heads'),
    mayMove: below,
    mayMoveInto: (twig) => throughout || (inBranch && twig.headed),
    mayMoveBeside: below,
  };
}
