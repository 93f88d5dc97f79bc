import { session } from '@dossier/contract/identity/sessions';
import { messages } from '@dossier/contract/notifications/messages';
import type { Subscriber } from '../../platform/events/outbox.ts';
import { type Served, type ServedFile, serve } from '../../platform/http/serve.ts';
import { endedStreams, liveChanges, liveStreamFile, streamTicket } from './live/live-stream.ts';
import { deleteOwnMessages, listMessages, listUnread, markRead, messageItems } from './messages.ts';

/** All but `messages.zip`, which is served with the downloads. */
export const messageRoutes: Served[] = [
  serve(messages.unread, listUnread),
  serve(messages.list, listMessages),
  serve(messages.items, messageItems),
  serve(messages.markRead, markRead),
  serve(messages.delete, deleteOwnMessages),
  serve(session.streamTicket, streamTicket),
];

export const messageFiles: ServedFile[] = [liveStreamFile];

export const messageSubscribers: Subscriber[] = [liveChanges, endedStreams];
