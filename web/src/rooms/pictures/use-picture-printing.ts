import { loadPicture, type Printing, usePaper } from '../viewer/use-paper.tsx';
import type { View } from '../viewer/ask-view.ts';

/** A sheet of A4, its sides in points. */
const [short, long] = [595, 842];

/** Prints a picture as the server gives it for the printer, on a sheet that lies as the picture does. */
export function usePicturePrinting(printed: { view: Pick<View, 'id' | 'rights'>; currentRev: string | undefined }): Printing {
  return usePaper(printed, async ({ streamUrl: url, add }) => {
    const { naturalWidth, naturalHeight } = await loadPicture(url);
    add({ url, ...(naturalWidth > naturalHeight ? { width: long, height: short } : { width: short, height: long }) });
  });
}
