/** The sequence of "previous" and "next": a list of ids, or the folder as sorted by the server. */
export type SequenceSource = { ids: string[] } | { sortField: string; sortDirection: 'asc' | 'desc' };

/** The first image, and its sequence. */
export interface ImageOpening {
  id: string;
  name: string;
  ext: string;
  currentRev?: string;
  /** It is an attachment, which is only shared with its document. */
  isAttached?: boolean;
  through?: SequenceSource;
}

/** Suffix of folders in a list of ids; an image whose id ends with the same digits has no hyphen. */
export const folderMark = '-33';

/** The image before (-1) or after (1) the given one in a list of ids; undefined at the ends. */
export function neighbourIn(ids: readonly string[], id: string, step: -1 | 1): string | undefined {
  const at = ids.indexOf(id);
  if (at < 0) return undefined;
  for (let i = at + step; i >= 0 && i < ids.length; i += step) {
    const found = ids[i];
    if (found !== undefined && !found.endsWith(folderMark)) return found;
  }
  return undefined;
}
