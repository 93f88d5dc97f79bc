import { comments } from '@dossier/contract/comments/comments';
import { linkComments } from '@dossier/contract/comments/link-comments';
import { type Served, serve } from '../../platform/http/serve.ts';
import { listPlaces, listReplies, listThreads, showThread } from './threads/list-threads.ts';
import { listPeople, tellLater } from './threads/mentions.ts';
import {
  createVisitorComment,
  listVisitorPlaces,
  listVisitorReplies,
  listVisitorThreads,
  removeVisitorComment,
  updateVisitorComment,
} from './threads/visitor-threads.ts';
import { createComment, removeComment, resolveThread, updateOwnComment } from './threads/write-comments.ts';

export const commentRoutes: Served[] = [
  serve(comments.list, listThreads),
  serve(comments.thread, showThread),
  serve(comments.replies, listReplies),
  serve(comments.places, listPlaces),
  serve(comments.create, createComment),
  serve(comments.update, updateOwnComment),
  serve(comments.delete, removeComment),
  serve(comments.resolve, resolveThread),
  serve(comments.mention, tellLater),
  serve(comments.people, listPeople),
  serve(linkComments.list, listVisitorThreads),
  serve(linkComments.replies, listVisitorReplies),
  serve(linkComments.places, listVisitorPlaces),
  serve(linkComments.create, createVisitorComment),
  serve(linkComments.update, updateVisitorComment),
  serve(linkComments.delete, removeVisitorComment),
];
