import { useEffect, useState } from 'react';
import { type ScanPage, endScanning, readPage } from './scan-picture.ts';

/** Bounds the memory of a phone: a page takes about 1 MB. */
export const mostPages = 60;

/** The pages of a scan, with those that are being read and the names of files that could not be. */
export function useScanPages() {
  const [pages, setPages] = useState<readonly ScanPage[]>([]);
  const [adding, setAdding] = useState(0);
  const [failed, setFailed] = useState<readonly string[]>([]);
  useEffect(() => endScanning, []);
  const add = async (files: readonly File[]): Promise<void> => {
    setFailed([]);
    setAdding((count) => count + files.length);
    for (const file of files) {
      try {
        const read = await readPage(file);
        setPages((before) => [...before, read].slice(0, mostPages));
      } catch {
        setFailed((before) => [...before, file.name]);
      }
      setAdding((count) => count - 1);
    }
  };
  return {
    pages,
    adding,
    failed,
    isEmpty: pages.length === 0 && adding === 0,
    isFull: pages.length + adding >= mostPages,
    add,
    replace: (changed: ScanPage): void => setPages((before) => before.map((one) => (one.id === changed.id ? changed : one))),
    remove: (id: number): void => setPages((before) => before.filter((one) => one.id !== id)),
    move: (page: ScanPage, to: number): void => setPages((before) => before.filter((one) => one !== page).toSpliced(to, 0, page)),
  };
}

export type ScanPages = ReturnType<typeof useScanPages>;
