import { type Message, messages, msgType } from '@dossier/contract/messages';
import { session as calls } from '@dossier/contract/session';
import { useEffect } from 'react';
import { call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { refresh } from '../../ground/query.ts';
import { session } from '../../ground/session.ts';
import { loadWords, textOf } from '../../ground/text.ts';
import { useMessageDrawer } from './drawer-state.ts';
import { downloadZip, markRead } from './open-message.ts';

const firstPause = 2_000;
const longestPause = 60_000;
/** A browser keeps six connections to a site, for all its tabs: one that nobody looks at lets its own go after so long. */
const hiddenMs = 5_000;

/** Listens for messages while the shell stands and somebody looks at it; after a break it comes back with a new ticket, ever more slowly. */
export function useLiveMessages(): void {
  useEffect(() => {
    if (session.viewsAs()) return undefined;
    const stop = new AbortController();
    void listen(stop.signal);
    return () => stop.abort();
  }, []);
}

async function listen(signal: AbortSignal): Promise<void> {
  let pause = firstPause;
  while (!signal.aborted) {
    await untilVisible(signal);
    if (signal.aborted) return;
    const opened = await openOnce(signal).catch(() => false);
    pause = opened ? firstPause : Math.min(pause * 2, longestPause);
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });
}

/** Holds one stream until it breaks, or nobody looks any more; answers whether it ever opened. */
async function openOnce(signal: AbortSignal): Promise<boolean> {
  const { url } = await call(calls.streamTicket, {}, { quiet: true, signal });
  return new Promise((resolve) => {
    const source = new EventSource(url);
    const done = new AbortController();
    let opened = false;
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(leaving);
      done.abort();
      source.close();
      resolve(opened);
    };
    const look = (): void => {
      clearTimeout(leaving);
      if (document.visibilityState === 'hidden') leaving = setTimeout(end, hiddenMs);
    };
    document.addEventListener('visibilitychange', look, { signal: done.signal });
    // a page that the browser keeps for going back must not keep its connection
    addEventListener('pagehide', end, { signal: done.signal });
    source.addEventListener('open', () => {
      // What came while nobody listened is in the list.
      if (!opened) void refresh(messages.unread);
      opened = true;
    });
    source.addEventListener('message', () => void announce().catch(() => undefined));
    // Read elsewhere: nothing to announce.
    source.addEventListener('unread', () => void refresh(messages.unread, messages.list));
    source.addEventListener('error', end);
    signal.addEventListener('abort', end, { signal: done.signal });
    look();
  });
}

/** Shows the newest message in a notice, in the window that the person looks at. */
async function announce(): Promise<void> {
  await Promise.all([refresh(messages.unread, messages.list), loadWords()]);
  if (document.visibilityState !== 'visible') return;
  const [newest] = (await call(messages.unread, { pageSize: 1 }, { quiet: true })).list;
  if (!newest) return;
  // who is shown out of a space is no longer in it
  if (newest.msgType === msgType.spaceLeft) void refresh(calls.current);
  const t = textOf('messages');
  if (newest.msgType === msgType.zipReady) notice.info(newest.content, { label: t('download'), run: () => openZip(newest) });
  else notice.info(newest.content, { label: t('show'), run: () => useMessageDrawer.setState({ open: true }) });
}

function openZip(message: Message): void {
  void markRead(message).catch(() => undefined);
  void downloadZip(message.id).catch(() => undefined);
}
