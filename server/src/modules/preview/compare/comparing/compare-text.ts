import { readFile } from 'node:fs/promises';
import { type Answer, type Job, TaskFailure } from '@dossier/formats/task';
import { decodeText, looksBinary } from '@dossier/formats/text/decode';
import { type Couple, type Run, alignRows, differences, internKeys, marksIn, overlap, tokensOf } from './differences.ts';
import { type ResultWriter, createResult } from './result-writer.ts';

const mostBytes = 16 << 20;
const mostLines = 400_000;
const mostOfLine = 4000;
const linesMs = 10_000;
const wordsMs = 10_000;

interface Lines {
  a: string[];
  b: string[];
  spaces: boolean;
  until: number;
}

/** Compares two texts by lines, and by words within changed lines. */
export async function compareText(job: Job): Promise<Answer> {
  const { other, spaces } = job.terms as { other: string; spaces: boolean };
  const [a, b] = [await linesOf(job.path), await linesOf(other)];
  const result = createResult();
  const known = new Map<string, number>();
  const asCompared = (lines: string[]): string[] => (spaces ? lines : lines.map((line) => line.replace(/\s+/g, ' ').trim()));
  const runs = differences(internKeys(asCompared(a), known), internKeys(asCompared(b), known), performance.now() + linesMs);
  result.begin({ name: '', state: runs.length === 0 ? 'same' : 'changed', first: 0, columns: 1 });
  writeRows({ a, b, spaces, until: performance.now() + wordsMs }, runs, result);
  return result.answer();
}

async function linesOf(path: string): Promise<string[]> {
  const bytes = await readFile(path);
  if (bytes.length > mostBytes) throw new TaskFailure('too-large');
  if (looksBinary(bytes)) throw new TaskFailure('unsupported');
  const lines = decodeText(bytes).text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  if (lines.length > mostLines) throw new TaskFailure('too-large');
  return lines;
}

function writeRows(lines: Lines, runs: Run[], result: ResultWriter): void {
  const { a, b } = lines;
  let [atA, atB] = [0, 0];
  const same = (to: number): void => {
    for (; atA < to; atA++, atB++) {
      const [before, after] = [cut(a[atA]), cut(b[atB])];
      result.add({ kind: 'same', lineBefore: atA + 1, lineAfter: atB + 1, before: [before], ...(before !== after && { after: [after] }) });
    }
  };
  for (const run of runs) {
    same(run[0]);
    writeRun(lines, run, result);
    [atA, atB] = [run[1], run[3]];
  }
  same(a.length);
}

function writeRun(lines: Lines, [fromA, toA, fromB, toB]: Run, result: ResultWriter): void {
  const { a, b } = lines;
  const { table, row } = result.at();
  result.note({
    kind: fromA === toA ? 'added' : fromB === toB ? 'removed' : 'changed',
    before: excerpt(a, fromA, toA),
    after: excerpt(b, fromB, toB),
    table,
    row,
    ...(fromA < toA && { lineBefore: fromA + 1 }),
    ...(fromB < toB && { lineAfter: fromB + 1 }),
  });
  for (const [before, after] of couplesOf(lines, [fromA, toA, fromB, toB])) writeCouple(lines, [before, after], result);
}

const excerpt = (lines: string[], from: number, to: number): string =>
  lines
    .slice(from, Math.min(to, from + 6))
    .map((line) => line.slice(0, 300).trim())
    .join('\n');

function couplesOf({ a, b, until }: Lines, [fromA, toA, fromB, toB]: Run): Couple[] {
  const late = performance.now() > until;
  const words = new Map<string, string[]>();
  const wordsOf = (line: string): string[] => {
    const known = words.get(line) ?? tokensOf(line.slice(0, mostOfLine)).filter((token) => token.trim() !== '');
    words.set(line, known);
    return known;
  };
  const alike = (one: number, other: number): number =>
    late ? 0 : overlap(wordsOf(a[fromA + one] as string), wordsOf(b[fromB + other] as string));
  return alignRows(toA - fromA, toB - fromB, alike).map(([one, other]) => [
    one === undefined ? undefined : fromA + one,
    other === undefined ? undefined : fromB + other,
  ]);
}

function writeCouple({ a, b, spaces, until }: Lines, [one, other]: Couple, result: ResultWriter): void {
  const before = one === undefined ? '' : cut(a[one]);
  const after = other === undefined ? '' : cut(b[other]);
  const numbers = { ...(one !== undefined && { lineBefore: one + 1 }), ...(other !== undefined && { lineAfter: other + 1 }) };
  if (one === undefined) return result.add({ kind: 'added', ...numbers, before: [''], after: [after] });
  if (other === undefined) return result.add({ kind: 'removed', ...numbers, before: [before], after: [''] });
  const marks = performance.now() < until ? marksIn(before, after, { spaces, until }) : undefined;
  const marked = marks && { marksBefore: marks[0], marksAfter: marks[1] };
  return result.add({ kind: 'changed', ...numbers, before: [before], after: [after], ...marked });
}

const cut = (line = ''): string => (line.length <= mostOfLine ? line : `${line.slice(0, mostOfLine)}…`);
