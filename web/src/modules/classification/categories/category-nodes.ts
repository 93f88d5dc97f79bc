import type { Category } from '@dossier/contract/classification/categories';

/** A category as a line of the tree. */
export interface CategoryNode {
  category: Category;
  level: number;
  hasChildren: boolean;
  open: boolean;
}

/** The lines of the tree in order, those that hang in a closed one left out. */
export function categoryNodes(list: readonly Category[], closed: ReadonlySet<string>): CategoryNode[] {
  const below = Map.groupBy(list, (one) => one.parentId ?? '');
  const linesOf = (parent: string, level: number): CategoryNode[] =>
    (below.get(parent) ?? []).flatMap((category) => {
      const hasChildren = below.has(category.id);
      const open = hasChildren && !closed.has(category.id);
      return [{ category, level, hasChildren, open }, ...(open ? linesOf(category.id, level + 1) : [])];
    });
  return linesOf('', 1);
}

/** The names from the top down to a category. */
export function categoryPath(list: readonly Category[], id: string): string[] {
  const one = list.find((category) => category.id === id);
  return one === undefined ? [] : [...(one.parentId === undefined ? [] : categoryPath(list, one.parentId)), one.name];
}
