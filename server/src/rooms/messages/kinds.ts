import type { CodeName } from '@dossier/contract/codes';
import type { msgType } from '@dossier/contract/messages';

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

export type Kind = keyof typeof msgType;

/** A kind with its facts. */
export type Fact = { [K in Kind]: { kind: K; facts: FactsOf[K] } }[Kind];
