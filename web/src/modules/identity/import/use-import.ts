import type { OutputOf } from '@dossier/contract/core/route';
import { type ImportOptions, type RowFate, type RowResult, admin, importLimits } from '@dossier/contract/identity/user-administration';
import { people } from '@dossier/contract/identity/users';
import { useEffect, useRef, useState } from 'react';
import { CallError, call, noAnswer } from '../../../platform/call.ts';
import { platformText, textOf } from '../../../platform/i18n.ts';
import { invalidateRoutes } from '../../../platform/query.ts';
import { strongPassword } from '../users/new-password.tsx';

/** Rows being written, in order, with the passwords of new users, generated before the first request: a lost answer loses no password. */
interface WriteProgress {
  rows: RowFate[];
  passwords: ReadonlyMap<number, string>;
  results: RowResult[];
  ticket?: string;
}

/** The rows of a plan that are to be written. */
function startProgress(rows: readonly RowFate[], { password }: ImportOptions): WriteProgress {
  const wanted = rows.filter(({ fate }) => fate === 'create' || fate === 'change');
  const made = password === 'made' ? wanted.filter(({ fate }) => fate === 'create') : [];
  return { rows: wanted, passwords: new Map(made.map(({ row }) => [row, strongPassword()])), results: [] };
}

/** The created users with their passwords. */
export function secretsOf({ rows, results, passwords }: WriteProgress): { loginName: string; fullName: string; password: string }[] {
  const cells = new Map(rows.map((entry) => [entry.row, entry.cells]));
  return results.flatMap(({ row, fate }) => {
    const [who, password] = [cells.get(row), passwords.get(row)];
    if (fate !== 'create' || who === undefined || password === undefined) return [];
    return [{ loginName: who.loginName, fullName: who.fullName ?? '', password }];
  });
}

interface WriteRowsOptions {
  name: string;
  options: ImportOptions;
  departments: string[];
  /** Called after each piece. */
  tell: (writing: WriteProgress) => void;
  stopped: () => boolean;
}

const retries = 3;
const pauseMs = 1500;

/** Writes piece by piece from the present progress; throws on a refusal or network error, and can then be called again. */
async function writeRows(
  from: WriteProgress,
  { name, options, departments, tell: notify, stopped }: WriteRowsOptions,
): Promise<WriteProgress> {
  let writing = from;
  if (writing.ticket === undefined) {
    const countOf = (wanted: RowFate['fate']): number => writing.rows.filter(({ fate }) => fate === wanted).length;
    const { ticket } = await call(admin.beginImport, { name, create: countOf('create'), change: countOf('change') }, { quiet: true });
    writing = { ...writing, ticket };
    notify(writing);
  }
  while (writing.results.length < writing.rows.length && !stopped()) {
    const at = writing.results.length;
    const rows = writing.rows.slice(at, at + importLimits.piece).map(({ row, cells, mark }) => {
      const password = writing.passwords.get(row);
      return { row, cells, mark, ...(password !== undefined && { password }) };
    });
    const done = await withRetries(() =>
      call(admin.writeImport, { ...options, ticket: writing.ticket ?? '', rows, newDepartments: departments }, { quiet: true }),
    );
    writing = { ...writing, results: [...writing.results, ...done.rows] };
    notify(writing);
  }
  return writing;
}

/** Retries without an answer: the server answers a repeated piece like the first time. */
async function withRetries<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== noAnswer || attempt >= retries) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * pauseMs));
    }
  }
}

export type Plan = OutputOf<typeof admin.planImport>;
export type Step = 'file' | 'check' | 'write' | 'result';

interface State {
  step: Step;
  file?: File | undefined;
  options: ImportOptions;
  plan?: Plan | undefined;
  writing?: WriteProgress | undefined;
  busy: boolean;
  /** Why it was interrupted, as text. */
  problem?: string | undefined;
  /** The file itself is invalid: a retry is useless. */
  unfit: boolean;
}

const start: State = {
  step: 'file',
  options: { existing: 'change', departments: 'create', password: 'made', mustChange: true },
  busy: false,
  unfit: false,
};

type Patch = (change: Partial<State>) => void;

/** The bytes of a file as base64; undefined where the browser can no longer read it. */
function base64Of(file: File): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,?/, '')));
    reader.addEventListener('error', () => resolve(undefined));
    reader.readAsDataURL(file);
  });
}

const messageOf = (error: unknown): string => (error instanceof CallError ? error.message : platformText('systemError'));

async function checkFile({ file, options }: State, patch: Patch): Promise<void> {
  if (file === undefined) return;
  patch({ busy: true, problem: undefined });
  try {
    const bytes = await base64Of(file);
    if (bytes === undefined) return patch({ busy: false, problem: textOf('identity.import')('fileUnread') });
    const plan = await call(admin.planImport, { ...options, bytes }, { quiet: true });
    patch({ busy: false, plan, writing: undefined, step: 'check' });
  } catch (error) {
    patch({ busy: false, problem: messageOf(error) });
  }
}

async function writePlan(state: State, patch: Patch, stopped: () => boolean): Promise<void> {
  const { plan, file, options } = state;
  if (plan === undefined || file === undefined) return;
  const from = state.writing ?? startProgress(plan.rows, options);
  patch({ busy: true, problem: undefined, step: 'write', writing: from });
  try {
    const notify = (writing: WriteProgress): void => patch({ writing });
    await writeRows(from, { name: file.name, options, departments: plan.departments, tell: notify, stopped });
    patch({ busy: false, step: 'result' });
  } catch (error) {
    patch({ busy: false, problem: messageOf(error) });
  } finally {
    void invalidateRoutes(people.users, people.departments, people.groups, people.groupMembers, people.roles, people.roleMembers);
  }
}

/** The state of an import from the file to its result. */
export function useImport() {
  const [state, setState] = useState(start);
  const stop = useRef(false);
  // leaving the page was confirmed, and stops the import
  useEffect(() => {
    stop.current = false;
    return () => void (stop.current = true);
  }, []);
  const patch: Patch = (change) => setState((before) => ({ ...before, ...change }));
  return {
    ...state,
    choose(file: File): void {
      const unfit = file.size > importLimits.bytes;
      patch({ file, unfit, problem: unfit ? textOf('identity.import')('fileTooLarge') : undefined });
    },
    setOptions: (options: ImportOptions): void => patch({ options }),
    check: (): Promise<void> => checkFile(state, patch),
    write(): Promise<void> {
      stop.current = false;
      return writePlan(state, patch, () => stop.current);
    },
    /** Ends the import and shows what was written. */
    end(): void {
      stop.current = true;
      if (!state.busy) patch({ step: 'result', problem: undefined });
    },
    back: (): void => patch({ step: 'file' }),
    restart: (): void => setState(({ options }) => ({ ...start, options })),
  };
}

export type ImportState = ReturnType<typeof useImport>;
