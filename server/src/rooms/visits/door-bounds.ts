import type { PublicCtx } from '../../ground/ctx.ts';
import { addressBlock } from '../../ground/http/address-block.ts';
import { giveCountedBack, takeCounted, type TryRule } from '../session/counted-tries.ts';

type AtDoor = Pick<PublicCtx, 'house' | 'now' | 'address'>;

/** What is counted under one key, and how often it may be. */
interface Bound {
  key: string;
  rule: TryRule;
}

const minute = 60_000;
const hour = 60 * minute;
const rule = (windowMs: number, limit: number): TryRule => ({ windowMs, limit, blockMs: windowMs });

/**
 * What holds at the doors of all links. Whoever comes is counted where they come from; a link as a whole is bounded where somebody with many
 * networks could go on, so high that an office of fifty behind one network address opens it in one morning.
 */
export const doorBounds = {
  /** Steps that led nowhere, at any link, known or made up. */
  steps: ({ address }: AtDoor): Bound => ({ key: `link-steps:${addressBlock(address)}`, rule: rule(minute, 60) }),
  passwords: (shareId: number, { address }: AtDoor): Bound => ({
    key: `link-password:${shareId} ${addressBlock(address)}`,
    rule: rule(minute, 10),
  }),
  /** Wrong codes: one in twenty thousand of all there are in an hour, whoever tries them. */
  codes: (shareId: number, { address }: AtDoor): Bound[] => [
    { key: `link-codes:${shareId} ${addressBlock(address)}`, rule: rule(hour, 20) },
    { key: `link-codes:${shareId}`, rule: rule(hour, 50) },
  ],
  /** Letters that somebody had sent, by any link; those of one link to boxes that nobody named and that never came before. */
  letters: (shareId: number, { address, known }: AtDoor & { known: boolean }): Bound[] => [
    { key: `link-letters:${addressBlock(address)}`, rule: rule(hour, 50) },
    ...(known ? [] : [{ key: `link-letters:${shareId} to strangers`, rule: rule(hour, 60) }]),
  ],
  /** Visits that began: each leaves a row. */
  visits: ({ address }: AtDoor): Bound => ({ key: `link-visits:${addressBlock(address)}`, rule: rule(10 * minute, 150) }),
};

/** Counts something under each of these keys, or, where one is full, under none: 502. */
export async function take({ house, now }: AtDoor, bounds: readonly Bound[]): Promise<void> {
  const taken: Bound[] = [];
  for (const bound of bounds) {
    try {
      await takeCounted({ house, key: bound.key, now }, bound.rule);
    } catch (error) {
      await giveBack({ house }, taken);
      throw error;
    }
    taken.push(bound);
  }
}

async function giveBack({ house }: Pick<AtDoor, 'house'>, bounds: readonly Bound[]): Promise<void> {
  for (const { key, rule: own } of bounds) await giveCountedBack({ house, key }, own);
}

/** Counts a try before it is judged and takes it back where it was right, so that many at once get no more guesses than one after the other. */
export async function judged<T>(ctx: AtDoor, bounds: readonly Bound[], judge: () => Promise<T>): Promise<T> {
  await take(ctx, bounds);
  const answer = await judge();
  await giveBack(ctx, bounds);
  return answer;
}
