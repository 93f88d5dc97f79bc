import { library, type TreeNode } from '@dossier/contract/library';
import { areas, moduleType, objType } from '@dossier/contract/rights';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { areaTitles, can } from './area.ts';
import { callQuery } from './prefetch.ts';

/** A line of the tree. An area has no id. */
export interface Branch {
  readonly key: string;
  readonly id: string | undefined;
  readonly moduleType: number;
  readonly objType: number;
  readonly name: string;
  readonly level: number;
  readonly open: boolean;
  readonly hasChildren: boolean;
  readonly current: boolean;
  readonly upload: boolean;
}

/** Which branches are unfolded, by key; kept while the page stands. */
const useUnfolded = create<{ keys: ReadonlySet<string> }>(() => ({ keys: new Set() }));
const areaKey = (module: number): string => `area-${module}`;
const areaOfPath = (path: string): number | undefined =>
  path.startsWith('/doc-my')
    ? moduleType.my
    : path.startsWith('/knowledge')
      ? moduleType.enterprise
      : path.startsWith('/system')
        ? moduleType.system
        : undefined;

/** Folds a branch, or unfolds it. */
export function toggleBranch({ key }: Branch): void {
  useUnfolded.setState(({ keys: before }) => {
    const after = new Set(before);
    if (!after.delete(key)) after.add(key);
    return { keys: after };
  });
}

function unfold(more: string[]): void {
  useUnfolded.setState(({ keys: before }) => (more.every((key) => before.has(key)) ? {} : { keys: new Set([...before, ...more]) }));
}

/** The area and folder that the address names; unfolds the way to it once it is known. */
export function useOpenPath(href: string): { area: number | undefined; id: string | undefined } {
  const { pathname, searchParams } = new URL(href, location.origin);
  const inList = !pathname.endsWith('/search');
  const area = areaOfPath(pathname);
  const id = inList && area !== undefined ? (searchParams.get('id') ?? undefined) : undefined;
  const way = useCall(library.ancestors, { id: id ?? '' }, { enabled: id !== undefined }).data;
  useEffect(() => {
    if (area === undefined) return;
    unfold([areaKey(way?.[0]?.moduleType ?? area), ...(way ?? []).slice(0, -1).map((part) => part.id)]);
  }, [area, way]);
  return { area: inList ? area : undefined, id };
}

/** The lines of the tree that are in sight. */
export function useBranches(here: { area: number | undefined; id: string | undefined }): readonly Branch[] {
  const t = useText('library');
  const user = useCurrentUser();
  const { keys } = useUnfolded();
  const open = useMemo(() => [...keys], [keys]);
  const answers = useQueries({
    queries: open.map((key) => ({ ...callQuery(library.tree, inputOf(key)), staleTime: 30_000 })),
    combine: (results) => results.map((result) => result.data),
  });
  const children = useMemo(() => new Map(open.map((key, at) => [key, answers[at]])), [open, answers]);
  const branches = useMemo(() => {
    const lines: Branch[] = [];
    const grow = (key: string, level: number) => {
      if (!keys.has(key)) return;
      for (const node of children.get(key) ?? []) {
        lines.push(branchOf(node, { level, open: keys.has(node.id), current: node.id === here.id }));
        grow(node.id, level + 1);
      }
    };
    for (const area of areas.filter((one) => user.moduleTypes.includes(one))) {
      const key = areaKey(area);
      const isOpen = keys.has(key);
      const current = here.area === area && here.id === undefined;
      const hasChildren = !isOpen || (children.get(key)?.length ?? 1) > 0;
      lines.push({
        key,
        id: undefined,
        moduleType: area,
        objType: objType.cabinet,
        name: t(areaTitles[area]),
        level: 1,
        open: isOpen,
        hasChildren,
        current,
        upload: false,
      });
      grow(key, 2);
    }
    return lines;
  }, [keys, children, here.id, here.area, user.moduleTypes, t]);

  return branches;
}

function inputOf(key: string): { parentId: string } | { moduleType: number } {
  return key.startsWith('area-') ? { moduleType: Number(key.slice(5)) } : { parentId: key };
}

function branchOf(node: TreeNode, state: { level: number; open: boolean; current: boolean }): Branch {
  const upload = can(node.rights, 'upload') && node.objType !== objType.document;
  const { id, moduleType: area, name, hasChildren } = node;
  return { ...state, key: id, id, moduleType: area, objType: node.objType, name, hasChildren, upload };
}
