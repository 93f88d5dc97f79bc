import { randomInt } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import { countedPeriod, numberByPattern } from '@dossier/contract/core/flow-number-pattern';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { isNumberTaken, nextNumber } from './flows.queries.ts';

const dayMs = 24 * 3600_000;

/** The key of the counter of a period: days since 1970, then months, years and all, each beyond what the ones before can reach. */
function periodOf(pattern: string, now: number): number {
  const [year = 0, month = 0] = isoTime(now).split('-').map(Number);
  switch (countedPeriod(pattern)) {
    case 'day':
      return Math.floor(now / dayMs);
    case 'month':
      return 10_000_000 + year * 100 + month;
    case 'year':
      return 20_000_000 + year;
    case 'all':
      return 0;
  }
}

/**
 * Where a pattern was changed, or numbers were typed, counts may be taken: so many are passed over one by one. Then counts leap ahead, so that nobody who types
 * numbers by the pattern keeps others from submitting.
 */
const passedInOrder = 1000;
const [mostLeaps, longestLeap] = [200, 10_000];

/** The next number that the pattern of the site gives, which no flow of the organisation has. */
export async function nextFlowNumber({ db, now, user }: Context): Promise<string> {
  const { numberPattern } = await settingsOf(db, 'flows');
  const period = periodOf(numberPattern, now);
  const day = isoTime(now).slice(0, 10);
  for (let passed = 0; passed < passedInOrder + mostLeaps; passed++) {
    const by = passed < passedInOrder ? 1 : randomInt(1, longestLeap);
    const count = await nextNumber(db, { organisationId: user.organisationId, period, by });
    const number = numberByPattern(numberPattern, { day, count });
    if (!(await isNumberTaken(db, { organisationId: user.organisationId, number }))) return number;
  }
  throw new Refusal(codes.flowNumberExists);
}

/** The number that the requester typed: 5307 without one, 5313 where a flow of the organisation has it. */
export async function requireTypedNumber({ db, user }: Context, typed: string | undefined): Promise<string> {
  if (typed === undefined || typed === '') throw new Refusal(codes.flowNumberRequired);
  if (await isNumberTaken(db, { organisationId: user.organisationId, number: typed })) throw new Refusal(codes.flowNumberExists);
  return typed;
}
