import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { type WordAction, type WordGroup, type sensitiveWords, wordLimits } from '@dossier/contract/governance/sensitive-words';
import type { Context } from '../../../platform/context.ts';
import { isUniqueViolation } from '../../../platform/db/dialect.ts';
import { bumpVersion } from '../../../platform/db/versions.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { wordGroupCreated, wordGroupDeleted, wordGroupUpdated } from '../events.ts';
import { releaseFindingsOfGroup, updateFindingsOfGroup } from '../findings.queries.ts';
import { foldWord } from './matcher.ts';
import { deleteGroupRow, groupById, groupsOf, insertGroup, updateGroupRow, wordsBeside } from './word-groups.queries.ts';

type WordGroupInput = ParsedOf<typeof sensitiveWords.createGroup>;
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

export async function listGroups(ctx: Context, { pageNo, pageSize }: ParsedOf<typeof sensitiveWords.groups>) {
  const { rows, total } = await groupsOf(ctx.db, ctx.user.organisationId, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  return { list: rows.map(shape), pageNo, pageSize, totalNumber: total };
}

async function requireGroup(ctx: Context, id: string) {
  const group = await groupById(ctx.db, ctx.user.organisationId, Number(id));
  if (group === undefined) throw new Refusal(codes.itemMissing);
  return group;
}

export async function showGroup(ctx: Context, { id }: { id: string }): Promise<OutputOf<typeof sensitiveWords.group>> {
  const group = await requireGroup(ctx, id);
  return { ...shape(group), words: JSON.parse(group.words) as string[], exceptions: JSON.parse(group.exceptions) as string[] };
}

/** Words without duplicates that fold to the same. */
function distinct(words: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const word of words) {
    const key = foldWord(word).join(' ');
    if (key !== '' && !known.has(key)) known.set(key, word);
  }
  return [...known.values()];
}

/** The columns of a group; 400 without a word, or with too many in all. */
async function columnsOf(ctx: Context, { name, level, action, places: parts, enabled, ...given }: WordGroupInput, id: number) {
  const list = distinct(given.words);
  const [words, exceptions] = [JSON.stringify(list), JSON.stringify(distinct(given.exceptions))];
  const beside = await wordsBeside(ctx.db, ctx.user.organisationId, id);
  const isMuch = beside.words + list.length > wordLimits.organisation || beside.signs + words.length + exceptions.length > wordLimits.signs;
  if (list.length === 0 || isMuch) throw new Refusal(codes.invalidParams, { fields: ['words'] });
  return {
    name,
    name_key: nameKey(name),
    level,
    action,
    places: parts,
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

export async function createGroup(ctx: Context, input: WordGroupInput): Promise<{ id: string }> {
  const id = newId();
  const columns = await columnsOf(ctx, input, id);
  await refusingTaken(() => insertGroup(ctx.db, { id, organisation_id: ctx.user.organisationId, ...columns }));
  await bumpVersion(ctx.db, 'site');
  await ctx.emit(wordGroupCreated, { objId: id, objName: columns.name });
  return { id: String(id) };
}

export async function updateGroup(ctx: Context, { id, ...input }: ParsedOf<typeof sensitiveWords.updateGroup>) {
  const group = await requireGroup(ctx, id);
  const columns = await columnsOf(ctx, input, group.id);
  await refusingTaken(() => updateGroupRow(ctx.db, group.id, columns));
  const holds = columns.enabled === 1 && columns.action === 'block';
  await updateFindingsOfGroup(ctx.db, group.id, { holds, name: columns.name, level: columns.level });
  await bumpVersion(ctx.db, 'site');
  await ctx.emit(wordGroupUpdated, {
    objId: group.id,
    objName: columns.name,
    ...(columns.name !== group.name && { before: { name: group.name }, after: { name: columns.name } }),
  });
  return {};
}

export async function deleteGroup(ctx: Context, { id }: { id: string }) {
  const group = await requireGroup(ctx, id);
  await deleteGroupRow(ctx.db, group.id);
  await releaseFindingsOfGroup(ctx.db, group.id);
  await bumpVersion(ctx.db, 'site');
  await ctx.emit(wordGroupDeleted, { objId: group.id, objName: group.name });
  return {};
}
