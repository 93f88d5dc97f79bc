import { type MentionResult, type comments, mostManagersNamed } from '@dossier/contract/comments/comments';
import { right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import type { AuthorisedItem } from '../../access/require-items.ts';
import { managersOf } from '../../access/users-with-access.ts';
import { isPlainGuest } from '../../identity/effective-membership.ts';
import { principalNames, searchPrincipals } from '../../identity/principals.ts';
import { requireCommentable, requireCommentsOn, requireOwnComment } from './comment-rules.ts';
import { tellMentioned } from './notices.ts';
import { readersAmong } from './readers.ts';
import { deleteMentions, insertMentions, mentionsOf } from './threads.queries.ts';

/** Whom one may mention: those whom the search for people to give rights to finds, guests by its rules. */
export async function listPeople(
  ctx: Context,
  { objId, keyword, pageSize }: ParsedOf<typeof comments.people>,
): Promise<OutputOf<typeof comments.people>> {
  const { item } = await requireCommentable(ctx, objId);
  const found = (await searchPrincipals(ctx, { keyword, type: 'user' })).filter(({ id }) => Number(id) !== ctx.user.id).slice(0, pageSize);
  const readers = await readersAmong(ctx.services, ctx.db, { item, people: found.map(({ id }) => Number(id)), now: ctx.now });
  return { list: found.map(({ id, name, detail }) => ({ id, name, detail, mayRead: readers.has(Number(id)) })) };
}

/** Keeps whom a comment mentions, without those who do not work here; answers who of them may not read the document. */
export async function writeMentions(
  ctx: Context,
  commentId: number,
  { authorised, mentions }: { authorised: AuthorisedItem; mentions: readonly string[] },
): Promise<MentionResult> {
  const ids = [...new Set(mentions.map(Number))];
  const nameOf = await principalNames(
    ctx,
    ids.map((id) => ({ type: 'user', id })),
  );
  const wanted = ids.filter((id) => nameOf('user', id) !== '');
  const before = new Set((await mentionsOf(ctx.db, [commentId])).map((row) => row.person_id));
  const gone = [...before].filter((id) => !wanted.includes(id));
  const added = wanted.filter((id) => !before.has(id));
  if (gone.length > 0) await deleteMentions(ctx.db, commentId, gone);
  if (added.length > 0)
    await insertMentions(
      ctx.db,
      added.map((id) => ({ comment_id: commentId, person_id: id, told_at: 0 })),
    );
  return mentionResult(ctx, authorised, wanted);
}

/** Who of some people may not read a document, and who can give them the right, where the caller cannot. */
async function mentionResult(ctx: Context, { item, bits }: AuthorisedItem, people: readonly number[]): Promise<MentionResult> {
  const readers = await readersAmong(ctx.services, ctx.db, { item, people, now: ctx.now });
  const others = people.filter((id) => !readers.has(id));
  const mustAsk = others.length > 0 && (bits & right.manage) === 0;
  // a guest is not told who works here
  const managers = mustAsk && !isPlainGuest(ctx.user) ? (await managersOf(ctx, [item.id])).slice(0, mostManagersNamed) : [];
  const nameOf = await principalNames(
    ctx,
    [...others, ...managers].map((id) => ({ type: 'user', id })),
  );
  const names = managers.map((id) => nameOf('user', id)).filter((name) => name !== '');
  return {
    unaware: others.map((id) => ({ id: String(id), name: nameOf('user', id) })),
    ...(mustAsk && { managers: names }),
  };
}

/** Tells people of a comment that mentions them, who were not told as they could not read the document then. */
export async function tellLater(
  ctx: Context,
  { id, userIds }: ParsedOf<typeof comments.mention>,
): Promise<OutputOf<typeof comments.mention>> {
  const { comment, authorised } = await requireOwnComment(ctx, id);
  await requireCommentsOn(ctx, authorised.item);
  const mentioned = (await mentionsOf(ctx.db, [comment.id])).filter((row) => userIds.includes(String(row.person_id)));
  const untold = mentioned.filter((row) => row.told_at === 0).map((row) => row.person_id);
  await tellMentioned(ctx.services, ctx.db, { comment, item: authorised.item, byName: ctx.user.fullName, people: untold, now: ctx.now });
  return mentionResult(
    ctx,
    authorised,
    mentioned.map((row) => row.person_id),
  );
}
