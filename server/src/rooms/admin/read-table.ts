import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codes } from '@dossier/contract/codes';
import { type PersonCells, type PersonColumn, personColumns } from '@dossier/contract/people-import';
import { housePool } from '../../ground/confined/house-pool.ts';
import type { House } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { columnOf } from './words.ts';

const bounds = { timeoutMs: 20_000, maxOutput: 16 << 20 };

const folderOf = (house: House): string => join(house.config.data, 'imports');

/** The confined reader of tables, ended soon after the last one. */
const readerOf = housePool((house) => ({ readable: [folderOf(house)], idleMs: 30_000, heapMb: 384 }));

/** The rows of a stranger's table, read in a process that can do nothing else; the file is gone afterwards. */
async function rowsOf(house: House, bytes: Buffer): Promise<[number, ...string[]][]> {
  const path = join(folderOf(house), randomUUID());
  await mkdir(folderOf(house), { recursive: true });
  try {
    await writeFile(path, bytes);
    const answer = await readerOf(house).run('table', { path, ext: '', name: '', size: bytes.length }, bounds);
    if (answer.ok && answer.cut !== true) return JSON.parse(answer.text) as [number, ...string[]][];
    throw new Refusal(answer.ok || answer.reason === 'too-large' ? codes.importTooLarge : codes.importUnreadable);
  } finally {
    await rm(path, { force: true });
  }
}

/** A table of people: its rows, but for remarks, by what their columns mean, and the headings that mean nothing. */
export interface PeopleTable {
  rows: { row: number; cells: PersonCells }[];
  ignored: string[];
}

/** A row for those who read the table: no login name begins with this sign. */
const isRemark = ({ loginName }: PersonCells): boolean => /^\s*[#＃]/u.test(loginName);

/** Reads a table of people; its first row names the columns, of which one must be the login name. */
export async function readPeopleTable(house: House, bytes: Buffer): Promise<PeopleTable> {
  const [head, ...rows] = await rowsOf(house, bytes);
  const headings = (head ?? [0]).slice(1) as string[];
  const places = new Map<PersonColumn, number>();
  const ignored: string[] = [];
  for (const [place, heading] of headings.entries()) {
    const column = columnOf(heading);
    if (column !== undefined && !places.has(column)) places.set(column, place);
    else if (heading !== '') ignored.push(heading);
  }
  if (!places.has('loginName')) throw new Refusal(codes.importNoLoginName);
  const cellsOf = (cells: string[]): PersonCells => {
    const found = personColumns.filter((column) => places.has(column)).map((column) => [column, cells[places.get(column) ?? -1] ?? '']);
    return Object.fromEntries(found) as PersonCells;
  };
  const people = rows.map(([row, ...cells]) => ({ row, cells: cellsOf(cells) }));
  return { rows: people.filter(({ cells }) => !isRemark(cells)), ignored };
}

const hour = 3_600_000;

/** Clears away what a killed process had put down to be read. */
export async function importSweep(house: House): Promise<void> {
  for (const name of await readdir(folderOf(house)).catch(() => [])) {
    const path = join(folderOf(house), name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < Date.now() - hour) await rm(path, { force: true });
  }
}
