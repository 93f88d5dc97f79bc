import { setTimeout as pause } from 'node:timers/promises';
import { objType } from '@dossier/contract/rights';
import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import type { Happening, Listener } from '../../ground/outbox.ts';
import { extOf } from '../../ground/text/names.ts';
import { nameTokens } from '../../ground/text/tokens.ts';
import { askForTexts, textListeners } from './ask-for-texts.ts';
import { forgetWords, itemsToIndex, putWords, readRevisions } from './index-queries.ts';
import { readWaitingTexts } from './read-texts.ts';
import { queueTexts, stages } from './waiting-queries.ts';

const words = ['created', 'updated', 'moved', 'restored'];
const events = [
  ...['cabinet', 'folder', 'document'].flatMap((kind) => words.map((word) => `${kind}.${word}`)),
  'folder.copied',
  'document.copied',
  'document.revised',
];

/** Another extension may make text of what was none, and none of what was text. */
function changedKind({ data }: Happening): boolean {
  const [before, after] = [data['before'], data['after']] as [{ name?: string } | undefined, { name?: string } | undefined];
  return before?.name !== undefined && after?.name !== undefined && extOf(before.name) !== extOf(after.name);
}

/** Writes the words of items' names, and puts documents into the queue whose text the index has not read. */
export async function indexItems(
  db: Db,
  ids: number[],
  { again = new Set<number>(), now }: { again?: Set<number>; now: number },
): Promise<boolean> {
  const items = await itemsToIndex(db, ids);
  for (const item of items) await putWords(db, 'name_words', { id: item.id, tokens: nameTokens(item.name) });
  const read = new Map((await readRevisions(db, ids)).map((row) => [row.item_id, row.revision_id]));
  const unread = items.filter((item) => item.kind === objType.document && (again.has(item.id) || read.get(item.id) !== item.revision_id));
  if (unread.length === 0) return false;
  await queueTexts(
    db,
    unread.map((item) => item.id),
  );
  await askForTexts(db, { stage: stages.reading, now });
  return true;
}

/** The worker looks every few seconds by itself; this spares the wait, once the transaction of the asking is through. */
export const wakeSoon = (house: House): void => void pause(50, undefined, { ref: false }).then(() => house.outbox.poke());

export const searchListeners: Listener[] = [
  {
    name: 'search.names',
    events: [...events, 'items.purged'],
    async batch(db, happenings, house) {
      const purged = happenings.filter(({ event }) => event === 'items.purged').flatMap(({ data }) => data['ids'] as number[]);
      const ids = happenings.filter(({ event }) => event !== 'items.purged').map(({ data }) => Number(data['objId']));
      const again = new Set(happenings.filter(changedKind).map(({ data }) => Number(data['objId'])));
      if (ids.length > 0 && (await indexItems(db, [...new Set(ids)], { again, now: house.now() }))) wakeSoon(house);
      if (purged.length > 0) await forgetWords(db, purged);
    },
  },
  ...Object.values(stages).map((stage) => ({
    name: textListeners[stage],
    events: ['texts.queued'],
    job: (_: Happening, house: House) => readWaitingTexts(house, stage),
  })),
  {
    name: 'search.recognition',
    events: ['site.settingsChanged'],
    async batch(db, happenings, house) {
      if (happenings.some(({ data }) => data['objName'] === 'recognition'))
        await askForTexts(db, { stage: stages.recognising, now: house.now() });
    },
  },
];
