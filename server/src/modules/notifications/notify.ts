import type { CodeName } from '@dossier/contract/core/codes';
import { msgType } from '@dossier/contract/notifications/messages';
import type { Db } from '../../platform/db/database.ts';
import { deliverTo } from '../../platform/events/outbox.queries.ts';
import { newId } from '../../platform/ids.ts';
import { findPerson } from '../identity/users.ts';
import { messagesChanged } from './events.ts';
import { insertMessage } from './messages.queries.ts';

/** The facts of each message kind, besides its item. */
interface FactsOf {
  rightGiven: { byName: string; level: number };
  rightTaken: { byName: string };
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
  flowGivenUp: { byName: string };
  /** The absent user, and the first day of absence. */
  flowStandIn: { byName: string; day: string };
  extracted: { count: number };
  /** Files and folders placed before the failure; none, unless the archive held many. */
  extractFailed: { reason: CodeName; count: number; folders?: number };
}

export type NotificationKind = keyof typeof msgType;

/** A message kind with its facts. */
export type NotificationFacts = { [K in NotificationKind]: { kind: K; facts: FactsOf[K] } }[NotificationKind];

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
  at: number;
};

/** Stores a message for a user, in the transaction of its cause; open clients are notified after the commit. */
export async function notify(db: Db, notification: Notification): Promise<void> {
  // the user was removed meanwhile
  if ((await findPerson(db, notification.personId)) === undefined) return;
  await insertMessage(db, {
    id: newId(),
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
  await noteMessagesChanged(db, notification.personId, notification.at);
}

/** Notifies the open clients of a user, after the commit, that messages arrived, were read or were removed. */
export const noteMessagesChanged = (db: Db, personId: number, at: number) =>
  deliverTo(db, liveSubscriberName, { event: messagesChanged, data: { personId }, dedupe: String(personId), at });
