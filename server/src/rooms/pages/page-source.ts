import { extensions, isOffice, renditionOf } from '@dossier/contract/file-types';
import type { House } from '../../ground/ctx.ts';
import { enginesOf } from '../renditions/engines.ts';
import type { Made, Making, Source } from '../renditions/maker.ts';
import { officePdf } from '../renditions/office-pdf.ts';
import { render } from '../renditions/render.ts';
import { paperOf } from '../drawings/paper-of.ts';
import { draw } from './drawers.ts';
import { heicPicture } from './heic-picture.ts';

/** What pages are drawn from: a PDF, the document's own or one made of it, or a picture that holds them. */
export interface PageSource {
  kind: 'pdf' | 'picture';
  path: string;
  ext: string;
}

type Found = { ok: true; from: PageSource } | Extract<Made, { ok: false }>;

/** Whether this is shown by its pages. */
export const hasPages = (ext: string): boolean =>
  extensions.pdf.has(ext) ||
  isOffice(ext) ||
  extensions.sheet.has(ext) ||
  extensions.drawing.has(ext) ||
  isPagedPicture(ext) ||
  extensions.mail.has(ext) ||
  ['text', 'html'].includes(renditionOf(ext));

/** Pictures that hold pages. */
export const isPagedPicture = (ext: string): boolean => ext === 'tif' || ext === 'tiff';

/** Pictures that are drawn anew for who may not have the original, or whose browser does not know them. */
export const isDrawnPicture = (ext: string): boolean => extensions.picture.has(ext) || ext === 'heic' || ext === 'heif';

/** What the pages of a document are drawn from. */
export async function pageSource(making: Making): Promise<Found> {
  const { house, source, path } = making;
  if (extensions.pdf.has(source.ext)) return { ok: true, from: { kind: 'pdf', path, ext: 'pdf' } };
  if (isPagedPicture(source.ext)) {
    const decoded = await decodes(making);
    if (decoded === 'busy') return { ok: false, reason: 'busy' };
    if (decoded === 'yes') return { ok: true, from: { kind: 'picture', path, ext: source.ext } };
  }
  return made(house, source, { urgent: making.urgent });
}

/** Of pictures that our decoder does not know, the office engine of the machine knows some. */
async function decodes({ house, path, source, urgent }: Making): Promise<'yes' | 'no' | 'busy'> {
  const { office } = await enginesOf(house);
  if (office === undefined) return 'yes';
  const facts = await draw(house, { task: 'pictureFacts', path, ext: source.ext, urgent });
  if (facts.ok) return 'yes';
  return facts.reason === 'busy' ? 'busy' : 'no';
}

async function made(house: House, source: Source, { urgent }: { urgent: boolean }): Promise<Found> {
  const maker = await paperOf(house, source.ext);
  // the office engine says itself where there is none
  const pdf = await render(house, source, { maker: maker === undefined || maker === 'own' ? officePdf : maker, urgent });
  return pdf.ok ? { ok: true, from: { kind: 'pdf', path: pdf.path, ext: 'pdf' } } : pdf;
}

/** What a picture is drawn from: itself, or what the machine's decoder made of it. */
export async function pictureSource({ house, source, path, urgent }: Making): Promise<Found> {
  if (extensions.picture.has(source.ext)) return { ok: true, from: { kind: 'picture', path, ext: source.ext } };
  const picture = await render(house, source, { maker: heicPicture, urgent });
  return picture.ok ? { ok: true, from: { kind: 'picture', path: picture.path, ext: 'jpg' } } : picture;
}
