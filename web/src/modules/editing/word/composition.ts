let isComposing = false;
let waiting: (() => void)[] = [];

/** Where a word is composed at the start of a run, an empty place before it. */
let place: HTMLElement | undefined;

/**
 * Browsers place the second key of a composition wrongly where the text right before it cannot be edited (Blink: the header of a page, a drawing, the number
 * of a list); an empty place that can be edited, between the two, avoids that.
 */
function openPlace(): void {
  place?.remove();
  const range = getSelection()?.rangeCount ? getSelection()?.getRangeAt(0) : undefined;
  if (range === undefined || range.startOffset !== 0) return;
  const { startContainer: node } = range;
  const line = (node instanceof Element ? node : node.parentElement)?.closest('.docx-line');
  if (!line) return;
  place = document.createElement('span');
  place.dataset['docxMarker'] = '';
  place.style.position = 'absolute';
  place.append(document.createElement('br'));
  line.before(place);
}

addEventListener(
  'compositionstart',
  () => {
    isComposing = true;
    openPlace();
  },
  true,
);
addEventListener(
  'compositionend',
  () => {
    isComposing = false;
    place?.remove();
    place = undefined;
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

/** Milliseconds without a key after which nobody is in the middle of a word. */
const pauseMs = 1500;
let lastKey = Number.NEGATIVE_INFINITY;
addEventListener('keydown', () => void (lastKey = performance.now()), true);

/** Resolves when nobody is writing: what lays out the document some time later would break off the next word as well. */
export async function whenPaused(): Promise<void> {
  await whenComposed();
  const left = lastKey + pauseMs - performance.now();
  if (left <= 0) return;
  await new Promise((resolve) => setTimeout(resolve, left));
  await whenPaused();
}
