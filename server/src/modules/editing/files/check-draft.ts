import type { Services } from '../../../platform/context.ts';
import { requireAnnotatedOnly } from '../pdf/edited-pdfs.ts';
import type { EditSessionRow } from '../sessions/edit-sessions.queries.ts';
import { type EditedFile, requireUndamaged } from './read-word.ts';

/**
 * Refuses with 4647 a draft that cannot become a version, as it lost or changed what editing a file of its kind leaves alone. Answers the bytes that its
 * version has behind it, where it has any.
 */
export async function requireSoundDraft(
  services: Services,
  session: EditSessionRow,
  file: Omit<EditedFile, 'isUntouched'>,
): Promise<Buffer | undefined> {
  if (session.kind === 'pdf') return requireAnnotatedOnly(services, { ...file, size: session.base_seq });
  await requireUndamaged(services, file);
  return undefined;
}
