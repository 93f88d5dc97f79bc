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

/** Whether the message drawer is open. */
export const useMessageDrawer = create<{ open: boolean }>(() => ({ open: false }));

/** Marks all messages as read. */
export function useReadAll(): () => void {
  const send = useCallMutation(messages.markRead, { refresh: [messages.unread, messages.list] });
  return () => send.mutate({});
}

/** Types of messages about a flow that waits for the user. */
const waits = new Set<number>([msgType.flowWaiting, msgType.flowUrged, msgType.flowDue, msgType.flowEscalated]);

/** Pages of subjects that are no items. */
const pages: ReadonlyMap<number | undefined, string> = new Map([
  [messageObject.meeting, '/meeting/index'],
  [messageObject.vote, '/voteData'],
  [messageObject.score, '/scoreSummary'],
]);

/** Whether the subject of a message is in another space. */
export function isElsewhere(message: Message): boolean {
  return message.spaceId !== undefined || message.msgType === msgType.spaceJoined;
}

/** Whether a message has a target: its zip or its subject, if the user has access to it now. */
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

/** Opens the target of a message, and marks it as read. */
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

/** Downloads the zip that a message announces. */
async function downloadZip(id: string): Promise<void> {
  const { downloadUrl, fileName } = await call(messages.zip, { id });
  const link = document.createElement('a');
  link.href = downloadUrl;
  link.download = fileName;
  link.click();
}

const firstPause = 2_000;
const longestPause = 60_000;
/** Browsers allow six connections to a site across all tabs: a hidden tab closes its stream after this time. */
const hiddenMs = 5_000;

/** Subscribes to live messages while the shell is mounted and visible; reconnects with a new ticket and increasing delay. */
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
    const onVisibilityChange = (): void => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', onVisibilityChange);
      signal.removeEventListener('abort', onVisibilityChange);
      resolve();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    signal.addEventListener('abort', onVisibilityChange);
    onVisibilityChange();
  });
}

/** Runs one stream until it fails or the tab is hidden; returns whether it was ever open. */
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
    const onVisibilityChange = (): void => {
      clearTimeout(leaving);
      if (document.visibilityState === 'hidden') leaving = setTimeout(end, hiddenMs);
    };
    document.addEventListener('visibilitychange', onVisibilityChange, { signal: done.signal });
    // a page in the back/forward cache must not keep its connection
    addEventListener('pagehide', end, { signal: done.signal });
    source.addEventListener('open', () => {
      // Messages that arrived without a stream are in the list.
      if (!opened) void invalidateRoutes(messages.unread);
      opened = true;
    });
    source.addEventListener('message', () => void announce().catch(() => undefined));
    // Read in another window: nothing to announce.
    source.addEventListener('unread', () => void invalidateRoutes(messages.unread, messages.list));
    source.addEventListener('error', end);
    signal.addEventListener('abort', end, { signal: done.signal });
    onVisibilityChange();
  });
}

/** Shows the newest message as a notice, in the focused window. */
async function announce(): Promise<void> {
  await Promise.all([invalidateRoutes(messages.unread, messages.list), loadTexts()]);
  if (document.visibilityState !== 'visible') return;
  const [newest] = (await call(messages.unread, { pageSize: 1 }, { quiet: true })).list;
  if (!newest) return;
  // a user removed from a space needs the current user anew
  if (newest.msgType === msgType.spaceLeft) void invalidateRoutes(calls.current);
  const t = textOf('notifications');
  if (newest.msgType === msgType.zipReady) notice.info(newest.content, { label: t('download'), run: () => openZip(newest) });
  else notice.info(newest.content, { label: t('show'), run: () => useMessageDrawer.setState({ open: true }) });
}

function openZip(message: Message): void {
  void markRead(message).catch(() => undefined);
  void downloadZip(message.id).catch(() => undefined);
}
