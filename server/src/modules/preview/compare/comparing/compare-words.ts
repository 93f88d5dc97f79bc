import { readFile } from 'node:fs/promises';
import type { Change } from '@dossier/contract/preview/compare';
import type { PageBox, PagePiece } from '@dossier/contract/preview/pages';
import { type Answer, type Job, TaskFailure } from '@dossier/formats/task';
import { letterWeight, partOfBox } from '../../pages/search/match-text.ts';
import { type Run, differences, internKeys, isWord, slideRuns, tokensOf } from './differences.ts';
import { createResult } from './result-writer.ts';

const mostWords = 600_000;
const wordsMs = 20_000;

interface Word {
  key: string;
  page: number;
  boxes: PageBox[];
  /** Separator before the word: none, a blank, or a line end. */
  apart: 0 | 1 | 2;
}

/** Compares two documents by the words of their pages. `same` in the facts where no word differs. */
export async function compareWords(job: Job): Promise<Answer> {
  const { before, after } = job.terms as { before: string[]; after: string[] };
  const [a, b] = [await wordsIn(before), await wordsIn(after)];
  const known = new Map<string, number>();
  const [keysA, keysB] = [a, b].map((words) =>
    internKeys(
      words.map(({ key }) => key),
      known,
    ),
  ) as [Int32Array, Int32Array];
  const result = createResult();
  const runs = joined(differences(keysA, keysB, performance.now() + wordsMs));
  const begin = (words: Word[]) => (at: number) => words[at]?.apart ?? 0;
  // a difference preferably starts at the start of a line
  for (const run of slideRuns(runs, { a: keysA, b: keysB }, { a: begin(a), b: begin(b) })) result.note(changeOf(a, b, run));
  const answer = result.answer();
  return answer.ok ? { ...answer, pages: a.length + b.length } : answer;
}

async function wordsIn(paths: string[]): Promise<Word[]> {
  const words: Word[] = [];
  let page = 0;
  for (const path of paths) {
    for (const line of (await readFile(path, 'utf8')).split('\n')) {
      page++;
      const pieces = (line === '' ? [] : JSON.parse(line)) as [number, number, number, number, string, number?][];
      takeWords(
        pieces.map(([x, y, width, height, text, turn]) => ({ x, y, width, height, text, ...(turn !== undefined && { turn }) })),
        page,
        words,
      );
      if (words.length > mostWords) throw new TaskFailure('too-large');
    }
  }
  return words;
}

function takeWords(pieces: PagePiece[], page: number, words: Word[]): void {
  // one word may consist of several text pieces: letter spacing, a font change
  let apart: Word['apart'] = 2;
  for (const piece of pieces) {
    const text = piece.text.normalize('NFKC');
    const whole = [...text.replace(/\n$/, '')].reduce((sum, letter) => sum + letterWeight(letter), 0) || 1;
    let passed = 0;
    for (const token of tokensOf(text)) {
      if (token.trim() === '') {
        apart = token.includes('\n') ? 2 : apart || 1;
        passed += token === '\n' ? 0 : lengthOf(token);
        continue;
      }
      const from = passed / whole;
      passed += lengthOf(token);
      const box = partOfBox(piece, from, Math.min(1, passed / whole));
      const last = words.at(-1);
      if (apart === 0 && last?.page === page && isWord(token) && isWord(last.key)) {
        last.key += token;
        last.boxes.push(box);
      } else words.push({ key: token, page, boxes: [box], apart });
      apart = 0;
    }
  }
}

const lengthOf = (text: string): number => [...text].reduce((sum, letter) => sum + letterWeight(letter), 0);

/** Merges differences that are only a word or two apart. */
function joined(runs: Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    const gap = last === undefined ? 0 : run[0] - last[1];
    const size = last === undefined ? 0 : last[1] - last[0] + last[3] - last[2] + run[1] - run[0] + run[3] - run[2];
    if (last !== undefined && gap <= 2 && size >= 3 * gap) [last[1], last[3]] = [run[1], run[3]];
    else all.push([...run]);
  }
  return all;
}

function changeOf(a: Word[], b: Word[], [fromA, toA, fromB, toB]: Run): Change {
  return {
    kind: fromA === toA ? 'added' : fromB === toB ? 'removed' : 'changed',
    before: textOf(a, fromA, toA),
    after: textOf(b, fromB, toB),
    placesBefore: placesOf(a, fromA, toA),
    placesAfter: placesOf(b, fromB, toB),
  };
}

const textOf = (words: Word[], from: number, to: number): string =>
  words
    .slice(from, Math.min(to, from + 300))
    .map(({ key, apart }, at) => (apart > 0 && at > 0 ? ` ${key}` : key))
    .join('');

type Places = NonNullable<Change['placesBefore']>;
const mostBoxes = 2000;

function placesOf(words: Word[], from: number, to: number): Places {
  if (from === to) return gapAt(words, from);
  const places: Places = [];
  let boxes = 0;
  for (const word of words.slice(from, to)) {
    for (const box of word.boxes) {
      let place = places.at(-1);
      if (place?.page !== word.page) {
        place = { page: word.page, boxes: [] };
        places.push(place);
      }
      const last = place.boxes.at(-1);
      if (last && isBeside(last, box)) last.width = Math.max(last.x + last.width, box.x + box.width) - last.x;
      else if (++boxes <= mostBoxes) place.boxes.push({ ...box });
    }
  }
  return places;
}

const isBeside = (one: PageBox, next: PageBox): boolean =>
  one.turn === undefined &&
  next.turn === undefined &&
  Math.abs(one.y - next.y) < one.height * 0.3 &&
  next.x >= one.x &&
  next.x - (one.x + one.width) < one.height * 1.5;

/** The position where something is missing: a box without width. */
function gapAt(words: Word[], at: number): Places {
  const [before, after] = [words[at - 1], words[at]];
  const box = before?.boxes.at(-1);
  if (before && box) return [{ page: before.page, boxes: [{ ...box, x: box.x + box.width, width: 0 }] }];
  const next = after?.boxes[0];
  return after && next ? [{ page: after.page, boxes: [{ ...next, width: 0 }] }] : [];
}
