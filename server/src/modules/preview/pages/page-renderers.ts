import { extensions, isOffice, renditionOf } from '@dossier/contract/core/file-types';
import type { Services } from '../../../platform/context.ts';
import { enginesOf } from '../../../platform/engines.ts';
import { pdfRendererFor } from '../conversion/pdf-renderers.ts';
import { heicImage, officePdf } from '../engine-renderers.ts';
import type { RenderJob, RenderResult, Renderer, Rendition, Source } from '../renderer.ts';
import { render, renditionState } from '../renditions.ts';
import { type RasterTask, rasterize } from './rasterizer.ts';

/** What pages are drawn from: a PDF, the document's own or one made of it, or a picture that holds them. */
export interface PageSource {
  kind: 'pdf' | 'picture';
  path: string;
  ext: string;
}

type PageSourceResult = { ok: true; from: PageSource } | Extract<RenderResult, { ok: false }>;

/** Whether this is shown by its pages. */
export const hasPages = (ext: string): boolean =>
  extensions.pdf.has(ext) ||
  isOffice(ext) ||
  extensions.sheet.has(ext) ||
  extensions.drawing.has(ext) ||
  isMultiPageImage(ext) ||
  extensions.mail.has(ext) ||
  ['text', 'html'].includes(renditionOf(ext));

/** Pictures that hold pages. */
export const isMultiPageImage = (ext: string): boolean => ext === 'tif' || ext === 'tiff';

/** Pictures that are drawn anew for who may not have the original, or whose browser does not know them. */
export const isRasterizedImage = (ext: string): boolean => extensions.picture.has(ext) || ext === 'heic' || ext === 'heif';

/** What the pages of a document are drawn from. */
export async function pageSource(making: RenderJob): Promise<PageSourceResult> {
  const { services, source, path } = making;
  if (extensions.pdf.has(source.ext)) return { ok: true, from: { kind: 'pdf', path, ext: 'pdf' } };
  if (isMultiPageImage(source.ext)) {
    const decoded = await isDecodable(making);
    if (decoded === 'busy') return { ok: false, reason: 'busy' };
    if (decoded === 'yes') return { ok: true, from: { kind: 'picture', path, ext: source.ext } };
  }
  return pdfSource(services, source, { urgent: making.urgent });
}

/** Of pictures that our decoder does not know, the office engine of the machine knows some. */
async function isDecodable({ services, path, source, urgent }: RenderJob): Promise<'yes' | 'no' | 'busy'> {
  const { office } = await enginesOf(services);
  if (office === undefined) return 'yes';
  const facts = await rasterize(services, { task: 'pictureFacts', path, ext: source.ext, urgent });
  if (facts.ok) return 'yes';
  return facts.reason === 'busy' ? 'busy' : 'no';
}

async function pdfSource(services: Services, source: Source, { urgent }: { urgent: boolean }): Promise<PageSourceResult> {
  const maker = await pdfRendererFor(services, source.ext);
  // the office engine says itself where there is none
  const pdf = await render(services, source, { maker: maker === undefined || maker === 'own' ? officePdf : maker, urgent });
  return pdf.ok ? { ok: true, from: { kind: 'pdf', path: pdf.path, ext: 'pdf' } } : pdf;
}

/** What a picture is drawn from: itself, or what the machine's decoder made of it. */
export async function imageSource({ services, source, path, urgent }: RenderJob): Promise<PageSourceResult> {
  if (extensions.picture.has(source.ext)) return { ok: true, from: { kind: 'picture', path, ext: source.ext } };
  const picture = await render(services, source, { maker: heicImage, urgent });
  return picture.ok ? { ok: true, from: { kind: 'picture', path: picture.path, ext: 'jpg' } } : picture;
}

/** The text of so many pages is kept together. */
export const pagesPerTextBlock = 50;

/** Has something drawn of what the pages come from. */
async function rasterized(
  making: RenderJob,
  task: RasterTask['task'],
  pictureTask: RasterTask['task'] | undefined,
  terms: RasterTask['terms'],
): Promise<RenderResult> {
  const found = await pageSource(making);
  if (!found.ok) return found;
  making.report(0.7);
  const { kind, path, ext } = found.from;
  const wanted = kind === 'pdf' ? task : pictureTask;
  if (wanted === undefined) return { ok: true, content: Buffer.from('[]') };
  return rasterize(making.services, { task: wanted, path, ext, urgent: making.urgent, ...(terms && { terms }) });
}

/** How many pages there are and how large, as JSON. */
export const pageFacts: Renderer = {
  name: 'pages',
  version: 2,
  render: (making) => rasterized(making, 'facts', 'pictureFacts', undefined),
};

/** The outline, as JSON. */
export const pageOutline: Renderer = {
  name: 'outline',
  version: 2,
  render: (making) => rasterized(making, 'outline', undefined, undefined),
};

/** One page as a picture without a mark; `param` is its number and width. */
export const pageImage: Renderer = {
  name: 'page',
  version: 2,
  render: (making) => {
    const [page, width] = making.param.split('-').map(Number);
    return rasterized(making, 'page', 'picture', { page, width });
  },
};

/** The text of pages, one page a line; `param` is the first of them. */
export const pageWords: Renderer = {
  name: 'words',
  version: 2,
  render: (making) => {
    const page = Number(making.param);
    return rasterized(making, 'words', undefined, { page, to: page + pagesPerTextBlock - 1 });
  },
};

/** A picture as one that every browser draws, without a mark; `param` is its width. */
export const imageRenderer: Renderer = {
  name: 'picture',
  version: 1,
  async render(making) {
    const found = await imageSource(making);
    if (!found.ok) return found;
    const { path, ext } = found.from;
    return rasterize(making.services, {
      task: 'picture',
      path,
      ext,
      urgent: making.urgent,
      terms: { page: 1, width: Number(making.param) },
    });
  },
};

interface PageAt {
  page: number;
  width: number;
}

const pageRequest = ({ page, width }: PageAt) => ({ maker: pageImage, param: `${page}-${width}` });

/** A page of a document as a picture, drawn now or before. */
export const renderPage = (services: Services, source: Source, at: PageAt & { urgent: boolean }): Promise<Rendition> =>
  render(services, source, { ...pageRequest(at), urgent: at.urgent });

/** How far the picture of a page is, without beginning it. */
export const pageState = (services: Services, source: Source, at: PageAt) => renditionState(services, source, pageRequest(at));
