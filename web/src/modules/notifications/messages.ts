import { objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { session as calls } from '@dossier/contract/identity/sessions';
import { type Message, messageObject, messages, msgType } from '@dossier/contract/notifications/messages';
import { flowObjectType } from '@dossier/contract/workflows/flow-shapes';
import { useEffect } from 'react';
import { create } from 'zustand';
import { call } from '../../platform/call.ts';
import { showTabOf } from '../../platform/wanted-tab.ts';
import { loadTexts, textOf } from '../../platform/i18n.ts';
import type { ItemContext, ItemExtensions } from '../../platform/item-actions.ts';
import { notice } from '../../platform/notices.ts';
import { invalidateRoutes, useCallMutation } from '../../platform/query.ts';
import { session } from '../../platform/sessions.ts';
import { readStream } from './live-stream.ts';

/** Whether the message drawer is open. */
export const useMessageDrawer = create<{ open: boolean }>(() => ({ open: false }));

/** Marks all messages as read. */
export function useReadAll(): () => void {
  const send = useCallMutation(messages.markRead, { refresh: [messages.unread, messages.list] });
  return () => send.mutate({});
}

/** Types of messages about a flow that waits for the user. */
const waits = new Set<number>([msgType.flowWaiting, msgType.flowUrged, msgType.flowDue, msgType.flowEscalated]);

/** Tabs of the details of a document that messages of some types are about. */
const tabs: ReadonlyMap<number, string> = new Map([
  ...[msgType.commentMention, msgType.commentReply, msgType.commentNew, msgType.shareCommented].map((type) => [type, 'comments'] as const),
  ...[
    msgType.acknowledgeAsked,
    msgType.acknowledgeReminder,
    msgType.acknowledgeOverdue,
    msgType.acknowledgeComplete,
    msgType.acknowledgeOpen,
  ].map((type) => [type, 'acknowledgements'] as const),
  [msgType.documentSigned, 'signatures'],
]);

/** Pages of subjects that are no items. */
const pages: ReadonlyMap<number | undefined, string> = new Map([
  [messageObject.meeting, '/meeting/index'],
  [messageObject.vote, '/voteData'],
  [messageObject.score, '/scoreSummary'],
]);

/** Types of messages that lead to a page, whatever they are about. */
const pageOf: ReadonlyMap<number, string> = new Map([
  [msgType.shareReceived, '/share/received'],
  [msgType.wordsFound, '/admin/index/reportManger/sensitiveWords'],
  [msgType.virusFound, '/site-admin/index/site-userManger/site-isolation'],
  [msgType.mailFailing, '/site-admin/index/site-userManger/site-configuration?group=mail'],
]);

/** Whether the subject of a message is in another space. */
export function isElsewhere(message: Message): boolean {
  return message.spaceId !== undefined || message.msgType === msgType.spaceJoined;
}

/** Whether a message has a target: its zip or its subject, if the user has access to it now. */
export function leadsSomewhere(message: Message): boolean {
  if (pageOf.has(message.msgType)) return true;
  return message.msgType === msgType.zipReady || (message.objId !== undefined && message.msgType !== msgType.rightTaken);
}

/** Messages about a document that are older say nothing of what is so now, in milliseconds. */
const freshMs = 15 * 60_000;
const mostFresh = 20;

/** Unread messages of a type about a document that have come lately, the last first. */
export async function freshMessages(id: string, type: number): Promise<Message[]> {
  const { list } = await call(messages.unread, { pageSize: mostFresh }, { quiet: true });
  const since = Date.now() - freshMs;
  return list.filter((one) => one.msgType === type && one.objId === id && Date.parse(one.createdDt) > since);
}

/** Tells whoever asked for a document that its holder keeps it for now. */
export async function tellRefusal(id: string): Promise<void> {
  for (const one of await freshMessages(id, msgType.releaseRefused)) {
    notice.info(one.content);
    await markRead(one);
  }
}

/** Marks a message as read. */
export async function markRead(message: Message): Promise<void> {
  if (message.read) return;
  await call(messages.markRead, { ids: [message.id] }, { quiet: true });
  await invalidateRoutes(messages.unread, messages.list);
}

/** Deletes messages for good: these, or all up to one. */
export function useDeleteMessages(): (which: { ids: string[] } | { until: string }) => void {
  const send = useCallMutation(messages.delete, { refresh: [messages.unread, messages.list] });
  return (which) => send.mutate(which);
}

/** Whether a message is about a document, folder or cabinet of this space. */
export const isAboutItem = ({ objId, objType: type }: Message): boolean =>
  objId !== undefined && type !== undefined && Object.values<number>(objType).includes(type);

/** Shows the item of a message in its folder, and marks the message as read. */
export async function showItemOf(message: Message, go: ItemContext['go']): Promise<void> {
  const [item] = await call(messages.items, { msgId: message.id });
  void markRead(message).catch(() => undefined);
  if (item === undefined) notice.warning(textOf('notifications')('gone'));
  else go(`/knowledge/index?objId=${item.objId}`);
}

/** Opens the target of a message, and marks it as read. */
export async function openMessage(message: Message, open: ItemExtensions['open'], ctx: ItemContext): Promise<void> {
  void markRead(message).catch(() => undefined);
  if (message.msgType === msgType.zipReady) return downloadZip(message.id);
  const fixed = pageOf.get(message.msgType);
  if (fixed !== undefined) return ctx.go(fixed);
  if (message.msgType === msgType.shareOpened || message.msgType === msgType.shareArrived)
    return ctx.go(`/share/detail?id=${message.objId ?? ''}`);
  if (!message.objId) return;
  if (message.msgType === msgType.accessAsked) return ctx.go(`/rights/requests?id=${message.objId}`);
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
  if (message.msgType === msgType.followedChanged) return showChanged(message, ctx);
  const tab = tabs.get(message.msgType);
  if (tab !== undefined) showTabOf(message.objId, tab);
  await open(await call(route, { id: message.objId }), ctx);
}

/** Shows what was changed in a followed item: in its folder, with its activity beside it. */
async function showChanged({ itemId, objId }: Message, { go }: ItemContext): Promise<void> {
  const { useListPreferences } = await import('../../platform/ui/data-table/list-preferences.ts');
  useListPreferences.setState({ details: true, tab: 'activity' });
  go(`/knowledge/index?objId=${itemId ?? objId ?? ''}`);
}

/** Downloads the zip that a message announces. */
async function downloadZip(id: string): Promise<void> {
  const { downloadUrl, fileName } = await call(messages.zip, { id });
  const link = document.createElement('a');
  link.href = downloadUrl;
  link.download = fileName;
  link.click();
}

interface DocumentNews {
  item: (data: unknown) => void;
  comment: (data: unknown) => void;
  acknowledgement: (data: unknown) => void;
}

/** Subscribes to live messages while the shell is mounted and visible, and to what happens to documents. */
export function useLiveMessages({ item, comment, acknowledgement }: DocumentNews): void {
  useEffect(() => {
    if (session.viewsAs()) return undefined;
    const stop = new AbortController();
    void readStream(stop.signal, {
      // Messages that arrived without a stream are in the list.
      opened: () => void invalidateRoutes(messages.unread),
      message: () => void announce().catch(() => undefined),
      // Read in another window: nothing to announce.
      unread: () => void invalidateRoutes(messages.unread, messages.list),
      item,
      comment,
      acknowledgement,
    });
    return () => stop.abort();
  }, [item, comment, acknowledgement]);
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
