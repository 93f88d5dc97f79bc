import type { ListedEntry } from '@dossier/contract/preview/archive-contents';
import { describe, expect, it } from 'vitest';
import { type TreeNode, openAtFirst, rowsOf, treeOf } from './archive-tree.ts';

const file = (path: string, size = 1): ListedEntry => ({ path, kind: 'file', size, time: 0, locked: false });
const foldersIn = (nodes: readonly TreeNode[]): number =>
  nodes.reduce((sum, { kind, children }) => sum + Number(kind === 'folder') + foldersIn(children), 0);
const shown = (entries: ListedEntry[], words = '') => {
  const tree = treeOf(entries, 'en');
  return rowsOf(tree, openAtFirst(tree), words).map(({ node, depth }) => `${'-'.repeat(depth)}${node.name} ${node.size}`);
};

describe('the tree of an archive', () => {
  it('adds implied folders, puts folders before files, and sorts names naturally', () => {
    expect(shown([file('b10.txt'), file('b9.txt', 3), file('z/inner/c.txt', 5), { ...file('z', 0), kind: 'folder' }])).toEqual([
      'z 5',
      'b9.txt 3',
      'b10.txt 1',
    ]);
  });

  it('expands folders without siblings', () => {
    expect(shown([file('a/b/x.txt'), file('a/b/c/y.txt')])).toEqual(['a 2', '-b 2', '--c 1', '--x.txt 1']);
  });

  it('is searched in collapsed folders too', () => {
    expect(shown([file('one/Contract.pdf'), file('two/other.txt'), file('contract.doc')], ' CONTRACT ')).toEqual([
      'Contract.pdf 1',
      'contract.doc 1',
    ]);
  });

  it('keeps files of the same path apart, and counts them', () => {
    const tree = treeOf([file('a.txt', 2), file('a.txt', 3), file('a.txt/x', 4)], 'en');
    expect([tree.files, tree.bytes, new Set(tree.top.map(({ key }) => key)).size]).toEqual([3, 9, 3]);
  });

  it('handles any depth, and any number of folders', () => {
    const deep = shown([file(`${'d/'.repeat(480)}x`)]);
    expect([deep.length, deep.at(-1)]).toEqual([65, `${'-'.repeat(64)}${'d/'.repeat(416)}x 1`]);
    const many = treeOf(
      Array.from({ length: 3000 }, (_, n) => file(`${n}/${'a/'.repeat(60)}x`)),
      'en',
    );
    expect([many.files, many.bytes, foldersIn(many.top)]).toEqual([3000, 3000, 50_000]);
  });
});
