import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { notifyAboutItem } from '../../access/item-messages.ts';
import type { ItemRow } from '../../access/items.queries.ts';
import { readersAmong } from './readers.ts';
import { type CommentRow, markTold, mentionsOf, participantsOf, threadById } from './threads.queries.ts';

/** A comment and its document, of which people are told. */
interface News {
  comment: CommentRow;
  item: ItemRow;
  byName: string;
  now: number;
}

type Kind = 'commentMention' | 'commentReply' | 'commentNew';

/**
 * The messages say who wrote on which document, without the words: whoever may not read the document any more by the time they look keeps nothing of
 * what was said.
 */
const tell = (db: Db, { item, byName, now }: News, { kind, personId }: { kind: Kind; personId: number }): Promise<void> =>
  notifyAboutItem(db, item, { kind, facts: { byName }, personId, at: now });

/** Tells those among some people whom a comment mentions and who may read the document now, and notes that they were. */
export async function tellMentioned(services: Services, db: Db, news: News & { people: readonly number[] }): Promise<Set<number>> {
  const { comment, item, people, now } = news;
  const others = people.filter((id) => id !== comment.person_id);
  const told = await readersAmong(services, db, { item, people: others, now });
  if (told.size > 0) await markTold(db, comment.id, { personIds: [...told], now });
  for (const personId of told) await tell(db, news, { kind: 'commentMention', personId });
  return told;
}

/** Tells those whom a comment mentions and who were not told yet. */
export async function tellOfMentions(services: Services, db: Db, news: News): Promise<Set<number>> {
  const untold = (await mentionsOf(db, [news.comment.id])).filter((row) => row.told_at === 0).map((row) => row.person_id);
  return tellMentioned(services, db, { ...news, people: untold });
}

/**
 * Tells everybody whom a new comment concerns, once each: the mentioned, those who take part in the thread, who gave the link whose visitor began it, and
 * whose document it is.
 */
export async function tellOfComment(services: Services, db: Db, news: News): Promise<void> {
  const { comment, item, now } = news;
  const mentioned = new Set((await mentionsOf(db, [comment.id])).map((row) => row.person_id));
  await tellOfMentions(services, db, news);
  const isReply = comment.id !== comment.thread_id;
  const giver = (await threadById(db, comment.thread_id))?.giver_id ?? 0;
  const inThread = new Set(isReply ? [...(await participantsOf(db, comment.thread_id)), giver] : []);
  const others = new Set(
    [...inThread, giver, item.owner_id, item.creator_id].filter((id) => id !== 0 && id !== comment.person_id && !mentioned.has(id)),
  );
  for (const personId of await readersAmong(services, db, { item, people: [...others], now }))
    if (!isReply && personId === giver)
      await notifyAboutItem(db, item, { kind: 'shareCommented', facts: { visitor: news.byName }, personId, at: now });
    else await tell(db, news, { kind: inThread.has(personId) ? 'commentReply' : 'commentNew', personId });
}
