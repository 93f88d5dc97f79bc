import { setTimeout as pause } from 'node:timers/promises';
import type { preview } from '@dossier/contract/preview';
import { pageWidths } from '@dossier/contract/page-looks';
import type { OutputOf } from '@dossier/contract/route';
import { askedBy } from '../../ground/asker.ts';
import type { House } from '../../ground/ctx.ts';
import { NoTurn, turnsOf } from '../../ground/turns.ts';
import type { Source } from '../renditions/maker.ts';
import { render, stateOf } from '../renditions/render.ts';
import { pageFacts, renderPage, stateOfPage } from './makers.ts';
import { findFacts } from './read-pages.ts';

const [, width] = pageWidths;
/** Of larger files only the pages that are looked at are read. */
const mostBytes = 32 * 1024 * 1024;
const pixelsPerPoint = 96 / 72;

type Front = NonNullable<OutputOf<typeof preview.view>['front']>;

/** Pages that are smaller or larger than a PDF may have them, in points, are not shown ahead. */
const [least, most] = [1, 14_400];
/** Whoever looks first reads and draws the PDF just now, perhaps on this very machine. */
const restMs = 1500;
/** One at a time, whosoever's: else they and those who ask for them would have all the places in which pages are drawn. */
const inTurn = turnsOf(1);
/** What waits for its turn, by house. */
const waiting = new WeakMap<House, Set<string>>();

function waitingIn(house: House): Set<string> {
  const known = waiting.get(house) ?? new Set<string>();
  waiting.set(house, known);
  return known;
}

/**
 * The picture of the first page that is shown until the page itself is drawn, where it stands; else it is made for whoever comes next.
 * For those who get the PDF itself.
 */
export async function frontOf(house: House, source: Source, look: string): Promise<Front | undefined> {
  if (source.size > mostBytes) return undefined;
  const [facts, picture] = await Promise.all([
    stateOf(house, source, { maker: pageFacts }),
    stateOfPage(house, source, { page: 1, width }),
  ]);
  if (facts === undefined || (isMade(facts) && picture === undefined)) void makeFront(house, source);
  if (!isMade(facts) || !isMade(picture)) return undefined;
  const [size] = (await findFacts(facts.path))?.sizes ?? [];
  if (size === undefined || Math.min(size[0], size[1]) < least || Math.max(size[0], size[1]) > most) return undefined;
  return { url: `/look/page/${look}/1?width=${width}&alone=1`, width: size[0] * pixelsPerPoint, height: size[1] * pixelsPerPoint };
}

const isMade = <T extends object>(state: T | undefined): state is Extract<T, { ok: true }> =>
  state !== undefined && 'ok' in state && state.ok === true;

/** Makes that picture, after everything that somebody waits for; where too much waits already, the next look asks again. */
export async function makeFront(house: House, source: Source): Promise<void> {
  const [names, name] = [waitingIn(house), [source.sha256, source.ext, source.part].join(' ')];
  if (source.size > mostBytes || names.has(name)) return;
  names.add(name);
  try {
    await pause(restMs, undefined, { ref: false });
    await inTurn(false, () => askedBy('', () => make(house, source)));
  } catch (error) {
    if (!(error instanceof NoTurn)) throw error;
  } finally {
    names.delete(name);
  }
}

async function make(house: House, source: Source): Promise<void> {
  if (house.stopping.aborted) return;
  const facts = await render(house, source, { maker: pageFacts, urgent: false });
  if (facts.ok) await renderPage(house, source, { page: 1, width, urgent: false });
}
