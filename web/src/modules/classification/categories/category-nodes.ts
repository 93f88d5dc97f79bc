import type { Category } from '@dossier/contract/classification/categories';

/** A category as a tree node. */
export interface CategoryNode {
  category: Category;
  level: number;
  hasChildren: boolean;
  open: boolean;
}

/** The tree nodes in order, without those below a collapsed one. */
export function categoryNodes(list: readonly Category[], closed: ReadonlySet<string>): CategoryNode[] {
  const below = Map.groupBy(list, (node) => node.parentId ?? '');
  const linesOf = (parent: string, level: number): CategoryNode[] =>
    (below.get(parent) ?? []).flatMap((category) => {
      const hasChildren = below.has(category.id);
      const open = hasChildren && !closed.has(category.id);
      return [{ category, level, hasChildren, open }, ...(open ? linesOf(category.id, level + 1) : [])];
    });
  return linesOf('', 1);
}

/** The names from the top level down to a category. */
export function categoryPath(list: readonly Category[], id: string): string[] {
  const node = list.find((category) => category.id === id);
  return node === undefined ? [] : [...(node.parentId === undefined ? [] : categoryPath(list, node.parentId)), node.name];
}
