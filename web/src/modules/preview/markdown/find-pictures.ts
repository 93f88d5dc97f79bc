import { type ListedEntry, archiveContents } from '@dossier/contract/preview/archive-contents';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { createContext } from 'react';
import { CallError, call } from '../../../platform/call.ts';

/** Finds pictures that a text names by their paths: the addresses of those that may be shown. */
export type FindPictures = (paths: string[]) => Promise<ReadonlyMap<string, string>>;

/** Beside a document, and below. */
export const picturesBeside =
  (look: string): FindPictures =>
  async (paths) => {
    const { pictures } = await call(previewByToken.pictures, { look, paths }, { quiet: true });
    return new Map(pictures.map(({ path, url }) => [path, url]));
  };

/** In the archive that a file lies in. */
export const picturesInside =
  (look: string, entries: readonly ListedEntry[], place: number): FindPictures =>
  async (paths) => {
    const folder = (entries[place]?.path ?? '').split('/').slice(0, -1);
    const found = new Map<string, string>();
    for (const path of paths) {
      const wanted = joined(folder, path);
      const at = wanted === undefined ? -1 : entries.findIndex((one) => one.kind === 'file' && !one.locked && one.path === wanted);
      const url = at < 0 ? undefined : await pictureAt(look, at);
      if (url !== undefined) found.set(path, url);
    }
    return found;
  };

/** Where a path leads to from a folder; nowhere where it leads out of the archive. */
function joined(folder: readonly string[], path: string): string | undefined {
  const names = [...folder];
  for (const name of path.split('/')) {
    if (name === '..' && names.pop() === undefined) return undefined;
    if (name !== '..' && name !== '.') names.push(name);
  }
  return names.join('/');
}

async function pictureAt(look: string, place: number): Promise<string | undefined> {
  try {
    const view = await call(archiveContents.open, { look, place }, { quiet: true });
    return view.rendition === 'image' ? view.streamUrl : undefined;
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}

/** Where there are no pictures. */
export const noPictures: FindPictures = () => Promise.resolve(new Map());

/** How the windows inside find pictures, where they show no document of its own. */
export const PicturesContext = createContext<FindPictures | undefined>(undefined);
