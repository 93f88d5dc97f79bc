import { z } from 'zod';
import { EmailFrequency, emailFrequencies, emailKinds } from '../core/site-settings.ts';
import { get, post } from '../core/route.ts';
import { Int, Nothing, Text, Time } from '../core/shapes.ts';
import type { NotificationType } from './messages.ts';

export type EmailKind = (typeof emailKinds)[number];

/** Kinds of notifications that go out by email: those that users choose for themselves, and what concerns their account, which is always sent at once. */
export type EmailLineKind = EmailKind | 'security';

/**
 * The kind of each type of notification. What is missing here is not sent by email: it is of no use later, or it has an email of its own, such as a sign-in
 * on a new device; and that access was revoked would name what its reader can no longer see.
 */
export const emailKindOf: Partial<Record<NotificationType, EmailLineKind>> = {
  flowWaiting: 'approvals',
  flowUrged: 'approvals',
  flowDue: 'approvals',
  flowEscalated: 'approvals',
  flowReturned: 'approvals',
  flowPassed: 'approvals',
  flowRejected: 'approvals',
  flowWithdrawn: 'approvals',
  flowNotified: 'approvals',
  flowStandIn: 'approvals',
  flowDelayed: 'approvals',
  flowGivenUp: 'approvals',
  flowMessage: 'approvals',
  subflowFailed: 'approvals',
  flowLooped: 'approvals',
  documentSigned: 'approvals',
  acknowledgeAsked: 'tasks',
  acknowledgeReminder: 'tasks',
  acknowledgeOverdue: 'tasks',
  acknowledgeComplete: 'tasks',
  acknowledgeOpen: 'tasks',
  taskGiven: 'tasks',
  accessAsked: 'tasks',
  releaseAsked: 'tasks',
  commentMention: 'comments',
  commentReply: 'comments',
  commentNew: 'comments',
  shareCommented: 'comments',
  rightGiven: 'shares',
  accessDeclined: 'shares',
  shareReceived: 'shares',
  shareOpened: 'shares',
  shareArrived: 'shares',
  shareEdited: 'shares',
  rightEnding: 'expiring',
  givenEnding: 'expiring',
  reviewDue: 'reviews',
  documentExpiring: 'reviews',
  documentReviewDue: 'reviews',
  virusInOwn: 'reviews',
  virusFound: 'reviews',
  wordsInOwn: 'reviews',
  wordsFound: 'reviews',
  followedChanged: 'followed',
  meetingInvited: 'meetings',
  meetingMoved: 'meetings',
  meetingCancelled: 'meetings',
  meetingSoon: 'meetings',
  voteOpened: 'meetings',
  scoreAsked: 'meetings',
  ownAreaNear: 'site',
  spaceNear: 'site',
  licenceNear: 'site',
  licenceEnds: 'site',
  licenceEnded: 'site',
  untied: 'security',
  sessionEnded: 'security',
  diskDeviceAdded: 'security',
  viewedAs: 'security',
  spaceJoined: 'security',
  spaceLeft: 'security',
};

/** An IANA time zone that this server knows. */
const Zone = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }) instanceof Intl.DateTimeFormat;
    } catch {
      return false;
    }
  }, 'zone');

const frequencies = Object.fromEntries(emailKinds.map((kind) => [kind, EmailFrequency])) as Record<EmailKind, typeof EmailFrequency>;
const Hour = Int.pipe(z.number().min(0).max(23));

export const emails = {
  choices: get('/msg/emails/choices', {
    access: 'session',
    does: 'Which notifications the caller gets by email, and when: what they chose, otherwise the defaults of the site',
    input: Nothing,
    output: z.object({
      /** Whether the site sends emails. */
      enabled: z.boolean(),
      /** The confirmed address; without one no notification is sent by email. */
      address: Text.optional(),
      kinds: z.object(frequencies),
      /** The defaults of the site. */
      defaults: z.object(frequencies),
      digestHour: z.number(),
      /** The time zone of the hour; empty until one is chosen, when the hour is in UTC. */
      zone: Text,
    }),
  }),
  choose: post('/msg/emails/choose', {
    access: 'session',
    does: 'Choose which notifications to get by email, and when; what is left out stays as it is. Notifications that wait for an email follow the new choice',
    input: z.object({
      kinds: z.partialRecord(z.enum(emailKinds), z.enum(emailFrequencies)).default({}),
      digestHour: Hour.optional(),
      zone: Zone.optional(),
    }),
    output: Nothing,
  }),
  delivery: get('/site/mail/delivery', {
    access: 'settings.edit',
    does: 'Whether the mail server takes the emails of the site: since when it fails, with its last answer, and how many notification emails wait',
    input: Nothing,
    output: z.object({
      failingSince: Time.optional(),
      nextTry: Time.optional(),
      /** The reply of the mail server, or the connection error. */
      problem: Text,
      waiting: z.number(),
    }),
  }),
};
