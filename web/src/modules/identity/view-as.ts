import { withQuery } from '../../platform/call.ts';
import { loadTexts, textOf } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { session } from '../../platform/sessions.ts';
import { knownPerson } from './current-user.ts';

/** Whether one may view as somebody: whose office lets them, never as oneself, and not from within a view. */
export function mayViewAs(personId: string): boolean {
  const own = knownPerson();
  return own !== undefined && own.id !== personId && own.deeds.includes('rights.viewAs') && !session.viewsAs();
}

/** Opens the page to view as somebody, in a tab that has nothing of this one; `to` is where one will stand. */
export function openViewAs(personId: string, to?: string): void {
  window.open(withQuery('/view-as', { userId: personId, to }), '_blank', 'noopener');
}

/** Says that contents stay closed to who views as somebody else. */
export async function notifyViewAsClosed(): Promise<void> {
  await loadTexts();
  notice.info(textOf('identity.sign-in')('viewAsClosed'));
}
