import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { Change, ComparedRow, type compare } from '@dossier/contract/preview/compare';
import { z } from 'zod';
import type { PublicContext, Services } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type Rendition, sourceOf } from '../renderer.ts';
import { render, renditionState, retryFailed } from '../renditions.ts';
import { type PairTokens, comparisonRequestFor, openPair } from './open-comparison.ts';

const mostHead = 64 << 20;

/** Validates what was read from a hostile file before it is sent. */
const Count = z.int().min(0);
const ResultHeadShape = z.object({
  added: Count,
  removed: Count,
  changed: Count,
  cut: z.boolean(),
  changes: z.array(Change).max(5000),
  tables: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['same', 'changed', 'added', 'removed']),
      first: Count,
      columns: Count,
      rows: Count,
      parts: z.array(z.tuple([Count, Count])),
    }),
  ),
});
/** The head of a result: the differences, and the positions of its rows. */
export type ResultHead = z.output<typeof ResultHeadShape>;

async function readAt(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await file.read(bytes, 0, length, from);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function parsed<T>(type: z.ZodType<T>, bytes: Buffer): T {
  try {
    return type.parse(JSON.parse(bytes.toString()));
  } catch {
    throw new Refusal(codes.conversionFailed);
  }
}

const headLength = async (path: string): Promise<number> => Math.min((await readAt(path, 0, 4)).readUInt32BE(0), mostHead);

export const readResultHead = async (path: string): Promise<ResultHead> =>
  parsed(ResultHeadShape, await readAt(path, 4, await headLength(path)));

/** A part of the rows of a table. */
async function readResultRows(path: string, place: { table: number; part: number }): Promise<ComparedRow[]> {
  const part = (await readResultHead(path)).tables[place.table]?.parts[place.part];
  if (part === undefined) throw new Refusal(codes.pageOutOfRange);
  return parsed(z.array(ComparedRow), await readAt(path, 4 + (await headLength(path)) + part[0], part[1]));
}

const waitMs = 25_000;

type State = OutputOf<typeof compare.state>;

/** The state of a comparison; the first call starts it. */
export async function compareState({ services, address }: PublicContext, input: ParsedOf<typeof compare.state>): Promise<State> {
  const wanted = comparisonRequestFor(await openPair(services, input, address), input.spaces);
  if (wanted === undefined) return { state: 'ready', done: 1 };
  const { source, ...how } = wanted;
  const rendering = render(services, source, { ...how, urgent: true });
  const made = input.wait ? await Promise.race([rendering, sleep(waitMs, undefined, { ref: false })]) : undefined;
  return stateOutput(made ?? (await renditionState(services, source, how)));
}

const stateOutput = (found: Rendition | { done: number } | undefined): State => {
  if (found === undefined) return { state: 'making', done: 0 };
  if ('done' in found) return { state: 'making', done: found.done };
  return found.ok ? { state: 'ready', done: 1 } : { state: 'failed', done: 0, reason: found.reason };
};

/** Retries a failed comparison. */
export async function compareAgain({ services, address }: PublicContext, input: ParsedOf<typeof compare.again>) {
  const { before, after } = await openPair(services, input, address);
  for (const { authorised } of [before, after]) await retryFailed(services, sourceOf(authorised));
  return {};
}

/** The path of the result of a comparison, made where it is missing. */
async function requireResult(services: Services, tokens: PairTokens, address: string): Promise<string> {
  const pair = await openPair(services, tokens, address);
  const wanted = comparisonRequestFor(pair, tokens.spaces);
  if (wanted === undefined) throw new Refusal(codes.conversionFailed);
  const { source, ...how } = wanted;
  const made = await render(services, source, { ...how, urgent: true });
  if (!made.ok) throw new Refusal(codes.conversionFailed);
  await pair.still();
  return made.path;
}

/** The list of differences. */
export const compareChanges = async (
  { services, address }: PublicContext,
  input: ParsedOf<typeof compare.changes>,
): Promise<OutputOf<typeof compare.changes>> => readResultHead(await requireResult(services, input, address));

/** Rows of a compared text or sheet. */
export const compareRows = async (
  { services, address }: PublicContext,
  input: ParsedOf<typeof compare.rows>,
): Promise<OutputOf<typeof compare.rows>> => ({ rows: await readResultRows(await requireResult(services, input, address), input) });
