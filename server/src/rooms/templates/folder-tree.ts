import { codes } from '@dossier/contract/codes';
import { mostOfTemplates } from '@dossier/contract/templates';
import { Refusal } from '../../ground/refusal.ts';
import type { FolderRow } from './folder-queries.ts';

/** The folders of a template as they hang together; the one that is made when it is used is the top. */
export interface FolderTree {
  /** Each after the one that it lies in, by name. */
  all: FolderRow[];
  find(id: number): FolderRow | undefined;
  /** A folder and all that is in it. */
  branch(id: number): FolderRow[];
  /** How deep a folder stands; the top is 0. */
  level(id: number): number;
  /** The names from the top, which has none, down to a folder. */
  path(id: number): string;
}

/** Puts the rows of a template together, without what was taken out. */
export function treeOf(rows: readonly FolderRow[]): FolderTree {
  const live = rows.filter((row) => row.removed === 0);
  const byParent = Map.groupBy(live, (row) => row.parent_id);
  const byId = new Map(live.map((row) => [row.id, row]));
  const below = (row: FolderRow): FolderRow[] => [row, ...(byParent.get(row.id) ?? []).flatMap(below)];
  const wayTo = (id: number): FolderRow[] => {
    const row = byId.get(id);
    return row === undefined || row.parent_id === 0 ? [] : [...wayTo(row.parent_id), row];
  };
  return {
    all: (byParent.get(0) ?? []).flatMap(below),
    find: (id) => byId.get(id),
    branch: (id) => [byId.get(id) ?? []].flat().flatMap(below),
    level: (id) => wayTo(id).length,
    path: (id) =>
      wayTo(id)
        .map((row) => row.name)
        .join('/'),
  };
}

/** Refuses a template that would have more folders than it may, or deeper ones. */
export function needSize({ folders, levels }: { folders: number; levels: number }): void {
  if (folders > mostOfTemplates.folders || levels > mostOfTemplates.levels) throw new Refusal(codes.templateTooBig);
}
