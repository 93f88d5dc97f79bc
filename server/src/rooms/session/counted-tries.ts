import { codes } from '@dossier/contract/codes';
import type { House } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { attempt, countTry, uncountTry } from '../guard/tries.ts';

/** So many tries within a time; then none for a while. */
export interface TryRule {
  windowMs: number;
  limit: number;
  blockMs: number;
}

interface Tried {
  house: House;
  key: string;
  now: number;
}

/** Counts a try under any key before it is judged, on its own: a refusal does not undo it. 502 beyond the limit, and while it is blocked. */
export async function takeCounted({ house, key, now }: Tried, rule: TryRule): Promise<void> {
  const before = await attempt(house.database.read, key);
  if ((before?.blocked_until ?? 0) > now) throw new Refusal(codes.tooManyRequests);
  const count = await house.database.write((db) => countTry(db, key, { ...rule, now }));
  if (count <= rule.limit) return;
  await giveCountedBack({ house, key }, rule);
  throw new Refusal(codes.tooManyRequests);
}

/** Takes a try back that was no wrong one. */
export async function giveCountedBack({ house, key }: Omit<Tried, 'now'>, { limit }: TryRule): Promise<void> {
  await house.database.write((db) => uncountTry(db, key, limit));
}
