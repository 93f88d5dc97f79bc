/** What stands in an archive or a mail: a file with its way, or something that is none. */
export interface ContainerEntry {
  path: string;
  kind: 'file' | 'folder' | 'link' | 'other';
  size: number;
  /** When it was changed, in milliseconds; 0 where nothing tells it. */
  time: number;
  /** Whether it needs a password. */
  locked: boolean;
}

/** All that stands in a container, in its order; entries are known by their places in it. */
export interface ContainerListing {
  entries: ContainerEntry[];
  /** Whether there is more than is listed. */
  cut: boolean;
  /** Whether it breaks off, as the file is damaged. */
  damaged: boolean;
}

/** Something that holds files. */
export interface Container {
  list(): Promise<ContainerListing>;
  /** The bytes of one of them; gives up on what is locked, too large, or no file. */
  read(place: number): Promise<Buffer>;
  close(): void;
}

/** What a container may be at most. */
export const containerLimits = {
  entries: 50_000,
  /** All that is unpacked on the way while one looks for what comes next. */
  walked: 8 * 1024 ** 3,
  /** One file out of it. */
  entry: 200 * 1024 ** 2,
  /** What has to be held whole in order to be read. */
  held: 256 * 1024 ** 2,
  /** So many times its packed size no office file is, beyond the first `unasked` bytes. */
  ratio: 200,
  unasked: 20 * 1024 ** 2,
  path: 1000,
  /** Of all ways together. */
  letters: 4_000_000,
  /** Folders that the ways name; the client shows no more, and none deeper. */
  folders: 50_000,
  depth: 64,
};

/** Whether a file out of a container is larger than may be unpacked, or so much larger than the container that it is a bomb. */
export const isTooLarge = (size: number, packed: number): boolean =>
  size > containerLimits.entry || (size > containerLimits.unasked && size > packed * containerLimits.ratio);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A way as it is shown: nothing in it turns the order of letters around, and it begins nowhere but in the container. It is never used as one. */
export function displayPath(given: string): string {
  const parts = given
    .toWellFormed()
    .replaceAll('\\', '/')
    .replace(unseen, '_')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  return parts.join('/').slice(0, containerLimits.path).toWellFormed() || '_';
}

/** Counts the folders that ways name; each is counted once, and none that lies deeper than folders are shown. */
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

/** Names are sent and kept together: an archive of nothing but long ways, or of nothing but folders, is listed in part. */
export function limitListing(listing: ContainerListing): ContainerListing {
  let letters = 0;
  const foldersWith = folderCount();
  const end = listing.entries.findIndex(
    ({ path }) => (letters += path.length) > containerLimits.letters || foldersWith(path) > containerLimits.folders,
  );
  return end < 0 ? listing : { ...listing, entries: listing.entries.slice(0, end), cut: true };
}
