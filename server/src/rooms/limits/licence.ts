import { licenceKinds, type Licence, type limits } from '@dossier/contract/limits';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx, House } from '../../ground/ctx.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { sayNear } from './near.ts';
import { daysSince, dropQuota, fullQuotas, hasDay, measure, noteDay, putEnd, quotasOfSite } from './queries.ts';
import { setQuota } from './set-quotas.ts';

const day = 24 * 3600_000;
const dayOf = (at: number): string => isoTime(at).slice(0, 10);

/** What the licence allows, and what there is. */
export async function showLicence(ctx: Ctx): Promise<Licence> {
  const most = new Map((await quotasOfSite(ctx.db)).map((row) => [row.kind, row.most]));
  const used = await measure(ctx.house.database.long);
  const ends = most.get('ends');
  const of = (kind: (typeof licenceKinds)[number]) => ({ used: used[kind], most: most.get(kind) });
  return {
    people: of('people'),
    guests: of('guests'),
    organisations: of('organisations'),
    bytes: of('bytes'),
    ends: ends === undefined ? undefined : isoTime(ends),
    expired: ends !== undefined && ends <= ctx.now,
  };
}

/** Sets limits of the licence. None of them takes anything away that there is. */
export async function setLicence(ctx: Ctx, input: ParsedOf<typeof limits.setLicence>): Promise<Record<string, never>> {
  const changed = [...licenceKinds, 'ends' as const].filter((field) => input[field] !== undefined);
  for (const kind of licenceKinds) {
    const most = input[kind];
    if (most !== undefined) await setQuota(ctx, { kind, holderId: 0, most });
  }
  if (input.ends === '') await dropQuota(ctx.db, 'ends', 0);
  else if (input.ends !== undefined) await putEnd(ctx.db, Date.parse(input.ends));
  if (changed.length === 0) return {};
  await bumpVersion(ctx.db, 'site');
  const after = Object.fromEntries(changed.map((field) => [field, input[field]]));
  await ctx.say('licence.changed', { objName: 'licence', changed, after });
  return {};
}

/** What there was day by day. */
export async function showUsage(ctx: Ctx, { days }: { days: number }): Promise<OutputOf<typeof limits.usage>> {
  return daysSince(ctx.db, dayOf(ctx.now - (days - 1) * day));
}

/** Once a day keeps what there is; every time looks whether a limit has come near whose holders nobody told. */
export function limitsSweep(): (house: House) => Promise<void> {
  return async (house) => {
    const { database } = house;
    const today = dayOf(house.now());
    if (!(await hasDay(database.read, today))) {
      const measured = await measure(database.long);
      await database.write((db) => noteDay(db, { day: today, ...measured }));
    }
    const near = [...(await fullQuotas(database.read)), ...(await quotasOfSite(database.read)).filter((row) => row.kind === 'ends')];
    if (near.length === 0) return;
    await database.write(async (db) => {
      for (const row of near) await sayNear(db, row, house.now());
    });
    house.outbox.poke();
  };
}
