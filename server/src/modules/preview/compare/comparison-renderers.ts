import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { extensions } from '@dossier/contract/core/file-types';
import type { ComparisonKind } from '@dossier/contract/preview/compare';
import type { Services } from '../../../platform/context.ts';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import { imageRenderer, pageFacts, pageWords, pagesPerTextBlock, renderPage } from '../pages/page-renderers.ts';
import type { RenderJob, RenderResult, Renderer, Rendition, Source } from '../renderer.ts';
import { renderableFolders } from '../rendition-cache.ts';
import { render } from '../renditions.ts';
import { workbookRenderer } from '../workbooks/browse-workbook.ts';

const timeoutMs = 90_000;
const maxOutput = 48 << 20;

const folderOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

function poolOptions(services: Services) {
  // the last two are code: how wide letters are, and how they are written
  const readable = [...renderableFolders(services), folderOf('../pages/search'), folderOf('../pdf/writing')];
  return {
    readable,
    tasks: fileURLToPath(new URL('./comparing/tasks.ts', import.meta.url)),
    jobsPerProcess: 50,
    idleMs: 60_000,
    heapMb: 1024,
  };
}

/** Compares texts, words and cells, without native addons. */
const comparisonPool = sandboxPool((services) => poolOptions(services));

/** Compares images; the decoder is a native addon. */
const imageComparisonPool = sandboxPool((services) => ({ ...poolOptions(services), addons: true }));

/** A comparison task; `path` is one of the files, `given` the other arguments. */
interface ComparisonTask {
  task: 'text' | 'words' | 'books' | 'pictures' | 'report' | 'bind';
  path: string;
  urgent: boolean;
  given: Record<string, unknown>;
}

/** Runs a task in a sandboxed process; `weight` is the amount that the task found to compare. */
export async function runComparison(
  services: Services,
  { task, path, urgent, given }: ComparisonTask,
): Promise<RenderResult & { weight?: number }> {
  const pool = task === 'pictures' ? imageComparisonPool(services) : comparisonPool(services);
  const answer = await pool.run(task, { path, ext: '', name: '', size: 0 }, { timeoutMs, maxOutput, urgent, terms: given });
  if (!answer.ok) return answer;
  if (answer.bytes === undefined) return { ok: false, reason: 'no-output' };
  return { ok: true, content: answer.bytes, ...(answer.pages !== undefined && { weight: answer.pages }) };
}

/** What the source of the job is compared with. */
interface ComparedWith {
  other: Source;
  /** Whether blanks count. */
  spaces: boolean;
}

type Failed = Extract<RenderResult, { ok: false }>;

/** Pages compared by words, and pages compared as images. */
const mostPages = 1000;
const mostDrawn = 40;
const drawnWidth = 900;
const pictureWidth = 1600;

/** The renderer of a comparison: cached with the content of the first document, named by that of the other. */
export function comparisonRenderer(kind: Exclude<ComparisonKind, 'cards'>, against: ComparedWith): { renderer: Renderer; param: string } {
  const { other, spaces } = against;
  const make = (job: RenderJob): Promise<RenderResult> => strategies[kind](job, against);
  const param = [other.sha256, other.ext, ...(kind === 'text' && !spaces ? ['blind'] : [])].join('-');
  return { renderer: { name: `compared${kind}`, version: 2, patient: true, render: make }, param };
}

