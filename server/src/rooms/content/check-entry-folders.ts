import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameKey } from '../../ground/text/names.ts';
import { checkNames } from '../library/check-names.ts';
import { needDepth } from '../library/create-folder.ts';
import { needOpenPlace } from '../library/move-items.ts';
import { needPlace } from '../library/need-items.ts';
import type { ArchiveEntry } from './archive-entries.ts';

const mostFolders = 20_000;

/** Folders by the keys of their names. */
type Tree = Map<string, { name: string; below: Tree }>;

function treeOf(entries: ArchiveEntry[]): { tree: Tree; depth: number } {
  const tree: Tree = new Map();
  let count = 0;
  let depth = 0;
  for (const { names, folder } of entries) {
    let here = tree;
    const path = folder ? names : names.slice(0, -1);
    depth = Math.max(depth, path.length);
    for (const name of path) {
      const key = nameKey(name);
      const known = here.get(key) ?? { name, below: new Map() };
      if (!here.has(key) && (count += 1) > mostFolders) throw new Refusal(codes.archiveTooLarge);
      here.set(key, known);
      here = known.below;
    }
  }
  return { tree, depth };
}

/** Refuses, before anything is placed, what would be refused on the way: too many folders, too deep ones, or one that is there and may not be filled. */
export async function needFolders(ctx: Ctx, place: number, entries: ArchiveEntry[]): Promise<void> {
  const { item } = await needPlace(ctx, right.visible | right.upload, place);
  await needOpenPlace(ctx, item);
  const { tree, depth } = treeOf(entries);
  await needDepth(ctx, item, depth);
  const todo = [{ parentId: String(place), tree }];
  for (let level = todo.pop(); level !== undefined; level = todo.pop()) {
    const { taken } = await checkNames(ctx, { parentId: level.parentId, names: [...level.tree.values()].map(({ name }) => name) });
    for (const { name, id, objType: kind } of taken) {
      // a document keeps the name: the folder will be a new one
      if (kind === objType.document) continue;
      if (id === undefined) throw new Refusal(codes.noRightToUpload);
      await needPlace(ctx, right.visible | right.upload, id);
      todo.push({ parentId: id, tree: level.tree.get(nameKey(name))?.below ?? new Map() });
    }
  }
}
