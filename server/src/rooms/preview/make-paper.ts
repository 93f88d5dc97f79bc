import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mark } from '@dossier/contract/watermarks';
import type { House } from '../../ground/ctx.ts';
import type { Failure } from '../../ground/confined/job.ts';
import type { Opened } from '../content/file-ticket.ts';
import { markPicture } from '../pages/mark-picture.ts';
import { picture, renderPage } from '../pages/makers.ts';
import { isDrawnPicture, isPagedPicture } from '../pages/page-source.ts';
import { needFacts } from '../pages/read-pages.ts';
import type { Rendition, Source } from '../renditions/maker.ts';
import { render } from '../renditions/render.ts';
import { pathOfSource, workFolder } from '../renditions/shelf.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { markFor } from '../watermarks/mark-for.ts';
import { bindPictures, stampPdf } from '../watermarks/paper.ts';
import { paperOf } from '../drawings/paper-of.ts';

/** Pictures are printed so many pixels wide. */
const [single, paged] = [2400, 1600];
const mostPictures = 200;

/** Whether a PDF can be made of this type here. */
export const isForPaper = async (house: House, ext: string): Promise<boolean> =>
  isDrawnPicture(ext) || isPagedPicture(ext) || (await paperOf(house, ext)) !== undefined;

/** A document as PDF for who opened it: with their mark in it, and with nothing in it but its pages. */
export async function makePaper(house: House, { ctx, held }: Opened): Promise<Buffer | Failure> {
  const source = sourceOf(held);
  const mark = await markFor({ ctx, held }, 'pdf');
  if (isDrawnPicture(source.ext) || isPagedPicture(source.ext)) return ofPictures(house, source, mark);
  const from = await paperOf(house, source.ext);
  if (from === undefined) return 'no-engine';
  const { size, ext, name } = source;
  if (from === 'own') return ended(await stampPdf(house, { path: pathOfSource(house, source), size, ext, name }, mark));
  const made = await render(house, source, { maker: from, urgent: true });
  if (!made.ok) return made.reason;
  // a part of a document is not the document
  if (made.facts.cut === true) return 'too-large';
  return ended(await stampPdf(house, { path: made.path, size: made.size, ext: 'pdf', name }, mark));
}

const ended = (answer: Awaited<ReturnType<typeof stampPdf>>): Buffer | Failure =>
  answer.ok ? (answer.bytes ?? 'no-output') : answer.reason;

/** The mark is in the pixels: a picture could be taken out of a PDF and would be without it. */
async function ofPictures(house: House, source: Source, mark: Mark | undefined): Promise<Buffer | Failure> {
  const pages = isPagedPicture(source.ext) ? (await needFacts(house, source)).count : 1;
  if (pages > mostPictures) return 'too-large';
  const { folder, done } = await workFolder(house);
  try {
    const files: string[] = [];
    for (let page = 1; page <= pages; page++) {
      const drawn = await drawnPage(house, source, page);
      if (!drawn.ok) return drawn.reason;
      if (mark === undefined) {
        files.push(drawn.path);
        continue;
      }
      const marked = await markPicture(house, drawn, mark);
      if (marked === undefined) return 'crashed';
      const file = join(folder, `${page}.jpg`);
      await writeFile(file, marked);
      files.push(file);
    }
    return ended(await bindPictures(house, files, source.name));
  } finally {
    await done();
  }
}

const drawnPage = (house: House, source: Source, page: number): Promise<Rendition> =>
  isPagedPicture(source.ext)
    ? renderPage(house, source, { page, width: paged, urgent: true })
    : render(house, source, { maker: picture, param: String(single), urgent: true });
