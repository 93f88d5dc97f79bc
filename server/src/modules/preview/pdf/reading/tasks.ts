import type { PageArea } from '@dossier/contract/preview/pdf-changes';
import type { Answer, Job, Tasks } from '@dossier/formats/task';
import { findWords, planRedaction } from './areas.ts';
import { forgetEngine, type OpenText, openText } from './pdfium-text.ts';
import { locateQuotes, type QuotedWords } from './quoted-words.ts';
import { verifyRedaction } from './verify-redaction.ts';

/** Pages are not searched for longer, in milliseconds; what was found until then is answered. */
const searchMs = 30_000;

/** After a failure the engine is started anew, as its state is unknown. */
const withEngine =
  (work: (job: Job) => Promise<Answer>) =>
  async (job: Job): Promise<Answer> => {
    try {
      return await work(job);
    } catch (error) {
      forgetEngine();
      throw error;
    }
  };

async function read(path: string, work: (pdf: OpenText) => unknown): Promise<Answer> {
  const pdf = await openText(path);
  try {
    return { ok: true, text: '', bytes: Buffer.from(JSON.stringify(work(pdf))), pages: pdf.pages };
  } finally {
    pdf.close();
  }
}

/** Tasks that read the text of PDFs letter by letter. */
export const tasks: Tasks = {
  find: withEngine(({ path, terms }) => {
    const until = performance.now() + searchMs;
    return read(path, (pdf) => findWords(pdf, terms?.words as string[], () => performance.now() > until));
  }),
  locate: withEngine(({ path, terms }) => {
    const until = performance.now() + searchMs;
    return read(path, (pdf) => locateQuotes(pdf, terms?.quotes as QuotedWords[], () => performance.now() > until));
  }),
  plan: withEngine(({ path, terms }) => read(path, (pdf) => planRedaction(pdf, terms?.areas as PageArea[]))),
  verify: withEngine(verifyRedaction),
};
