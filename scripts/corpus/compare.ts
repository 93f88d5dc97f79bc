import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { createSandbox } from '../../server/src/platform/sandbox/sandbox.ts';
import { type Finding, unread } from './finding.ts';
import type { SeenWord } from './read-words.ts';
import { textOf } from './words-of.ts';

const most = 6;
/** A recogniser wants letters of some thirty pixels, and air around them. */
const letters = 36;
const air = 24;
const patience = 60_000;
/** Pages may lie on their side or stand on their head. */
const turns = [0, 180, 90, 270] as const;

/** Compares pictures of windows with the files they show. */
export interface Comparer {
  compare(finding: Finding): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads words off a picture, as a person would, and looks for them in the file itself, which is read apart from the product's own way.
 * The window tells only where a word is to be expected.
 */
export async function makeComparer(): Promise<Comparer> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-read-'));
  const tasks = fileURLToPath(new URL('../../server/src/modules/preview/ocr/engine/tasks.ts', import.meta.url));
  const reader = createSandbox({ readable: [folder], tasks, heapMb: 128, jobsPerProcess: 1000, niceness: 0, size: 2 });
  let count = 0;
  const read = async (picture: Buffer): Promise<string> => {
    const path = join(folder, `${++count}.png`);
    await writeFile(path, picture);
    const answer = await reader.run('recognise', { path, ext: 'png', name: 'words.png', size: picture.length }, { timeoutMs: patience });
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
      if (original !== undefined && picture.words.length >= most && known.length === 0)
        throw new Error('no word on the screen stands in the file');
      if (known.length === 0) return;
      const chosen = choose(known);
      let [right, text]: [number, string] = [0, ''];
      for (const turn of turns) {
        text = await read(await strips(picture.bytes, chosen, turn));
        right = chosen.filter(({ word }) => stands(word, text)).length;
        if (right > 0) break;
      }
      if (right === 0) {
        text = await read(await around(picture.bytes, chosen[0] as SeenWord));
        right = chosen.filter(({ word }) => stands(word, text)).length;
      }
      // a reader of pictures errs now and then: one is no fault, many are
      finding.seen = right === 0 ? unread : `${right} of ${chosen.length} words`;
      if (right === 0) finding.result += `, not ${chosen.map(({ word }) => `“${word}”`).join(', ')} but “${text.slice(0, 80)}”`;
    },
    async close() {
      reader.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The words that are easiest to read: the largest ones, one script alone. */
function choose(words: readonly SeenWord[]): SeenWord[] {
  const isHan = (one: SeenWord): boolean => /\p{Script=Han}/u.test(one.word);
  const isLatin = (one: SeenWord): boolean => /^[A-Za-z]+$/.test(one.word);
  const latin = words.filter(isLatin);
  const han = words.filter(isHan);
  const pool = latin.length >= han.length ? latin : han;
  return (pool.length > 0 ? pool : words)
    .toSorted((a, b) => b.height * Math.min(b.word.length, 8) - a.height * Math.min(a.word.length, 8))
    .slice(0, most);
}

/** One picture of all the words, each on a line of its own, black on white. */
async function strips(picture: Buffer, words: readonly SeenWord[], turn: number): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const lines = await Promise.all(
    words.map(async (one) => {
      const left = Math.max(0, Math.floor(one.left) - 2);
      const top = Math.max(0, Math.floor(one.top) - 2);
      const part = {
        left,
        top,
        width: Math.min(width - left, Math.ceil(one.width) + 4),
        height: Math.min(height - top, Math.ceil(one.height) + 4),
      };
      const cut = sharp(await sharp(picture).extract(part).greyscale().normalise().toBuffer());
      // light letters on dark ground are turned about
      const { channels } = await cut.stats();
      const isDark = (channels[0]?.mean ?? 255) < 110;
      const straight = await (isDark ? cut.negate({ alpha: false }) : cut).rotate(turn).toBuffer();
      return sharp(straight)
        .resize({ height: letters + 8, kernel: 'cubic' })
        .png()
        .toBuffer({ resolveWithObject: true });
    }),
  );
  const widest = Math.max(...lines.map(({ info }) => info.width));
  // a recogniser believes in no word that stands alone
  const columns = lines.length < 3 ? [0, 1, 2] : [0];
  const step = letters + 8 + air;
  return sharp({
    create: { width: air + (widest + air) * columns.length, height: lines.length * step + air, channels: 3, background: '#fff' },
  })
    .composite(
      lines.flatMap(({ data }, at) =>
        columns.map((column) => ({ input: data, left: air + column * (widest + air), top: air + at * step })),
      ),
    )
    .png()
    .toBuffer();
}

/** A word with what stands around it, enlarged: lines of a table that touch it are known for lines there. */
async function around(picture: Buffer, one: SeenWord): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const [left, top] = [Math.max(0, Math.floor(one.left) - 200), Math.max(0, Math.floor(one.top) - 60)];
  const part = {
    left,
    top,
    width: Math.min(width - left, Math.ceil(one.width) + 400),
    height: Math.min(height - top, Math.ceil(one.height) + 120),
  };
  const cut = await sharp(picture).extract(part).toBuffer();
  return sharp(cut)
    .resize({ width: part.width * 2, kernel: 'cubic' })
    .greyscale()
    .normalise()
    .png()
    .toBuffer();
}

/** Whether a word stands in what was read; one letter in five may be taken for another, and one sign in two: a reader of simplified ones reads them for others. */
function stands(word: string, text: string): boolean {
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
