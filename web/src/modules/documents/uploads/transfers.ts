import { longestFolderPath, mostInBundle } from '@dossier/contract/documents/content';
import type { UploadEntry } from '../upload-entry.ts';

/** Files up to this size share a request; larger ones can be resumed. */
const smallest = 256 * 1024;
/** Bytes in one request: few, as all are sent again after a broken connection, and below the default limits of proxies. */
const mostBytes = 768 * 1024;

const mayBundle = ({ file, extract, folderPath }: UploadEntry): boolean =>
  !extract && file.size <= smallest && folderPath.length <= longestFolderPath;

/** The waiting entries that may start now, in order: singly, or small ones of one drop together. */
export function nextTransfers(entries: readonly UploadEntry[], free: number): UploadEntry[][] {
  const waiting = entries.filter((entry) => entry.state === 'waiting');
  const taken = new Set<UploadEntry>();
  const transfers: UploadEntry[][] = [];
  for (const entry of waiting) {
    if (transfers.length >= free) break;
    if (taken.has(entry)) continue;
    const transfer = mayBundle(entry) ? bundleFrom(entry, waiting, taken) : [entry];
    for (const one of transfer) taken.add(one);
    transfers.push(transfer);
  }
  return transfers;
}

function bundleFrom(first: UploadEntry, waiting: readonly UploadEntry[], taken: ReadonlySet<UploadEntry>): UploadEntry[] {
  const transfer: UploadEntry[] = [];
  let bytes = 0;
  for (const entry of waiting) {
    if (taken.has(entry) || entry.drop !== first.drop || !mayBundle(entry) || bytes + entry.file.size > mostBytes) continue;
    transfer.push(entry);
    bytes += entry.file.size;
    if (transfer.length >= mostInBundle.files) break;
  }
  return transfer;
}

export const isBundle = (transfer: readonly UploadEntry[]): boolean => transfer.every(mayBundle);

/** The sent bytes of each file in a bundle. */
export function sentOfEach(sizes: readonly number[], sent: number): number[] {
  let before = 0;
  return sizes.map((size) => {
    const own = Math.min(Math.max(sent - before, 0), size);
    before += size;
    return own;
  });
}
