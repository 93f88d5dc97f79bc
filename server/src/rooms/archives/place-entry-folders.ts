import { codes } from '@dossier/contract/codes';
import { right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { freeName, nameKey } from '../../ground/text/names.ts';
import { type Depths, ensureFolders } from '../library/create-folder.ts';
import { needPlace } from '../library/need-items.ts';

/** Folders by their paths in an archive; the place that it is unpacked into by the empty one. */
export type Folders = ReadonlyMap<string, number>;

/** What one transaction knows of the folders of an archive: those that stand, and what it finds and makes itself. */
export interface Standing {
  known: Folders;
  fresh: Map<string, number>;
  depths: Depths;
}

/** The folder at the end of an archive's path, made where it is missing. A document of the same name keeps it: the folder is numbered. */
export async function placeEntryFolder(ctx: Ctx, standing: Standing, path: readonly string[]): Promise<number> {
  const key = path.join('/');
  const known = standing.fresh.get(key) ?? standing.known.get(key);
  if (known !== undefined) return known;
  const parent = await placeEntryFolder(ctx, standing, path.slice(0, -1));
  const id = await ensureOne(ctx, parent, { name: path.at(-1) ?? '_', depths: standing.depths });
  standing.fresh.set(key, id);
  return id;
}

async function ensureOne(ctx: Ctx, parent: number, { name, depths }: { name: string; depths: Depths }): Promise<number> {
  const { item } = await needPlace(ctx, right.visible | right.upload, parent);
  const tried = new Set<string>();
  for (let attempt = 0; attempt < 100; attempt++) {
    const candidate = freeName(name, (one) => tried.has(nameKey(one)));
    try {
      return (await ensureFolders(ctx, item, { path: [candidate], depths })).id;
    } catch (error) {
      // said before anything is written
      if (!(error instanceof Refusal) || error.answer.code !== codes.documentNameExists.code) throw error;
      tried.add(nameKey(candidate));
    }
  }
  throw new Refusal(codes.folderNameExists);
}
