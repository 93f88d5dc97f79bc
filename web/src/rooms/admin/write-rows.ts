import { admin } from '@dossier/contract/admin';
import { type ImportOptions, importLimits, type RowFate, type RowResult } from '@dossier/contract/people-import';
import { CallError, call, noAnswer } from '../../ground/call.ts';
import { strongPassword } from '../people/strong-password.ts';

/** Rows on their way, in order, with the passwords that were made up for new people before anything is sent: no lost answer loses one. */
export interface Writing {
  rows: RowFate[];
  passwords: ReadonlyMap<number, string>;
  results: RowResult[];
  ticket?: string;
}

/** What is to be written of a plan. */
export function beginWriting(rows: readonly RowFate[], { password }: ImportOptions): Writing {
  const wanted = rows.filter(({ fate }) => fate === 'create' || fate === 'change');
  const made = password === 'made' ? wanted.filter(({ fate }) => fate === 'create') : [];
  return { rows: wanted, passwords: new Map(made.map(({ row }) => [row, strongPassword()])), results: [] };
}

/** The people who were made, with what they sign in with. */
export function secretsOf({ rows, results, passwords }: Writing): { loginName: string; fullName: string; password: string }[] {
  const cells = new Map(rows.map((one) => [one.row, one.cells]));
  return results.flatMap(({ row, fate }) => {
    const [who, password] = [cells.get(row), passwords.get(row)];
    if (fate !== 'create' || who === undefined || password === undefined) return [];
    return [{ loginName: who.loginName, fullName: who.fullName ?? '', password }];
  });
}

interface Terms {
  name: string;
  options: ImportOptions;
  departments: string[];
  /** Told after each piece. */
  tell: (writing: Writing) => void;
  stopped: () => boolean;
}

const patience = 3;
const pauseMs = 1500;

/** Writes piece by piece from where it stands; throws where the server refuses or does not answer, and can be called again then. */
export async function writeRows(from: Writing, { name, options, departments, tell, stopped }: Terms): Promise<Writing> {
  let writing = from;
  if (writing.ticket === undefined) {
    const countOf = (wanted: RowFate['fate']): number => writing.rows.filter(({ fate }) => fate === wanted).length;
    const { ticket } = await call(admin.beginImport, { name, create: countOf('create'), change: countOf('change') }, { quiet: true });
    writing = { ...writing, ticket };
    tell(writing);
  }
  while (writing.results.length < writing.rows.length && !stopped()) {
    const at = writing.results.length;
    const rows = writing.rows.slice(at, at + importLimits.piece).map(({ row, cells, mark }) => {
      const password = writing.passwords.get(row);
      return { row, cells, mark, ...(password !== undefined && { password }) };
    });
    const done = await patiently(() =>
      call(admin.writeImport, { ...options, ticket: writing.ticket ?? '', rows, newDepartments: departments }, { quiet: true }),
    );
    writing = { ...writing, results: [...writing.results, ...done.rows] };
    tell(writing);
  }
  return writing;
}

/** Asks again where no answer came: the server answers the same to a piece that it has written already. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== noAnswer || attempt >= patience) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * pauseMs));
    }
  }
}
