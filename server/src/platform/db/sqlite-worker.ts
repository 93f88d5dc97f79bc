import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { openSqlite } from './sqlite-file.ts';

/** One statement for the thread's connection. */
export interface Step {
  sql: string;
  params?: SQLInputValue[];
  /** 'exec' runs a script and returns nothing. */
  mode: 'all' | 'run' | 'exec';
}

/** Steps that run one after the other until one fails. */
export interface Job {
  id: number;
  steps: Step[];
}

/** The result of the last step; `failed` is the index of a step that failed. */
export interface Reply {
  id: number;
  rows?: Record<string, unknown>[];
  changes?: number;
  failed?: { step: number; message: string; errcode?: number };
}

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker thread.');
const { path, readOnly } = workerData as { path: string; readOnly: boolean };
const db: DatabaseSync = openSqlite(path, readOnly);
const statements = new Map<string, StatementSync>();

function statement(sql: string): StatementSync {
  let found = statements.get(sql);
  if (found === undefined) {
    if (statements.size >= 500) statements.delete(statements.keys().next().value ?? '');
    found = db.prepare(sql);
    statements.set(sql, found);
  }
  return found;
}

function take({ sql, params, mode }: Step): Omit<Reply, 'id'> {
  if (mode === 'exec') {
    db.exec(sql);
    return {};
  }
  const prepared = statement(sql);
  if (mode === 'all') return { rows: prepared.all(...(params ?? [])) };
  // the full-text index leaves row ids above 2^53 behind, which `run` reports and would otherwise throw on
  prepared.setReadBigInts(true);
  return { changes: Number(prepared.run(...(params ?? [])).changes) };
}

function answer({ id, steps }: Job): Reply {
  let last: Omit<Reply, 'id'> = {};
  for (const [at, step] of steps.entries()) {
    try {
      last = take(step);
    } catch (error) {
      const { message, errcode } = error as Error & { errcode?: number };
      return { id, failed: { step: at, message, errcode } };
    }
  }
  return { id, ...last };
}

port.on('message', (job: Job | 'close') => {
  if (job === 'close') {
    db.close();
    port.close();
    return;
  }
  port.postMessage(answer(job));
});
