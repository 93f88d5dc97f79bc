import { loadPicture, type Printing, usePaper } from '../viewer/use-paper.tsx';
import type { View } from '../viewer/ask-view.ts';
import type { Size } from './page-layout.ts';

const printWidth = 1600;

/** Prints pages as the server draws them for the printer. */
export function usePagePrinting({ sizes, ...printed }: { view: View; currentRev: string | undefined; sizes: Size[] }): Printing {
  return usePaper(printed, async ({ look, signal, add }) => {
    for (const [at, size] of sizes.entries()) {
      if (signal.aborted) return;
      const url = `/look/page/${look}/${at + 1}?width=${printWidth}`;
      await loadPicture(url);
      add({ url, ...size });
    }
  });
}
