import { wordPlace } from '@dossier/contract/screening';
import { objType } from '@dossier/contract/rights';
import { breather } from '../../ground/breathe.ts';
import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { newId } from '../../ground/ids.ts';
import { textOf } from '../search/texts-of.ts';
import { dropFinds, knownFinds, putFind } from './find-queries.ts';
import { beginWalk, foundIn, type Matcher, walkOn } from './matcher.ts';
import { type Words, wordsOf } from './matchers.ts';
import type { Looked } from './scan-queries.ts';

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
const piece = 65_536;
/** A text that is full of words is judged by fewer. */
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

async function findsIn(matcher: Matcher | undefined, place: number, text: string): Promise<Find[]> {
  if (matcher === undefined || text === '') return [];
  const breathe = breather();
  const walk = beginWalk(matcher, text);
  while (walk.at < walk.text.length) {
    walkOn(matcher, walk, piece);
    await breathe();
  }
  const finds = new Map<string, Find>();
  for (const { pattern, from, to } of foundIn(walk)) {
    const key = `${pattern.group} ${pattern.word}`;
    const known = finds.get(key);
    if (known !== undefined) known.count += 1;
    else if (finds.size < mostFinds)
      finds.set(key, { group: pattern.group, place, word: pattern.word, count: 1, snippet: snippetOf(walk.text, from, to) });
  }
  return [...finds.values()];
}

/** Looks through an item: its name, its notes, and its text as far as the index has read the one that it has now. */
export async function lookThrough(house: House, item: Looked): Promise<Seen> {
  const words = await wordsOf(house, item.organisation_id);
  const finds = [
    ...(await findsIn(words.names, wordPlace.name, item.name)),
    ...(await findsIn(words.notes, wordPlace.note, item.description)),
  ];
  let places: number = wordPlace.name | wordPlace.note;
  const text = item.kind === objType.document ? await textOf(house.database.long, item.id) : undefined;
  if (text !== undefined && text.revision_id === item.revision_id) {
    places |= wordPlace.content;
    finds.push(...(await findsIn(words.contents, wordPlace.content, text.body)));
  }
  return { item, places, finds, words };
}

const keyOf = (group: number, place: number, word: string): string => `${group} ${place} ${word}`;

/** Writes what was found in an item, and lets go of what is there no more; answers those that are new. */
export async function keepFinds(db: Db, { item, places, finds, words }: Seen, at: number): Promise<Find[]> {
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
    const of = words.groups.get(group);
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
