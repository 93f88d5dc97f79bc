import type { TakenPages } from '@dossier/contract/preview/pdf-changes';

/** A page of a changed PDF: of the document itself, or with `otherId` of another, turned clockwise by so many degrees. */
export interface EditedPage {
  key: string;
  otherId?: string;
  page: number;
  turn: TakenPages['turn'];
}

/** The pages of a document as they are; `otherId` where it is another one that is joined. */
export const pagesOf = (count: number, otherId?: string): EditedPage[] =>
  Array.from({ length: count }, (_, at) => ({
    key: `${otherId ?? ''}-${at + 1}`,
    page: at + 1,
    turn: 0,
    ...(otherId !== undefined && { otherId }),
  }));

/** Turns chosen pages. */
export const turned = (pages: readonly EditedPage[], keys: ReadonlySet<string>, by: 90 | -90): EditedPage[] =>
  pages.map((page) => (keys.has(page.key) ? { ...page, turn: ((page.turn + by + 360) % 360) as EditedPage['turn'] } : page));

export const without = (pages: readonly EditedPage[], keys: ReadonlySet<string>): EditedPage[] => pages.filter(({ key }) => !keys.has(key));

/** Moves chosen pages, in their order, before the page at an index, or to the end. */
export function movedTo(pages: readonly EditedPage[], keys: ReadonlySet<string>, index: number): EditedPage[] {
  const moved = pages.filter(({ key }) => keys.has(key));
  const isKept = ({ key }: EditedPage): boolean => !keys.has(key);
  return [...pages.slice(0, index).filter(isKept), ...moved, ...pages.slice(index).filter(isKept)];
}

/** Moves chosen pages by one place to the front or to the back, together. */
export function movedBy(pages: readonly EditedPage[], keys: ReadonlySet<string>, by: 1 | -1): EditedPage[] {
  const places = pages.flatMap(({ key }, at) => (keys.has(key) ? [at] : []));
  const [first, last] = [places[0] ?? 0, places.at(-1) ?? 0];
  return by < 0 ? movedTo(pages, keys, Math.max(0, first - 1)) : movedTo(pages, keys, Math.min(pages.length, last + 2));
}

/** Joins pages behind the last of the chosen ones, or at the end. */
export function joined(pages: readonly EditedPage[], keys: ReadonlySet<string>, more: readonly EditedPage[]): EditedPage[] {
  const last = pages.findLastIndex(({ key }) => keys.has(key));
  const at = last < 0 ? pages.length : last + 1;
  return [...pages.slice(0, at), ...more, ...pages.slice(at)];
}

/** Pages as the server takes them: those that follow each other in one document, turned alike, in one entry. */
export function runsOf(pages: readonly EditedPage[]): TakenPages[] {
  const runs: TakenPages[] = [];
  for (const { otherId, page, turn } of pages) {
    const run = runs.at(-1);
    if (run !== undefined && run.otherId === otherId && run.to === page - 1 && run.turn === turn) run.to = page;
    else runs.push({ from: page, to: page, turn, ...(otherId !== undefined && { otherId }) });
  }
  return runs;
}

/** Whether pages are as they were. */
export const isUnchanged = (pages: readonly EditedPage[], count: number): boolean =>
  pages.length === count && pages.every(({ page, turn, otherId }, at) => page === at + 1 && turn === 0 && otherId === undefined);
