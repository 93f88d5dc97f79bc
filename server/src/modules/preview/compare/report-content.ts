import { writeFile } from 'node:fs/promises';
import { type TextOf } from '../../../platform/text/texts.ts';
import { join } from 'node:path';
import type { Change, ComparisonKind } from '@dossier/contract/preview/compare';
import type { Mark } from '@dossier/contract/preview/watermarks';
import type { Failure } from '@dossier/formats/task';
import type { Services } from '../../../platform/context.ts';
import { type AuthorisedRevision, shownName } from '../../documents/file-tickets.ts';
import { imageRenderer, renderPage } from '../pages/page-renderers.ts';
import { markImage } from '../pages/rasterizer.ts';
import type { Source } from '../renderer.ts';
import { render } from '../renditions.ts';
import { dayAndMinute } from '../watermarks/resolve-watermark.ts';
import type { PagePair, PairedPage } from './comparing/append-page-pairs.ts';
import type { ResultHead } from './comparison-result.ts';

/** A line of the PDF: its style and text. */
interface ReportLine {
  as: 'title' | 'text' | 'place' | 'before' | 'after';
  text: string;
}

const maxChanges = 2000;

interface ReportInput {
  kind: ComparisonKind;
  sides: [before: AuthorisedRevision, after: AuthorisedRevision];
  head: ResultHead;
  now: number;
}

/** The text of a comparison's PDF before its pages: the documents, the number of differences, and each difference. */
export function reportLines({ kind, sides, head, now }: ReportInput, words: TextOf<'preview.compare'>): ReportLine[] {
  const { date, time } = dayAndMinute(now);
  const side = (authorised: AuthorisedRevision, label: string): ReportLine => ({
    as: 'text',
    text: `${label}: ${shownName(authorised).name} (${words('version')} ${authorised.revision.number})`,
  });
  const counts = (['changed', 'added', 'removed'] as const)
    .filter((how) => head[how] > 0)
    .map((how) => words(`count_${how}`, { number: head[how] }));
  const lines: ReportLine[] = [
    { as: 'title', text: words('title') },
    side(sides[0], words('before')),
    side(sides[1], words('after')),
    { as: 'text', text: `${words('made')}: ${date} ${time}` },
    { as: 'text', text: counts.length === 0 ? words('none') : counts.join(', ') },
  ];
  for (const [at, change] of head.changes.slice(0, maxChanges).entries()) {
    lines.push({ as: 'place', text: `${at + 1}. ${placeOf({ kind, head, at }, words)} · ${words(change.kind)}` });
    if (change.before !== '') lines.push({ as: 'before', text: change.before });
    if (change.after !== '') lines.push({ as: 'after', text: change.after });
  }
  if (head.cut || head.changes.length > maxChanges) lines.push({ as: 'text', text: words('cut') });
  return lines;
}

function placeOf({ kind, head, at }: { kind: ComparisonKind; head: ResultHead; at: number }, words: TextOf<'preview.compare'>): string {
  const change = head.changes[at];
  const line = change?.lineAfter ?? change?.lineBefore;
  if (kind === 'text') return words('line', { number: line ?? 1 });
  if (kind === 'sheet') {
    const name = head.tables[change?.table ?? 0]?.name ?? '';
    if (line === undefined) return name;
    return `${name} · ${change?.column === undefined ? words('row', { number: line }) : `${columnLetters(change.column)}${line}`}`;
  }
  const page = (change?.placesAfter?.[0] ?? change?.placesBefore?.[0])?.page;
  return kind === 'pages' && page !== undefined ? words('page', { number: page }) : words('area', { number: at + 1 });
}

/** The letters of a column, counted from 0. */
function columnLetters(column: number): string {
  let [letters, rest] = ['', column + 1];
  while (rest > 0) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
    rest = Math.floor((rest - 1) / 26);
  }
  return letters;
}

const mostPairs = 60;
const width = 1600;

/** One side of the appended pages: its source, and the watermark of its images. */
export interface MarkedSource {
  source: Source;
  mark: Mark | undefined;
}

interface PairRendering {
  kind: ComparisonKind;
  head: ResultHead;
  sides: [MarkedSource, MarkedSource];
  /** For watermarked images, which are never cached. */
  folder: string;
}

/** Renders the differing pages in pairs as images; those of texts and sheets add nothing to the list. */
export async function renderPagePairs(services: Services, binding: PairRendering): Promise<{ pairs: PagePair[]; cut: boolean } | Failure> {
  const { kind, head } = binding;
  if (kind !== 'pages' && kind !== 'picture') return { pairs: [], cut: false };
  const wanted = pagesIn(head.changes);
  const pairs: PagePair[] = [];
  for (const numbers of wanted.slice(0, mostPairs)) {
    const pair: PagePair = [null, null];
    for (const at of [0, 1] as const) {
      const page = numbers[at];
      if (page === undefined) continue;
      const file = await renderMarkedPage(services, binding, { at, page });
      if (file === undefined) return 'crashed';
      pair[at] = { file, boxes: boxesOn(head.changes, at, page) };
    }
    pairs.push(pair);
  }
  return { pairs, cut: wanted.length > mostPairs };
}

type Numbers = [before: number | undefined, after: number | undefined];

const placesOf = (change: Change, at: 0 | 1) => (at === 0 ? change.placesBefore : change.placesAfter) ?? [];

/** The pages that are paired, each pair once. */
function pagesIn(changes: Change[]): Numbers[] {
  const pairs = new Map<string, Numbers>();
  for (const change of changes) {
    const numbers: Numbers = [placesOf(change, 0)[0]?.page, placesOf(change, 1)[0]?.page];
    pairs.set(numbers.join(' '), numbers);
  }
  return [...pairs.values()];
}

const boxesOn = (changes: Change[], at: 0 | 1, page: number): PairedPage['boxes'] =>
  changes.flatMap((change) =>
    placesOf(change, at)
      .filter((place) => place.page === page)
      .flatMap(({ boxes }) => boxes.map((box) => ({ kind: change.kind, x: box.x, y: box.y, width: box.width, height: box.height }))),
  );

/** A page as an image, with the watermark in its pixels where required: a separate watermark could be taken out of the PDF. */
async function renderMarkedPage(
  services: Services,
  binding: PairRendering,
  { at, page }: { at: 0 | 1; page: number },
): Promise<string | undefined> {
  const { kind, sides, folder } = binding;
  const { source, mark } = sides[at];
  const made =
    kind === 'picture'
      ? await render(services, source, { renderer: imageRenderer, param: String(width), urgent: true })
      : await renderPage(services, source, { page, width, urgent: true });
  if (!made.ok) return undefined;
  if (mark === undefined) return made.path;
  const marked = await markImage(services, made, mark);
  if (marked === undefined) return undefined;
  const file = join(folder, `${at}-${page}.jpg`);
  await writeFile(file, marked);
  return file;
}
