import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { openSqlite } from './sqlite-file.ts';

/** Runs statements on one connection, in the order they come, off the main thread: a commit that waits for the disk delays no reader. */
export interface Job {
  id: number;
  sql: string;
  params?: SQLInputValue[];
  /** 'exec' runs a script and answers nothing. */
  mode: 'all' | 'run' | 'exec';
}

export interface Reply {
  id: number;
  rows?: Record<string, unknown>[];
  changes?: number;
  error?: { message: string; code?: string; errcode?: number };
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

function answer(job: Job): Reply {
  try {
    if (job.mode === 'exec') {
      db.exec(job.sql);
      return { id: job.id };
    }
    const prepared = statement(job.sql);
    if (job.mode === 'all') return { id: job.id, rows: prepared.all(...(job.params ?? [])) };
    // the full-text index leaves row ids above 2^53 behind, which `run` reports and would otherwise fail on
    prepared.setReadBigInts(true);
    return { id: job.id, changes: Number(prepared.run(...(job.params ?? [])).changes) };
  } catch (error) {
    const failure = error as Error & { code?: string; errcode?: number };
    return { id: job.id, error: { message: failure.message, code: failure.code, errcode: failure.errcode } };
  }
}

port.on('message', (job: Job | 'close') => {
  if (job === 'close') {
    db.close();
    port.close();
    return;
  }
  port.postMessage(answer(job));
});
