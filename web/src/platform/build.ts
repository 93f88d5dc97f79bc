import { create } from 'zustand';
import { servedEntryScripts } from './call.ts';

/** State of this window's build relative to the server's: `asking` from a failed load of a chunk until the server answered. */
export type BuildState = 'whole' | 'asking' | 'updated' | 'incomplete' | 'unreachable';

/** The state of the build; `onPage` while a page reports it itself. */
export const useBuild = create<{ state: BuildState; onPage: boolean }>(() => ({ state: 'whole', onPage: false }));

const reloadedForKey = 'dossier-reloaded-for';

/** Watches for chunks that fail to load. A newer build is loaded automatically, but only once: a broken one must not reload forever. */
export function watchBuild(): void {
  addEventListener('vite:preloadError', () => void checkServedBuild());
}

async function checkServedBuild(): Promise<void> {
  const { state } = useBuild.getState();
  if (state === 'asking' || state === 'updated') return;
  useBuild.setState({ state: 'asking' });
  const served = await servedEntryScripts();
  if (served === undefined) return useBuild.setState({ state: 'unreachable' });
  if (served === ownEntry()) return useBuild.setState({ state: 'incomplete' });
  if (sessionStorage.getItem(reloadedForKey) === served) return useBuild.setState({ state: 'updated' });
  sessionStorage.setItem(reloadedForKey, served);
  // Where unsaved input would be lost, the browser asks first and this line returns.
  location.reload();
  setTimeout(() => useBuild.setState({ state: 'updated' }), 1000);
}

/** Asks whether the server has another build by now, and tells the user if so; nothing is reloaded. */
export async function askForNewBuild(): Promise<void> {
  const served = await servedEntryScripts();
  if (served !== undefined && served !== ownEntry() && useBuild.getState().state === 'whole') useBuild.setState({ state: 'updated' });
}

function ownEntry(): string {
  return [...document.querySelectorAll('script[type="module"][src]')].map((script) => script.getAttribute('src')).join(' ');
}
