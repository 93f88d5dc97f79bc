import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { closeUp } from '../../text/close-up.ts';
import { GiveUp, mostBlank } from '../job.ts';
import type { TextSink } from './text-sink.ts';

const maxPages = 5000;

/** A page with fewer characters than this is taken for a picture of one: programs of scanners put their name on each. */
const fewest = 20;

/** What is told of a PDF while it is read: how many pages it has, and which of them have hardly any text. */
export interface PdfFacts {
  pages?: number;
  blank: number[];
}

/** The text of a PDF, page by page with a form feed between them. */
export async function pdfText(path: string, sink: TextSink, facts: PdfFacts): Promise<void> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const task = getDocument({
    data: new Uint8Array(await readFile(path)),
    verbosity: 0,
    cMapUrl: join(library, 'cmaps/'),
    standardFontDataUrl: join(library, 'standard_fonts/'),
    useSystemFonts: false,
    disableFontFace: true,
    useWasm: false,
    maxImageSize: 1,
  });
  try {
    const pdf = await task.promise.catch((error: { name?: string }) => {
      throw new GiveUp(error.name === 'PasswordException' ? 'encrypted' : 'broken');
    });
    facts.pages = pdf.numPages;
    for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number++) {
      if (number > 1) sink.add('\f');
      // A page that is broken does not take the others with it.
      const page = await pdf.getPage(number).catch(() => undefined);
      const content = await page?.getTextContent().catch(() => undefined);
      let text = '';
      for (const item of content?.items ?? []) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '');
      page?.cleanup();
      if (facts.blank.length < mostBlank && text.replace(/\s+/g, '').length < fewest) facts.blank.push(number);
      sink.add(closeUp(text));
    }
  } finally {
    await task.destroy();
  }
}
