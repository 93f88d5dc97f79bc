import { readFile } from 'node:fs/promises';
import type { ComparisonKind } from '@dossier/contract/compare';
import { extensions } from '@dossier/contract/file-types';
import type { House } from '../../ground/ctx.ts';
import { pageFacts, pageWords, picture, renderPage, wordsTogether } from '../pages/makers.ts';
import type { Made, Maker, Making, Rendition, Source } from '../renditions/maker.ts';
import { render } from '../renditions/render.ts';
import { sheetMaker } from '../sheets/sheet-maker.ts';
import { runComparison } from './comparers.ts';

/** What is compared with the source of the making. */
interface Against {
  other: Source;
  /** Whether blanks count. */
  spaces: boolean;
}

type Failed = Extract<Made, { ok: false }>;

/** So many pages are compared by their words; by their looks so many. */
const mostPages = 1000;
const mostDrawn = 40;
const drawnWidth = 900;
const pictureWidth = 1600;

/** How the result of a comparison is made: kept with the bytes of the first, named by those of the other. */
export function comparisonOf(kind: Exclude<ComparisonKind, 'cards'>, against: Against): { maker: Maker; param: string } {
  const { other, spaces } = against;
  const make = (making: Making): Promise<Made> => ways[kind](making, against);
  const param = [other.sha256, other.ext, ...(kind === 'text' && !spaces ? ['blind'] : [])].join('-');
  return { maker: { name: `compared${kind}`, version: 1, patient: true, make }, param };
}

const ways: Record<Exclude<ComparisonKind, 'cards'>, (making: Making, against: Against) => Promise<Made>> = {
  text: ({ house, path, urgent }, { other, spaces }) =>
    runComparison(house, { task: 'text', path, urgent, given: { other: house.blobs.pathOf(other.sha256), spaces } }),
  async sheet({ house, source, urgent, report }, { other }) {
    const books = await both(house, [source, other], { maker: sheetMaker, urgent });
    report(0.6);
    if (!books.ok) return books;
    const [path, second] = books.paths;
    return runComparison(house, { task: 'books', path, urgent, given: { other: second } });
  },
  async picture({ house, source, urgent }, { other }) {
    const pictures = await both(house, [source, other], { maker: picture, param: String(pictureWidth), urgent });
    if (!pictures.ok) return pictures;
    return runComparison(house, { task: 'pictures', path: pictures.paths[0], urgent, given: { pairs: [pictures.paths], cut: false } });
  },
  async pages(making, { other }) {
    const { house, source, urgent, report } = making;
    const facts = await both(house, [source, other], { maker: pageFacts, urgent });
    if (!facts.ok) return facts;
    report(0.3);
    const counts = await Promise.all(
      facts.paths.map(async (path) => (JSON.parse(await readFile(path, 'utf8')) as { count: number }).count),
    );
    const [before = 0, after = 0] = counts;
    if (Math.max(before, after) > mostPages) return { ok: false, reason: 'too-large' };
    // a drawing is its lines
    if ([source, other].every(({ ext }) => extensions.drawing.has(ext))) return drawnCompared(making, other, [before, after]);
    const byWords = await wordsCompared(making, other, [before, after]);
    if (!byWords.ok) return byWords;
    report(0.6);
    // where no word differs, or there is none, something else may
    if (byWords.differs) return byWords.made;
    if (before !== after && byWords.weight > 0) return byWords.made;
    return drawnCompared(making, other, [before, after]);
  },
};

async function both(
  house: House,
  sources: [Source, Source],
  wanted: { maker: Maker; param?: string; urgent: boolean },
): Promise<{ ok: true; paths: [string, string] } | Failed> {
  // one after the other: the machine's engines take turns anyway
  const [one, two]: Rendition[] = [await render(house, sources[0], wanted), await render(house, sources[1], wanted)];
  if (one?.ok !== true) return one ?? { ok: false, reason: 'no-output' };
  if (two?.ok !== true) return two ?? { ok: false, reason: 'no-output' };
  return { ok: true, paths: [one.path, two.path] };
}

type Counts = [before: number, after: number];

async function wordsCompared(
  { house, source, urgent }: Making,
  ...[other, counts]: [Source, Counts]
): Promise<{ ok: true; made: Made; differs: boolean; weight: number } | Failed> {
  const [before, after] = [await wordPaths(house, source, counts[0]), await wordPaths(house, other, counts[1])];
  if (!Array.isArray(before)) return before;
  if (!Array.isArray(after)) return after;
  const path = before[0] ?? after[0];
  if (path === undefined) return { ok: false, reason: 'no-output' };
  const { weight = 0, ...made } = await runComparison(house, { task: 'words', path, urgent, given: { before, after } });
  if (!made.ok) return made;
  const head = made.content as Buffer;
  const told = JSON.parse(head.toString('utf8', 4, 4 + head.readUInt32BE(0))) as { changes: unknown[] };
  return { ok: true, made, differs: told.changes.length > 0, weight };
}

async function wordPaths(house: House, source: Source, count: number): Promise<string[] | Failed> {
  const paths: string[] = [];
  for (let first = 1; first <= count; first += wordsTogether) {
    const words = await render(house, source, { maker: pageWords, param: String(first), urgent: true });
    if (!words.ok) return words;
    paths.push(words.path);
  }
  return paths;
}

async function drawnCompared({ house, source, urgent, report }: Making, ...[other, counts]: [Source, Counts]): Promise<Made> {
  const pages = Math.min(mostDrawn, Math.max(...counts));
  const pairs: [string | null, string | null][] = [];
  let path: string | undefined;
  for (let page = 1; page <= pages; page++) {
    const pair: [string | null, string | null] = [null, null];
    for (const [at, from] of [source, other].entries()) {
      if (page > (counts[at] ?? 0)) continue;
      const drawn = await renderPage(house, from, { page, width: drawnWidth, urgent });
      if (!drawn.ok) return drawn;
      path ??= drawn.path;
      pair[at] = drawn.path;
    }
    pairs.push(pair);
    report(0.6 + (0.3 * page) / pages);
  }
  if (path === undefined) return { ok: false, reason: 'no-output' };
  return runComparison(house, { task: 'pictures', path, urgent, given: { pairs, cut: Math.max(...counts) > mostDrawn } });
}
