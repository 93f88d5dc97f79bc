import type { RoomRoute } from '../ground/room-route.ts';
import { session } from '../ground/session.ts';
import { lang, loadWords, savedLang } from '../ground/text.ts';
import { loadCurrentUser } from '../rooms/session/current-user.ts';
import { loadLocale } from './locale.ts';
import { findPage } from './rooms.ts';

/** Asks for all that a page will need while it is still being decided whether the person may enter. */
export function ahead(page: RoomRoute, query: string): void {
  if (!page.open && session.token() === null) return;
  const wanted: Promise<unknown>[] = [page.load()];
  if (!page.plain) wanted.push(import('./dressed.tsx'));
  if (page.place === 'shell') wanted.push(import('./shell/shell.tsx'));
  page.ask?.(query);
  // What fails here is asked for again, and told of, where it is needed.
  for (const promise of wanted) promise.catch(() => undefined);
}

/** Sets out for the first page: its pieces, the person and the words are asked for at once. Settles when it can be drawn in words. */
export async function setOut(): Promise<void> {
  const page = findPage(location.pathname);
  if (page) ahead(page, location.search);
  const person = session.token() === null ? undefined : loadCurrentUser().catch(() => undefined);
  // In a browser that does not know the person's language yet, the words of another one would be loaded in vain.
  if (savedLang() === undefined) await person;
  if (page && !page.plain) void loadLocale(lang());
  await loadWords();
}
