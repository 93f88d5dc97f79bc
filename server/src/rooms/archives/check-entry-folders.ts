import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import { breather } from '../../ground/breathe.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameKey } from '../../ground/text/names.ts';
import { checkNames } from '../library/check-names.ts';
import { needDepth } from '../library/create-folder.ts';
import { needOpenPlace } from '../library/move-items.ts';
import { needPlace } from '../library/need-items.ts';
import type { ArchiveEntry } from './archive-entries.ts';
import { pathTree } from '../content/path-tree.ts';

const mostFolders = 20_000;

/** Refuses, before anything is placed, what would be refused on the way: too many folders, too deep ones, or one that is there and may not be filled. */
export async function needFolders(ctx: Ctx, place: number, entries: ArchiveEntry[]): Promise<void> {
  const { item } = await needPlace(ctx, right.visible | right.upload, place);
  await needOpenPlace(ctx, item);
  const tree = await pathTree(
    entries.map(({ names, folder }) => ({ names: folder ? names : names.slice(0, -1) })),
    mostFolders,
  );
  if (tree === undefined) throw new Refusal(codes.archiveTooLarge);
  await needDepth(ctx, item, tree.depth);
  const breathe = breather();
  const waiting = [{ parentId: String(place), below: tree.top.below }];
  for (let level = waiting.pop(); level !== undefined; level = waiting.pop()) {
    await breathe();
    const { parentId, below } = level;
    if (below.size === 0) continue;
    const { taken } = await checkNames(ctx, { parentId, names: [...below.values()].map(({ name }) => name) });
    for (const { name, id, objType: kind } of taken) {
      // a document keeps the name: the folder will be a new one
      if (kind === objType.document) continue;
      if (id === undefined) throw new Refusal(codes.noRightToUpload);
      await needPlace(ctx, right.visible | right.upload, id);
      waiting.push({ parentId: id, below: below.get(nameKey(name))?.below ?? new Map() });
    }
  }
}
