import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import pg from 'pg';
import { type Known, isWrite, type PacedQuery, noStream } from './dialect.ts';
import type { WritingConnection } from './writer-queue.ts';

// 20 is int8, 1700 numeric (sums): all values of the schema fit 53 bits, and SQLite returns numbers too
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1700, Number);

// our queries are short: JIT and parallel workers cost more than they save
const ordinary = '-c jit=off -c max_parallel_workers_per_gather=0';

/** What keeps a connection from writing. */
export const onlyReading = '-c default_transaction_read_only=on';

/** Milliseconds: a server that cannot be reached is told as such, instead of being waited for as long as the system does. */
const connectionTimeoutMillis = 10_000;

/** How a pool or a client is configured, and what it may do. */
export const settingsFor = (url: string, further: string): pg.ClientConfig => ({
  connectionString: url,
  options: `${ordinary} ${further}`,
  keepAlive: true,
  connectionTimeoutMillis,
});

/** So many statements of a connection are kept prepared: PostgreSQL holds some ten kilobytes for each. */
const maxPrepared = 400;

/** Names the statements that a connection has run before, so that PostgreSQL parses and plans them once. */
class StatementNames {
  private readonly names = new Map<string, string>();
  private readonly once = new Set<string>();
  private given = 0;

  of(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined || this.names.size >= maxPrepared) return name;
    if (this.once.delete(text)) {
      const given = `s${++this.given}`;
      this.names.set(text, given);
      return given;
    }
    if (this.once.size >= maxPrepared) this.once.clear();
    this.once.add(text);
    return undefined;
  }

  /** A migration has changed a table of theirs, so that PostgreSQL refuses to run them again. */
  forget(): void {
    this.names.clear();
  }
}

