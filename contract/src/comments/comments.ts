import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Flag, Id, Ids, Int, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';
import { CommentPlace } from './places.ts';

/** The most characters of a comment, each counted as one. */
export const maxCommentLength = 5000;
/** The most people whom a comment mentions. */
export const maxMentions = 50;
/** The most managers of a document whose names an answer has. */
export const mostManagersNamed = 5;
/** The most replies of a thread. */
export const maxReplies = 500;
/** The most threads on a document. */
export const maxThreads = 10_000;
/** A thread with at most so many replies is shown with all of them; of a longer one the first and the last are. */
export const shownReplies = { all: 20, first: 2, last: 10 } as const;
/** The most threads, comments and characters that are written into a PDF. */
export const mostPdfThreads = 2000;
export const mostPdfComments = 10_000;
export const mostPdfCharacters = 2_000_000;
/** Lists count open threads up to this number. */
export const maxOpenCount = 99;

/** A user whom a comment mentions. */
export const MentionedPerson = z.object({ id: Id, name: Text });
export type MentionedPerson = z.infer<typeof MentionedPerson>;

/** Who of those whom a comment mentions may not read its document, and was not told. */
export const MentionResult = z.object({
  unaware: z.array(MentionedPerson),
  /** Names of some who manage the document, and can give them the right; absent where the caller does, or where everybody may read it. */
  managers: z.array(Text).optional(),
});
export type MentionResult = z.infer<typeof MentionResult>;

/** A comment, as the first of a thread or as a reply. */
export const Comment = z.object({
  id: Id,
  content: Text,
  authorName: Text,
  /** Written by the visitor of a share link, whose proven name it has. */
  byLink: z.boolean().optional(),
  /** Written by the caller, who may change it. */
  own: z.boolean(),
  /** The caller may delete it, as its writer or as one who manages the document. */
  mayDelete: z.boolean(),
  createTime: Time,
  /** Absent where it was not changed since it was written. */
  updateTime: Time.optional(),
  mentions: z.array(MentionedPerson),
  /** The first of a thread, deleted while others had replied: its words are gone. */
  deleted: z.boolean().optional(),
});
export type Comment = z.infer<typeof Comment>;

/** The first comment of a thread, with what all of the thread has in common. */
export const CommentThread = Comment.extend({
  place: CommentPlace.optional(),
  /** The version of the document that it was written on; its label is empty once that version is deleted. */
  revisionId: Id,
  revisionLabel: Text,
  resolved: z.boolean(),
  resolvedBy: Text.optional(),
  resolvedTime: Time.optional(),
  /** The caller may resolve and reopen it: as its writer, or as one who may change the document. */
  mayResolve: z.boolean(),
  replyCount: z.number(),
  /** The visitor of a share link began it: all visitors of that link read it. */
  seenByLink: z.boolean().optional(),
  /** All of a short thread; of a longer one the first and the last. */
  replies: z.array(Comment),
});
export type CommentThread = z.infer<typeof CommentThread>;

/** Which threads are listed. */
export const threadStates = ['open', 'resolved', 'all'] as const;
export type ThreadState = (typeof threadStates)[number];

/** Where a thread lies in the document, without its words. */
export const PlacedThread = z.object({ id: Id, place: CommentPlace, revisionId: Id, resolved: z.boolean() });
export type PlacedThread = z.infer<typeof PlacedThread>;

/** The most places that are answered at once. */
export const maxPlaces = 1000;

/** What is longer than a comment is refused by its own code, up to this length. */
const Content = z.string().trim().max(20_000);
const Mentions = z.union([Ids, z.tuple([])]).pipe(z.array(Id).max(maxMentions));
const pageSize = Int.default(30).pipe(z.number().min(1).max(100));

export const comments = {
  list: get('/comment/pageList', {
    access: 'session',
    does: 'The threads of comments on a document that the caller may read, those with the newest comment first',
    input: z.object({ objId: Id, state: z.enum(threadStates).default('open'), pageNo: pageFields.pageNo, pageSize }),
    output: paged(CommentThread).extend({
      openCount: z.number(),
      /** Comments are switched off in the cabinet of the document: threads stay readable, `create`, `update` and `resolve` answer 5917. */
      off: z.boolean().optional(),
    }),
  }),
  thread: get('/comment/thread', {
    access: 'session',
    does: 'One thread of comments',
    input: z.object({ id: Id }),
    output: CommentThread,
  }),
  replies: get('/comment/replies', {
    access: 'session',
    does: 'The replies of a thread, the first one first',
    input: z.object({ id: Id, pageNo: pageFields.pageNo, pageSize }),
    output: paged(Comment),
  }),
  places: get('/comment/places', {
    access: 'session',
    does: 'Where the threads of a document lie in it, the newest first, at most a thousand',
    input: z.object({ objId: Id, state: z.enum(threadStates).default('open') }),
    output: z.object({
      list: z.array(PlacedThread),
      /** Comments are switched off in the cabinet of the document: `create` answers 5917. */
      off: z.boolean().optional(),
    }),
  }),
  create: post('/comment/create', {
    access: 'session',
    does: 'Begin a thread on a document that the caller may read, or reply in one; answers who of those mentioned may not read it, and is not told',
    input: z.object({
      objId: Id,
      content: Content,
      /** The thread that it replies in. */
      threadId: Id.optional(),
      place: CommentPlace.optional(),
      /** The version that the writer looks at; the current one where it is left out. */
      revisionId: Id.optional(),
      mentions: Mentions.optional(),
    }),
    output: MentionResult.extend({ id: Id }),
  }),
  update: post('/comment/update', {
    access: 'session',
    does: 'Change a comment of one’s own; answers who of those mentioned may not read the document',
    input: z.object({ id: Id, content: Content, mentions: Mentions.optional() }),
    output: MentionResult,
  }),
  delete: post('/comment/delete', {
    access: 'session',
    does: 'Delete a comment of one’s own, or any on a document that the caller manages; a thread stays while it has replies',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  resolve: post('/comment/resolve', {
    access: 'session',
    does: 'Resolve a thread, or open it again',
    input: z.object({ id: Id, resolved: Flag }),
    output: Nothing,
  }),
  mention: post('/comment/mention', {
    access: 'session',
    does: 'Tell people whom a comment of the caller mentions and who got the right to read the document since; answers who still may not read it',
    input: z.object({ id: Id, userIds: Mentions }),
    output: MentionResult,
  }),
  people: get('/comment/people', {
    access: 'session',
    does: 'People to mention in a comment on a document, by part of their name, and whether they may read it',
    input: z.object({ objId: Id, keyword: z.string().max(100).default(''), pageSize: Int.default(10).pipe(z.number().min(1).max(20)) }),
    output: z.object({ list: z.array(MentionedPerson.extend({ detail: Text.optional(), mayRead: z.boolean() })) }),
  }),
};
