import { readFile } from 'node:fs/promises';
import { OfficePackage } from '@dossier/formats/office/patch-package';
import { checkSlides } from '@dossier/formats/slides/check-slides';
import { type SlideDeck, type SlideEdit, SlideRefusal } from '@dossier/formats/slides/edits';
import { patchSlides } from '@dossier/formats/slides/patch-slides';
import { readSlides } from '@dossier/formats/slides/read-slides';
import { withLooks } from '@dossier/formats/slides/text-looks';
import { type Answer, type Job, TaskFailure, type Tasks } from '@dossier/formats/task';

/** How many differences are told: enough to find the cause. */
const mostTold = 20;

/** What can be edited in a presentation. */
const deck = async ({ path }: Job): Promise<Answer> => {
  const pack = new OfficePackage(await readFile(path));
  return { ok: true, text: JSON.stringify(withLooks(pack, readSlides(pack))) };
};

interface PatchTerms {
  edits: SlideEdit[];
  /** What the presentation should hold then. */
  expected: SlideDeck;
  /** In base64, by their sha256. */
  pictures: Record<string, string>;
}

/** The file of a presentation with edits, read back and compared with what it should be; the differences where there are some. */
async function patch({ path, terms }: Job): Promise<Answer> {
  const { edits, expected, pictures: encoded } = (terms ?? {}) as unknown as PatchTerms;
  if (!Array.isArray(edits) || edits.length === 0) throw new TaskFailure('broken');
  const pictures = new Map(Object.entries(encoded).map(([name, text]) => [name, Buffer.from(text, 'base64')]));
  const base = await readFile(path);
  try {
    const bytes = patchSlides(base, edits, pictures);
    const differences = checkSlides({ base, patched: bytes, edits, expected, pictures });
    return differences.length === 0 ? { ok: true, text: '', bytes } : { ok: true, text: JSON.stringify(differences.slice(0, mostTold)) };
  } catch (error) {
    if (!(error instanceof SlideRefusal)) throw error;
    return { ok: true, text: JSON.stringify([error.reason]) };
  }
}

export const tasks: Tasks = { deck, patch };