/** Whether a prepared statement selects all columns of a table that has other ones since (feature_not_supported). */
export const isOutdated = (error: unknown): boolean => (error as { code?: string }).code === '0A000';

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** The answer as Kysely expects it. */
function resultOf<R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> {
  return { rows: rows as R[], ...(changing.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
}

/** A query was meant for a connection that is gone, and with it the transaction that it belongs to. */
class ConnectionLost extends Error {}

/** One connection to PostgreSQL. Queries are sent without waiting for the answers to earlier ones, which come in the same order. */
class Connection {
  isLost = false;
  private readonly client: pg.Client;
  private readonly names = new StatementNames();
  private readonly connected: Promise<void>;
  private isConnected = false;

  constructor(settings: pg.ClientConfig) {
    this.client = new pg.Client({ ...settings, pipeline: true });
    const lose = () => {
      this.isLost = true;
    };
    this.client.on('error', lose);
    this.client.on('end', lose);
    this.connected = this.client.connect().then(
      () => void (this.isConnected = true),
      (error: Error) => {
        lose();
        // it waits for answers that will not come
        this.client.connection.stream.destroy();
        throw error;
      },
    );
    // told to those who wait for it
    this.connected.catch(() => {});
  }

  /** A statement without values, not even an empty list, is one of the transaction itself and is not prepared. */
  async query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult> {
    // what the client holds back until then would fail without a reason
    if (!this.isConnected) await this.connected;
    if (this.isLost) throw new ConnectionLost('The connection to the database was lost.');
    if (values === undefined) return this.client.query(text);
    const name = this.names.of(text);
    try {
      return await this.client.query({ text, values: values as unknown[], ...(name !== undefined && { name }) });
    } catch (error) {
      if (isOutdated(error)) this.names.forget();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.connected.then(() => this.client.end()).catch(() => {});
  }
}

/** A connection that is opened when it is first needed, and again once it is lost. */
class Line {
  /** Queries without an answer yet. */
  pending = 0;
  private readonly settings: pg.ClientConfig;
  private isClosed = false;
  private open: Connection | undefined;

  constructor(settings: pg.ClientConfig) {
    this.settings = settings;
  }

  connection(): Connection {
    if (this.isClosed) throw new ConnectionLost('The database is closed.');
    if (this.open === undefined || this.open.isLost) this.open = new Connection(this.settings);
    return this.open;
  }

  async query(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    this.pending++;
    try {
      return await this.connection().query(text, values);
    } finally {
      this.pending--;
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.open?.close();
  }
}

/** A connection for short reads of all handlers at once, over a few lines; each read goes to the line with the fewest that wait. */
export function readingConnection(url: string, count: number): DatabaseConnection & { close(): Promise<void> } {
  const lines = Array.from({ length: count }, () => new Line(settingsFor(url, onlyReading)));
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const line = lines.reduce((best, each) => (each.pending < best.pending ? each : best));
      const ask = () => line.query(sql, parameters);
      return resultOf<R>(await ask().catch((error: unknown) => (isOutdated(error) ? ask() : Promise.reject(error as Error))));
    },
    streamQuery: noStream,
    close: async () => void (await Promise.all(lines.map((line) => line.close()))),
  };
}

/** Advisory lock of the one transaction that writes: any number, the same in every process. */
const writerLock = 7902;

/** What PostgreSQL says of statements after one that failed. */
const isAborted = (error: unknown): boolean => (error as { code?: string }).code === '25P02';

/** A transaction that PostgreSQL rolled back where it was told to commit, because a statement in it had failed. */
class NotCommitted extends Error {
  readonly code = '25P02';
}

/** Errors of PostgreSQL have a code of five characters (SQLSTATE); without one, or with one that ends its session, the connection was lost. */
const isLost = (error: unknown): boolean => {
  const { code } = error as { code?: string };
  // 08P01 is a statement with too many values
  return code === undefined || !/^[0-9A-Z]{5}$/.test(code) || /^(08(?!P01)|57P|25P03)/.test(code);
};

/**
 * The connection for transactions. It waits for the advisory lock first, so that one handler writes at a time in all processes, as with SQLite; each
 * statement then sees all that was committed before. A process that no longer answers holds the lock for a minute at
 * most: by then PostgreSQL ends its idle transaction (idle_in_transaction_session_timeout).
 */
export function writingConnection(url: string, known: Known): WritingConnection & { close(): Promise<void> } {
  const line = new Line(settingsFor(url, '-c idle_in_transaction_session_timeout=60000'));
  // that of the open transaction: on another one a statement of it would stand for itself
  let held: Connection | undefined;
  let spoilt: Error | undefined;
  const send = async (text: string, values?: readonly unknown[]): Promise<pg.QueryResult> => {
    if (held === undefined) throw new ConnectionLost('No transaction is open.');
    return held.query(text, values);
  };
  const unawaited = (text: string, values?: readonly unknown[]): void => {
    send(text, values).catch((error: Error) => {
      // not with its code, so that no other handler takes the error for its own
      if (!isAborted(error)) spoilt ??= isLost(error) ? error : new NotCommitted(error.message, { cause: error });
    });
  };
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { pace, sql, parameters } = query as PacedQuery;
      // those that are not awaited roll back to savepoints too
      if (pace === 'soon' || isWrite(sql)) known.clear();
      if (pace === 'soon') {
        unawaited(sql, parameters.length === 0 ? undefined : parameters);
        return { rows: [] };
      }
      try {
        return resultOf<R>(await send(sql, parameters));
      } catch (error) {
        throw isAborted(error) && spoilt !== undefined ? spoilt : error;
      }
    },
    streamQuery: noStream,
    async begin() {
      spoilt = undefined;
      held = line.connection();
      await send(`begin isolation level read committed read write; select pg_advisory_xact_lock(${writerLock})`);
    },
    script: (...statements) => {
      for (const statement of statements) unawaited(statement);
    },
    async commit() {
      const { command } = await send('commit');
      held = undefined;
      if (command !== 'COMMIT') throw spoilt ?? new NotCommitted('The transaction was rolled back: a statement in it had failed.');
    },
    async rollback() {
      const ended = held;
      held = undefined;
      if (ended?.isLost === false) await ended.query('rollback');
    },
    isLost,
    close: () => line.close(),
  };
}
