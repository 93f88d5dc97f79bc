import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change, ComparisonKind } from '@dossier/contract/compare';
import type { Mark } from '@dossier/contract/watermarks';
import type { Failure } from '../../ground/confined/job.ts';
import type { House } from '../../ground/ctx.ts';
import { picture, renderPage } from '../pages/makers.ts';
import { markPicture } from '../pages/mark-picture.ts';
import type { Source } from '../renditions/maker.ts';
import { render } from '../renditions/render.ts';
import type { ResultHead } from './read-result.ts';
import type { BoundPage, BoundPair } from './comparing/bind-pages.ts';

const mostPairs = 60;
const width = 1600;

/** One side of what is bound: of which bytes, and the mark that each of its pictures gets. */
export interface BoundSide {
  source: Source;
  mark: Mark | undefined;
}

interface Binding {
  kind: ComparisonKind;
  head: ResultHead;
  sides: [BoundSide, BoundSide];
  /** For pictures with a mark in them: they lie nowhere else. */
  folder: string;
}

/** The pages on which something differs, beside each other, as pictures; those of texts and sheets say nothing more than the list. */
export async function boundPairs(house: House, binding: Binding): Promise<{ pairs: BoundPair[]; cut: boolean } | Failure> {
  const { kind, head } = binding;
  if (kind !== 'pages' && kind !== 'picture') return { pairs: [], cut: false };
  const wanted = pagesIn(head.changes);
  const pairs: BoundPair[] = [];
  for (const numbers of wanted.slice(0, mostPairs)) {
    const pair: BoundPair = [null, null];
    for (const at of [0, 1] as const) {
      const page = numbers[at];
      if (page === undefined) continue;
      const file = await drawn(house, binding, { at, page });
      if (file === undefined) return 'crashed';
      pair[at] = { file, boxes: boxesOn(head.changes, at, page) };
    }
    pairs.push(pair);
  }
  return { pairs, cut: wanted.length > mostPairs };
}

type Numbers = [before: number | undefined, after: number | undefined];

const placesOf = (change: Change, at: 0 | 1) => (at === 0 ? change.placesBefore : change.placesAfter) ?? [];

/** Which pages stand beside each other, each pair once. */
function pagesIn(changes: Change[]): Numbers[] {
  const pairs = new Map<string, Numbers>();
  for (const change of changes) {
    const numbers: Numbers = [placesOf(change, 0)[0]?.page, placesOf(change, 1)[0]?.page];
    pairs.set(numbers.join(' '), numbers);
  }
  return [...pairs.values()];
}

const boxesOn = (changes: Change[], ...[at, page]: [0 | 1, number]): BoundPage['boxes'] =>
  changes.flatMap((change) =>
    placesOf(change, at)
      .filter((place) => place.page === page)
      .flatMap(({ boxes }) => boxes.map((box) => ({ kind: change.kind, x: box.x, y: box.y, width: box.width, height: box.height }))),
  );

/** A page as a picture, with the mark in its pixels where there is one: it could be taken out of a PDF and would be without it. */
async function drawn(house: House, binding: Binding, { at, page }: { at: 0 | 1; page: number }): Promise<string | undefined> {
  const { kind, sides, folder } = binding;
  const { source, mark } = sides[at];
  const made =
    kind === 'picture'
      ? await render(house, source, { maker: picture, param: String(width), urgent: true })
      : await renderPage(house, source, { page, width, urgent: true });
  if (!made.ok) return undefined;
  if (mark === undefined) return made.path;
  const marked = await markPicture(house, made, mark);
  if (marked === undefined) return undefined;
  const file = join(folder, `${at}-${page}.jpg`);
  await writeFile(file, marked);
  return file;
}
