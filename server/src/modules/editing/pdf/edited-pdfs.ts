import { codes } from '@dossier/contract/core/codes';
import type { Services } from '../../../platform/context.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Content } from '../../../platform/storage/storage.ts';
import { editTasks, requireAnswer } from '../journals/edit-tasks.ts';
import type { PdfFacts } from './pdf-facts.ts';

const run = editTasks(new URL('./tasks.ts', import.meta.url), { ext: 'pdf', maxOutput: 16 << 20 });

/** What was found of contents that were opened before. */
const known = new LimitedMap<PdfFacts>(10_000);

/** Refuses by 4614 a PDF that can only be viewed: a protected or damaged one, an XFA form, or one that is certified against notes. */
export async function requireEditablePdf(services: Services, content: Content): Promise<PdfFacts> {
  const facts =
    known.get(content.sha256) ??
    (JSON.parse(requireAnswer(await run(services, 'facts', content), codes.editFallsBackToView).text) as PdfFacts);
  known.set(content.sha256, facts);
  if (facts.problem !== '') throw new Refusal(codes.editFallsBackToView);
  return facts;
}

interface EditedPdfFile {
  base: Content;
  draft: Content;
  /** The bytes that windows of the session began with: the first of both files. */
  size: number;
}

/**
 * Refuses by 4647 a draft that changes more of a PDF than its annotations and the values of its fields. Answers what its version has besides: an update
 * for texts that other programs could not show.
 */
export async function requireAnnotatedOnly(services: Services, { base, draft, size }: EditedPdfFile): Promise<Buffer | undefined> {
  const answer = await services.storage.withLocalFile(base.sha256, (path) => run(services, 'compare', draft, { base: path, size }));
  const { text, bytes } = requireAnswer(answer, codes.editDamaged);
  if (text === '') return bytes;
  services.log.warn({ difference: text }, 'an edited PDF has other changes');
  throw new Refusal(codes.editDamaged);
}
