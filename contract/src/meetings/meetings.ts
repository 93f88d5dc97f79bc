import { z } from 'zod';
import { granteeTypes } from '../core/rights.ts';
import { get, post } from '../core/route.ts';
import { Flag, Id, Int, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';

/** Limits of one meeting, and of the users named in one call. */
export const meetingLimits = { people: 500, invited: 50, items: 100, papers: 100, tasks: 200, minutes: 200_000 } as const;

/** The state of a meeting. */
export const meetingStates = ['planned', 'running', 'ended', 'archived', 'cancelled'] as const;
export type MeetingState = (typeof meetingStates)[number];

/** Answers to an invitation. */
export const invitationAnswers = ['open', 'yes', 'perhaps', 'no'] as const;
export type InvitationAnswer = (typeof invitationAnswers)[number];

/** A meeting as lists show it. */
export const MeetingRow = z.object({
  id: Id,
  title: Text,
  startTime: Time,
  endTime: Time,
  place: Text,
  state: z.enum(meetingStates),
  hostName: Text,
  /** The caller's answer. */
  answer: z.enum(invitationAnswers),
  /** Whether the caller leads it, as organiser, host or secretary. */
  leads: z.boolean(),
});
export type MeetingRow = z.infer<typeof MeetingRow>;

/** An item of the agenda. */
export const AgendaItem = z.object({ id: Id, title: Text, presenter: Text, minutes: z.number(), notes: Text });
export type AgendaItem = z.infer<typeof AgendaItem>;

/** A document of the agenda, with the revision that it had when it was added. */
export const AgendaDocument = z.object({
  id: Id,
  /** Its agenda item; absent where it belongs to the whole meeting. */
  itemId: Id.optional(),
  /** The document and its revision; absent where the caller may not view it. */
  documentId: Id.optional(),
  revisionId: Id.optional(),
  name: Text,
  ext: Text,
  version: z.number(),
  versionLabel: Text,
  /** Whether the caller may view it now. */
  open: z.boolean(),
  /** There is a newer revision. */
  newer: z.boolean(),
  /** The caller added it, and may remove it. */
  own: z.boolean(),
});
export type AgendaDocument = z.infer<typeof AgendaDocument>;

/** A meeting with its plan. */
export const Meeting = MeetingRow.extend({
  description: Text,
  /** The link of a video conference. */
  link: Text,
  organiserId: Id,
  organiserName: Text,
  hostId: Id,
  secretaryId: Id.optional(),
  secretaryName: Text,
  /** Rises with each change of the agenda. */
  version: z.number(),
  /** Whether the caller has checked in. */
  present: z.boolean(),
  counts: z.object({ invited: z.number(), yes: z.number(), perhaps: z.number(), no: z.number(), present: z.number() }),
  agenda: z.array(AgendaItem),
  papers: z.array(AgendaDocument),
});
export type Meeting = z.infer<typeof Meeting>;

/** A person invited to a meeting. */
export const Attendee = z.object({
  id: Id,
  name: Text,
  answer: z.enum(invitationAnswers),
  present: z.boolean(),
  /** When they checked in, or were checked in. */
  signTime: Time.optional(),
  /** Leads the meeting: cannot be removed. */
  leads: z.boolean(),
});
export type Attendee = z.infer<typeof Attendee>;

/** Whom to invite: users, and the current members of a group, a department, a role or the organisation. */
export const Invited = z.array(z.object({ granteeType: z.enum(granteeTypes), granteeId: Id })).max(meetingLimits.invited);

const Title = z.string().trim().min(1).max(200);
const Place = z.string().trim().max(200);
const Description = z.string().trim().max(4000);
/** Only schemes that a browser opens as a page: a pressed link must not run a script. */
const Link = z
  .string()
  .trim()
  .max(1000)
  .regex(/^(https?:\/\/[^\s"<>]+)?$/i, 'link');
const AMeeting = z.object({ id: Id });

export const meetings = {
  list: get('/meeting/pageList', {
    access: 'session',
    does: 'The meetings that the caller is invited to, by time; those to come, or from a day on, earliest first, others latest first',
    input: z.object({
      ...pageFields,
      state: z.enum(meetingStates).optional(),
      keyword: z.string().max(200).optional(),
      from: Time.optional(),
      /** Exclusive. */
      to: Time.optional(),
      /** Those that run or are still to come, or the others; all where absent. */
      when: z.enum(['coming', 'past']).optional(),
    }),
    output: paged(MeetingRow),
  }),
  coming: get('/meeting/coming', {
    access: 'session',
    does: 'The meetings of the caller that run or are still to come, earliest first',
    input: z.object({ pageSize: Int.default(8).pipe(z.number().min(1).max(50)) }),
    output: z.object({ list: z.array(MeetingRow) }),
  }),
  show: get('/meeting/detail', {
    access: 'session',
    does: 'A meeting that the caller is invited to, with its agenda and papers',
    input: AMeeting,
    output: Meeting,
  }),
  people: get('/meeting/people', {
    access: 'session',
    does: 'Who is invited to a meeting, what they answered, and who is there',
    input: AMeeting,
    output: z.object({ list: z.array(Attendee) }),
  }),
  create: post('/meeting/create', {
    access: 'session',
    does: 'Call a meeting; whoever is invited gets a message, and a letter where mail is set up',
    input: z.object({
      title: Title,
      startTime: Time,
      endTime: Time,
      place: Place.default(''),
      link: Link.default(''),
      description: Description.default(''),
      /** The organiser where absent. */
      hostId: Id.optional(),
      secretaryId: Id.optional(),
      invited: Invited.default([]),
    }),
    output: z.object({ id: Id }),
  }),
  update: post('/meeting/update', {
    access: 'session',
    does: 'Change a meeting that the caller leads; who is invited is told where time or place change',
    input: z.object({
      id: Id,
      title: Title.optional(),
      startTime: Time.optional(),
      endTime: Time.optional(),
      place: Place.optional(),
      link: Link.optional(),
      description: Description.optional(),
      hostId: Id.optional(),
      secretaryId: Id.optional(),
    }),
    output: Nothing,
  }),
  setState: post('/meeting/state', {
    access: 'session',
    does: 'Begin, end, begin again, call off or plan again a meeting that the caller leads',
    input: z.object({ id: Id, state: z.enum(['planned', 'running', 'ended', 'cancelled']) }),
    output: Nothing,
  }),
  invite: post('/meeting/invite', {
    access: 'session',
    does: 'Invite more people to a meeting that the caller leads',
    input: z.object({ id: Id, invited: Invited.min(1) }),
    output: z.object({ added: z.number() }),
  }),
  leaveOut: post('/meeting/leaveOut', {
    access: 'session',
    does: 'Take back the invitation of somebody who does not lead the meeting',
    input: z.object({ id: Id, userId: Id }),
    output: Nothing,
  }),
  answer: post('/meeting/answer', {
    access: 'session',
    does: 'Say whether one comes',
    input: z.object({ id: Id, answer: z.enum(['yes', 'perhaps', 'no']) }),
    output: Nothing,
  }),
  sign: post('/meeting/sign', {
    access: 'session',
    does: 'Sign in to a running meeting; who leads it also signs in others, and takes that back',
    input: z.object({ id: Id, userId: Id.optional(), present: Flag.default(true) }),
    output: Nothing,
  }),
  saveAgenda: post('/meeting/agenda/save', {
    access: 'session',
    does: 'Write the agenda: all items in their order, in place of those before. Items that stay bring their ids',
    input: z.object({
      id: Id,
      /** `version` as shown: 1008 where another user changed it meanwhile. */
      version: Int,
      agenda: z
        .array(
          z.object({
            id: Id.optional(),
            title: Title,
            presenter: z.string().trim().max(100).default(''),
            minutes: Int.default(0).pipe(z.number().min(0).max(1440)),
            notes: z.string().trim().max(4000).default(''),
          }),
        )
        .max(meetingLimits.items),
    }),
    output: z.object({ version: z.number() }),
  }),
  calendar: get('/meeting/calendar', {
    access: 'session',
    does: 'Where the meeting can be fetched for a calendar (iCalendar)',
    input: AMeeting,
    output: z.object({ url: Text }),
  }),
};

export const agendaDocuments = {
  add: post('/meeting/paper/add', {
    access: 'session',
    does: 'Put a document on the agenda of a meeting that the caller leads: until the meeting is archived, who is invited may look at this revision of it',
    input: z.object({ id: Id, objId: Id, currentRev: Id.optional(), agendaId: Id.optional() }),
    output: z.object({ id: Id }),
  }),
  remove: post('/meeting/paper/remove', {
    access: 'session',
    does: 'Take a document off an agenda: whoever leads the meeting, and until it is archived whoever put the document there',
    input: AMeeting,
    output: Nothing,
  }),
};
