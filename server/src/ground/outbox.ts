import { sql } from 'kysely';
import type { House } from './ctx.ts';
import type { Db } from './db/database.ts';
import { engineOf } from './db/words.ts';
import { newId } from './ids.ts';

/** A thing that happened, as a listener gets it. */
export interface Happening {
  id: number;
  event: string;
  data: Record<string, unknown>;
  personId: number | undefined;
  personName: string;
  address: string;
  at: number;
}

/** Who wants to hear of which events. `batch` listeners run in one transaction with the removal of their rows; `job` ones do slow work outside of it. */
export interface Listener {
  name: string;
  events: readonly string[];
  batch?(db: Db, happenings: Happening[], house: House): Promise<void>;
  job?(happening: Happening, house: House): Promise<void>;
  /** Of several waiting rows with the same key only one is kept. */
  dedupe?(event: string, data: Record<string, unknown>): string | undefined;
}

export interface Speaker {
  id?: number;
  name: string;
  address: string;
}

export interface Outbox {
  say(db: Db, speaker: Speaker, what: { event: string; data: Record<string, unknown>; at: number }): Promise<void>;
  /** Wakes the worker after a commit. */
  poke(): void;
  /** Works until nothing is due: for tests and for the end of a demo. */
  drain(): Promise<void>;
  start(house: House): void;
  stop(): Promise<void>;
}

const leaseMs = 10 * 60_000;
const maxAttempts = 6;
const batchSize = 100;

/** The outbox of a house: rows in the deed's transaction, then worked off in order, again after a crash, with growing pauses after a failure. */
export function createOutbox(listeners: readonly Listener[]): Outbox {
  const byEvent = new Map<string, Listener[]>();
  for (const listener of listeners) {
    for (const event of listener.events) byEvent.set(event, [...(byEvent.get(event) ?? []), listener]);
  }
  const byName = new Map(listeners.map((listener) => [listener.name, listener]));
  let house: House | undefined;
  let working: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function workOff(home: House): Promise<void> {
    for (;;) {
      const rows = await claim(home);
      if (rows.length === 0 || stopped) return;
      for (const [name, group] of groupByListener(rows)) await handle(home, byName.get(name), group);
    }
  }

  function run(): Promise<void> {
    if (house === undefined || stopped) return Promise.resolve();
    if (working !== undefined) {
      again = true;
      return working;
    }
    const home = house;
    working = workOff(home)
      .catch((error: unknown) => home.log.error({ err: error }, 'outbox'))
      .finally(() => {
        working = undefined;
        if (again) {
          again = false;
          void run();
        }
      });
    return working;
  }

  return {
    async say(db, speaker, what) {
      const heard = byEvent.get(what.event) ?? [];
      if (heard.length === 0) return;
      const rows = heard.map((listener) => ({
        id: newId(),
        listener: listener.name,
        event: what.event,
        data: JSON.stringify(what.data),
        dedupe: listener.dedupe?.(what.event, what.data) ?? null,
        person_id: speaker.id ?? null,
        person_name: speaker.name,
        address: speaker.address,
        at: what.at,
        run_at: what.at,
      }));
      await db
        .insertInto('outbox')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['listener', 'dedupe']).where('dedupe', 'is not', null).doNothing())
        .execute();
    },
    poke() {
      setImmediate(() => void run());
    },
    async drain() {
      for (;;) {
        await run();
        if (house === undefined || (await dueCount(house)) === 0) return;
      }
    },
    start(home) {
      house = home;
      timer = setInterval(() => void run(), 5000);
      timer.unref();
      void run();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await working;
    },
  };
}

async function dueCount(house: House): Promise<number> {
  const now = house.now();
  const row = await house.database.read
    .selectFrom('outbox')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('run_at', '<=', now)
    .where('lease', '<', now)
    .executeTakeFirstOrThrow();
  return row.n;
}

type Row = {
  id: number;
  listener: string;
  event: string;
  data: string;
  person_id: number | null;
  person_name: string | null;
  address: string | null;
  at: number;
  attempts: number;
};

async function claim(house: House): Promise<Row[]> {
  const now = house.now();
  if ((await dueCount(house)) === 0) return [];
  return house.database.write(async (db) => {
    const skip = engineOf(db) === 'postgres' ? sql` for update skip locked` : sql``;
    const taken = await sql<Row>`update outbox set lease = ${now + leaseMs}, attempts = attempts + 1
      where id in (select id from outbox where run_at <= ${now} and lease < ${now} order by id limit ${batchSize}${skip})
      returning id, listener, event, data, person_id, person_name, address, at, attempts`.execute(db);
    return taken.rows.toSorted((a, b) => a.id - b.id);
  });
}

function groupByListener(rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.listener, [...(groups.get(row.listener) ?? []), row]);
  return groups;
}

const happeningOf = (row: Row): Happening => ({
  id: row.id,
  event: row.event,
  data: JSON.parse(row.data) as Record<string, unknown>,
  personId: row.person_id ?? undefined,
  personName: row.person_name ?? '',
  address: row.address ?? '',
  at: row.at,
});

async function handle(house: House, listener: Listener | undefined, rows: Row[]): Promise<void> {
  const ids = rows.map((row) => row.id);
  const remove = (db: Db, gone: number[]) => db.deleteFrom('outbox').where('id', 'in', gone).execute();
  if (listener === undefined) {
    await house.database.write((db) => remove(db, ids));
    return;
  }
  if (listener.batch !== undefined) {
    const batch = listener.batch.bind(listener);
    try {
      await house.database.write(async (db) => {
        await batch(db, rows.map(happeningOf), house);
        await remove(db, ids);
      });
      return;
    } catch (error) {
      if (rows.length === 1 && rows[0] !== undefined) return giveBack(house, rows[0], error);
      // one bad row must not hold the others: each on its own
      for (const row of rows) await handle(house, listener, [row]);
      return;
    }
  }
  for (const row of rows) {
    try {
      await listener.job?.(happeningOf(row), house);
      await house.database.write((db) => remove(db, [row.id]));
    } catch (error) {
      await giveBack(house, row, error);
    }
  }
}

async function giveBack(house: House, row: Row, error: unknown): Promise<void> {
  house.log.warn({ err: error, listener: row.listener, event: row.event, attempts: row.attempts }, 'a listener failed');
  const never = Number.MAX_SAFE_INTEGER;
  const runAt = row.attempts >= maxAttempts ? never : house.now() + 2000 * 4 ** row.attempts;
  await house.database.write((db) =>
    db
      .updateTable('outbox')
      .set({ lease: 0, run_at: runAt, problem: String(error).slice(0, 500) })
      .where('id', '=', row.id)
      .execute(),
  );
}
