import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import { objType } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Paged } from '@dossier/contract/core/shapes';
import { type FindingState, type WordFinding, type sensitiveWords, wordPlace } from '@dossier/contract/governance/sensitive-words';
import type { Context, Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { yieldToEventLoop } from '../../../platform/jobs/yield-to-event-loop.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { findVisibleItems } from '../../access/require-items.ts';
import { personNames } from '../../identity/users.ts';
import { textOf } from '../../search/subscribers.ts';
import { wordsDecided, wordsLooked } from '../events.ts';
import { dropFindings, findingsByIds, findingsOfItem, pageOfFindings, setDecisions, upsertFinding } from '../findings.queries.ts';
import { type CompiledWords, compiledWords } from '../sensitive-words.ts';
import { type ScannedItem, itemsToScan, namesAbove } from './scans.queries.ts';
import { type Match, continueMatching, matchesIn, startMatching } from './text-matching.ts';
import { groupsByIds } from './word-groups.queries.ts';

/** A finding to be written: a word in an item. */
interface Finding {
  group: number;
  place: number;
  word: string;
  count: number;
  snippet: string;
}

/** Which parts of an item were checked, and the findings. */
export interface ItemCheck {
  item: ScannedItem;
  places: number;
  finds: Finding[];
  words: CompiledWords;
}

/** Characters shown before and after a finding. */
const snippetMargin = 40;
const unitsPerStep = 8192;
/** A text full of matches keeps only so many findings, the most severe. */
const maxFindings = 200;

/** The text before, the match, the text after; whitespace collapsed to one line, cut between characters. */
function snippetOf(text: string, from: number, to: number): string {
  const plain = (part: string): string =>
    part
      .toWellFormed()
      .replaceAll('\uFFFD', '')
      .replaceAll(/[\s\u0000]+/g, ' ');
  return JSON.stringify([
    plain(text.slice(Math.max(0, from - snippetMargin), from)),
    plain(text.slice(from, to)),
    plain(text.slice(to, to + snippetMargin)),
  ]);
}

type MatcherScope = Parameters<CompiledWords['matcher']>[0];

async function findingsIn(words: CompiledWords, where: MatcherScope, place: number, text: string): Promise<Finding[]> {
  const matcher = text === '' ? undefined : await words.matcher(where);
  if (matcher === undefined) return [];
  const yieldNow = yieldToEventLoop();
  const matching = startMatching(matcher, text);
  while (matching.at < matching.text.length) {
    continueMatching(matcher, matching, unitsPerStep);
    await yieldNow();
  }
  const weightOf = ({ pattern }: Match): number => {
    const group = words.groups.get(pattern.group);
    return (group?.action === 'block' ? 10 : 0) + (group?.level ?? 0);
  };
  return matchesIn(matching)
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    .slice(0, maxFindings)
    .map(({ pattern, from, to, count }) => {
      const { group, word } = pattern;
      return { group, place, word, count, snippet: snippetOf(matching.text, from, to) };
    });
}

/** Checks an item: name, notes, and text as far as the index has read the current revision. */
export async function checkItem(services: Services, item: ScannedItem): Promise<ItemCheck> {
  const words = await compiledWords(services, item.organisation_id);
  const finds = [
    ...(await findingsIn(words, 'names', wordPlace.name, item.name)),
    ...(await findingsIn(words, 'notes', wordPlace.note, item.description)),
  ];
  let parts: number = wordPlace.name | wordPlace.note;
  const text = item.kind === objType.document ? await textOf(services.database.long, item.id) : undefined;
  if (text !== undefined && text.revision_id === item.revision_id) {
    parts |= wordPlace.content;
    finds.push(...(await findingsIn(words, 'contents', wordPlace.content, text.body)));
  }
  return { item, places: parts, finds, words };
}

const keyOf = (group: number, place: number, word: string): string => `${group} ${place} ${word}`;

type Groups = Awaited<ReturnType<typeof groupsByIds>>;

/**
 * Writes the findings of some items and drops those that are gone; answers the new ones of each. Items that were renamed, revised or
 * removed during the check are left out, as that change queued them again. Groups count as they are now.
 */
export async function saveFindings(db: Db, seen: readonly ItemCheck[], at: number): Promise<Finding[][]> {
  const items = new Map(
    (
      await itemsToScan(
        db,
        seen.map(({ item }) => item.id),
      )
    ).map((item) => [item.id, item]),
  );
  const wanted = new Set(seen.flatMap(({ finds }) => finds.map(({ group }) => group)));
  const groups = wanted.size === 0 ? new Map() : await groupsByIds(db, [...wanted]);
  const fresh: Finding[][] = [];
  for (const one of seen) fresh.push(isSame(one.item, items.get(one.item.id)) ? await saveFindingsOf(db, one, { groups, at }) : []);
  return fresh;
}

const isSame = (before: ScannedItem, now: ScannedItem | undefined): boolean =>
  now !== undefined && now.name === before.name && now.description === before.description && now.revision_id === before.revision_id;

async function saveFindingsOf(
  db: Db,
  { item, places: parts, finds: found, words }: ItemCheck,
  { groups, at }: { groups: Groups; at: number },
): Promise<Finding[]> {
  const finds = found.filter(({ group }) => groups.has(group));
  const known = await findingsOfItem(db, item.id);
  if (known.length === 0 && finds.length === 0) return [];
  const before = new Set(known.map((row) => keyOf(row.group_id, row.place, row.word)));
  const now = new Set(finds.map((find) => keyOf(find.group, find.place, find.word)));
  // an unread text does not replace the findings of the previous revision, nor a check those of a group that it did not know as it is
  const isOfThisCheck = ({ group_id, group_updated_at: changed }: (typeof known)[number]): boolean =>
    changed === null || changed === words.groups.get(group_id)?.updated_at;
  const gone = known.filter((row) => (row.place & parts) !== 0 && isOfThisCheck(row) && !now.has(keyOf(row.group_id, row.place, row.word)));
  if (gone.length > 0)
    await dropFindings(
      db,
      gone.map((row) => row.id),
    );
  for (const { group, place, word, count, snippet } of finds) {
    const of = groups.get(group);
    if (of === undefined) continue;
    await upsertFinding(db, {
      id: newId(),
      organisation_id: item.organisation_id,
      item_id: item.id,
      group_id: group,
      group_name: of.name,
      level: of.level,
      place,
      word,
      n: count,
      snippet,
      blocked: of.action === 'block' ? 1 : 0,
      found_at: at,
    });
  }
  return finds.filter((find) => !before.has(keyOf(find.group, find.place, find.word)));
}

/** The findings. Names are shown only of items that the caller sees; `showFinding` shows the others. */
export async function listFindings(ctx: Context, input: ParsedOf<typeof sensitiveWords.finds>): Promise<Paged<WordFinding>> {
  const { pageNo, pageSize, state, level, word } = input;
  const { long } = ctx.services.database;
  const filter = { organisationId: ctx.user.organisationId, state, level, word: word?.trim() || undefined };
  const { rows, total } = await pageOfFindings(long, { ...filter, limit: pageSize, offset: (pageNo - 1) * pageSize });
  const ids = [...new Set(rows.map((row) => row.item_id))];
  const items = new Map((await itemsToScan(long, ids)).map((item) => [item.id, item]));
  const visible = new Set((await findVisibleItems(ctx, ids)).map(({ item }) => item.id));
  const nameOf = await personNames(
    ctx,
    [...items.values()].map((item) => item.owner_id),
  );
  const list = rows.map((row) => {
    const item = items.get(row.item_id);
    const known = item !== undefined && visible.has(item.id);
    return {
      id: String(row.id),
      version: findingVersion(row),
      ...(known && { name: item.name, objId: String(item.id), ...(item.ext !== '' && { ext: item.ext }) }),
      objType: item?.kind ?? objType.document,
      ownerName: item === undefined ? '' : nameOf(item.owner_id),
      word: row.word,
      groupName: row.group_name,
      level: row.level,
      place: row.place,
      count: row.n,
      held: row.blocked === 1,
      state: row.state as FindingState,
      time: isoTime(row.found_at),
      deciderName: row.decider_name || undefined,
      note: row.note || undefined,
    };
  });
  return { list, pageNo, pageSize, totalNumber: total };
}

/**
 * Names the item of a finding and shows the surrounding text, whatever the caller may see otherwise: the administrative permission allows
 * it, and the log records it.
 */
export async function showFinding(ctx: Context, { id }: { id: string }): Promise<OutputOf<typeof sensitiveWords.look>> {
  const [find] = await findingsByIds(ctx.db, ctx.user.organisationId, [Number(id)]);
  const [item] = find === undefined ? [] : await itemsToScan(ctx.db, [find.item_id]);
  if (find === undefined || item === undefined) throw new Refusal(codes.itemMissing);
  const nameOf = await personNames(ctx, [item.owner_id]);
  await ctx.emit(wordsLooked, { objId: item.id, objName: item.name });
  return {
    name: item.name,
    path: (await namesAbove(ctx.db, item.id)).join(' / '),
    ownerName: nameOf(item.owner_id),
    snippet: JSON.parse(find.snippet) as string[],
  };
}

const findingVersion = ({ n, snippet }: { n: number; snippet: string }): string =>
  createHash('sha256').update(`${n} ${snippet}`).digest('base64url');

/** Limit of decisions in one call. */
const maxDecisions = 1000;

/** Decides on findings; all are refused when one is missing, or has changed since the caller saw it. */
export async function decideFindings(ctx: Context, { ids, versions, judgement: state, note }: ParsedOf<typeof sensitiveWords.decide>) {
  const wanted = [...new Set(ids.map(Number))];
  if (wanted.length > maxDecisions) throw new Refusal(codes.tooManyItems);
  const finds = await findingsByIds(ctx.db, ctx.user.organisationId, wanted);
  if (finds.length < wanted.length) throw new Refusal(codes.itemMissing);
  const byId = new Map(finds.map((find) => [find.id, find]));
  const isStale = (version: string, at: number): boolean => {
    const find = byId.get(Number(ids[at]));
    return find === undefined || findingVersion(find) !== version;
  };
  if (versions !== undefined && versions.length !== ids.length) throw new Refusal(codes.invalidParams, { field: 'versions' });
  if (versions?.some(isStale)) throw new Refusal(codes.changedMeanwhile);
  const isOpen = state === 'open';
  await setDecisions(ctx.db, wanted, {
    state,
    deciderName: isOpen ? '' : ctx.user.fullName,
    at: isOpen ? 0 : ctx.now,
    note: isOpen ? '' : note,
  });
  const items = await itemsToScan(ctx.db, [...new Set(finds.map((find) => find.item_id))]);
  for (const item of items) await ctx.emit(wordsDecided, { objId: item.id, objName: item.name });
  return {};
}
