import type { ComparisonKind } from '@dossier/contract/compare';
import { codes } from '@dossier/contract/codes';
import type { House } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type Opened, openLook } from '../content/file-ticket.ts';
import type { Maker, Source } from '../renditions/maker.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { kindOf } from './kind-of.ts';
import { comparisonOf } from './makers.ts';

/** By which tickets a comparison is asked for. */
export interface PairLooks {
  look: string;
  other: string;
  spaces: boolean;
}

/** What two tickets open at this moment, and how it is compared. */
export interface OpenedPair {
  before: Opened;
  after: Opened;
  kind: ComparisonKind;
  /** Looks at the rights on both again: what takes long to make may outlast them. */
  still(): Promise<void>;
}

/** A comparison that can be made: of which bytes, and how. */
export interface Wanted {
  source: Source;
  maker: Maker;
  param: string;
}

/** Opens both tickets: rights on either are looked at each time. */
export async function openPair(house: House, { look, other }: PairLooks, address: string): Promise<OpenedPair> {
  const [before, after] = [await openLook(house, look, address), await openLook(house, other, address)];
  if (before.ctx.user.id !== after.ctx.user.id || before.use !== after.use) throw new Refusal(codes.ticketInvalid);
  // visitors compare nothing, and nobody compares files out of archives: what is kept of a comparison is named by whole documents
  if ([before, after].some(({ ctx, held }) => ctx.visit !== undefined || held.entry !== undefined)) throw new Refusal(codes.ticketInvalid);
  const still = async (): Promise<void> => {
    await before.still();
    await after.still();
  };
  return { before, after, kind: await kindOf(before.ctx, before.held, after.held), still };
}

/** What has to be made for a pair; nothing where only their cards are compared. */
export function wantedFor({ before, after, kind }: OpenedPair, spaces: boolean): Wanted | undefined {
  if (kind === 'cards') return undefined;
  return { source: sourceOf(before.held), ...comparisonOf(kind, { other: sourceOf(after.held), spaces }) };
}
