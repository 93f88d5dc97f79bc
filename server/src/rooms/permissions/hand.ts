import { type Code, codes } from '@dossier/contract/codes';
import { level, right } from '@dossier/contract/rights';
import { handOf, wholeLevel } from './rules.ts';

/** What somebody has on a list as one number: the bits, and eight places further up what may be handed on. */
export const holdOf = ({ bits, hand }: { bits: number; hand: number }): number => bits | (hand << 8);

/** A grant as what its holder gets from it, written in the same way. */
export const weightOf = (grant: { level: number; handOn: number | null }): number =>
  holdOf({ bits: wholeLevel(grant.level), hand: handOf(grant) });

/**
 * What of others' rights whoever holds this may change: their own bits as far as they may hand them on, and a ceiling no higher than theirs.
 * Without the right to manage nothing is held back here: other guards let nobody in who has it nowhere.
 */
export function maskOf(hold: number): number {
  const hand = (hold & right.manage) === 0 ? level.full : hold >> 8;
  return (hold & hand) | (hand << 8);
}

/** Why a change is too much for who holds this: 4908 where they have less themselves, 4910 where they may not hand on what they have; undefined where it is not. */
export function excess(hold: number, changed: number): Code | undefined {
  if ((changed & ~maskOf(hold)) === 0) return undefined;
  return (changed & level.full & ~hold) === 0 ? codes.aboveCeiling : codes.levelAboveOwn;
}

/** A ceiling as it is kept: within the level, null where it holds nothing back or there is nothing to hand on. */
export function ceilingOf(given: number, handOn: number | undefined): number | null {
  if (handOn === undefined || (given & right.manage) === 0) return null;
  const most = wholeLevel(handOn) & given;
  return most === level.full ? null : most;
}

/** What is told of a ceiling: the most that may be handed on of the bits; undefined where nothing is held back, or nothing handed on. */
export const handOnOf = ({ bits, hand }: { bits: number; hand: number }): number | undefined =>
  (bits & right.manage) === 0 || hand === level.full ? undefined : bits & hand;
