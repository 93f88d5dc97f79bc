import { useEffect } from 'react';
import { useText } from '../../ground/text.ts';

/** Leaves the paper empty but for one sentence: while the document may not be printed, or before its pages are ready for the printer. */
export function usePrintGuard(mayPrint: boolean, ready = mayPrint): void {
  const t = useText('viewer');
  const sentence = mayPrint ? t('printByButton') : t('printRefused');
  useEffect(() => {
    if (ready) return;
    const root = document.documentElement;
    root.dataset.print = 'refused';
    root.dataset.printText = sentence;
    return () => {
      delete root.dataset.print;
      delete root.dataset.printText;
    };
  }, [ready, sentence]);
}
