/** What a page shows of a document now; `blank` and `waiting` may still change. */
export interface Sight {
  state: 'waiting' | 'shown' | 'card' | 'refused' | 'blank';
  /** Why it is refused, or its size or length. */
  why: string;
  /** Text on the page. */
  text?: string;
}

export interface Sought {
  rendition: string;
  /** The label of the card's button, and the prompt for a password. */
  download: string;
  password: string;
}

/** Finds the card of a document, or a viewer's refusal. Runs in the browser, as all below: it uses nothing from outside. */
export function lookForRefusal({ rendition, download, password }: Sought): Sight | undefined {
  const main = document.querySelector('main') ?? document.body;
  const textOf = (element: Element | null | undefined): string => (element?.textContent ?? '').trim();
  const card = main.querySelector('section[aria-label] > dl')?.closest('section');
  if (card) {
    const hasButton = [...card.querySelectorAll('button')].some((button) => textOf(button) === download && !button.disabled);
    if (!hasButton) return { state: 'blank', why: 'a card without a download button' };
    return rendition === 'none' ? { state: 'card', why: '' } : { state: 'refused', why: textOf(card.querySelector('p')) };
  }
  const alert = document.querySelector('[role=alert]');
  const words = textOf(alert?.querySelector('p') ?? alert);
  if (words !== '') return { state: 'refused', why: words };
  return textOf(main).includes(password) ? { state: 'refused', why: password } : undefined;
}

/** By rendition: finds the document itself. */
export const lookFor: Record<string, () => Sight> = {
  none: () => ({ state: 'waiting', why: '' }),
  pdf() {
    const pages = document.querySelectorAll('main .pdfViewer .page').length;
    const canvas = document.querySelector<HTMLCanvasElement>('main .pdfViewer .page canvas');
    if (!canvas || canvas.width === 0) return { state: 'waiting', why: '' };
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data.buffer;
    const colours = new Uint32Array(pixels ?? new ArrayBuffer(0));
    const isDrawn = colours.some((colour) => colour !== colours[0]);
    return isDrawn ? { state: 'shown', why: `${pages} pages` } : { state: 'blank', why: 'the first page is empty' };
  },
  image() {
    const picture = [...document.querySelectorAll('main img')].find(
      (element) => element instanceof HTMLImageElement && element.naturalWidth > 0,
    );
    if (!(picture instanceof HTMLImageElement) || !picture.complete) return { state: 'waiting', why: '' };
    return { state: 'shown', why: `${picture.naturalWidth}×${picture.naturalHeight}` };
  },
  audio() {
    const song = document.querySelector('audio');
    return song && song.readyState >= 1 ? { state: 'shown', why: `${song.duration.toFixed(1)} s` } : { state: 'waiting', why: '' };
  },
  video() {
    const film = document.querySelector('video');
    if (!film || film.readyState < 1 || film.videoWidth === 0) return { state: 'waiting', why: '' };
    return { state: 'shown', why: `${film.videoWidth}×${film.videoHeight}, ${film.duration.toFixed(1)} s` };
  },
  text() {
    const page = document.querySelector('main article');
    if (page?.textContent?.trim()) return { state: 'shown', why: 'as a page', text: page.textContent.trim() };
    const editor = document.querySelector('main .cm-content');
    if (!editor) return { state: 'waiting', why: '' };
    const text = editor.textContent.trim();
    return { state: text === '' ? 'blank' : 'shown', why: text === '' ? 'no text' : '', text };
  },
  pages() {
    const picture = document.querySelector<HTMLImageElement>('main [data-page="1"] img');
    if (!picture?.complete || picture.naturalWidth === 0) return { state: 'waiting', why: '' };
    return { state: 'shown', why: `${picture.naturalWidth}×${picture.naturalHeight}` };
  },
  drawing() {
    const canvas = document.querySelector<HTMLCanvasElement>('main canvas[data-painted]');
    if (!canvas || canvas.width === 0) return { state: 'waiting', why: '' };
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data.buffer;
    const colours = new Uint32Array(pixels ?? new ArrayBuffer(0));
    const drawn = colours.reduce((sum, colour) => sum + (colour === colours[0] ? 0 : 1), 0);
    return drawn > 100 ? { state: 'shown', why: `${drawn} pixels drawn` } : { state: 'blank', why: 'nothing is drawn' };
  },
  sheet() {
    const grid = document.querySelector('[role=grid]');
    if (!grid || grid.querySelector('[role=gridcell]') === null) return { state: 'waiting', why: '' };
    return { state: 'shown', why: `${grid.getAttribute('aria-rowcount')} rows`, text: grid.textContent.trim() };
  },
  archive() {
    const tree = document.querySelector('main [role=treegrid]');
    const count = Number(tree?.getAttribute('aria-rowcount') ?? 0);
    if (!tree || count === 0 || tree.querySelector('[role=gridcell]') === null) return { state: 'waiting', why: '' };
    return { state: 'shown', why: `${count} rows`, text: (tree.textContent ?? '').trim() };
  },
  mail() {
    const head = document.querySelector('main article header h2');
    const body = document.querySelector('main article > iframe, main article > [role=region]');
    if (!head || !body) return { state: 'waiting', why: '' };
    const frame = body instanceof HTMLIFrameElement ? body : undefined;
    if (frame?.getAttribute('sandbox')?.includes('scripts')) return { state: 'blank', why: 'a frame that runs scripts' };
    const files = document.querySelectorAll('main article > ul > li').length;
    return { state: 'shown', why: `${files} files`, text: `${head.textContent} ${frame?.srcdoc ?? body.textContent}`.trim() };
  },
  html() {
    const frame = document.querySelector('main iframe');
    if (!frame) return { state: 'waiting', why: '' };
    return frame.getAttribute('sandbox') === '' ? { state: 'shown', why: '' } : { state: 'blank', why: 'a frame without a sandbox' };
  },
};
