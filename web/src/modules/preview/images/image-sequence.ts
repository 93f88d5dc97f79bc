/** Through which pictures "previous" and "next" go: a list of ids, or the folder as the server sorts it. */
export type SequenceSource = { ids: string[] } | { sortField: string; sortDirection: 'asc' | 'desc' };

/** The picture that is opened first, and where one goes on from it. */
export interface ImageOpening {
  id: string;
  name: string;
  ext: string;
  currentRev?: string;
  through?: SequenceSource;
}

/** Folders stand in a list of pictures too, marked by this suffix; a picture whose id ends in the same digits is a picture. */
export const folderMark = '-33';

/** The picture before (-1) or after (1) the given one in a list of ids; nothing at the ends. */
export function neighbourIn(ids: readonly string[], id: string, step: -1 | 1): string | undefined {
  const at = ids.indexOf(id);
  if (at < 0) return undefined;
  for (let i = at + step; i >= 0 && i < ids.length; i += step) {
    const found = ids[i];
    if (found !== undefined && !found.endsWith(folderMark)) return found;
  }
  return undefined;
}
