import { codes } from '@dossier/contract/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import { mostWords, type screening, type WordAction, type WordGroup } from '@dossier/contract/screening';
import type { Ctx } from '../../ground/ctx.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { nameKey } from '../../ground/text/names.ts';
import { foldWord } from './fold.ts';
import { deleteGroupRow, groupById, groupsOf, insertGroup, updateGroupRow, wordsBeside } from './group-queries.ts';
import { holdFindsOf, releaseFindsOf } from './find-queries.ts';

type Fields = ParsedOf<typeof screening.createGroup>;
type Row = Awaited<ReturnType<typeof groupsOf>>['rows'][number];

const shape = (row: Row): WordGroup => ({
  id: String(row.id),
  name: row.name,
  level: row.level,
  action: row.action as WordAction,
  places: row.places,
  enabled: row.enabled === 1,
  wordCount: row.word_count,
  updateTime: isoTime(row.updated_at),
});

export async function listGroups(ctx: Ctx, { pageNo, pageSize }: ParsedOf<typeof screening.groups>) {
  const { rows, total } = await groupsOf(ctx.db, ctx.user.organisationId, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  return { list: rows.map(shape), pageNo, pageSize, totalNumber: total };
}

async function needGroup(ctx: Ctx, id: string) {
  const group = await groupById(ctx.db, ctx.user.organisationId, Number(id));
  if (group === undefined) throw new Refusal(codes.itemMissing);
  return group;
}

export async function showGroup(ctx: Ctx, { id }: { id: string }): Promise<OutputOf<typeof screening.group>> {
  const group = await needGroup(ctx, id);
  return { ...shape(group), words: JSON.parse(group.words) as string[], exceptions: JSON.parse(group.exceptions) as string[] };
}

/** Words without those that are compared as one before. */
function distinct(words: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const word of words) {
    const key = foldWord(word).join(' ');
    if (key !== '' && !known.has(key)) known.set(key, word);
  }
  return [...known.values()];
}

/** The columns of a group; 400 where there is no word to look for, or too many in all. */
async function columnsOf(ctx: Ctx, { name, level, action, places, enabled, ...given }: Fields, id: number) {
  const list = distinct(given.words);
  const [words, exceptions] = [JSON.stringify(list), JSON.stringify(distinct(given.exceptions))];
  const beside = await wordsBeside(ctx.db, ctx.user.organisationId, id);
  const isMuch = beside.words + list.length > mostWords.organisation || beside.signs + words.length + exceptions.length > mostWords.signs;
  if (list.length === 0 || isMuch) throw new Refusal(codes.invalidParams, { fields: ['words'] });
  return {
    name,
    name_key: nameKey(name),
    level,
    action,
    places,
    enabled: enabled ? 1 : 0,
    words,
    exceptions,
    word_count: list.length,
    updated_at: ctx.now,
  };
}

async function refusingTaken(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes.invalidParams, { fields: ['name'] });
    throw error;
  }
}

export async function createGroup(ctx: Ctx, input: Fields): Promise<{ id: string }> {
  const id = newId();
  const columns = await columnsOf(ctx, input, id);
  await refusingTaken(() => insertGroup(ctx.db, { id, organisation_id: ctx.user.organisationId, ...columns }));
  await bumpVersion(ctx.db, 'site');
  await ctx.say('wordGroup.created', { objId: id, objName: columns.name });
  return { id: String(id) };
}

export async function updateGroup(ctx: Ctx, { id, ...input }: ParsedOf<typeof screening.updateGroup>) {
  const group = await needGroup(ctx, id);
  const columns = await columnsOf(ctx, input, group.id);
  await refusingTaken(() => updateGroupRow(ctx.db, group.id, columns));
  const holds = columns.enabled === 1 && columns.action === 'block';
  await holdFindsOf(ctx.db, group.id, { holds, name: columns.name, level: columns.level });
  await bumpVersion(ctx.db, 'site');
  await ctx.say('wordGroup.updated', {
    objId: group.id,
    objName: columns.name,
    ...(columns.name !== group.name && { before: { name: group.name }, after: { name: columns.name } }),
  });
  return {};
}

export async function deleteGroup(ctx: Ctx, { id }: { id: string }) {
  const group = await needGroup(ctx, id);
  await deleteGroupRow(ctx.db, group.id);
  await releaseFindsOf(ctx.db, group.id);
  await bumpVersion(ctx.db, 'site');
  await ctx.say('wordGroup.deleted', { objId: group.id, objName: group.name });
  return {};
}
