import type { OutputOf } from '@dossier/contract/route';
import { type TemplateFolder, templates } from '@dossier/contract/templates';
import { useState } from 'react';

export type Template = OutputOf<typeof templates.tree>;

/** A folder of a template as the tree shows it. */
export interface Twig {
  folder: TemplateFolder;
  level: number;
  hasChildren: boolean;
  open: boolean;
  /** How many stand beside it, itself among them, and which of them it is. */
  beside: number;
  at: number;
}

/** What is being typed in the tree: the name of a new folder, or another one of a folder. */
export type Draft = { in: string } | { rename: string };

/** The tree of a template: what of it is folded up, looked at, and being named. */
export interface Folders {
  twigs: Twig[];
  all: readonly TemplateFolder[];
  find: (id: string) => TemplateFolder | undefined;
  chosen: TemplateFolder | undefined;
  choose: (id: string) => void;
  turn: (id: string, open: boolean) => void;
  draft: Draft | undefined;
  setDraft: (draft: Draft | undefined) => void;
  /** The names from the top down to a folder; of the top none. */
  way: (id: string) => string[];
  isWithin: (id: string, topId: string) => boolean;
}

/** Reads the folders of a template as a tree, all of it open at first. */
export function useFolders({ id, list }: Template): Folders {
  const [held, choose] = useState(id);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [draft, setDraft] = useState<Draft>();
  const byId = new Map(list.map((folder) => [folder.id, folder]));
  const byParent = Map.groupBy(list, (folder) => folder.parentId ?? '');
  const grow = (parentId: string, level: number): Twig[] =>
    (byParent.get(parentId) ?? []).flatMap((folder, index, beside) => {
      const hasChildren = byParent.has(folder.id);
      const open = hasChildren && !folded.has(folder.id);
      const twig = { folder, level, hasChildren, open, beside: beside.length, at: index + 1 };
      return [twig, ...(open ? grow(folder.id, level + 1) : [])];
    });
  const wayTo = (folderId: string): TemplateFolder[] => {
    const folder = byId.get(folderId);
    return folder?.parentId === undefined ? [] : [...wayTo(folder.parentId), folder];
  };
  const turn = (folderId: string, open: boolean): void => {
    const next = new Set(folded);
    if (open) next.delete(folderId);
    else next.add(folderId);
    setFolded(next);
  };
  return {
    all: list,
    twigs: grow('', 1),
    find: (folderId) => byId.get(folderId),
    chosen: byId.get(held) ?? list[0],
    choose,
    turn,
    draft,
    setDraft: (next) => {
      if (next !== undefined && 'in' in next) turn(next.in, true);
      setDraft(next);
    },
    way: (folderId) => wayTo(folderId).map(({ name }) => name),
    isWithin: (folderId, topId) => folderId === topId || wayTo(folderId).some((folder) => folder.id === topId),
  };
}
