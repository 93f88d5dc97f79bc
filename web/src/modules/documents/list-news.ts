import { refreshLists } from './areas.ts';

/** Lists in other tabs of this browser ask anew when an editor, which stands in a tab of its own, has put a document into their folder. */
const channelName = 'dossier-lists';

/** Tells the other tabs of this browser that a folder has got documents. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('changed');
  channel.close();
}

/** Refreshes the lists of this tab when another one has told that it added documents; answers what ends that. */
export function hearOtherTabs(): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', () => void refreshLists());
  return () => channel.close();
}
