import { wordPlace } from '@dossier/contract/screening';
import { objType } from '@dossier/contract/rights';
import { breather } from '../../ground/breathe.ts';
import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { newId } from '../../ground/ids.ts';
import { textOf } from '../search/texts-of.ts';
import { dropFinds, knownFinds, putFind } from './find-queries.ts';
import { groupsByIds } from './group-queries.ts';
import { type Words, wordsOf } from './matchers.ts';
import { itemsToLookAt, type Looked } from './scan-queries.ts';
import { beginWalk, foundIn, type Match, walkOn } from './walk.ts';

/** A word in an item, as it is to be written. */
interface Find {
  group: number;
  place: number;
  word: string;
  count: number;
  snippet: string;
}

/** What of an item was looked through, and what was found there. */
export interface Seen {
  item: Looked;
  places: number;
  finds: Find[];
  words: Words;
}

/** So much of a text is shown before and behind a find. */
const around = 40;
const piece = 8192;
/** A text that is full of words is judged by fewer, by those that matter most. */
const mostFinds = 200;

/** What stands before, the find, what stands behind; in one line each, cut between signs. */
function snippetOf(text: string, from: number, to: number): string {
  const plain = (part: string): string =>
    part
      .toWellFormed()
      .replaceAll('\uFFFD', '')
      .replaceAll(/[\s\u0000]+/g, ' ');
  return JSON.stringify([
    plain(text.slice(Math.max(0, from - around), from)),
    plain(text.slice(from, to)),
    plain(text.slice(to, to + around)),
  ]);
}

type Where = Parameters<Words['matcher']>[0];

async function findsIn(words: Words, where: Where, ...[place, text]: [place: number, text: string]): Promise<Find[]> {
  const matcher = text === '' ? undefined : await words.matcher(where);
  if (matcher === undefined) return [];
  const breathe = breather();
  const walk = beginWalk(matcher, text);
  while (walk.at < walk.text.length) {
    walkOn(matcher, walk, piece);
    await breathe();
  }
  const weightOf = ({ pattern }: Match): number => {
    const group = words.groups.get(pattern.group);
    return (group?.action === 'block' ? 10 : 0) + (group?.level ?? 0);
  };
  return foundIn(walk)
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    .slice(0, mostFinds)
    .map(({ pattern, from, to, count }) => {
      const { group, word } = pattern;
      return { group, place, word, count, snippet: snippetOf(walk.text, from, to) };
    });
}

/** Looks through an item: its name, its notes, and its text as far as the index has read the one that it has now. */
export async function lookThrough(house: House, item: Looked): Promise<Seen> {
  const words = await wordsOf(house, item.organisation_id);
  const finds = [
    ...(await findsIn(words, 'names', wordPlace.name, item.name)),
    ...(await findsIn(words, 'notes', wordPlace.note, item.description)),
  ];
  let places: number = wordPlace.name | wordPlace.note;
  const text = item.kind === objType.document ? await textOf(house.database.long, item.id) : undefined;
  if (text !== undefined && text.revision_id === item.revision_id) {
    places |= wordPlace.content;
    finds.push(...(await findsIn(words, 'contents', wordPlace.content, text.body)));
  }
  return { item, places, finds, words };
}

const keyOf = (group: number, place: number, word: string): string => `${group} ${place} ${word}`;

type Groups = Awaited<ReturnType<typeof groupsByIds>>;

/**
 * Writes what was found in some items, and lets go of what is there no more; answers what is new in each. What was renamed, revised or removed
 * while it was looked through is left out: whoever did that had it put into the queue. Groups count as they are now.
 */
export async function keepFinds(db: Db, seen: readonly Seen[], at: number): Promise<Find[][]> {
  const items = new Map(
    (
      await itemsToLookAt(
        db,
        seen.map(({ item }) => item.id),
      )
    ).map((item) => [item.id, item]),
  );
  const wanted = new Set(seen.flatMap(({ finds }) => finds.map(({ group }) => group)));
  const groups = wanted.size === 0 ? new Map() : await groupsByIds(db, [...wanted]);
  const fresh: Find[][] = [];
  for (const one of seen) fresh.push(isSame(one.item, items.get(one.item.id)) ? await keepFindsOf(db, one, { groups, at }) : []);
  return fresh;
}

const isSame = (before: Looked, now: Looked | undefined): boolean =>
  now !== undefined && now.name === before.name && now.description === before.description && now.revision_id === before.revision_id;

async function keepFindsOf(db: Db, { item, places, finds: found }: Seen, { groups, at }: { groups: Groups; at: number }): Promise<Find[]> {
  const finds = found.filter(({ group }) => groups.has(group));
  const known = await knownFinds(db, item.id);
  if (known.length === 0 && finds.length === 0) return [];
  const before = new Set(known.map((row) => keyOf(row.group_id, row.place, row.word)));
  const now = new Set(finds.map((find) => keyOf(find.group, find.place, find.word)));
  // a text that nobody has read yet says nothing of what was found in the one before
  const gone = known.filter((row) => (row.place & places) !== 0 && !now.has(keyOf(row.group_id, row.place, row.word)));
  if (gone.length > 0)
    await dropFinds(
      db,
      gone.map((row) => row.id),
    );
  for (const { group, place, word, count, snippet } of finds) {
    const of = groups.get(group);
    if (of === undefined) continue;
    await putFind(db, {
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
      held: of.action === 'block' ? 1 : 0,
      found_at: at,
    });
  }
  return finds.filter((find) => !before.has(keyOf(find.group, find.place, find.word)));
}
