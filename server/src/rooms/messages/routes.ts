import { messages } from '@dossier/contract/messages';
import { session } from '@dossier/contract/session';
import { serve, type Served, type ServedFile } from '../../ground/http/serve.ts';
import type { Listener } from '../../ground/outbox.ts';
import { markRead, removeMessages } from './change-messages.ts';
import { guestNotices } from './guest-notices.ts';
import { viewNotices } from './view-notices.ts';
import { listMessages, listUnread, messageItems } from './list-messages.ts';
import { endedStreams, live, liveChanges, streamTicket } from './live.ts';

/** All but `messages.zip`, which the room of the bytes serves. */
export const messageRoutes: Served[] = [
  serve(messages.unread, listUnread),
  serve(messages.list, listMessages),
  serve(messages.items, messageItems),
  serve(messages.markRead, markRead),
  serve(messages.remove, removeMessages),
  serve(session.streamTicket, streamTicket),
];

export const messageFiles: ServedFile[] = [live];

export const messageListeners: Listener[] = [liveChanges, endedStreams, guestNotices, viewNotices];
