import type { Mark } from '@dossier/contract/watermarks';
import type { Answer, Tasks } from '../../../ground/confined/job.ts';
import { bindPictures } from './bind-pictures.ts';
import { stampPdf } from './stamp-pdf.ts';
import { typeset } from './typeset.ts';

const told = ({ bytes, pages, cut = false }: { bytes: Uint8Array; pages: number; cut?: boolean }): Answer => ({
  ok: true,
  text: '',
  bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
  pages,
  cut,
});

/** What the processes do that work on paper: marks in PDF, and PDF of texts. */
export const tasks: Tasks = {
  stamp: async ({ path, terms }) => told(await stampPdf(path, terms?.mark as Mark | undefined)),
  bind: async ({ name, terms }) => told(await bindPictures((terms?.files ?? []) as string[], name)),
  typeset: async (job) => told(await typeset(job)),
};
