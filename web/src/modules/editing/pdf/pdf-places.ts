import type { PlaceOf } from '@dossier/contract/comments/places';
import { type EventBus, pdfjs } from '../../preview/pdf-library.ts';
import { findWords, lettersOf, rangeOfWords, selectedWords } from '../../preview/words-in-page.ts';

/** The places of comments on the pages of a PDF. */
export type PagePlace = PlaceOf<'area' | 'point' | 'words'>;

type PdfDocument = Awaited<ReturnType<typeof pdfjs.getDocument>['promise']>;

/** In parts of a page. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const percent = (part: number): string => `${part * 100}%`;

/** Shows one place of a comment on the pages that are annotated: it is no annotation, and is not saved. */
export class PdfPlaces {
  private readonly container: HTMLElement;
  private shown: { place: PagePlace; page: number } | undefined;

  constructor(container: HTMLElement, bus: EventBus) {
    this.container = container;
    // pages that are drawn anew lose what lies over them
    for (const event of ['pagerendered', 'textlayerrendered'])
      bus.on(event, ({ pageNumber }: { pageNumber: number }) => pageNumber === this.shown?.page && this.draw());
  }

  private pageAt(page: number): HTMLElement | null {
    return this.container.querySelector<HTMLElement>(`.page[data-page-number="${page}"]`);
  }

  /** Marks a place, or none. */
  mark(place: PagePlace | undefined, page = place?.page ?? 0): void {
    this.shown = place && { place, page };
    this.draw();
  }

  /** Marks a place and brings it into view; words are looked for in the other pages where their own has them no longer. Answers whether it is there. */
  async show(place: PagePlace, document: PdfDocument): Promise<boolean> {
    const page = place.kind === 'words' ? await pageOfWords(document, place) : place.page;
    const element = page === undefined ? null : this.pageAt(page);
    if (element === null) return false;
    this.mark(place, page);
    const box = place.kind === 'words' ? this.wordBoxes(element, place)[0] : place;
    const top = element.getBoundingClientRect().top - this.container.getBoundingClientRect().top + this.container.scrollTop;
    this.container.scrollTop = top + (box?.y ?? 0) * element.clientHeight - this.container.clientHeight / 3;
    return true;
  }

  private wordBoxes(page: HTMLElement, place: PlaceOf<'words'>): Box[] {
    const words = page.querySelector<HTMLElement>('.textLayer');
    const range = words && rangeOfWords(lettersOf(words), place);
    if (!range) return [];
    const frame = page.getBoundingClientRect();
    return [...range.getClientRects()]
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ left, top, width, height }) => ({
        x: (left - frame.left) / frame.width,
        y: (top - frame.top) / frame.height,
        width: width / frame.width,
        height: height / frame.height,
      }));
  }

  private draw(): void {
    for (const old of this.container.querySelectorAll('.commentedPlace')) old.remove();
    const { place, page = 0 } = this.shown ?? {};
    const element = this.pageAt(page);
    if (place === undefined || element === null) return;
    const boxes = place.kind === 'words' ? this.wordBoxes(element, place) : [{ width: 0, height: 0, ...place }];
    for (const { x, y, width, height } of boxes) {
      const mark = document.createElement('i');
      mark.className = `commentedPlace ${place.kind}`;
      Object.assign(mark.style, { left: percent(x), top: percent(y), width: percent(width), height: percent(height) });
      element.append(mark);
    }
  }

  /** The words of one page that are selected, as a place. */
  get selected(): PlaceOf<'words'> | undefined {
    const selection = getSelection();
    if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
    const range = selection.getRangeAt(0);
    const { startContainer } = range;
    const words = (startContainer instanceof Element ? startContainer : startContainer.parentElement)?.closest<HTMLElement>('.textLayer');
    const page = Number(words?.closest<HTMLElement>('.page')?.dataset['pageNumber']);
    return words && this.container.contains(words) && page > 0 ? selectedWords(words, page, range) : undefined;
  }
}

/** The page that has some words: their own, or the first one that has them. */
async function pageOfWords(document: PdfDocument, place: PlaceOf<'words'>): Promise<number | undefined> {
  const all = Array.from({ length: document.numPages }, (_, at) => at + 1);
  for (const page of [place.page, ...all.filter((one) => one !== place.page)].filter((one) => one <= document.numPages)) {
    const { items } = await (await document.getPage(page)).getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join('');
    if (findWords(text.replaceAll(/\s/g, ''), place) >= 0) return page;
  }
  return undefined;
}
