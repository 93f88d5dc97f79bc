import type { Frame, Page } from 'playwright-core';

/** A word on the screen with its position, in pixels of the window. */
export interface SeenWord {
  word: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The elements of a viewer with the words of the document, without our own buttons. */
const carriers: Record<string, string> = {
  pdf: 'main .pdfViewer .textLayer',
  pages: 'main [data-page]',
  text: 'main article, main .cm-content',
  sheet: '[role=grid] [role=gridcell]',
  archive: 'main [role=treegrid] [role=gridcell]',
  mail: 'main article',
  html: 'body',
  office: 'main',
};

/** The words of the document that are on the screen now. */
export async function wordsOnScreen(page: Page, viewer: string): Promise<SeenWord[]> {
  const carrier = carriers[viewer];
  if (carrier === undefined) return [];
  const found: SeenWord[] = viewer === 'html' ? [] : await page.evaluate(findWords, carrier);
  for (const frame of page.frames().filter((one) => one !== page.mainFrame())) found.push(...(await wordsInFrame(frame)));
  return found;
}

async function wordsInFrame(frame: Frame): Promise<SeenWord[]> {
  const box = await (await frame.frameElement()).boundingBox();
  if (box === null) return [];
  const found = await frame.evaluate(findWords, 'body');
  return found
    .map((one) => ({ ...one, left: one.left + box.x, top: one.top + box.y }))
    .filter((one) => one.left + one.width < box.x + box.width && one.top + one.height < box.y + box.height);
}

/** Runs in the browser: it uses nothing from outside. Words inside the window, each once. */
function findWords(carrier: string): SeenWord[] {
  const found = new Map<string, SeenWord>();
  const range = document.createRange();
  const read = (node: Text): void => {
    for (const { 0: word, index } of node.data.matchAll(
      /\p{Script=Han}{2,6}|(?<![\p{L}\p{N}_])[\p{Script=Latin}\p{Script=Cyrillic}]{4,16}(?![\p{L}\p{N}_])/gu,
    )) {
      if (found.has(word) || found.size >= 400) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const { left, top, width, height } = range.getBoundingClientRect();
      const isIn = left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight;
      if (isIn && width >= 12 && height >= 8 && height <= 120) found.set(word, { word, left, top, width, height });
    }
  };
  for (const root of document.querySelectorAll(carrier)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (walker.currentNode instanceof Text) read(walker.currentNode);
  }
  return [...found.values()];
}
