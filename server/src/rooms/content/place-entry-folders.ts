import { codes } from '@dossier/contract/codes';
import { right } from '@dossier/contract/rights';
import type { House } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { freeName, nameKey } from '../../ground/text/names.ts';
import { ensureFolders } from '../library/create-folder.ts';
import { needPlace } from '../library/need-items.ts';
import type { ArchiveEntry } from './archive-entries.ts';
import { type Acting, asPerson } from './person-context.ts';

/** The folders of an archive by their paths in it, made under a place where they are missing. A document of the same name keeps it: the folder is numbered. */
export async function placeEntryFolders(
  house: House,
  who: Acting,
  { place, entries }: { place: number; entries: ArchiveEntry[] },
): Promise<Map<string, number>> {
  const ids = new Map<string, number>([['', place]]);
  for (const { names, folder } of entries) {
    const path = folder ? names : names.slice(0, -1);
    for (let depth = 1; depth <= path.length; depth++) {
      const key = path.slice(0, depth).join('/');
      if (ids.has(key)) continue;
      const parent = ids.get(path.slice(0, depth - 1).join('/')) ?? place;
      ids.set(key, await ensureOne(house, who, { parent, name: path[depth - 1] ?? '_' }));
    }
  }
  return ids;
}

async function ensureOne(house: House, who: Acting, { parent, name }: { parent: number; name: string }): Promise<number> {
  const tried = new Set<string>();
  for (let attempt = 0; attempt < 100; attempt++) {
    const candidate = freeName(name, (one) => tried.has(nameKey(one)));
    try {
      return await asPerson(house, who, async (ctx) => {
        const { item } = await needPlace(ctx, right.visible | right.upload, parent);
        return (await ensureFolders(ctx, item, [candidate])).id;
      });
    } catch (error) {
      if (!(error instanceof Refusal) || error.answer.code !== codes.documentNameExists.code) throw error;
      tried.add(nameKey(candidate));
    }
  }
  throw new Refusal(codes.folderNameExists);
}
