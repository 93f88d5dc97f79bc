import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { type Answer, type Job, TaskFailure, type Tasks } from '@dossier/formats/task';
import { closeUp } from '../../../../platform/text/snippet.ts';

/** A line of text on a page: left, top, width and height as fractions of the page, and its text. */
type Piece = [x: number, y: number, width: number, height: number, text: string];

/** The text found on a page, and its mean confidence (0 to 100). */
interface RecognisedText {
  pieces: Piece[];
  sure: number;
}

/** Photos yield random letters: results below these confidences (0 to 100) are dropped. */
const leastOfWord = 10;
const leastOfLine = 60;
const mostPieces = 5000;

interface Word {
  line: string;
  box: [left: number, top: number, right: number, bottom: number];
  sure: number;
  text: string;
}

/** Parses the TSV of tesseract: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
export function recognisedText(table: string): RecognisedText {
  const rows = table.split('\n').map((row) => row.split('\t'));
  const page = rows.find(([level]) => level === '1');
  const [width, height] = [Number(page?.[8]), Number(page?.[9])];
  if (!(width > 0 && height > 0)) return { pieces: [], sure: 0 };
  const words = rows.filter(([level]) => level === '5').map(wordOf);
  const pieces: Piece[] = [];
  const kept: Word[] = [];
  for (const line of Map.groupBy(words, (word) => word.line).values()) {
    const sure = line.filter((word) => word.sure >= leastOfWord && word.text !== '');
    if (!isText(sure) || pieces.length >= mostPieces) continue;
    const [left, top] = [0, 1].map((side) => Math.min(...sure.map(({ box }) => box[side] as number))) as [number, number];
    const [right, bottom] = [2, 3].map((side) => Math.max(...sure.map(({ box }) => box[side] as number))) as [number, number];
    const text = closeUp(sure.map((word) => word.text).join(' '));
    kept.push(...sure);
    pieces.push([part(left / width), part(top / height), part((right - left) / width), part((bottom - top) / height), text]);
  }
  return { pieces, sure: sureOf(kept) };
}

function wordOf(row: string[]): Word {
  const [left = 0, top = 0, width = 0, height = 0, sure = 0] = row.slice(6, 11).map(Number);
  return { line: row.slice(1, 5).join(' '), box: [left, top, left + width, top + height], sure, text: (row[11] ?? '').trim() };
}

/** The mean confidence, weighted by the length of words. */
function sureOf(words: Word[]): number {
  const length = words.reduce((sum, { text }) => sum + text.length, 0);
  return length === 0 ? 0 : words.reduce((sum, { text, sure }) => sum + sure * text.length, 0) / length;
}

/** Whether a line is text: some consecutive letters, and a sufficient confidence. */
const isText = (words: Word[]): boolean =>
  sureOf(words) >= leastOfLine && /[\p{L}\p{N}]{2}/u.test(closeUp(words.map(({ text }) => text).join(' ')));

/** The amount of text, weighted by confidence. */
const weightOf = ({ pieces, sure }: RecognisedText): number => sure * pieces.reduce((sum, [, , , , text]) => sum + text.length, 0);

/** Whether there is so little text that the page may be upside down. */
export const isWeak = (found: RecognisedText): boolean => found.sure < 75 || weightOf(found) < 40 * 75;

/** The text of a page that was recognised upside down, with boxes in the page's orientation. */
export const turnedOver = ({ pieces, sure }: RecognisedText): RecognisedText => ({
  pieces: pieces.map(([x, y, width, height, text]): Piece => [part(1 - x - width), part(1 - y - height), width, height, text]),
  sure,
});

/** Whether the text contains hardly any Chinese. */
export function isLatin(pieces: Piece[]): boolean {
  const text = pieces.map((piece) => piece[4]).join('');
  return (text.match(/\p{Script=Han}/gu)?.length ?? 0) < (text.match(/\p{Script=Latin}/gu)?.length ?? 0) / 20;
}

const part = (value: number): number => Math.round(value * 100_000) / 100_000;

/** The functions of tesseract.js-core in use; its workers cannot start in a sandboxed process. */
interface Recogniser {
  Init(folder: null, languages: string, engine: number): number;
  SetVariable(name: string, value: string): void;
  SetImageFile(orientation: number, angle: number): number;
  Recognize(monitor: null): void;
  GetTSVText(): string;
  Clear(): void;
}

interface Core {
  FS: { writeFile(name: string, bytes: Uint8Array): void };
  TessBaseAPI: new () => Recogniser;
}

const require = createRequire(import.meta.url);
/** The Chinese model also reads Latin letters, and reads Chinese better alone than combined with English. */
const chinese = { name: 'chi_sim', path: require.resolve('@tesseract.js-data/chi_sim/4.0.0_best_int/chi_sim.traineddata.gz') };
const english = { name: 'eng', path: require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz') };
/** LSTM only: the data contain no other model. */
const lines = 1;
/** Segmentation mode 3: finds blocks, columns and lines, vertical ones too, without detecting the orientation. */
const wholePage = '3';
/** EXIF orientations: upright and upside down. */
const [upright, upsideDown] = [1, 3];
const silent = (): void => undefined;

let core: Promise<Core> | undefined;
const ready = new Map<string, Recogniser>();

function startCore(): Promise<Core> {
  const makeCore = require('tesseract.js-core/tesseract-core-simd-lstm.js') as (options: object) => Promise<Core>;
  return makeCore({ print: silent, printErr: silent });
}

async function recogniserOf({ FS, TessBaseAPI }: Core, { name, path }: typeof chinese): Promise<Recogniser> {
  const known = ready.get(name);
  if (known !== undefined) return known;
  FS.writeFile(`${name}.traineddata`, gunzipSync(await readFile(path)));
  const recogniser = new TessBaseAPI();
  if (recogniser.Init(null, name, lines) !== 0) throw new TaskFailure('no-output');
  recogniser.SetVariable('tessedit_pageseg_mode', wholePage);
  ready.set(name, recogniser);
  return recogniser;
}

async function read(here: Core, language: typeof chinese, pageOrientation: number): Promise<RecognisedText> {
  const recogniser = await recogniserOf(here, language);
  if (recogniser.SetImageFile(pageOrientation, 0) === 1) throw new TaskFailure('broken');
  recogniser.Recognize(null);
  const found = recognisedText(recogniser.GetTSVText());
  recogniser.Clear();
  return pageOrientation === upright ? found : turnedOver(found);
}

/** The words of a rasterised image with their boxes, as JSON. */
async function recognise(job: Job): Promise<Answer> {
  try {
    const here = await (core ??= startCore());
    here.FS.writeFile('/input', await readFile(job.path));
    let [found, pageOrientation] = [await read(here, chinese, upright), upright];
    // the page may be upside down
    if (isWeak(found)) {
      const turned = await read(here, chinese, upsideDown);
      if (weightOf(turned) > weightOf(found)) [found, pageOrientation] = [turned, upsideDown];
    }
    if (found.pieces.length > 0 && isLatin(found.pieces)) {
      const again = await read(here, english, pageOrientation);
      if (again.sure > found.sure) found = again;
    }
    return { ok: true, text: '', bytes: Buffer.from(JSON.stringify(found.pieces)) };
  } catch (error) {
    // its state is unknown after a failure
    core = undefined;
    ready.clear();
    throw error;
  }
}

export const tasks: Tasks = { recognise };
