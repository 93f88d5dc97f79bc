import { codes } from '@dossier/contract/core/codes';
import type { Services } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countAttempt, findAttempts, uncountAttempt } from './attempts.queries.ts';

/** So many tries within a time; then none for a while. */
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

/** Counts a try under any key before it is judged, on its own: a refusal does not undo it. 502 beyond the limit, and while it is blocked. */
export async function takeLimitedAttempt({ services, key, now }: CountedAttempt, rule: AttemptRule): Promise<void> {
  const before = await findAttempts(services.database.read, key);
  if ((before?.blocked_until ?? 0) > now) throw new Refusal(codes.tooManyRequests);
  const count = await services.database.write((db) => countAttempt(db, key, { ...rule, now }));
  if (count <= rule.limit) return;
  await returnLimitedAttempt({ services, key }, rule);
  throw new Refusal(codes.tooManyRequests);
}

/** Takes a try back that was no wrong one. */
export async function returnLimitedAttempt({ services, key }: Omit<CountedAttempt, 'now'>, { limit }: AttemptRule): Promise<void> {
  await services.database.write((db) => uncountAttempt(db, key, limit));
}
