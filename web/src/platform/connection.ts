import { create } from 'zustand';
import { isServerThere, onServerReach } from './call.ts';

/** Whether the server cannot be reached at present. */
export const useConnection = create<{ isLost: boolean }>(() => ({ isLost: false }));

/** The server has as long to say that it is there, and is asked again as long after, in milliseconds. */
const patienceMs = 1500;

/**
 * Notices that the server cannot be reached, by failed calls and by what the browser says of the network, and that it is back. Both are no more
 * than a reason to ask it: a machine without a network may reach a server that runs on it, and one call may fail alone. Returns what ends this.
 */
export function watchConnection(): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  const say = (isLost: boolean): void => {
    if (useConnection.getState().isLost !== isLost) useConnection.setState({ isLost });
  };
  const ask = async (): Promise<void> => {
    clearTimeout(timer);
    if (isAsking) return;
    isAsking = true;
    const isThere = await isServerThere(patienceMs);
    isAsking = false;
    if (signal.aborted) return;
    say(!isThere);
    if (!isThere) timer = setTimeout(() => void ask(), patienceMs);
  };
  onServerReach((isReached) => {
    if (!isReached) void ask();
    else if (useConnection.getState().isLost) say(false);
  });
  for (const kind of ['online', 'offline']) addEventListener(kind, () => void ask(), { signal });
  if (!navigator.onLine) void ask();
  return () => {
    stopped.abort();
    clearTimeout(timer);
    onServerReach(() => undefined);
    say(false);
  };
}
