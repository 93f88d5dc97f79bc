import { useEffect } from 'react';
import { useText } from '../../ground/text.ts';

/** Leaves the paper empty but for one sentence: what is printed is counted by document, in its own viewer. */
export function useNoPrint(): void {
  const t = useText('compare');
  const sentence = t('noPrint');
  useEffect(() => {
    const root = document.documentElement;
    root.dataset.print = 'refused';
    root.dataset.printText = sentence;
    return () => {
      delete root.dataset.print;
      delete root.dataset.printText;
    };
  }, [sentence]);
}
