import type { pageLooks } from '@dossier/contract/page-looks';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import { breather } from '../../ground/breathe.ts';
import type { House, PublicCtx } from '../../ground/ctx.ts';
import { openLook } from '../content/file-ticket.ts';
import type { Source } from '../renditions/maker.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { wordsTogether } from './makers.ts';
import { matchWords } from './match-words.ts';
import { needFacts, wordsAround } from './read-pages.ts';

/** One answer takes no longer and tells of no more; who asks goes on from its `next`. */
const answerMs = 1500;
const mostHits = 500;

/** Where a text stands in the pages of a document. */
export async function findWords(ctx: PublicCtx, input: ParsedOf<typeof pageLooks.find>): Promise<OutputOf<typeof pageLooks.find>> {
  const { held, still } = await openLook(ctx.house, input.look, ctx.address);
  const found = await hitsIn(ctx.house, sourceOf(held), input);
  await still();
  return found;
}

async function hitsIn(house: House, source: Source, { from, keyword }: { from: number; keyword: string }) {
  const { count } = await needFacts(house, source);
  const hits: OutputOf<typeof pageLooks.find>['hits'] = [];
  const until = performance.now() + answerMs;
  const breathe = breather();
  for (let page = from; page <= count; ) {
    const { first, pages } = await wordsAround(house, source, page);
    for (; page < first + pages.length && page <= count; page++) {
      await breathe();
      for (const boxes of matchWords(pages[page - first] ?? [], keyword)) hits.push({ page, boxes });
      if (page < count && (hits.length >= mostHits || performance.now() > until)) return { hits, next: page + 1 };
    }
    // fewer stand there than there is room for: these were the last
    if (pages.length < wordsTogether) break;
  }
  return { hits };
}
