import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseConnection } from 'kysely';
import type { Known } from './dialect.ts';

/** The connection for transactions: one at a time, and none of another connection beside it. */
export interface WritingConnection extends DatabaseConnection {
  begin(): Promise<void>;
  /** Puts statements without an answer in front of the next statement. */
  script(...statements: string[]): void;
  /** Runs the waiting steps, then commits; refused where an unawaited step of the transaction failed. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
  /** Whether an error leaves open what became of the commit, so that nothing in it may be run again. */
  isLost?(error: unknown): boolean;
}

interface WriterOptions {
  /** So many handlers share a commit. */
  groupLimit: number;
  known: Known;
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
 * Serial transactions on one connection. Handlers that queue up while a commit waits for the disk share the next commit: each in its own savepoint,
 * none answered before the commit is on disk.
 */
export function createWriterQueue(connection: WritingConnection, { groupLimit, known }: WriterOptions) {
  const queue: Waiting[] = [];
  let running: Promise<void> | undefined;

  /** Runs one in a savepoint, whose name no other has: what follows a failed one could roll back to it, and bring a broken transaction to life again. */
  async function runOne(member: Waiting, savepoint: string): Promise<() => void> {
    connection.script(`savepoint ${savepoint}`);
    known.clear();
    try {
      const value = await member.run();
      connection.script(`release savepoint ${savepoint}`);
      return () => member.settle({ value });
    } catch (error) {
      connection.script(`rollback to savepoint ${savepoint}`, `release savepoint ${savepoint}`);
      return () => member.settle({ error });
    }
  }

  /** Runs the waiting work of `next` in one transaction. If the commit fails, each is run again alone, so that one failure does not spread. */
  async function runGroup(next: () => Waiting | undefined): Promise<void> {
    const done: Array<() => void> = [];
    const members: Waiting[] = [];
    try {
      await connection.begin();
      for (let member = next(); member !== undefined; member = members.length < groupLimit ? next() : undefined) {
        members.push(member);
        done.push(await runOne(member, `member_${members.length}`));
      }
      await connection.commit();
      for (const notify of done) notify();
    } catch (error) {
      await connection.rollback().catch(() => {});
      if (members.length === 0) next()?.settle({ error });
      else if (members.length === 1 || connection.isLost?.(error) === true) for (const member of members) member.settle({ error });
      else for (const member of members) await runGroup(once(member));
    }
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) await runGroup(() => queue.shift());
    running = undefined;
  }

  return {
    enqueue: <T>(work: () => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        queue.push({
          // otherwise it would run in the async context of the handler that started the queue
          run: AsyncLocalStorage.bind(work),
          settle: (outcome) => ('value' in outcome ? resolve(outcome.value as T) : reject(outcome.error)),
        });
        running ??= drain();
      }),
    /** Resolves once nothing waits any more. */
    rest: async (): Promise<void> => running,
  };
}
