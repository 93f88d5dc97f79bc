import { sharedMaps, sharedText } from '@dossier/contract/editing/editing';
import * as Y from 'yjs';
import type { Services } from '../../../platform/context.ts';

/** So often who brings lost words of others is sent away, so that those may bring them: a window gives up after as many refusals. */
const attemptsBefore = 2;
/** So often one brings such words in all: each time the whole document is copied. */
const maxAttempts = 20;
/** Sessions and people of whom attempts are remembered. */
const maxRemembered = 10_000;

/** Who brought words of others that the server has lost, and how often. */
class LostWords {
  private readonly attempts = new Map<string, number>();

  /** Counts an attempt, and answers whether its words are to be taken over. */
  isTakenOver(sessionId: number, identity: string): boolean {
    const key = `${sessionId} ${identity}`;
    const before = this.attempts.get(key) ?? 0;
    if (this.attempts.size >= maxRemembered) this.attempts.clear();
    this.attempts.set(key, before + 1);
    if (before >= maxAttempts) throw new Error('words of others again and again');
    return before >= attemptsBefore;
  }
}

const all = new WeakMap<Services, LostWords>();

/** The lost words that were brought to the rooms of a server. */
export function lostWords(services: Services): LostWords {
  const known = all.get(services) ?? new LostWords();
  all.set(services, known);
  return known;
}

/** Makes the changes that `change` makes to a copy of a document in the document itself, as new ones: also where they were made under clients of others. */
export function repeatChanges(copy: Y.Doc, doc: Y.Doc, { change, origin }: { change: () => void; origin: unknown }): void {
  const repeats: (() => void)[] = [];
  copy.getText(sharedText).observe(({ delta }) => repeats.push(() => doc.getText(sharedText).applyDelta(delta)));
  for (const name of Object.values(sharedMaps)) {
    const [from, to] = [copy.getMap(name), doc.getMap(name)];
    from.observe(({ keysChanged }) =>
      repeats.push(() => {
        for (const key of keysChanged as Set<string>) {
          if (from.has(key)) to.set(key, from.get(key));
          else to.delete(key);
        }
      }),
    );
  }
  copy.transact(change);
  if (copy.store.pendingStructs !== null || copy.store.pendingDs !== null)
    throw new Error('an update that hangs on others that did not come');
  doc.transact(() => {
    for (const repeat of repeats) repeat();
  }, origin);
}
