import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { newId } from '../../ground/ids.ts';
import { sayTo } from '../../ground/outbox-queries.ts';
import type { Listener } from '../../ground/outbox.ts';
import { wakeSoon } from '../search/listeners.ts';
import { forgetFinds } from './find-queries.ts';
import { anyGroup } from './group-queries.ts';
import { keepFinds, lookThrough, type Seen } from './look-through.ts';
import { afterClosingMs, runScan, scanListener } from './run-scan.ts';
import { itemsToLookAt, queuedItems, queueItems, unqueueItem } from './scan-queries.ts';
import { newsOf, tellFound } from './tell-found.ts';

const waiting = 'screening.waiting';
const piece = 50;

const changed = ['cabinet', 'folder', 'document'].flatMap((kind) => ['created', 'updated', 'restored'].map((word) => `${kind}.${word}`));

/** What is to be looked through; where nobody looks for words, nothing is. */
async function queue(db: Db, ids: readonly number[], at: number): Promise<boolean> {
  if (ids.length === 0 || !(await anyGroup(db))) return false;
  await queueItems(db, ids, newId());
  await ask(db, at);
  return true;
}

const ask = (db: Db, at: number) => sayTo(db, waiting, { event: 'words.waiting', data: {}, at, dedupe: 'waiting' });

/** Looks through what waits, piece by piece, until nothing does. */
async function lookAtWaiting(house: House): Promise<void> {
  for (;;) {
    const asked = await queuedItems(house.database.read, piece);
    if (asked.length === 0) return;
    if (house.stopping.aborted) return house.database.write((db) => ask(db, house.now() + afterClosingMs));
    const rows = await itemsToLookAt(
      house.database.read,
      asked.map((row) => row.item_id),
    );
    const seen: Seen[] = [];
    for (const item of rows) seen.push(await lookThrough(house, item));
    await house.database.write(async (db) => {
      const fresh = await keepFinds(db, seen, house.now());
      const news = seen.flatMap((one, at) => newsOf(one, fresh[at] ?? []));
      for (const row of asked) await unqueueItem(db, row);
      await tellFound(db, news, house.now());
    });
    house.outbox.poke();
  }
}

export const screeningListeners: Listener[] = [
  {
    name: 'screening.heard',
    events: [...changed, 'document.revised', 'folder.copied', 'document.copied', 'texts.read', 'items.purged'],
    async batch(db, happenings, house) {
      const gone = happenings.filter(({ event }) => event === 'items.purged').flatMap(({ data }) => data['ids'] as number[]);
      const ids = happenings.flatMap(({ event, data }) =>
        event === 'items.purged' ? [] : event === 'texts.read' ? (data['ids'] as number[]) : [Number(data['objId'])],
      );
      if (gone.length > 0) await forgetFinds(db, gone);
      if (await queue(db, [...new Set(ids)], house.now())) wakeSoon(house);
    },
  },
  { name: waiting, events: ['words.waiting'], job: (_, house) => lookAtWaiting(house) },
  { name: scanListener, events: ['words.scanBegun'], job: ({ data }, house) => runScan(house, Number(data['scanId'])) },
];
