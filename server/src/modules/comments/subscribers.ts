import { maxOpenCount } from '@dossier/contract/comments/comments';
import { right } from '@dossier/contract/core/rights';
import { readVersions } from '../../platform/db/versions.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { accessOfSession } from '../access/effective-rights.ts';
import { findItem } from '../access/items.queries.ts';
import { hasListeners, tellListeners } from '../notifications/live-listeners.ts';
import { commentCreated, commentDeleted, commentResolved, commentUpdated, linkCommentDeleted, linkCommented } from './events.ts';
import { tellOfComment, tellOfMentions } from './threads/notices.ts';
import { commentById, openThreadsAmong } from './threads/threads.queries.ts';

/** Tells whom a comment concerns, as far as they may read the document by now. A comment that was deleted meanwhile concerns nobody. */
const commentNotices = subscribe([commentCreated, commentUpdated, linkCommented], {
  name: 'comments.notices',
  async batch(db, events, services) {
    for (const { event, data, personName: byName } of events) {
      const comment = await commentById(db, data.commentId);
      const item = await findItem(db, data.objId);
      if (comment === undefined || comment.deleted === 1 || item === undefined) continue;
      const news = { comment, item, byName, now: services.now() };
      if (event === 'comment.updated') await tellOfMentions(services, db, news);
      else await tellOfComment(services, db, news);
    }
  },
});

/** Tells the open pages of whoever may read a document that its comments changed, and how many open threads it has. */
const liveComments = subscribe([commentCreated, commentUpdated, commentDeleted, commentResolved, linkCommented, linkCommentDeleted], {
  name: 'comments.live',
  async job({ data }, services) {
    if (!hasListeners(services)) return;
    const db = services.database.read;
    const item = await findItem(db, data.objId);
    if (item === undefined || item.bin_id !== 0) return;
    const versions = await readVersions(db);
    const [open] = await openThreadsAmong(db, { ids: JSON.stringify([item.id]), most: maxOpenCount });
    const change = { id: String(item.id), openComments: open?.n ?? 0 };
    await tellListeners(services, 'comment', async (session) => {
      if (session.spaceId !== item.organisation_id) return [];
      const bits = (await accessOfSession(services, session, versions))?.bits(item.acl_id) ?? 0;
      return (bits & right.visible) !== 0 && (bits & right.read) !== 0 ? [change] : [];
    });
  },
});

export const commentSubscribers: Subscriber[] = [commentNotices, liveComments];
