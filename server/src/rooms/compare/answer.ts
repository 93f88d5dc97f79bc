import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '@dossier/contract/codes';
import type { compare } from '@dossier/contract/compare';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { House, PublicCtx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import type { Rendition } from '../renditions/maker.ts';
import { render, stateOf, tryAgain } from '../renditions/render.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { openPair, type PairLooks, wantedFor } from './pair.ts';
import { readHead, readRows } from './read-result.ts';

const waitMs = 25_000;

type State = OutputOf<typeof compare.state>;

/** How far a comparison is; asking begins it. */
export async function compareState({ house, address }: PublicCtx, input: ParsedOf<typeof compare.state>): Promise<State> {
  const wanted = wantedFor(await openPair(house, input, address), input.spaces);
  if (wanted === undefined) return { state: 'ready', done: 1 };
  const { source, ...how } = wanted;
  const making = render(house, source, { ...how, urgent: true });
  const made = input.wait ? await Promise.race([making, sleep(waitMs, undefined, { ref: false })]) : undefined;
  return told(made ?? (await stateOf(house, source, how)));
}

const told = (found: Rendition | { done: number } | undefined): State => {
  if (found === undefined) return { state: 'making', done: 0 };
  if ('done' in found) return { state: 'making', done: found.done };
  return found.ok ? { state: 'ready', done: 1 } : { state: 'failed', done: 0, reason: found.reason };
};

/** Tries again what failed. */
export async function compareAgain({ house, address }: PublicCtx, input: ParsedOf<typeof compare.again>) {
  const { before, after } = await openPair(house, input, address);
  for (const { held } of [before, after]) await tryAgain(house, sourceOf(held));
  return {};
}

/** Where the result of a comparison lies, made where it is not yet. */
async function needResult(house: House, ...[looks, address]: [PairLooks, string]): Promise<string> {
  const pair = await openPair(house, looks, address);
  const wanted = wantedFor(pair, looks.spaces);
  if (wanted === undefined) throw new Refusal(codes.conversionFailed);
  const { source, ...how } = wanted;
  const made = await render(house, source, { ...how, urgent: true });
  if (!made.ok) throw new Refusal(codes.conversionFailed);
  await pair.still();
  return made.path;
}

/** What differs. */
export const compareChanges = async (
  { house, address }: PublicCtx,
  input: ParsedOf<typeof compare.changes>,
): Promise<OutputOf<typeof compare.changes>> => readHead(await needResult(house, input, address));

/** Rows of a compared text or sheet. */
export const compareRows = async (
  { house, address }: PublicCtx,
  input: ParsedOf<typeof compare.rows>,
): Promise<OutputOf<typeof compare.rows>> => ({ rows: await readRows(await needResult(house, input, address), input) });
