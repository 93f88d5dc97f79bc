import { setTimeout as sleep } from 'node:timers/promises';
import type { looks } from '@dossier/contract/looks';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx, PublicCtx } from '../../ground/ctx.ts';
import { type HeldRevision, openLook, shownName } from '../content/file-ticket.ts';
import { seenBy } from '../films/film-way.ts';
import { pageFacts } from '../pages/makers.ts';
import { hasPages } from '../pages/page-source.ts';
import type { Rendition } from '../renditions/maker.ts';
import { render, stateOf, tryAgain } from '../renditions/render.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { type Way, wayOf } from './way.ts';

type State = OutputOf<typeof looks.state>;

const waitMs = 25_000;

const told = (found: Rendition | { done: number } | undefined): State => {
  if (found === undefined) return { state: 'making', done: 0 };
  if ('done' in found) return { state: 'making', done: found.done };
  return found.ok ? { state: 'ready', done: 1 } : { state: 'failed', done: 0, reason: found.reason };
};

/** What a view says, or the pages that stand beside it: whoever may look may have both. */
const askedWay = async (ctx: Ctx, held: HeldRevision, as: 'pages' | undefined): Promise<Pick<Way, 'maker' | 'param'>> =>
  as === 'pages' && hasPages(shownName(held).ext) ? { maker: pageFacts } : wayOf(ctx, held);

/** How far it is what a document is shown by; asking begins it. */
export async function lookState({ house, address }: PublicCtx, input: ParsedOf<typeof looks.state>): Promise<State> {
  const { ctx, held } = await openLook(house, input.look, address);
  const { maker, param = '' } = await askedWay(ctx, held, input.as);
  if (maker === undefined) return { state: 'ready', done: 1 };
  const source = sourceOf(held);
  const making = render(house, source, { maker, param, urgent: true });
  // what no program of this machine can make is not kept on the shelf
  const made = input.wait ? await Promise.race([making, sleep(waitMs, undefined, { ref: false })]) : undefined;
  return told(seenBy(held, made ?? (await stateOf(house, source, { maker, param }))));
}

/** Tries again what failed. */
export async function lookAgain({ house, address }: PublicCtx, input: ParsedOf<typeof looks.again>) {
  const { held } = await openLook(house, input.look, address);
  await tryAgain(house, sourceOf(held));
  return {};
}
