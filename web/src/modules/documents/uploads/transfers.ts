import { longestFolderPath, mostInBundle } from '@dossier/contract/documents/content';
import type { UploadEntry } from '../upload-entry.ts';

/** Files up to this size share a request; larger ones can be taken up where they stopped. */
const smallest = 256 * 1024;
/** What is sent in one request: few bytes, as all of them go again where the line breaks, and less than proxies let through unasked. */
const mostBytes = 768 * 1024;

const mayBundle = ({ file, extract, folderPath }: UploadEntry): boolean =>
  !extract && file.size <= smallest && folderPath.length <= longestFolderPath;

/** The waiting entries that may start now, first come first served: by themselves, or small ones of one drop together. */
export function nextTransfers(entries: readonly UploadEntry[], free: number): UploadEntry[][] {
  const waiting = entries.filter((entry) => entry.state === 'waiting');
  const taken = new Set<UploadEntry>();
  const ways: UploadEntry[][] = [];
  for (const entry of waiting) {
    if (ways.length >= free) break;
    if (taken.has(entry)) continue;
    const way = mayBundle(entry) ? bundleFrom(entry, waiting, taken) : [entry];
    for (const one of way) taken.add(one);
    ways.push(way);
  }
  return ways;
}

function bundleFrom(first: UploadEntry, waiting: readonly UploadEntry[], taken: ReadonlySet<UploadEntry>): UploadEntry[] {
  const way: UploadEntry[] = [];
  let bytes = 0;
  for (const entry of waiting) {
    if (taken.has(entry) || entry.drop !== first.drop || !mayBundle(entry) || bytes + entry.file.size > mostBytes) continue;
    way.push(entry);
    bytes += entry.file.size;
    if (way.length >= mostInBundle.files) break;
  }
  return way;
}

export const isBundle = (way: readonly UploadEntry[]): boolean => way.every(mayBundle);

/** How much of each file is out, of files that go one after the other. */
export function sentOfEach(sizes: readonly number[], sent: number): number[] {
  let before = 0;
  return sizes.map((size) => {
    const own = Math.min(Math.max(sent - before, 0), size);
    before += size;
    return own;
  });
}
