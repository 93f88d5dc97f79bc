import { type ListedEntry, archiveContents } from '@dossier/contract/preview/archive-contents';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { createContext } from 'react';
import { CallError, call } from '../../platform/call.ts';

/** Resolves images that a text names by path: the addresses of those that may be shown. */
export type FindPictures = (paths: string[]) => Promise<ReadonlyMap<string, string>>;

/** Images beside a document, and in folders below. */
export const picturesBeside =
  (previewToken: string): FindPictures =>
  async (paths) => {
    const { pictures: images } = await call(previewByToken.pictures, { look: previewToken, paths }, { quiet: true });
    return new Map(images.map(({ path, url }) => [path, url]));
  };

/** Images in the archive that contains a file. */
export const picturesInside =
  (previewToken: string, entries: readonly ListedEntry[], place: number): FindPictures =>
  async (paths) => {
    const folder = (entries[place]?.path ?? '').split('/').slice(0, -1);
    const found = new Map<string, string>();
    for (const path of paths) {
      const wanted = joined(folder, path);
      const at = wanted === undefined ? -1 : entries.findIndex((entry) => entry.kind === 'file' && !entry.locked && entry.path === wanted);
      const url = at < 0 ? undefined : await pictureAt(previewToken, at);
      if (url !== undefined) found.set(path, url);
    }
    return found;
  };

/** Resolves a path against a folder; undefined where it leaves the archive. */
function joined(folder: readonly string[], path: string): string | undefined {
  const names = [...folder];
  for (const name of path.split('/')) {
    if (name === '..' && names.pop() === undefined) return undefined;
    if (name !== '..' && name !== '.') names.push(name);
  }
  return names.join('/');
}

async function pictureAt(previewToken: string, place: number): Promise<string | undefined> {
  try {
    const view = await call(archiveContents.open, { look: previewToken, place }, { quiet: true });
    return view.rendition === 'image' ? view.streamUrl : undefined;
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}

/** Resolves no images. */
export const noPictures: FindPictures = () => Promise.resolve(new Map());

/** How nested windows resolve images, where they show no document of its own. */
export const PicturesContext = createContext<FindPictures | undefined>(undefined);
