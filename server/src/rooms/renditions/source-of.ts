import { type HeldRevision, shownName } from '../content/file-ticket.ts';
import type { Source } from './maker.ts';

/** The bytes of a revision as what renditions are made of. */
export function sourceOf(held: HeldRevision): Source {
  const { sha256, size } = held.revision;
  const { entry } = held;
  if (entry !== undefined) return { sha256, size: entry.size, part: entry.part, ...shownName(held) };
  return { sha256, size, ...shownName(held) };
}
