import { session } from '@dossier/contract/identity/sessions';
import { emails } from '@dossier/contract/notifications/emails';
import { messages } from '@dossier/contract/notifications/messages';
import { push } from '@dossier/contract/notifications/push';
import type { Subscriber } from '../../platform/events/outbox.ts';
import { type Served, type ServedFile, serve, serveSlow } from '../../platform/http/serve.ts';
import { chooseEmails, showDelivery, showEmailChoices } from './emails/email-choices.ts';
import { unsubscribeFiles } from './emails/unsubscribe.ts';
import { endedStreams, liveChanges, liveStreamFile, streamTicket } from './live/live-stream.ts';
import { choosePush, showPush, subscribeToPush, unsubscribeFromPush } from './push/push-devices.ts';
import { deleteOwnMessages, listMessages, listUnread, markRead, messageItems } from './messages.ts';

/** All but `messages.zip`, which is served with the downloads. */
export const messageRoutes: Served[] = [
  serve(messages.unread, listUnread),
  serve(messages.list, listMessages),
  serve(messages.items, messageItems),
  serve(messages.markRead, markRead),
  serve(messages.delete, deleteOwnMessages),
  serveSlow(session.streamTicket, streamTicket),
  serve(emails.choices, showEmailChoices),
  serve(emails.choose, chooseEmails),
  serve(emails.delivery, showDelivery),
  serveSlow(push.state, showPush),
  serveSlow(push.subscribe, subscribeToPush),
  serve(push.unsubscribe, unsubscribeFromPush),
  serve(push.choose, choosePush),
];

export const messageFiles: ServedFile[] = [liveStreamFile, ...unsubscribeFiles];

export const messageSubscribers: Subscriber[] = [liveChanges, endedStreams];
