import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Flag, Id, Ids, Int, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';
import { Invited } from './meetings.ts';

/** Limits of one vote or score sheet, and of one meeting. */
export const voteLimits = { voters: 2000, options: 50, criteria: 30, judges: 100, opinion: 100, inMeeting: 100 } as const;

/** States of a vote; a score sheet is never `waiting`. */
export const voteStates = ['waiting', 'open', 'closed'] as const;
export type VoteState = (typeof voteStates)[number];

/** Agree, against or abstain; or custom options. */
export const voteKinds = ['opinion', 'options'] as const;
export type VoteKind = (typeof voteKinds)[number];

/** The options of an `opinion` vote as stored; a client shows them in its own language. */
export const opinionOptions = ['agree', 'against', 'abstain'] as const;

/** A vote as lists show it. */
export const VoteRow = z.object({
  id: Id,
  question: Text,
  kind: z.enum(voteKinds),
  secret: z.boolean(),
  state: z.enum(voteStates),
  creatorName: Text,
  meetingId: Id.optional(),
  openTime: Time,
  closeTime: Time.optional(),
  /** Whether the caller is a voter, and has voted. */
  asked: z.boolean(),
  voted: z.boolean(),
  /** How many voters there are, and how many have voted. */
  voters: z.number(),
  votes: z.number(),
});
export type VoteRow = z.infer<typeof VoteRow>;

/** A vote as its voters see it. */
export const Vote = VoteRow.extend({
  description: Text,
  /** The most options that one voter chooses. */
  most: z.number(),
  /** The counts are shown while it is open, to those who have voted. */
  live: z.boolean(),
  options: z.array(z.object({ id: Id, text: Text })),
  meetingTitle: Text.optional(),
  /** The previous round. */
  beforeId: Id.optional(),
  /** The next round. */
  afterId: Id.optional(),
  /** Whether the caller may close it. */
  manages: z.boolean(),
  /** Whether the caller sees its counts. */
  counted: z.boolean(),
  /** The caller's choice; not kept for a secret vote. */
  chosen: z.array(Id),
  opinion: Text,
});
export type Vote = z.infer<typeof Vote>;

/** The result of a vote. */
export const VoteSummary = Vote.extend({
  /** Absent while the caller may not see the counts, and for ever where fewer than three took part in a secret vote. */
  result: z
    .array(
      z.object({
        id: Id,
        text: Text,
        count: z.number(),
        /** Of those who voted. */
        percent: z.number(),
        /** Who chose it; empty for a secret vote. */
        names: z.array(Text),
      }),
    )
    .optional(),
  opinions: z.array(z.object({ name: Text, opinion: Text })),
  /** For a named vote: the voters who have not voted. */
  missing: z.array(Text),
});
export type VoteSummary = z.infer<typeof VoteSummary>;

const AVote = z.object({ id: Id });
const Question = z.string().trim().min(1).max(300);
const Description = z.string().trim().max(4000);
const List = { ...pageFields, meetingId: Id.optional() };
const Csv = z.object({ fileName: Text, text: Text });

export const votes = {
  list: get('/vote/pageList', {
    access: 'session',
    does: 'The votes that the caller is asked in or made, newest first; with a meeting those of that one, or only those that wait for the caller',
    input: z.object({
      ...List,
      /** Only open ones that the caller is asked in and has not voted in. */
      waiting: Flag.default(false),
    }),
    output: paged(VoteRow),
  }),
  show: get('/vote/detail', { access: 'session', does: 'A vote, for who votes', input: AVote, output: Vote }),
  create: post('/vote/create', {
    access: 'session',
    does: 'Ask people to vote: those invited to a meeting that the caller leads, or whoever is named',
    input: z.object({
      meetingId: Id.optional(),
      /** Of the invited only those who have checked in. */
      presentOnly: Flag.default(false),
      /** A closed vote of the caller, to which this is the next round. */
      beforeId: Id.optional(),
      question: Question,
      description: Description.default(''),
      kind: z.enum(voteKinds).default('opinion'),
      options: z.array(z.string().trim().min(1).max(200)).max(voteLimits.options).default([]),
      most: Int.default(1).pipe(z.number().min(1).max(voteLimits.options)),
      secret: Flag.default(false),
      live: Flag.default(false),
      /** Immediately where absent. */
      openTime: Time.optional(),
      /** Closed by hand where absent. */
      closeTime: Time.optional(),
      voters: Invited.default([]),
    }),
    output: z.object({ id: Id }),
  }),
  cast: post('/vote/cast', {
    access: 'session',
    does: 'Vote, once and for good; to a named vote an opinion of at most 100 characters',
    input: z.object({ id: Id, optionIds: Ids, opinion: z.string().trim().max(4000).default('') }),
    output: Nothing,
  }),
  close: post('/vote/close', { access: 'session', does: 'Close a vote, for good', input: AVote, output: Nothing }),
  summary: get('/vote/summary', {
    access: 'session',
    does: 'What came of a vote: to everybody who is asked once it is closed, of an open one with live counts to who has voted',
    input: AVote,
    output: VoteSummary,
  }),
  export: get('/vote/export', { access: 'session', does: 'What came of a vote as a table (CSV)', input: AVote, output: Csv }),
};

