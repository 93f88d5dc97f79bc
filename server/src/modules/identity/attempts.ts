import { codes } from '@dossier/contract/core/codes';
import type { Services } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countAttempt, findAttempts, uncountAttempt } from './attempts.queries.ts';

/** The attempts within a window; beyond them the key is blocked. */
export interface AttemptRule {
  windowMs: number;
  limit: number;
  blockMs: number;
}

interface CountedAttempt {
  services: Services;
  key: string;
  now: number;
}

/** Counts an attempt before it is checked, in its own transaction: a refusal does not undo it. 502 beyond the limit and while blocked. */
export async function takeLimitedAttempt({ services, key, now }: CountedAttempt, rule: AttemptRule): Promise<void> {
  const before = await findAttempts(services.database.read, key);
  if ((before?.blocked_until ?? 0) > now) throw new Refusal(codes.tooManyRequests);
  const count = await services.database.write((db) => countAttempt(db, key, { ...rule, now }));
  if (count <= rule.limit) return;
  await returnLimitedAttempt({ services, key }, rule);
  throw new Refusal(codes.tooManyRequests);
}

/** Takes back an attempt that was not wrong. */
export async function returnLimitedAttempt({ services, key }: Omit<CountedAttempt, 'now'>, { limit }: AttemptRule): Promise<void> {
  await services.database.write((db) => uncountAttempt(db, key, limit));
}
