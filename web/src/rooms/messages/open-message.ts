import { objectFlow } from '@dossier/contract/flow-shapes';
import { library } from '@dossier/contract/library';
import { type Message, messageObject, messages, msgType } from '@dossier/contract/messages';
import { objType } from '@dossier/contract/rights';
import { call } from '../../ground/call.ts';
import type { ItemContext } from '../../ground/item-action.ts';
import type { ItemJoin } from '../../ground/item-context.ts';
import { refresh } from '../../ground/query.ts';

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
  await refresh(messages.unread, messages.list);
}

/** Goes where a message leads, and marks it as read. */
export async function openMessage(message: Message, open: ItemJoin['open'], ctx: ItemContext): Promise<void> {
  void markRead(message).catch(() => undefined);
  if (message.msgType === msgType.zipReady) return downloadZip(message.id);
  if (message.msgType === msgType.shareReceived) return ctx.go('/share/received');
  if (message.msgType === msgType.wordsFound) return ctx.go('/admin/index/reportManger/sensitiveWords');
  if (message.msgType === msgType.shareOpened || message.msgType === msgType.shareArrived)
    return ctx.go(`/share/detail?id=${message.objId ?? ''}`);
  if (!message.objId) return;
  const page = pages.get(message.objType);
  if (page !== undefined) return ctx.go(`${page}?id=${message.objId}`);
  if (message.objType === objectFlow)
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
export async function downloadZip(id: string): Promise<void> {
  const { downloadUrl, fileName } = await call(messages.zip, { id });
  const link = document.createElement('a');
  link.href = downloadUrl;
  link.download = fileName;
  link.click();
}
