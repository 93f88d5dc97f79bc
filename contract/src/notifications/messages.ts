import { z } from 'zod';
import { refusedAs } from '../core/codes.ts';
import { get, post } from '../core/route.ts';
import { Flag, Id, Ids, Int, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';

/** Types of messages: 27 is a zip that is ready for download, the others name what happened to `objId`. */
export const msgType = {
  spaceJoined: 36,
  spaceLeft: 37,
  zipReady: 27,
  rightGiven: 21,
  rightTaken: 22,
  zipFailed: 28,
  extracted: 23,
  extractFailed: 24,
  newDevice: 25,
  untied: 33,
  tied: 34,
  unbound: 35,
  passkeyAdded: 29,
  passkeyRemoved: 30,
  passkeysReset: 38,
  diskDeviceAdded: 41,
  sessionEnded: 40,
  viewedAs: 39,
  rightEnding: 51,
  givenEnding: 52,
  reviewDue: 53,
  releaseAsked: 54,
  releaseRefused: 55,
  commentMention: 56,
  commentReply: 57,
  commentNew: 58,
  acknowledgeAsked: 65,
  acknowledgeReminder: 66,
  acknowledgeOverdue: 67,
  acknowledgeComplete: 68,
  acknowledgeOpen: 69,
  documentSigned: 70,
  ownAreaNear: 60,
  spaceNear: 61,
  licenceNear: 62,
  licenceEnds: 63,
  licenceEnded: 64,
  shareReceived: 71,
  shareOpened: 72,
  shareArrived: 73,
  shareEdited: 74,
  shareCommented: 75,
  wordsInOwn: 101,
  wordsFound: 102,
  virusInOwn: 152,
  virusFound: 153,
  meetingInvited: 81,
  meetingMoved: 82,
  meetingCancelled: 83,
  meetingSoon: 84,
  taskGiven: 85,
  voteOpened: 86,
  scoreAsked: 87,
  accessAsked: 159,
  accessDeclined: 160,
  flowWaiting: 141,
  flowUrged: 142,
  flowDue: 143,
  flowEscalated: 144,
  flowReturned: 145,
  flowPassed: 146,
  flowRejected: 147,
  flowWithdrawn: 148,
  flowNotified: 149,
  flowStandIn: 150,
  flowDelayed: 151,
  documentExpiring: 154,
  documentReviewDue: 155,
  followedChanged: 156,
  mailFailing: 157,
  flowGivenUp: 158,
  flowMessage: 161,
  subflowFailed: 162,
  flowLooped: 163,
} as const;

/** The name of a type. */
export type NotificationType = keyof typeof msgType;

/** The `objType` of messages about meetings, votes and score sheets, which are no items. */
export const messageObject = { meeting: 11, vote: 15, score: 16 } as const;

/** A message to a user. `objType` 14 flow, 32 folder, otherwise document. */
export const Message = z.object({
  id: Id,
  msgType: z.number(),
  content: Text,
  createdDt: Time,
  read: z.boolean(),
  objType: z.number().optional(),
  objId: Id.optional(),
  /** The item inside its subject that it leads to. */
  itemId: Id.optional(),
  name: Text.optional(),
  ext: Text.optional(),
  path: Text.optional(),
  /** The space of its subject, where that is not the current one; the subject can be opened only there. */
  spaceId: Id.optional(),
  spaceName: Text.optional(),
});
export type Message = z.infer<typeof Message>;

export const messages = {
  unread: get('/msg/unRead', {
    access: 'session',
    does: 'The newest unread messages and how many there are',
    input: z.object({ pageSize: Int.default(5).pipe(z.number().min(1).max(50)) }),
    output: z.object({ list: z.array(Message), totalNumber: z.number() }),
  }),
  list: get('/msg/pageList', {
    access: 'session',
    does: 'All messages, newest first',
    input: z.object({ ...pageFields, pageSize: Int.default(15).pipe(z.number().min(1).max(50)), unread: Flag.optional() }),
    output: paged(Message),
  }),
  items: get('/msg/objList', {
    access: 'session',
    does: 'What a message speaks of',
    input: z.object({ msgId: Id }),
    output: z.array(z.object({ objId: Id, objType: z.number(), name: Text, ext: Text.optional() })),
  }),
  markRead: post('/msg/read', {
    access: 'session',
    repeats: true,
    does: 'Mark messages as read; without ids all of them',
    input: z.object({ ids: Ids.optional() }),
    output: Nothing,
  }),
  delete: post('/msg/delete', {
    access: 'session',
    does: 'Delete own messages for good: these, or all up to one, so that what arrives meanwhile is kept; 4641 for neither',
    input: z.object({ ids: Ids.optional(), until: Id.optional() }).refine(({ ids, until }) => ids !== undefined || until !== undefined, {
      message: refusedAs('nothingSelected'),
    }),
    output: Nothing,
  }),
  zip: get('/msg/zip', {
    access: 'session',
    does: 'Where to fetch the zip that a message announces',
    input: z.object({ id: Id }),
    output: z.object({ downloadUrl: Text, fileName: Text }),
  }),
};
