import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { createSandbox } from '../../server/src/platform/sandbox/sandbox.ts';
import { type Finding, unread } from './finding.ts';
import type { SeenWord } from './read-words.ts';
import { textOf } from './words-of.ts';

const maxWords = 6;
/** OCR works best with letters of some thirty pixels, and a margin. */
const letterHeight = 36;
const margin = 24;
const timeoutMs = 60_000;
/** Pages may be rotated. */
const rotations = [0, 180, 90, 270] as const;

/** Compares screenshots of windows with the files they show. */
export interface Comparer {
  compare(finding: Finding): Promise<void>;
  close(): Promise<void>;
}

/**
 * Recognises words in a screenshot and searches for them in the file itself, which is read by code independent of the product. The window only
 * tells where a word is expected.
 */
export async function makeComparer(): Promise<Comparer> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-read-'));
  const tasks = fileURLToPath(new URL('../../server/src/modules/preview/ocr/engine/tasks.ts', import.meta.url));
  const reader = createSandbox({ readable: [folder], tasks, heapMb: 128, jobsPerProcess: 1000, niceness: 0, size: 2 });
  let count = 0;
  const read = async (picture: Buffer): Promise<string> => {
    const path = join(folder, `${++count}.png`);
    await writeFile(path, picture);
    const answer = await reader.run('recognise', { path, ext: 'png', name: 'words.png', size: picture.length }, { timeoutMs });
    await rm(path);
    if (!answer.ok || !('bytes' in answer) || answer.bytes === undefined) throw new Error('the words of the picture could not be read');
    return (JSON.parse(answer.bytes.toString('utf8')) as [number, number, number, number, string][])
      .map(([, , , , text]) => text)
      .join(' ');
  };
  return {
    async compare(finding) {
      const { picture, file } = finding;
      if (picture === undefined) return;
      finding.seen = 'drawn';
      const original = await textOf(file);
      const known = picture.words.filter(({ word }) => original === undefined || original.includes(word));
      if (original !== undefined && picture.words.length >= maxWords && known.length === 0)
        throw new Error('no word on the screen stands in the file');
      if (known.length === 0) return;
      const chosen = choose(known);
      let [right, text]: [number, string] = [0, ''];
      for (const turn of rotations) {
        text = await read(await strips(picture.bytes, chosen, turn));
        right = chosen.filter(({ word }) => isRecognised(word, text)).length;
        if (right > 0) break;
      }
      if (right === 0) {
        text = await read(await around(picture.bytes, chosen[0] as SeenWord));
        right = chosen.filter(({ word }) => isRecognised(word, text)).length;
      }
      // OCR errs now and then: one wrong word is no fault, many are
      finding.seen = right === 0 ? unread : `${right} of ${chosen.length} words`;
      if (right === 0) finding.result += `, not ${chosen.map(({ word }) => `“${word}”`).join(', ')} but “${text.slice(0, 80)}”`;
    },
    async close() {
      reader.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The words that are easiest to recognise: the largest ones, of one script. */
function choose(words: readonly SeenWord[]): SeenWord[] {
  const isHan = (seen: SeenWord): boolean => /\p{Script=Han}/u.test(seen.word);
  const isLatin = (seen: SeenWord): boolean => /^[A-Za-z]+$/.test(seen.word);
  const latin = words.filter(isLatin);
  const han = words.filter(isHan);
  const pool = latin.length >= han.length ? latin : han;
  return (pool.length > 0 ? pool : words)
    .toSorted((a, b) => b.height * Math.min(b.word.length, 8) - a.height * Math.min(a.word.length, 8))
    .slice(0, maxWords);
}

/** One image of all the words, each on a line of its own, black on white. */
async function strips(picture: Buffer, words: readonly SeenWord[], turn: number): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const lines = await Promise.all(
    words.map(async (seen) => {
      const left = Math.max(0, Math.floor(seen.left) - 2);
      const top = Math.max(0, Math.floor(seen.top) - 2);
      const part = {
        left,
        top,
        width: Math.min(width - left, Math.ceil(seen.width) + 4),
        height: Math.min(height - top, Math.ceil(seen.height) + 4),
      };
      const cut = sharp(await sharp(picture).extract(part).greyscale().normalise().toBuffer());
      // light text on dark ground is inverted
      const { channels } = await cut.stats();
      const isDark = (channels[0]?.mean ?? 255) < 110;
      const straight = await (isDark ? cut.negate({ alpha: false }) : cut).rotate(turn).toBuffer();
      return sharp(straight)
        .resize({ height: letterHeight + 8, kernel: 'cubic' })
        .png()
        .toBuffer({ resolveWithObject: true });
    }),
  );
  const widest = Math.max(...lines.map(({ info }) => info.width));
  // OCR rejects a word that stands alone
  const columns = lines.length < 3 ? [0, 1, 2] : [0];
  const step = letterHeight + 8 + margin;
  return sharp({
    create: { width: margin + (widest + margin) * columns.length, height: lines.length * step + margin, channels: 3, background: '#fff' },
  })
    .composite(
      lines.flatMap(({ data }, at) =>
        columns.map((column) => ({ input: data, left: margin + column * (widest + margin), top: margin + at * step })),
      ),
    )
    .png()
    .toBuffer();
}

/** A word with its surroundings, enlarged: so OCR recognises the lines of a table that touch it. */
async function around(picture: Buffer, seen: SeenWord): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const [left, top] = [Math.max(0, Math.floor(seen.left) - 200), Math.max(0, Math.floor(seen.top) - 60)];
  const part = {
    left,
    top,
    width: Math.min(width - left, Math.ceil(seen.width) + 400),
    height: Math.min(height - top, Math.ceil(seen.height) + 120),
  };
  const cut = await sharp(picture).extract(part).toBuffer();
  return sharp(cut)
    .resize({ width: part.width * 2, kernel: 'cubic' })
    .greyscale()
    .normalise()
    .png()
    .toBuffer();
}

/** Whether OCR recognised a word; one letter in five may be wrong, and one Chinese character in two: the simplified model misreads traditional ones. */
function isRecognised(word: string, text: string): boolean {
  const plain = (from: string): string => from.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const [wanted, found] = [plain(word), plain(text)];
  const allowed = Math.floor(wanted.length / (/\p{Script=Han}/u.test(word) ? 2 : 5));
  for (let at = 0; at + wanted.length <= found.length; at++) {
    let wrong = 0;
    for (let n = 0; n < wanted.length && wrong <= allowed; n++) if (wanted[n] !== found[at + n]) wrong++;
    if (wrong <= allowed) return true;
  }
  return false;
}
