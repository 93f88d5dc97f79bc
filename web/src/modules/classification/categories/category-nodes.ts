import type { Category } from '@dossier/contract/classification/categories';
import type { TreeNode } from '../../../platform/ui/tree-view.tsx';

/** A category as a tree node. */
export interface CategoryNode extends TreeNode {
  category: Category;
}

/** The tree nodes in order, without those below a collapsed one. */
export function categoryNodes(list: readonly Category[], closed: ReadonlySet<string>): CategoryNode[] {
  const below = Map.groupBy(list, (node) => node.parentId ?? '');
  const nodesOf = (parent: string, level: number): CategoryNode[] =>
    (below.get(parent) ?? []).flatMap((category, index, siblings) => {
      const { id, name } = category;
      const hasChildren = below.has(id);
      const open = hasChildren && !closed.has(id);
      const node = { id, name, category, level, hasChildren, open, setSize: siblings.length, position: index + 1 };
      return [node, ...(open ? nodesOf(id, level + 1) : [])];
    });
  return nodesOf('', 1);
}

/** The names from the top level down to a category. */
export function categoryPath(list: readonly Category[], id: string): string[] {
  const node = list.find((category) => category.id === id);
  return node === undefined ? [] : [...(node.parentId === undefined ? [] : categoryPath(list, node.parentId)), node.name];
}
