import type { preview } from '@dossier/contract/preview';
import { pageWidths } from '@dossier/contract/page-looks';
import type { OutputOf } from '@dossier/contract/route';
import { askedBy } from '../../ground/asker.ts';
import type { House } from '../../ground/ctx.ts';
import type { Source } from '../renditions/maker.ts';
import { render, stateOf } from '../renditions/render.ts';
import { pageFacts, renderPage, stateOfPage } from './makers.ts';
import { readFacts } from './read-pages.ts';

const [, width] = pageWidths;
/** Of larger files only the pages that are looked at are read. */
const mostBytes = 32 * 1024 * 1024;
const pixelsPerPoint = 96 / 72;

type Front = NonNullable<OutputOf<typeof preview.view>['front']>;

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
  if (facts === undefined || picture === undefined) void askedBy('', () => makeFront(house, source));
  if (!isMade(facts) || !isMade(picture)) return undefined;
  const [size] = (await readFacts(facts.path)).sizes;
  if (size === undefined) return undefined;
  return { url: `/look/page/${look}/1?width=${width}&alone=1`, width: size[0] * pixelsPerPoint, height: size[1] * pixelsPerPoint };
}

const isMade = <T extends object>(state: T | undefined): state is Extract<T, { ok: true }> =>
  state !== undefined && 'ok' in state && state.ok === true;

/** Makes that picture, after everything that somebody waits for. */
export async function makeFront(house: House, source: Source): Promise<void> {
  if (source.size > mostBytes) return;
  const facts = await render(house, source, { maker: pageFacts, urgent: false });
  if (facts.ok) await renderPage(house, source, { page: 1, width, urgent: false });
}
