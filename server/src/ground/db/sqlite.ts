import { AsyncLocalStorage } from 'node:async_hooks';
import { type DatabaseConnection, type Dialect, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Database, Schema } from './database.ts';
import { goStraight } from './pace.ts';
import { longReaderConnection, openThread, readerConnection } from './sqlite-connections.ts';
import { type WritingConnection, writingConnection } from './sqlite-transactions.ts';

/** A dialect over one given connection: transactions are the writer queue's work, not Kysely's. */
function over(connection: DatabaseConnection): Dialect {
  const forbid = async () => {
    throw new Error('Open transactions with database.write.');
  };
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: forbid,
      commitTransaction: forbid,
      rollbackTransaction: forbid,
      destroy: async () => {},
    }),
  };
}

interface Waiting {
  run(): Promise<unknown>;
  settle(outcome: { value: unknown } | { error: unknown }): void;
}

function once(member: Waiting): () => Waiting | undefined {
  const left = [member];
  return () => left.pop();
}

/**
 * Serial transactions on the one writer. Deeds that queue up while a commit waits for the disk share the next commit:
 * each in its own savepoint, none answered before the commit stands on disk.
 */
function writerQueue(connection: WritingConnection) {
  const queue: Waiting[] = [];
  let running = false;
  const groupLimit = 64;

  async function runOne(member: Waiting): Promise<() => void> {
    connection.script('savepoint deed');
    try {
      const value = await member.run();
      connection.script('release deed');
      return () => member.settle({ value });
    } catch (error) {
      connection.script('rollback to deed; release deed');
      return () => member.settle({ error });
    }
  }

  /** Runs what `next` gives in one transaction. Where that fails, each of several is run again alone: one's trouble is not the others'. */
  async function runGroup(next: () => Waiting | undefined): Promise<void> {
    const done: Array<() => void> = [];
    const members: Waiting[] = [];
    try {
      await connection.begin();
      for (let member = next(); member !== undefined; member = members.length < groupLimit ? next() : undefined) {
        members.push(member);
        done.push(await runOne(member));
      }
      await connection.commit();
      for (const tell of done) tell();
    } catch (error) {
      await connection.rollback().catch(() => {});
      if (members.length > 1) for (const member of members) await runGroup(once(member));
      else (members[0] ?? next())?.settle({ error });
    }
  }

  async function drain(): Promise<void> {
    if (running) return;
    running = true;
    while (queue.length > 0) await runGroup(() => queue.shift());
    running = false;
  }

  return <T>(work: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      queue.push({
        // else it would be done in the name of whoever's deed set the queue going
        run: AsyncLocalStorage.bind(work),
        settle: (outcome) => ('value' in outcome ? resolve(outcome.value as T) : reject(outcome.error)),
      });
      void drain();
    });
}

/** The embedded database in one file: one writer thread, a reader on this thread, a reader thread for long queries. */
export async function openSqliteDatabase(path: string): Promise<Database> {
  const thread = openThread(path, false);
  // the readers may open only once the file is there and in WAL mode
  await thread.send([{ sql: 'select 1', mode: 'exec' }]);
  const reader = readerConnection(path);
  const longReader = longReaderConnection(path);
  const writer = writingConnection(thread, reader);
  const write = goStraight(new Kysely<Schema>({ dialect: over(writer) }), writer);
  const enqueue = writerQueue(writer);
  return {
    engine: 'sqlite',
    read: goStraight(new Kysely<Schema>({ dialect: over(reader) }), reader),
    long: new Kysely<Schema>({ dialect: over(longReader) }),
    write: (work) => enqueue(() => work(write)),
    changeMark: reader.changeMark,
    lost: thread.lost,
    close: async () => {
      reader.close();
      await longReader.close();
      await thread.close();
    },
  };
}
