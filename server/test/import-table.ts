import type { InputOf, OutputOf } from '@dossier/contract/core/route';
import { type RowFate, admin, importLimits } from '@dossier/contract/identity/user-administration';
import type { Client } from './client.ts';

type Options = Omit<InputOf<typeof admin.planImport>, 'bytes'>;
export type Plan = OutputOf<typeof admin.planImport>;

export const plan = (client: Client, csv: string | Buffer, options: Options = {}): Promise<Plan> =>
  client.call(admin.planImport, { ...options, bytes: Buffer.from(csv).toString('base64') });

export const refusedPlan = (client: Client, csv: string | Buffer, options: Options = {}): Promise<number> =>
  client.refused(admin.planImport, { ...options, bytes: Buffer.from(csv).toString('base64') });

export const passwordOf = (row: number): string => `made-up-${row}-xyz`;

export async function begin(client: Client): Promise<string> {
  return (await client.call(admin.beginImport, { name: 'people.csv', create: 1, change: 1 })).ticket;
}

export const rowsToWrite = (rows: RowFate[]) =>
  rows
    .filter(({ fate }) => fate === 'create' || fate === 'change')
    .map(({ row, cells, mark, fate }) => ({ row, cells, mark, ...(fate === 'create' && { password: passwordOf(row) }) }));

/** Writes everything of an import plan, chunk by chunk. */
export async function write(client: Client, planned: Plan, { ticket, ...options }: Options & { ticket?: string } = {}) {
  const given = ticket ?? (await begin(client));
  const all = rowsToWrite(planned.rows);
  const results: OutputOf<typeof admin.writeImport>['rows'] = [];
  for (let at = 0; at < all.length; at += importLimits.piece) {
    const rows = all.slice(at, at + importLimits.piece);
    results.push(...(await client.call(admin.writeImport, { ...options, ticket: given, rows, newDepartments: planned.departments })).rows);
  }
  return results;
}
