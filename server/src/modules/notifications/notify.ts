import type { CodeName } from '@dossier/contract/core/codes';
import { msgType } from '@dossier/contract/notifications/messages';
import type { Db } from '../../platform/db/database.ts';
import { deliverTo } from '../../platform/events/outbox.queries.ts';
import { newId } from '../../platform/ids.ts';
import { findPerson } from '../identity/users.ts';
import { messagesChanged } from './events.ts';
import { insertMessage } from './messages.queries.ts';

/** What a message of each kind says beside the item it is about. */
interface FactsOf {
  rightGiven: { byName: string; level: number };
  rightTaken: { byName: string };
  /** Within how many days a right of the person's ends. */
  rightEnding: { level: number; days: number };
  /** The same of a right that the person gave, and to whom. */
  givenEnding: { to: string; level: number; days: number };
  /** The rights on a cabinet are to be looked through again. */
  reviewDue: Record<string, never>;
  zipReady: Record<string, never>;
  zipFailed: { reason: CodeName };
  /** Where somebody signed in who has the person's password: browser or program and system by name, empty where they do not tell. */
  newDevice: { browser: string; system: string; address: string };
  /** Devices that an administrator signed the person out on: browser, system and address of each. */
  sessionEnded: { devices: string };
  /** What the account elsewhere belongs to. */
  untied: { where: string };
  /** Where an account is, and what it is called there, that signs the person in from now on. */
  tied: { where: string; shown: string };
  /** Where the accounts are that a new password unbound. */
  unbound: { where: string };
  /** What the person called the passkey. */
  passkeyAdded: { passkey: string };
  passkeyRemoved: { passkey: string };
  /** What the person called the device that opens the sync disk. */
  diskDeviceAdded: { device: string };
  /** All passkeys went with the password before. */
  passkeysReset: Record<string, never>;
  /** Let into a space as a guest, and out of it: `name` is the organisation. */
  spaceJoined: { byName: string };
  spaceLeft: { byName: string };
  /** Who looked as the person, and for how long. */
  viewedAs: { byName: string; minutes: number };
  /** How full the own area is, an organisation (`name`), or one of the numbers that the licence gives. */
  ownAreaNear: { percent: number };
  spaceNear: { percent: number };
  licenceNear: { what: 'bytes' | 'people' | 'guests' | 'organisations'; percent: number };
  /** On which day the licence ends or ended. */
  licenceEnds: { day: string };
  licenceEnded: { day: string };
  /** A colleague shared something: `name` is what the share is called. */
  shareReceived: { byName: string };
  /** Somebody opened a share for the first time: their address, as proven or as of the network. */
  shareOpened: { visitor: string };
  /** Visitors sent files or new versions: how many, and who, as far as is known. */
  shareArrived: { visitor: string; count: number };
  /** Sensitive words are in so many items of the person, of which `name` is one; and in so many of the organisation. */
  wordsInOwn: { count: number };
  wordsFound: { count: number };
  /** Who called a meeting, moved it, called it off. */
  meetingInvited: { byName: string };
  meetingMoved: { byName: string };
  meetingCancelled: { byName: string };
  /** It begins within a day. */
  meetingSoon: Record<string, never>;
  /** Who gave it, and what is to be done: `name` is the meeting. */
  taskGiven: { byName: string; task: string };
  /** Who asks. */
  voteOpened: { byName: string };
  scoreAsked: { byName: string };
  /** About a flow: who applied, urged, decided. */
  flowWaiting: { byName: string };
  flowUrged: { byName: string };
  flowDue: { byName: string };
  flowEscalated: { byName: string };
  flowReturned: { byName: string };
  flowPassed: { byName: string };
  flowRejected: { byName: string };
  flowWithdrawn: { byName: string };
  flowNotified: { byName: string };
  /** Somebody is away, and from which day on. */
  flowStandIn: { byName: string; day: string };
  extracted: { count: number };
  /** How many of its files and folders had been placed before; none, unless it held many. */
  extractFailed: { reason: CodeName; count: number; folders?: number };
}

export type NotificationKind = keyof typeof msgType;

/** A kind with its facts. */
export type NotificationFacts = { [K in NotificationKind]: { kind: K; facts: FactsOf[K] } }[NotificationKind];

/** The listener that shows open clients what changed. */
export const liveSubscriberName = 'messages.live';

/** A message to a person: what happened, to which item, under which name and extension. */
export type Notification = NotificationFacts & {
  personId: number;
  spaceId?: number;
  objType?: number;
  objId?: number;
  name?: string;
  ext?: string;
  at: number;
};

/** Leaves a person a message, in the transaction of what it speaks of; open clients are told after the commit. */
export async function notify(db: Db, told: Notification): Promise<void> {
  // removed since: a job that was on its way tells nobody
  if ((await findPerson(db, told.personId)) === undefined) return;
  await insertMessage(db, {
    id: newId(),
    person_id: told.personId,
    organisation_id: told.spaceId ?? 0,
    kind: msgType[told.kind],
    facts: JSON.stringify(told.facts),
    obj_type: told.objType ?? null,
    obj_id: told.objId ?? null,
    name: told.name ?? null,
    ext: told.ext ?? null,
    created_at: told.at,
  });
  await noteMessagesChanged(db, told.personId, told.at);
}

/** Lets the open clients of a person hear, after the commit, that messages came, were read or went. */
export const noteMessagesChanged = (db: Db, personId: number, at: number) =>
  deliverTo(db, liveSubscriberName, { event: messagesChanged, data: { personId }, dedupe: String(personId), at });
