import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { type Answer, type Job, TaskFailure, type Tasks } from '@dossier/formats/task';
import { EditedPdf } from './check-increments.ts';
import { pdfFacts } from './pdf-facts.ts';
import { ForeignChange, readIncrements, trailerFactsOf } from './read-increments.ts';
import { appearancesFor } from './text-appearances.ts';

/** Reads a PDF without a password; one with restrictions is refused as well. */
async function load(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: false, parseSpeed: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw new TaskFailure(/encrypt|password/i.test(String(error)) ? 'encrypted' : 'broken');
  }
}

/** What is asked of a PDF before it is edited, as JSON. */
async function facts({ path }: Job): Promise<Answer> {
  const bytes = await readFile(path);
  return { ok: true, text: JSON.stringify(pdfFacts(await load(bytes), bytes)) };
}

/** What a draft has that editing does not make, in words for the log; '' where there is nothing, then with an update for texts that have no appearance. */
async function compare({ path, terms }: Job): Promise<Answer> {
  const size = terms?.['size'];
  if (typeof terms?.['base'] !== 'string' || typeof size !== 'number') throw new TaskFailure('broken');
  const [base, draft] = [await readFile(terms['base']), await readFile(path)];
  if (size <= 0 || base.length < size || draft.length < size || !base.subarray(0, size).equals(draft.subarray(0, size)))
    return { ok: true, text: 'another beginning' };
  try {
    const before = await load(draft.subarray(0, size));
    const increments = readIncrements(draft, size, trailerFactsOf(before.context));
    new EditedPdf(before, increments).requireAnnotationsOnly();
    const bytes = await appearancesFor(draft, before, increments);
    return { ok: true, text: '', ...(bytes && { bytes }) };
  } catch (error) {
    if (error instanceof ForeignChange) return { ok: true, text: error.message.slice(0, 500) };
    throw error;
  }
}

export const tasks: Tasks = { facts, compare };
