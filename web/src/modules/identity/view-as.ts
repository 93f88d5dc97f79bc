import { withQuery } from '../../platform/call.ts';
import { loadTexts, textOf } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { session } from '../../platform/sessions.ts';
import { knownPerson } from './current-user.ts';

/** Whether the user may start a view-as session: with the permission, for another user, and not within such a session. */
export function mayViewAs(personId: string): boolean {
  const own = knownPerson();
  return own !== undefined && own.id !== personId && own.deeds.includes('rights.viewAs') && !session.viewsAs();
}

/** Opens the page that starts a view-as session, in a new tab without an opener; `to` is its first page. */
export function openViewAs(personId: string, to?: string): void {
  window.open(withQuery('/view-as', { userId: personId, to }), '_blank', 'noopener');
}

/** Reports that a view-as session cannot open contents. */
export async function notifyViewAsClosed(): Promise<void> {
  await loadTexts();
  notice.info(textOf('identity.sign-in')('viewAsClosed'));
}