const strategies: Record<Exclude<ComparisonKind, 'cards'>, (job: RenderJob, against: ComparedWith) => Promise<RenderResult>> = {
  text: ({ services, path, urgent }, { other, spaces }) =>
    services.storage.withLocalFile(other.sha256, (second) =>
      runComparison(services, { task: 'text', path, urgent, given: { other: second, spaces } }),
    ),
  async sheet({ services, source, urgent, report }, { other }) {
    const books = await renderBoth(services, [source, other], { renderer: workbookRenderer, urgent });
    report(0.6);
    if (!books.ok) return books;
    const [path, second] = books.paths;
    return runComparison(services, { task: 'books', path, urgent, given: { other: second } });
  },
  async picture({ services, source, urgent }, { other }) {
    const images = await renderBoth(services, [source, other], { renderer: imageRenderer, param: String(pictureWidth), urgent });
    if (!images.ok) return images;
    return runComparison(services, { task: 'pictures', path: images.paths[0], urgent, given: { pairs: [images.paths], cut: false } });
  },
  async pages(job, { other }) {
    const { services, source, urgent, report } = job;
    const facts = await renderBoth(services, [source, other], { renderer: pageFacts, urgent });
    if (!facts.ok) return facts;
    report(0.3);
    const counts = await Promise.all(
      facts.paths.map(async (path) => (JSON.parse(await readFile(path, 'utf8')) as { count: number }).count),
    );
    const [before = 0, after = 0] = counts;
    if (Math.max(before, after) > mostPages) return { ok: false, reason: 'too-large' };
    // a drawing is compared by its lines alone
    if ([source, other].every(({ ext }) => extensions.drawing.has(ext))) return drawnCompared(job, other, [before, after]);
    const byWords = await wordsCompared(job, other, [before, after]);
    if (!byWords.ok) return byWords;
    report(0.6);
    // where no word differs, or there is none, the images may
    if (byWords.differs) return byWords.made;
    if (before !== after && byWords.weight > 0) return byWords.made;
    return drawnCompared(job, other, [before, after]);
  },
};

async function renderBoth(
  services: Services,
  sources: [Source, Source],
  wanted: { renderer: Renderer; param?: string; urgent: boolean },
): Promise<{ ok: true; paths: [string, string] } | Failed> {
  // one after the other: the converters are scheduled one by one anyway
  const [one, two]: Rendition[] = [await render(services, sources[0], wanted), await render(services, sources[1], wanted)];
  if (one?.ok !== true) return one ?? { ok: false, reason: 'no-output' };
  if (two?.ok !== true) return two ?? { ok: false, reason: 'no-output' };
  return { ok: true, paths: [one.path, two.path] };
}

type Counts = [before: number, after: number];

async function wordsCompared(
  { services, source, urgent }: RenderJob,
  other: Source,
  counts: Counts,
): Promise<{ ok: true; made: RenderResult; differs: boolean; weight: number } | Failed> {
  const [before, after] = [await wordPaths(services, source, counts[0]), await wordPaths(services, other, counts[1])];
  if (!Array.isArray(before)) return before;
  if (!Array.isArray(after)) return after;
  const path = before[0] ?? after[0];
  if (path === undefined) return { ok: false, reason: 'no-output' };
  const { weight = 0, ...made } = await runComparison(services, { task: 'words', path, urgent, given: { before, after } });
  if (!made.ok) return made;
  const head = made.content as Buffer;
  const parsedHead = JSON.parse(head.toString('utf8', 4, 4 + head.readUInt32BE(0))) as { changes: unknown[] };
  return { ok: true, made, differs: parsedHead.changes.length > 0, weight };
}

async function wordPaths(services: Services, source: Source, count: number): Promise<string[] | Failed> {
  const paths: string[] = [];
  for (let first = 1; first <= count; first += pagesPerTextBlock) {
    const words = await render(services, source, { renderer: pageWords, param: String(first), urgent: true });
    if (!words.ok) return words;
    paths.push(words.path);
  }
  return paths;
}

async function drawnCompared({ services, source, urgent, report }: RenderJob, other: Source, counts: Counts): Promise<RenderResult> {
  const pages = Math.min(mostDrawn, Math.max(...counts));
  const pairs: [string | null, string | null][] = [];
  let path: string | undefined;
  for (let page = 1; page <= pages; page++) {
    const pair: [string | null, string | null] = [null, null];
    for (const [at, from] of [source, other].entries()) {
      if (page > (counts[at] ?? 0)) continue;
      const drawn = await renderPage(services, from, { page, width: drawnWidth, urgent });
      if (!drawn.ok) return drawn;
      path ??= drawn.path;
      pair[at] = drawn.path;
    }
    pairs.push(pair);
    report(0.6 + (0.3 * page) / pages);
  }
  if (path === undefined) return { ok: false, reason: 'no-output' };
  return runComparison(services, { task: 'pictures', path, urgent, given: { pairs, cut: Math.max(...counts) > mostDrawn } });
}
