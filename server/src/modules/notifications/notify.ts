import type { ActivityLine } from '@dossier/contract/activity/activity';
import type { CodeName } from '@dossier/contract/core/codes';
import { emailKindOf } from '@dossier/contract/notifications/emails';
import { type NotificationType, msgType } from '@dossier/contract/notifications/messages';
import type { Db } from '../../platform/db/database.ts';
import { deliverTo } from '../../platform/events/outbox.queries.ts';
import { newId } from '../../platform/ids.ts';
import { mailIsOn } from '../../platform/mail/outgoing-mail.ts';
import { findPerson } from '../identity/users.ts';
import { putEmailLine } from './emails/emails.queries.ts';
import { messagesChanged } from './events.ts';
import { putPushLines } from './push/push.queries.ts';
import { insertMessage, unreadMessageOf, updateMessageFacts } from './messages.queries.ts';

/** The facts of each message kind, besides its item. */
interface FactsOf {
  rightGiven: { byName: string; level: number };
  rightTaken: { byName: string };
  /** Who asks for access to an item of the user. */
  accessAsked: { byName: string };
  /** Who declined a request of the user for access. */
  accessDeclined: { byName: string };
  /** Days until a right of the user ends. */
  rightEnding: { level: number; days: number };
  /** Days until a right ends that the user gave, and to whom. */
  givenEnding: { to: string; level: number; days: number };
  /** The rights on a cabinet are due for review. */
  reviewDue: Record<string, never>;
  zipReady: Record<string, never>;
  zipFailed: { reason: CodeName };
  /** A sign-in with the user's password: browser or program and system by name, empty when unknown. */
  newDevice: { browser: string; system: string; address: string };
  /** Devices that an administrator signed the user out on: browser, system and address of each. */
  sessionEnded: { devices: string };
  /** The provider of the unlinked account. */
  untied: { where: string };
  /** The provider of the linked account, and the account's name there. */
  tied: { where: string; shown: string };
  /** The providers of the accounts that a password reset unlinked. */
  unbound: { where: string };
  /** The name of the passkey. */
  passkeyAdded: { passkey: string };
  passkeyRemoved: { passkey: string };
  /** The name of the sync disk device. */
  diskDeviceAdded: { device: string };
  /** A password reset removed all passkeys. */
  passkeysReset: Record<string, never>;
  /** Added to a space as a guest, and removed: `name` is the organisation. */
  spaceJoined: { byName: string };
  spaceLeft: { byName: string };
  /** The viewer of a view-as session, and its duration. */
  viewedAs: { byName: string; minutes: number };
  /** Who waits for a document that the user has locked. */
  releaseAsked: { byName: string; byId?: number };
  /** Who keeps a document for now that the user asked for. */
  releaseRefused: { byName: string };
  /** Who wrote a comment on a document: one that mentions the user, a reply in a thread of theirs, or any on a document of theirs. */
  commentMention: { byName: string };
  commentReply: { byName: string };
  commentNew: { byName: string };
  /** Who asks to read a document and to acknowledge it; reminds of that; when its date is over. */
  acknowledgeAsked: { byName: string };
  acknowledgeReminder: { byName: string };
  acknowledgeOverdue: { byName: string };
  /** Everybody has acknowledged a document; or its date is over, and so many have not. */
  acknowledgeComplete: { count: number };
  acknowledgeOpen: { count: number };
  /** Who signed a document of the user, or one that the user has signed. */
  documentSigned: { byName: string };
  /** Days until a document of the user expires, or is to be reviewed; 0: it has, or is. */
  documentExpiring: { days: number };
  documentReviewDue: { days: number };
  /** Usage of the own area, an organisation (`name`), or a limit of the licence. */
  ownAreaNear: { percent: number };
  spaceNear: { percent: number };
  licenceNear: { what: 'bytes' | 'people' | 'guests' | 'organisations'; percent: number };
  /** The day on which the licence ends or ended. */
  licenceEnds: { day: string };
  licenceEnded: { day: string };
  /** A colleague shared items: `name` is the name of the share. */
  shareReceived: { byName: string };
  /** First opening of a share: the visitor's verified mail address, or the network address. */
  shareOpened: { visitor: string };
  /** Files submitted by visitors: their number, and the visitor as far as known. */
  shareArrived: { visitor: string; count: number };
  /** Visitors edited the document, or uploaded a version of it: the label of the version. */
  shareEdited: { visitor: string; version: string };
  /** A visitor of a link of the user began a thread of comments on the document. */
  shareCommented: { visitor: string };
  /** Number of the user's items with sensitive words, `name` is one of them; and number in the organisation. */
  wordsInOwn: { count: number };
  wordsFound: { count: number };
  /** A scanner found a virus in a document that the user uploaded, or could not judge it (`threat` is empty); and the same for the security office. */
  virusInOwn: { threat: string };
  virusFound: { threat: string };
  /** Who invited to a meeting, moved it, cancelled it. */
  meetingInvited: { byName: string };
  meetingMoved: { byName: string };
  meetingCancelled: { byName: string };
  /** A meeting begins within a day. */
  meetingSoon: Record<string, never>;
  /** Who assigned the task, and its text: `name` is the meeting. */
  taskGiven: { byName: string; task: string };
  /** Who opened the vote, or asks for a score. */
  voteOpened: { byName: string };
  scoreAsked: { byName: string };
  /** Workflow messages: who applied, urged, decided. */
  flowWaiting: { byName: string };
  flowUrged: { byName: string };
  flowDue: { byName: string };
  flowEscalated: { byName: string };
  flowReturned: { byName: string };
  flowPassed: { byName: string };
  flowRejected: { byName: string };
  flowWithdrawn: { byName: string };
  flowNotified: { byName: string };
  /** Who applied. */
  flowDelayed: { byName: string };
  flowGivenUp: { byName: string; isCanceled?: true };
  /** What a step of a flow tells. */
  flowMessage: { text: string };
  /** Who applied. */
  subflowFailed: { byName: string };
  /** The name of the template. */
  flowLooped: { byName: string };
  /** The absent user, and the first day of absence. */
  flowStandIn: { byName: string; day: string };
  /** Others changed something in an item that the user follows: the newest of it, and how many more changes there are. */
  followedChanged: {
    news: Pick<ActivityLine, 'kind' | 'userName' | 'visitor' | 'items' | 'count' | 'more' | 'version' | 'oldName'>;
    further: number;
  };
  /** Emails wait, as the mail server has not taken any for hours: its last answer. */
  mailFailing: { answer: string };
  extracted: { count: number };
  /** Files and folders placed before the failure; none, unless the archive held many. */
  extractFailed: { reason: CodeName; count: number; folders?: number };
}

