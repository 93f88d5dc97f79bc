import type { ActivityLine } from '@dossier/contract/activity/activity';
import { msgType } from '@dossier/contract/notifications/messages';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { textOf } from '../../platform/text/texts.ts';
import { itemPath } from '../access/items-in-emails.ts';
import { findVisibleItems } from '../access/require-items.ts';
import type { EmailSubject, EmailSubjects } from '../notifications/email-subjects.ts';
import { newsOf } from './following/tell-followers.ts';

/** What a sentence tells of a line of the stream. */
export type ToldLine = Pick<ActivityLine, 'kind' | 'userName' | 'visitor' | 'items' | 'count' | 'more' | 'version' | 'oldName'>;

/** A line of the stream as a sentence. */
export function sentenceOf(ctx: Context, { kind, userName, visitor, items, count, more, version, oldName }: ToldLine): string {
  const words = textOf(ctx.user.lang, 'emails');
  const by = userName !== '' ? userName : words(visitor === true ? 'visitor' : 'somebody');
  const named = items.map(({ name }) => words('quoted', { name })).join(words('comma'));
  const rest = Math.max(0, count - items.length);
  const isBurst = items.length > 1 || (rest > 0 && ['added', 'moved', 'deleted', 'restored', 'shared'].includes(kind));
  const what = isBurst && (rest > 0 || more === true) ? words('andMore', { named, count: rest }) : named;
  return words(`did_${kind}`, { by, what, version: version ?? '', oldName: oldName ?? '' });
}

/** Lines about items that the reader follows: what others changed there, as far as the reader may see it now. */
export const followedInEmails: EmailSubjects = {
  covers: ({ type }) => type === msgType.followedChanged,
  async find(ctx, lines) {
    const seen = new Map((await findVisibleItems(ctx, [...new Set(lines.map(({ objId }) => objId))])).map(({ item }) => [item.id, item]));
    const found = new Map<number, EmailSubject>();
    for (const { id, objId, createdAt } of lines) {
      const item = seen.get(objId);
      if (item === undefined) continue;
      const news = await newsOf(ctx, objId, createdAt).catch((error: unknown) => {
        if (error instanceof Refusal) return [];
        throw error;
      });
      if (news.length > 0)
        found.set(id, { name: item.name, path: itemPath(item, 'activity'), sentences: news.map((line) => sentenceOf(ctx, line)) });
    }
    return found;
  },
};
