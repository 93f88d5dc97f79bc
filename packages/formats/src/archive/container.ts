import type { EntryKind } from '../zip/zip-directory.ts';
/** An entry of an archive or mail: a file with its path, or something that is no file. */
export interface ContainerEntry {
  path: string;
  kind: EntryKind;
  size: number;
  /** Modification time in milliseconds; 0 where unknown. */
  time: number;
  /** Whether it needs a password. */
  locked: boolean;
}

/** The entries of a container in their order; an entry is known by its index. */
export interface ContainerListing {
  entries: ContainerEntry[];
  cut: boolean;
  /** Whether the listing ends early because the file is damaged. */
  damaged: boolean;
}

export interface Container {
  list(): Promise<ContainerListing>;
  /** The bytes of one entry; fails where it is encrypted, too large, or no file. */
  read(place: number): Promise<Buffer>;
  close(): void;
}

export const containerLimits = {
  entries: 50_000,
  /** Bytes that are unpacked on the way to an entry. */
  walked: 8 * 1024 ** 3,
  /** One extracted file. */
  entry: 200 * 1024 ** 2,
  /** Bytes that are kept in memory as a whole. */
  held: 256 * 1024 ** 2,
  /** No office file has a higher compression ratio; checked beyond the first `unasked` bytes. */
  ratio: 200,
  unasked: 20 * 1024 ** 2,
  path: 1000,
  /** Of all paths together. */
  letters: 4_000_000,
  /** Folders in the paths; the client shows no more, and none deeper. */
  folders: 50_000,
  depth: 64,
};

/** Whether an extracted file exceeds the limit, or the ratio to its container that marks a zip bomb. */
export const isTooLarge = (size: number, packed: number): boolean =>
  size > containerLimits.entry || (size > containerLimits.unasked && size > packed * containerLimits.ratio);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A path for display: without characters that reverse the text direction, and relative to the container. It is never used as a file path. */
export function displayPath(given: string): string {
  const parts = given
    .toWellFormed()
    .replaceAll('\\', '/')
    .replace(unseen, '_')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  return parts.join('/').slice(0, containerLimits.path).toWellFormed() || '_';
}

/** Counts the folders in paths; each once, and none deeper than folders are shown. */
function folderCount(): (path: string) => number {
  const known = new Set<string>();
  return (path) => {
    let end = -1;
    for (let depth = 0; depth < containerLimits.depth && known.size <= containerLimits.folders; depth++) {
      end = path.indexOf('/', end + 1);
      if (end < 0) break;
      known.add(path.slice(0, end));
    }
    return known.size;
  };
}

/** Limits the total length of names and the number of folders: a listing beyond that is cut. */
export function limitListing(listing: ContainerListing): ContainerListing {
  let letters = 0;
  const foldersWith = folderCount();
  const end = listing.entries.findIndex(
    ({ path }) => (letters += path.length) > containerLimits.letters || foldersWith(path) > containerLimits.folders,
  );
  return end < 0 ? listing : { ...listing, entries: listing.entries.slice(0, end), cut: true };
}
