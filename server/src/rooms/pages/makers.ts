import type { House } from '../../ground/ctx.ts';
import type { Made, Maker, Making, Rendition, Source } from '../renditions/maker.ts';
import { render, stateOf } from '../renditions/render.ts';
import { type Drawing, draw } from './drawers.ts';
import { pageSource, pictureSource } from './page-source.ts';

/** The text of so many pages is kept together. */
export const wordsTogether = 50;

/** Has something drawn of what the pages come from. */
async function drawn(
  making: Making,
  ...[task, pictureTask, terms]: [Drawing['task'], Drawing['task'] | undefined, Drawing['terms']]
): Promise<Made> {
  const found = await pageSource(making);
  if (!found.ok) return found;
  making.report(0.7);
  const { kind, path, ext } = found.from;
  const wanted = kind === 'pdf' ? task : pictureTask;
  if (wanted === undefined) return { ok: true, content: Buffer.from('[]') };
  return draw(making.house, { task: wanted, path, ext, urgent: making.urgent, ...(terms && { terms }) });
}

/** How many pages there are and how large, as JSON. */
export const pageFacts: Maker = {
  name: 'pages',
  version: 2,
  make: (making) => drawn(making, 'facts', 'pictureFacts', undefined),
};

/** The outline, as JSON. */
export const pageOutline: Maker = { name: 'outline', version: 2, make: (making) => drawn(making, 'outline', undefined, undefined) };

/** One page as a picture without a mark; `param` is its number and width. */
export const pagePicture: Maker = {
  name: 'page',
  version: 2,
  make: (making) => {
    const [page, width] = making.param.split('-').map(Number);
    return drawn(making, 'page', 'picture', { page, width });
  },
};

/** The text of pages, one page a line; `param` is the first of them. */
export const pageWords: Maker = {
  name: 'words',
  version: 2,
  make: (making) => {
    const page = Number(making.param);
    return drawn(making, 'words', undefined, { page, to: page + wordsTogether - 1 });
  },
};

/** A picture as one that every browser draws, without a mark; `param` is its width. */
export const picture: Maker = {
  name: 'picture',
  version: 1,
  async make(making) {
    const found = await pictureSource(making);
    if (!found.ok) return found;
    const { path, ext } = found.from;
    return draw(making.house, { task: 'picture', path, ext, urgent: making.urgent, terms: { page: 1, width: Number(making.param) } });
  },
};

interface PageAt {
  page: number;
  width: number;
}

const ofPage = ({ page, width }: PageAt) => ({ maker: pagePicture, param: `${page}-${width}` });

/** A page of a document as a picture, drawn now or before. */
export const renderPage = (house: House, source: Source, at: PageAt & { urgent: boolean }): Promise<Rendition> =>
  render(house, source, { ...ofPage(at), urgent: at.urgent });

/** How far the picture of a page is, without beginning it. */
export const stateOfPage = (house: House, source: Source, at: PageAt) => stateOf(house, source, ofPage(at));
