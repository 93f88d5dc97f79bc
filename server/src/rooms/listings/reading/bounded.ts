import { type Listing, most } from './container.ts';

/** Counts the folders that ways name; each is counted once, and none that lies deeper than folders are shown. */
function folderCount(): (path: string) => number {
  const known = new Set<string>();
  return (path) => {
    let end = -1;
    for (let depth = 0; depth < most.depth && known.size <= most.folders; depth++) {
      end = path.indexOf('/', end + 1);
      if (end < 0) break;
      known.add(path.slice(0, end));
    }
    return known.size;
  };
}

/** Names are sent and kept together: an archive of nothing but long ways, or of nothing but folders, is listed in part. */
export function bounded(listing: Listing): Listing {
  let letters = 0;
  const foldersWith = folderCount();
  const end = listing.entries.findIndex(({ path }) => (letters += path.length) > most.letters || foldersWith(path) > most.folders);
  return end < 0 ? listing : { ...listing, entries: listing.entries.slice(0, end), cut: true };
}
