import { z } from 'zod';
import { granteeTypes } from '../core/rights.ts';
import { get, post } from '../core/route.ts';
import { Id, Int, Lang, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';

/** The most people who are asked to acknowledge a version. */
export const maxAskedPeople = 2000;
/** The most principals by which they are named. */
export const maxAskedPrincipals = 50;
/** The most characters of what the asker says to them. */
export const maxAskNoteLength = 200;
/** The most names of left out people in one answer. */
export const mostNamedLeftOut = 50;
/** People are reminded by hand at most once in this time, in milliseconds. */
export const remindPauseMs = 3_600_000;

/** With which later versions the same principals are asked again: with none, with each major version, with every version. */
export const renewals = ['never', 'major', 'every'] as const;
export type Renewal = (typeof renewals)[number];

/** Which of the people are listed: those who have not acknowledged, those who have, or all. */
export const askedStates = ['pending', 'done', 'all'] as const;
export type AskedState = (typeof askedStates)[number];

const AskedPrincipal = z.object({ granteeType: z.enum(granteeTypes), granteeId: Id });

/** A request to acknowledge a version of a document: that one has read and understood it. */
const RequestFacts = z.object({
  id: Id,
  revisionId: Id,
  /** Empty once that version is deleted. */
  revisionLabel: Text,
  note: Text.optional(),
  dueTime: Time.optional(),
  renewal: z.enum(renewals),
  creatorName: Text,
  createTime: Time,
});

/** How many of those who were asked have acknowledged. */
const Counts = z.object({ asked: z.number(), done: z.number() });

/** A request as it is shown to who manages the document. */
export const AcknowledgementRequest = RequestFacts.extend({ ...Counts.shape, closedTime: Time.optional() });
export type AcknowledgementRequest = z.infer<typeof AcknowledgementRequest>;

/** A user who was asked to acknowledge a version. */
export const AskedPerson = z.object({
  name: Text,
  /** When they first opened or downloaded the version, once they were asked. */
  openedTime: Time.optional(),
  acknowledgedTime: Time.optional(),
  /** They may not read the document any more, or not work here. */
  lost: z.boolean().optional(),
});
export type AskedPerson = z.infer<typeof AskedPerson>;

/** A document that waits to be read and acknowledged by the caller. */
export const PendingAcknowledgement = z.object({
  id: Id,
  objId: Id,
  name: Text,
  ext: Text.optional(),
  revisionLabel: Text,
  dueTime: Time.optional(),
  creatorName: Text,
  createTime: Time,
});
export type PendingAcknowledgement = z.infer<typeof PendingAcknowledgement>;

export const acknowledgements = {
  detail: get('/acknowledgement/detail', {
    access: 'session',
    does: 'What is open on a document that the caller may read: the request, and whether the caller was asked and has acknowledged',
    input: z.object({ objId: Id }),
    output: z.object({
      request: RequestFacts.extend({
        /** The version is the current one. */
        current: z.boolean(),
        /** The caller was asked. */
        asked: z.boolean(),
        acknowledgedTime: Time.optional(),
        /** Given to who manages the document. */
        counts: Counts.optional(),
      }).optional(),
      /** The caller may ask people, and sees who has acknowledged. */
      mayAsk: z.boolean(),
    }),
  }),
  requests: get('/acknowledgement/requests', {
    access: 'session',
    does: 'The requests on a document that the caller manages, the newest first, at most fifty',
    input: z.object({ objId: Id }),
    output: z.object({ list: z.array(AcknowledgementRequest) }),
  }),
  people: get('/acknowledgement/people', {
    access: 'session',
    does: 'Who was asked by a request, by name, and when they acknowledged; for who manages the document',
    input: z.object({ id: Id, state: z.enum(askedStates).default('all'), ...pageFields }),
    output: paged(AskedPerson),
  }),
  leftOut: get('/acknowledgement/leftOut', {
    access: 'session',
    does: 'Whom a request named and did not ask, as they might not view the document: the first fifty by name (none for guests), how many there are, and how many of them may view it now; for who manages the document',
    input: z.object({ id: Id }),
    output: z.object({ names: z.array(Text), total: z.number(), mayNow: z.number() }),
  }),
  askLeftOut: post('/acknowledgement/askLeftOut', {
    access: 'session',
    does: 'Ask those whom an open request left out and who may view the document now; answers how many are asked, and how many are left out still',
    input: z.object({ id: Id }),
    output: z.object({ asked: z.number(), withoutRight: z.number() }),
  }),
  export: post('/acknowledgement/export', {
    access: 'session',
    does: 'Where to fetch a table of who was asked by a request and when they opened and acknowledged the version; for who manages the document',
    input: z.object({ id: Id, format: z.enum(['csv', 'xlsx']), lang: Lang.optional() }),
    output: z.object({ downloadUrl: Text, fileName: Text }),
  }),
  pending: get('/acknowledgement/pageList', {
    access: 'session',
    does: 'What waits to be read and acknowledged by the caller, what is due first at the top',
    input: z.object({ pageNo: pageFields.pageNo, pageSize: Int.default(8).pipe(z.number().min(1).max(100)) }),
    output: paged(PendingAcknowledgement),
  }),
  create: post('/acknowledgement/create', {
    access: 'session',
    does: 'Ask people to read the current version of a document and to acknowledge it; an open request on the document ends by that, and who acknowledged the same version need not do so again. Answers how many are asked, and how many of those named may not read the document and are not',
    input: z.object({
      objId: Id,
      principals: z.array(AskedPrincipal).min(1).max(maxAskedPrincipals),
      note: z.string().trim().max(2000).optional(),
      dueTime: Time.optional(),
      renewal: z.enum(renewals).default('never'),
    }),
    output: z.object({ id: Id, asked: z.number(), withoutRight: z.number() }),
  }),
  acknowledge: post('/acknowledgement/acknowledge', {
    access: 'session',
    does: 'Acknowledge that one has read and understood the version of an open request; a second time changes nothing',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  remind: post('/acknowledgement/remind', {
    access: 'session',
    does: 'Remind those who have not acknowledged, at most once an hour; answers how many',
    input: z.object({ id: Id }),
    output: z.object({ reminded: z.number() }),
  }),
  close: post('/acknowledgement/close', {
    access: 'session',
    does: 'End a request: nobody is asked any more, and what was acknowledged stays',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
};
