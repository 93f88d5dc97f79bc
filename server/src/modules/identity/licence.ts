import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { type Licence, licenceKinds, type limits } from '@dossier/contract/identity/quotas';
import type { Context, Services } from '../../platform/context.ts';
import { bumpVersion } from '../../platform/db/versions.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { licenceChanged } from './events.ts';
import { emitQuotaNear, setQuota } from './quotas.ts';
import { daysSince, dropQuota, fullQuotas, hasDay, measure, noteDay, putEnd, quotasOfSite } from './quotas/quotas.queries.ts';

const day = 24 * 3600_000;
const dayOf = (at: number): string => isoTime(at).slice(0, 10);

/** Limits of the licence, and the present usage. */
export async function showLicence(ctx: Context): Promise<Licence> {
  const maximum = new Map((await quotasOfSite(ctx.db)).map((row) => [row.kind, row.max_amount]));
  const used = await measure(ctx.services.database.long);
  const ends = maximum.get('ends');
  const of = (kind: (typeof licenceKinds)[number]) => ({ used: used[kind], most: maximum.get(kind) });
  return {
    people: of('people'),
    guests: of('guests'),
    organisations: of('organisations'),
    bytes: of('bytes'),
    ends: ends === undefined ? undefined : isoTime(ends),
    expired: ends !== undefined && ends <= ctx.now,
  };
}

/** Sets limits of the licence. A lower limit removes nothing. */
export async function setLicence(ctx: Context, input: ParsedOf<typeof limits.setLicence>): Promise<Record<string, never>> {
  const changed = [...licenceKinds, 'ends' as const].filter((field) => input[field] !== undefined);
  for (const kind of licenceKinds) {
    const maximum = input[kind];
    if (maximum !== undefined) await setQuota(ctx, { kind, holderId: 0, most: maximum });
  }
  if (input.ends === '') await dropQuota(ctx.db, 'ends', 0);
  else if (input.ends !== undefined) await putEnd(ctx.db, Date.parse(input.ends));
  if (changed.length === 0) return {};
  await bumpVersion(ctx.db, 'site');
  const after = Object.fromEntries(changed.map((field) => [field, input[field]]));
  await ctx.emit(licenceChanged, { objName: 'licence', changed, after });
  return {};
}

/** The usage by day. */
export async function showUsage(ctx: Context, { days }: { days: number }): Promise<OutputOf<typeof limits.usage>> {
  return daysSince(ctx.db, dayOf(ctx.now - (days - 1) * day));
}

/** Stores the usage once a day; each run checks for limits that come near without a notification. */
export function limitsSweep(): (services: Services) => Promise<void> {
  return async (services) => {
    const { database } = services;
    const today = dayOf(services.now());
    if (!(await hasDay(database.read, today))) {
      const measured = await measure(database.long);
      await database.write((db) => noteDay(db, { day: today, ...measured }));
    }
    const near = [...(await fullQuotas(database.read)), ...(await quotasOfSite(database.read)).filter((row) => row.kind === 'ends')];
    if (near.length === 0) return;
    await database.write(async (db) => {
      for (const row of near) await emitQuotaNear(db, row, services.now());
    });
    services.outbox.wake();
  };
}