/** A score sheet as lists show it. */
export const ScoreRow = z.object({
  id: Id,
  title: Text,
  state: z.enum(['open', 'closed']),
  creatorName: Text,
  meetingId: Id.optional(),
  closeTime: Time.optional(),
  /** Whether the caller is a judge, and has given scores. */
  asked: z.boolean(),
  given: z.boolean(),
  judges: z.number(),
  givenBy: z.number(),
});
export type ScoreRow = z.infer<typeof ScoreRow>;

/** A criterion: its name, relative weight and range. */
export const Criterion = z.object({ id: Id, name: Text, weight: z.number(), lowest: z.number(), highest: z.number() });
export type Criterion = z.infer<typeof Criterion>;

const Mark = z.object({ criterionId: Id, value: z.number() });

/** A score sheet with the caller's scores, and the results as far as the caller may see them. */
export const ScoreSummary = ScoreRow.extend({
  description: Text,
  meetingTitle: Text.optional(),
  manages: z.boolean(),
  criteria: z.array(Criterion),
  marks: z.array(Mark),
  note: Text,
  /** Out of 100: visible to the creator at any time, to everyone else once it is closed. */
  result: z
    .object({
      average: z.number().optional(),
      /** Without the highest and the lowest score: from three judges on. */
      trimmed: z.number().optional(),
      criteria: z.array(z.object({ criterionId: Id, average: z.number().optional() })),
      judges: z.array(z.object({ name: Text, total: z.number().optional(), marks: z.array(Mark), note: Text })),
    })
    .optional(),
});
export type ScoreSummary = z.infer<typeof ScoreSummary>;

export const scores = {
  list: get('/score/pageList', {
    access: 'session',
    does: 'The sheets of scores that the caller judges by or made, newest first; with a meeting those of that one, or only those that wait for the caller',
    input: z.object({
      ...List,
      /** Only open ones that the caller judges by and has given no marks in. */
      waiting: Flag.default(false),
    }),
    output: paged(ScoreRow),
  }),
  create: post('/score/create', {
    access: 'session',
    does: 'Ask people to judge by criteria: alone, or in a meeting that the caller leads, there those invited where nobody is named',
    input: z.object({
      meetingId: Id.optional(),
      title: Question,
      description: Description.default(''),
      criteria: z
        .array(
          z.object({
            name: z.string().trim().min(1).max(100),
            weight: Int.default(1).pipe(z.number().min(1).max(1000)),
            lowest: Int.default(0).pipe(z.number().min(0).max(999)),
            highest: Int.default(10).pipe(z.number().min(1).max(1000)),
          }),
        )
        .min(1)
        .max(voteLimits.criteria),
      closeTime: Time.optional(),
      judges: Invited.default([]),
    }),
    output: z.object({ id: Id }),
  }),
  give: post('/score/give', {
    access: 'session',
    does: 'Give marks to all criteria; they may be changed until the sheet is closed',
    input: z.object({
      id: Id,
      marks: z.array(z.object({ criterionId: Id, value: Int })).max(voteLimits.criteria),
      note: z.string().trim().max(4000).default(''),
    }),
    output: Nothing,
  }),
  close: post('/score/close', { access: 'session', does: 'Close a sheet of scores, for good', input: AVote, output: Nothing }),
  summary: get('/score/summary', { access: 'session', does: 'A sheet of scores and what came of it', input: AVote, output: ScoreSummary }),
  export: get('/score/export', { access: 'session', does: 'What came of a sheet of scores as a table (CSV)', input: AVote, output: Csv }),
};
