import type { Order, RawHit } from './hit-queries.ts';

/** An item that was found, and whether its contents hold the words. */
export interface Found {
  id: number;
  inContent: boolean;
}

/** One list of what was found in names and in contents: by relevance a name that holds the words comes before contents that do. */
export function mergeHits(inNames: RawHit[], inContents: RawHit[], { order, limit }: { order: Order; limit: number }): Found[] {
  const found = new Map<number, Found & { key: number | string }>();
  for (const [place, hit] of inNames.entries()) {
    found.set(hit.id, { id: hit.id, inContent: false, key: order === 'relevance' ? place - 2 * limit : hit.key });
  }
  for (const [place, hit] of inContents.entries()) {
    const known = found.get(hit.id);
    if (known === undefined) found.set(hit.id, { id: hit.id, inContent: true, key: order === 'relevance' ? place : hit.key });
    else
      Object.assign(known, {
        inContent: true,
        key: typeof known.key === 'number' && order === 'relevance' ? known.key - limit : known.key,
      });
  }
  return [...found.values()].toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : b.id - a.id)).slice(0, limit);
}
