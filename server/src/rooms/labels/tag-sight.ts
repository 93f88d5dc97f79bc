import { codes } from '@dossier/contract/codes';
import type { TagMark } from '@dossier/contract/tag-mark';
import type { Ctx, ItemFacts } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isPlainGuest } from '../circles/principals.ts';
import { marksOn, type Owned, type TagRow, tagsByIds } from './tag-queries.ts';

/** Whose tags the caller knows of. Visitors know none, guests their own; who views as somebody does not see what is that person's alone. */
export function knownTags({ user, visit }: Ctx): Owned {
  const own = user.viewer === undefined ? [user.id] : [];
  const shared = isPlainGuest(user) ? [] : [...user.principals.departments, user.organisationId];
  return { organisation: user.organisationId, owners: JSON.stringify(visit === undefined ? [...own, ...shared] : []) };
}

/** Tags that the caller knows of, in the order asked; 2304 where one is none of those. */
export async function needTags(ctx: Ctx, ids: readonly string[]): Promise<TagRow[]> {
  const wanted = [...new Set(ids.map(Number))];
  const rows = new Map((await tagsByIds(ctx.db, { ...knownTags(ctx), ids: JSON.stringify(wanted) })).map((row) => [row.id, row]));
  return wanted.map((id) => {
    const row = rows.get(id);
    if (row === undefined) throw new Refusal(codes.tagMissing);
    return row;
  });
}

/** A tag as it is shown on items. */
export const markOf = ({ id, name, kind, colour }: Pick<TagRow, 'id' | 'name' | 'kind' | 'colour'>): TagMark =>
  ({ id: String(id), name, kind, colour }) as TagMark;

const factsOf =
  (hidden: 0 | 1): ItemFacts =>
  async (ctx, ids) => {
    if (ctx.visit !== undefined) return new Map();
    const rows = await marksOn(ctx.db, { ...knownTags(ctx), ids: JSON.stringify(ids), hidden });
    return new Map([...Map.groupBy(rows, (row) => row.item_id)].map(([id, marks]) => [id, { tags: marks.map(markOf) }]));
  };

/** Tells every list the tags of its items, as far as lists show them. */
export const tagFacts = factsOf(0);

/** Tells all tags of an item that is looked at alone. */
export const allTagFacts = factsOf(1);
