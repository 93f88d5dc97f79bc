import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ofTheHour } from '../../ground/confined/job.ts';
import type { House } from '../../ground/ctx.ts';
import { isPagedPicture } from '../pages/page-source.ts';
import { pageFacts } from '../pages/makers.ts';
import type { Source } from '../renditions/maker.ts';
import { render } from '../renditions/render.ts';
import { settingsOf } from '../site/settings.ts';
import { recognisedPage } from './recognised-page.ts';

/** Of a document so many pages are recognised, for so long at most. */
const mostPages = 50;
const longestMs = 30 * 60_000;

const Pieces = z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.string()]));
const Facts = z.object({ count: z.int().min(0) });

/** Whether this site wants words recognised. */
export const recognitionIsOn = async (house: House): Promise<boolean> => (await settingsOf(house.database.read, 'recognition')).enabled;

/**
 * The words that are recognised on these pages of a document, or on all pages of a picture; undefined where it was broken off because the
 * house closes or the site no longer wants it, 'later' where a page found no room or no turn. What was recognised stands on the shelf,
 * and costs nothing the next time.
 */
export async function recognisePages(house: House, source: Source, pages?: number[]): Promise<{ words: string } | 'later' | undefined> {
  const texts: string[] = [];
  const until = performance.now() + longestMs;
  const wanted = pages ?? (await pagesOf(house, source));
  if (wanted === 'later') return wanted;
  for (const page of wanted.slice(0, mostPages)) {
    if (house.stopping.aborted || !(await recognitionIsOn(house))) return undefined;
    if (performance.now() > until) break;
    const found = await wordsOf(house, source, page);
    if (found === 'later') return found;
    texts.push(found.words);
  }
  return house.stopping.aborted ? undefined : { words: texts.filter((text) => text !== '').join('\f') };
}

async function pagesOf(house: House, source: Source): Promise<number[] | 'later'> {
  if (!isPagedPicture(source.ext)) return [1];
  const facts = await render(house, source, { maker: pageFacts });
  if (!facts.ok) return ofTheHour.has(facts.reason) ? 'later' : [];
  const { count } = Facts.parse(JSON.parse(await readFile(facts.path, 'utf8')));
  return Array.from({ length: Math.min(count, mostPages) }, (_, at) => at + 1);
}

async function wordsOf(house: House, source: Source, page: number): Promise<{ words: string } | 'later'> {
  const made = await render(house, source, { maker: recognisedPage, param: String(page) });
  if (!made.ok) return ofTheHour.has(made.reason) ? 'later' : { words: '' };
  const pieces = Pieces.safeParse(JSON.parse(await readFile(made.path, 'utf8')));
  return { words: pieces.success ? pieces.data.map(([, , , , text]) => text).join('\n') : '' };
}
