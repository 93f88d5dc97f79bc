import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mark } from '@dossier/contract/watermarks';
import type { Failure } from '../../ground/confined/job.ts';
import type { House } from '../../ground/ctx.ts';
import { render } from '../renditions/render.ts';
import { workFolder } from '../renditions/shelf.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { markFor } from '../watermarks/mark-for.ts';
import { stampPdf } from '../watermarks/paper.ts';
import { type BoundSide, boundPairs } from './bound-pairs.ts';
import { runComparison } from './comparers.ts';
import { type OpenedPair, wantedFor } from './pair.ts';
import { paperWords } from './paper-words.ts';
import { readHead } from './read-result.ts';
import { reportLines } from './report-lines.ts';

/** The result of a comparison as PDF for who opened both: what differs in words, then the pages on which it does. */
export async function makeComparisonPaper(house: House, pair: OpenedPair, spaces: boolean): Promise<Buffer | Failure> {
  const wanted = wantedFor(pair, spaces);
  if (wanted === undefined) return 'unsupported';
  const { source, ...how } = wanted;
  const result = await render(house, source, { ...how, urgent: true });
  if (!result.ok) return result.reason;
  const { folder, done } = await workFolder(house);
  try {
    return await written(house, pair, { path: result.path, folder });
  } finally {
    await done();
  }
}

async function written(house: House, { before, after, kind }: OpenedPair, at: { path: string; folder: string }): Promise<Buffer | Failure> {
  const { ctx } = before;
  const head = await readHead(at.path);
  const marks = [await markFor(before, 'pdf'), await markFor(after, 'pdf')] as const;
  const sides: [BoundSide, BoundSide] = [
    { source: sourceOf(before.held), mark: marks[0] },
    { source: sourceOf(after.held), mark: marks[1] },
  ];
  const bound = await boundPairs(house, { kind, head, sides, folder: at.folder });
  if (typeof bound === 'string') return bound;
  const words = paperWords[ctx.user.lang];
  const told = { ...head, cut: head.cut || bound.cut };
  const lines = reportLines({ kind, sides: [before.held, after.held], head: told, now: ctx.now }, words);
  const report = await runComparison(house, { task: 'report', path: at.path, urgent: true, given: { lines, title: words.title } });
  if (!report.ok) return report.reason;
  const path = join(at.folder, 'report.pdf');
  await writeFile(path, report.content as Buffer);
  const failed = await stampedWith(house, path, differentOf(marks));
  if (failed !== undefined) return failed;
  const whole = await runComparison(house, { task: 'bind', path, urgent: true, given: { pairs: bound.pairs } });
  return whole.ok ? (whole.content as Buffer) : whole.reason;
}

const differentOf = ([one, other]: readonly [Mark | undefined, Mark | undefined]): Mark[] =>
  [one, JSON.stringify(one) === JSON.stringify(other) ? undefined : other].filter((mark) => mark !== undefined);

/** What is quoted of each document carries the mark of each. */
async function stampedWith(house: House, ...[path, marks]: [string, Mark[]]): Promise<Failure | undefined> {
  for (const mark of marks) {
    const { size } = await stat(path);
    const stamped = await stampPdf(house, { path, size, ext: 'pdf', name: 'report.pdf' }, mark);
    if (!stamped.ok) return stamped.reason;
    if (stamped.bytes === undefined) return 'no-output';
    await writeFile(path, stamped.bytes);
  }
  return undefined;
}