export type NotificationKind = NotificationType;

/** A message kind with its facts. */
export type NotificationFacts = { [K in NotificationKind]: { kind: K; facts: FactsOf[K] } }[NotificationKind];

/** What an email adds to the sentence of a notification, as far as it is known. Times are in milliseconds. */
export interface EmailDetails {
  note?: string;
  /** The label of the version that is to be read. */
  version?: string;
  dueAt?: number;
  startsAt?: number;
  endsAt?: number;
  place?: string;
  link?: string;
  /** The path of a calendar file. */
  calendar?: string;
  /** It is not sent after this time. */
  until?: number;
}

/** The subscriber that notifies open clients of changed messages. */
export const liveSubscriberName = 'messages.live';

/** A message to a user: the event and its item, with name and extension. */
export type Notification = NotificationFacts & {
  personId: number;
  spaceId?: number;
  objType?: number;
  objId?: number;
  name?: string;
  ext?: string;
  /** What an email adds to the sentence. */
  details?: EmailDetails;
  /** An unread message of this kind about the item tells the newest facts instead of a second one. */
  once?: boolean;
  at: number;
};

/** Stores a message for a user, in the transaction of its cause, and what is to go out by email; open clients are notified after the commit. */
export async function notify(db: Db, notification: Notification): Promise<void> {
  // the user was removed meanwhile
  if ((await findPerson(db, notification.personId)) === undefined) return;
  const unread = notification.once === true ? await unreadMessageAbout(db, notification) : undefined;
  if (unread !== undefined) {
    await updateMessageFacts(db, unread, JSON.stringify(notification.facts));
    await noteMessagesChanged(db, notification.personId, notification.at);
    return queueEmailLine(db, unread, notification);
  }
  const id = newId();
  await insertMessage(db, {
    id,
    person_id: notification.personId,
    organisation_id: notification.spaceId ?? 0,
    kind: msgType[notification.kind],
    facts: JSON.stringify(notification.facts),
    obj_type: notification.objType ?? null,
    obj_id: notification.objId ?? null,
    name: notification.name ?? null,
    ext: notification.ext ?? null,
    created_at: notification.at,
  });
  await queueEmailLine(db, id, notification);
  await queuePush(db, id, notification);
  await noteMessagesChanged(db, notification.personId, notification.at);
}

const unreadMessageAbout = (db: Db, { personId, kind, objId = 0 }: Notification): Promise<number | undefined> =>
  unreadMessageOf(db, { personId, kind: msgType[kind], objId });

/** Keeps a notification for the emails of its user: one line for each type and subject, which tells the newest and how often it came. */
async function queueEmailLine(db: Db, messageId: number, notification: Notification): Promise<void> {
  const kind = emailKindOf[notification.kind];
  if (kind === undefined || !(await mailIsOn(db))) return;
  await putEmailLine(db, {
    id: newId(),
    person_id: notification.personId,
    message_id: messageId,
    kind,
    type: msgType[notification.kind],
    organisation_id: notification.spaceId ?? 0,
    facts: JSON.stringify(notification.facts),
    details: JSON.stringify(notification.details ?? {}),
    obj_type: notification.objType ?? 0,
    obj_id: notification.objId ?? 0,
    name: notification.name ?? '',
    times: 1,
    created_at: notification.at,
    due_at: notification.at,
    email_id: 0,
  });
}

/** Keeps a notification for the browsers of its user, if it is worth an email. */
async function queuePush(db: Db, messageId: number, { kind: type, personId, at }: Notification): Promise<void> {
  const kind = emailKindOf[type];
  if (kind !== undefined) await putPushLines(db, { messageId, personId, kind, at });
}

/** Notifies the open clients of a user, after the commit, that messages arrived, were read or were removed. */
export const noteMessagesChanged = (db: Db, personId: number, at: number) =>
  deliverTo(db, liveSubscriberName, { event: messagesChanged, data: { personId }, dedupe: String(personId), at });
