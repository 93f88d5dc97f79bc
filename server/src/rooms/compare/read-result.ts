import { open } from 'node:fs/promises';
import { Change, ComparedRow } from '@dossier/contract/compare';
import { codes } from '@dossier/contract/codes';
import { z } from 'zod';
import { Refusal } from '../../ground/refusal.ts';

const mostHead = 64 << 20;

/** What a hostile file was read as is looked at before anybody gets it. */
const Count = z.int().min(0);
const Head = z.object({
  added: Count,
  removed: Count,
  changed: Count,
  cut: z.boolean(),
  changes: z.array(Change).max(5000),
  tables: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['same', 'changed', 'added', 'removed']),
      first: Count,
      columns: Count,
      rows: Count,
      parts: z.array(z.tuple([Count, Count])),
    }),
  ),
});
/** What a comparison found, and where its rows lie. */
export type ResultHead = z.output<typeof Head>;

async function readAt(path: string, ...[from, length]: [number, number]): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await file.read(bytes, 0, length, from);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function parsed<T>(type: z.ZodType<T>, bytes: Buffer): T {
  try {
    return type.parse(JSON.parse(bytes.toString()));
  } catch {
    throw new Refusal(codes.conversionFailed);
  }
}

const headLength = async (path: string): Promise<number> => Math.min((await readAt(path, 0, 4)).readUInt32BE(0), mostHead);

/** What a comparison found. */
export const readHead = async (path: string): Promise<ResultHead> => parsed(Head, await readAt(path, 4, await headLength(path)));

/** A part of the rows of a table. */
export async function readRows(path: string, place: { table: number; part: number }): Promise<ComparedRow[]> {
  const part = (await readHead(path)).tables[place.table]?.parts[place.part];
  if (part === undefined) throw new Refusal(codes.pageOutOfRange);
  return parsed(z.array(ComparedRow), await readAt(path, 4 + (await headLength(path)) + part[0], part[1]));
}
