import type { OutputOf } from '@dossier/contract/core/route';
import type { pagesByToken } from '@dossier/contract/preview/pages';

export interface OutlineNode {
  key: string;
  title: string;
  page: number;
  children: OutlineNode[];
}

/** Builds a tree from the flat outline entries with their depth. */
export function outlineTree(entries: OutputOf<typeof pagesByToken.outline>['entries']): OutlineNode[] {
  const top: OutlineNode[] = [];
  const above: OutlineNode[][] = [top];
  for (const [at, { title, page, depth }] of entries.entries()) {
    const level = Math.min(depth, above.length - 1);
    const node: OutlineNode = { key: String(at), title, page, children: [] };
    above[level]?.push(node);
    above.length = level + 1;
    above.push(node.children);
  }
  return top;
}
