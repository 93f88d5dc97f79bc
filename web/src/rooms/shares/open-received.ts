import { shares } from '@dossier/contract/shares';
import { call } from '../../ground/call.ts';

/** Where the visit of a link is kept for its pages. */
const kept = 'dossier-link';

/** Opens what a colleague shared, in a tab of its own: the person's account takes the place of the password. */
export async function openReceived(token: string): Promise<void> {
  // opened with the press itself: later it would be taken for an unwanted window
  const tab = window.open('', '_blank');
  if (tab !== null) tab.opener = null;
  try {
    const { sessionId } = await call(shares.enter, { token });
    localStorage.setItem(`${kept}:${token}`, sessionId);
    const address = `/view-share/curlList?token=${encodeURIComponent(token)}`;
    if (tab === null) location.assign(address);
    else tab.location.replace(address);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
