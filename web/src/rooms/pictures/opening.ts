/** Through which pictures "previous" and "next" go: a list of ids, or the folder as the server sorts it. */
export type Through = { ids: string[] } | { sortField: string; sortDirection: 'asc' | 'desc' };

/** The picture that is opened first, and where one goes on from it. */
export interface PictureOpening {
  id: string;
  name: string;
  ext: string;
  currentRev?: string;
  through?: Through;
}
