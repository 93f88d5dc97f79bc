let isComposing = false;
let waiting: (() => void)[] = [];

addEventListener('compositionstart', () => void (isComposing = true), true);
addEventListener(
  'compositionend',
  () => {
    isComposing = false;
    const all = waiting;
    waiting = [];
    // the word is put in after this event
    setTimeout(() => {
      for (const go of all) go();
    });
  },
  true,
);

/** Resolves when no input method is composing a word: what reads or lays out the document meanwhile would break the word off. */
export const whenComposed = (): Promise<void> => (isComposing ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve());
