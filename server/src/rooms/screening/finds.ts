import { codes } from '@dossier/contract/codes';
import type { Paged } from '@dossier/contract/page';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { FindState, screening, WordFind } from '@dossier/contract/screening';
import { objType } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { findVisible } from '../library/need-items.ts';
import { personNames } from '../people/person-names.ts';
import { decideFinds, findsByIds, findsOf } from './find-queries.ts';
import { itemsToLookAt, namesAbove } from './scan-queries.ts';

/** Where words were found. Names are told only of items that the caller sees; the rest is told by looking at the find. */
export async function listFinds(ctx: Ctx, input: ParsedOf<typeof screening.finds>): Promise<Paged<WordFind>> {
  const { pageNo, pageSize, state, level, word } = input;
  const { long } = ctx.house.database;
  const asked = { organisationId: ctx.user.organisationId, state, level, word: word?.trim() || undefined };
  const { rows, total } = await findsOf(long, { ...asked, limit: pageSize, offset: (pageNo - 1) * pageSize });
  const ids = [...new Set(rows.map((row) => row.item_id))];
  const items = new Map((await itemsToLookAt(long, ids)).map((item) => [item.id, item]));
  const visible = new Set((await findVisible(ctx, ids)).map(({ item }) => item.id));
  const nameOf = await personNames(
    ctx,
    [...items.values()].map((item) => item.owner_id),
  );
  const list = rows.map((row) => {
    const item = items.get(row.item_id);
    const known = item !== undefined && visible.has(item.id);
    return {
      id: String(row.id),
      ...(known && { name: item.name, objId: String(item.id), ...(item.ext !== '' && { ext: item.ext }) }),
      objType: item?.kind ?? objType.document,
      ownerName: item === undefined ? '' : nameOf(item.owner_id),
      word: row.word,
      groupName: row.group_name,
      level: row.level,
      place: row.place,
      count: row.n,
      held: row.held === 1,
      state: row.state as FindState,
      time: isoTime(row.found_at),
      deciderName: row.decider_name || undefined,
      note: row.note || undefined,
    };
  });
  return { list, pageNo, pageSize, totalNumber: total };
}

/** Names the item of a find and shows the words around it, whatever the caller may see otherwise: it is the office, and the log notes it. */
export async function lookAtFind(ctx: Ctx, { id }: { id: string }): Promise<OutputOf<typeof screening.look>> {
  const [find] = await findsByIds(ctx.db, ctx.user.organisationId, [Number(id)]);
  const [item] = find === undefined ? [] : await itemsToLookAt(ctx.db, [find.item_id]);
  if (find === undefined || item === undefined) throw new Refusal(codes.itemMissing);
  const nameOf = await personNames(ctx, [item.owner_id]);
  await ctx.say('words.looked', { objId: item.id, objName: item.name });
  return {
    name: item.name,
    path: (await namesAbove(ctx.db, item.id)).join(' / '),
    ownerName: nameOf(item.owner_id),
    snippet: JSON.parse(find.snippet) as string[],
  };
}

/** At most so many at once. */
const most = 1000;

/** Writes a decision on finds; refused wholly where one of them is none. */
export async function decide(ctx: Ctx, { ids, judgement: state, note }: ParsedOf<typeof screening.decide>) {
  const wanted = [...new Set(ids.map(Number))];
  if (wanted.length > most) throw new Refusal(codes.tooManyItems);
  const finds = await findsByIds(ctx.db, ctx.user.organisationId, wanted);
  if (finds.length < wanted.length) throw new Refusal(codes.itemMissing);
  const isOpen = state === 'open';
  await decideFinds(ctx.db, wanted, {
    state,
    deciderName: isOpen ? '' : ctx.user.fullName,
    at: isOpen ? 0 : ctx.now,
    note: isOpen ? '' : note,
  });
  const items = await itemsToLookAt(ctx.db, [...new Set(finds.map((find) => find.item_id))]);
  for (const item of items) await ctx.say('words.decided', { objId: item.id, objName: item.name });
  return {};
}
