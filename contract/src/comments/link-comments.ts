import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Id, Int, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';
import { CommentThread, PlacedThread, threadStates } from './comments.ts';
import { CommentPlace } from './places.ts';

/** How many comments the visitor of a link writes or changes in an hour. */
export const mostVisitorComments = 200;
/** How many comments are ever written by one link. */
export const mostLinkComments = 2000;
/** After so many milliseconds an open page asks again for the threads of its link. */
export const linkCommentsEveryMs = 20_000;

/** Who wrote a comment, as a visitor is told it: names of others than the giver of the link are not for visitors. */
export const linkAuthors = ['own', 'giver', 'user', 'visitor'] as const;

/** A comment in a thread that visitors of a link see. */
export const LinkComment = z.object({
  id: Id,
  content: Text,
  author: z.enum(linkAuthors),
  /** The name of the visitor, or of the giver of the link; else empty. */
  authorName: Text,
  createTime: Time,
  /** Absent where it was not changed since it was written. */
  updateTime: Time.optional(),
  /** The first of a thread, deleted while others had replied: its words are gone. */
  deleted: z.boolean().optional(),
});
export type LinkComment = z.infer<typeof LinkComment>;

/** A thread that a visitor of the link began. */
export const LinkThread = LinkComment.extend({
  ...CommentThread.pick({ place: true, revisionId: true, resolved: true, replyCount: true }).shape,
  /** All of a short thread; of a longer one the first and the last. */
  replies: z.array(LinkComment),
});
export type LinkThread = z.infer<typeof LinkThread>;

const Token = z.string().min(1).max(200);
const pageSize = Int.default(30).pipe(z.number().min(1).max(100));
/** What is longer than a comment is refused by its own code, up to this length. */
const Content = z.string().trim().max(20_000);

/** Comments by visitors of a link that lets them comment: 5918 else, and 5017 before the visitor's name is proven. */
export const linkComments = {
  list: get('/curl/comments', {
    access: 'link',
    does: 'The threads on a shared document that visitors of the link began, those with the newest comment first',
    input: z.object({ token: Token, objId: Id, state: z.enum(threadStates).default('all'), pageNo: pageFields.pageNo, pageSize }),
    output: paged(LinkThread).extend({
      /** Comments are switched off where the document lies: threads stay readable, writing answers 5917. */
      off: z.boolean().optional(),
    }),
  }),
  replies: get('/curl/commentReplies', {
    access: 'link',
    does: 'The replies of such a thread, the first one first',
    input: z.object({ token: Token, id: Id, pageNo: pageFields.pageNo, pageSize }),
    output: paged(LinkComment),
  }),
  places: get('/curl/commentPlaces', {
    access: 'link',
    does: 'Where the open ones of these threads lie in the document, the newest first, at most a thousand',
    input: z.object({ token: Token, objId: Id }),
    output: z.object({ list: z.array(PlacedThread), off: z.boolean().optional() }),
  }),
  create: post('/curl/comment', {
    access: 'link',
    does: 'Begin a thread on a shared document, or reply in one that a visitor of the link began; 5919 beyond 200 comments of a visitor in an hour, 5920 beyond 2,000 of the link',
    input: z.object({
      token: Token,
      objId: Id,
      content: Content,
      /** The thread that it replies in. */
      threadId: Id.optional(),
      place: CommentPlace.optional(),
      /** The version that the writer looks at; the current one where it is left out. */
      revisionId: Id.optional(),
    }),
    output: z.object({ id: Id }),
  }),
  update: post('/curl/updateComment', {
    access: 'link',
    does: 'Change a comment of one’s own',
    input: z.object({ token: Token, id: Id, content: Content }),
    output: Nothing,
  }),
  delete: post('/curl/deleteComment', {
    access: 'link',
    does: 'Delete a comment of one’s own; a thread stays while it has replies',
    input: z.object({ token: Token, id: Id }),
    output: Nothing,
  }),
};
