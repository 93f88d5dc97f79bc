import { objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { session as calls } from '@dossier/contract/identity/sessions';
import { type Message, messageObject, messages, msgType } from '@dossier/contract/notifications/messages';
import { flowObjectType } from '@dossier/contract/workflows/flow-shapes';
import { useEffect } from 'react';
import { create } from 'zustand';
import { call } from '../../platform/call.ts';
import { loadTexts, textOf } from '../../platform/i18n.ts';
import type { ItemContext, ItemExtensions } from '../../platform/item-actions.ts';
import { notice } from '../../platform/notices.ts';
import { invalidateRoutes, useCallMutation } from '../../platform/query.ts';
import { session } from '../../platform/sessions.ts';

/** Whether the drawer of all messages is open. */
export const useMessageDrawer = create<{ open: boolean }>(() => ({ open: false }));

/** Marks all messages as read. */
export function useReadAll(): () => void {
  const send = useCallMutation(messages.markRead, { refresh: [messages.unread, messages.list] });
  return () => send.mutate({});
}

/** A flow waits for whoever reads these. */
const waits = new Set<number>([msgType.flowWaiting, msgType.flowUrged, msgType.flowDue, msgType.flowEscalated]);

/** Where that is shown what is no item. */
const pages: ReadonlyMap<number | undefined, string> = new Map([
  [messageObject.meeting, '/meeting/index'],
  [messageObject.vote, '/voteData'],
  [messageObject.score, '/scoreSummary'],
]);

/** Whether a message leads to another space than this one. */
export function isElsewhere(message: Message): boolean {
  return message.spaceId !== undefined || message.msgType === msgType.spaceJoined;
}

/** Whether a message leads anywhere: to its zip, or to the object that it speaks of, unless that is closed to the person now. */
export function leadsSomewhere(message: Message): boolean {
  if (message.msgType === msgType.shareReceived || message.msgType === msgType.wordsFound) return true;
  return message.msgType === msgType.zipReady || (message.objId !== undefined && message.msgType !== msgType.rightTaken);
}

/** Marks a message as read. */
export async function markRead(message: Message): Promise<void> {
  if (message.read) return;
  await call(messages.markRead, { ids: [message.id] }, { quiet: true });
  await invalidateRoutes(messages.unread, messages.list);
}

/** Goes where a message leads, and marks it as read. */
export async function openMessage(message: Message, open: ItemExtensions['open'], ctx: ItemContext): Promise<void> {
  void markRead(message).catch(() => undefined);
  if (message.msgType === msgType.zipReady) return downloadZip(message.id);
  if (message.msgType === msgType.shareReceived) return ctx.go('/share/received');
  if (message.msgType === msgType.wordsFound) return ctx.go('/admin/index/reportManger/sensitiveWords');
  if (message.msgType === msgType.shareOpened || message.msgType === msgType.shareArrived)
    return ctx.go(`/share/detail?id=${message.objId ?? ''}`);
  if (!message.objId) return;
  const page = pages.get(message.objType);
  if (page !== undefined) return ctx.go(`${page}?id=${message.objId}`);
  if (message.objType === flowObjectType)
    return ctx.go(`/flow/index/${waits.has(message.msgType) ? 'waittodo' : 'finshFlow'}?flowId=${message.objId}`);
  const route =
    message.objType === objType.folder
      ? library.folderDetail
      : message.objType === objType.cabinet
        ? library.cabinetDetail
        : library.documentDetail;
  await open(await call(route, { id: message.objId }), ctx);
}

/** Fetches the zip that a message announces. */
async function downloadZip(id: string): Promise<void> {
  const { downloadUrl, fileName } = await call(messages.zip, { id });
  const link = document.createElement('a');
  link.href = downloadUrl;
  link.download = fileName;
  link.click();
}

const firstPause = 2_000;
const longestPause = 60_000;
/** A browser keeps six connections to a site, for all its tabs: one that nobody looks at lets its own go after so long. */
const hiddenMs = 5_000;

/** Listens for messages while the shell stands and somebody looks at it; after a break it comes back with a new ticket, ever more slowly. */
export function useLiveMessages(): void {
  useEffect(() => {
    if (session.viewsAs()) return undefined;
    const stop = new AbortController();
    void readStream(stop.signal);
    return () => stop.abort();
  }, []);
}

async function readStream(signal: AbortSignal): Promise<void> {
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
      if (!opened) void invalidateRoutes(messages.unread);
      opened = true;
    });
    source.addEventListener('message', () => void announce().catch(() => undefined));
    // Read elsewhere: nothing to announce.
    source.addEventListener('unread', () => void invalidateRoutes(messages.unread, messages.list));
    source.addEventListener('error', end);
    signal.addEventListener('abort', end, { signal: done.signal });
    look();
  });
}

/** Shows the newest message in a notice, in the window that the person looks at. */
async function announce(): Promise<void> {
  await Promise.all([invalidateRoutes(messages.unread, messages.list), loadTexts()]);
  if (document.visibilityState !== 'visible') return;
  const [newest] = (await call(messages.unread, { pageSize: 1 }, { quiet: true })).list;
  if (!newest) return;
  // who is shown out of a space is no longer in it
  if (newest.msgType === msgType.spaceLeft) void invalidateRoutes(calls.current);
  const t = textOf('notifications');
  if (newest.msgType === msgType.zipReady) notice.info(newest.content, { label: t('download'), run: () => openZip(newest) });
  else notice.info(newest.content, { label: t('show'), run: () => useMessageDrawer.setState({ open: true }) });
}

function openZip(message: Message): void {
  void markRead(message).catch(() => undefined);
  void downloadZip(message.id).catch(() => undefined);
}
