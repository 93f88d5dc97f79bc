import { extensions } from '@dossier/contract/file-types';
import { type HeldRevision, shownName } from '../content/file-ticket.ts';

/** What lies in an archive in an archive is opened; what lies in one in that is not: whoever packs so deep has no reader in mind. */
const deepest = 2;

/** Whether a document, or a file out of one, is shown by what lies in it. */
export function listedAs(held: HeldRevision): 'archive' | 'mail' | undefined {
  const { ext } = shownName(held);
  if ((held.entry?.depth ?? 0) >= deepest) return undefined;
  if (extensions.mail.has(ext)) return 'mail';
  return extensions.archive.has(ext) ? 'archive' : undefined;
}
