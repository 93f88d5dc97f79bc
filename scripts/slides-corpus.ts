/** `node scripts/run.mjs scripts/slides-corpus.ts FOLDER`: edits every presentation of a folder, and counts what LibreOffice then makes of it. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { applySlideEdit, type DeckState, type SlideEdit } from '@dossier/contract/editing/slide-edits';
import { OfficePackage } from '@dossier/formats/office/patch-package';
import { checkSlides } from '@dossier/formats/slides/check-slides';
import { patchSlides } from '@dossier/formats/slides/patch-slides';
import { readSlides } from '@dossier/formats/slides/read-slides';
import { Advice, main } from './runtime.mjs';
import { listFiles } from './corpus/list-files.ts';

type ReadDeck = ReturnType<typeof readSlides>;

const run = promisify(execFile);
const convertMs = 180_000;

async function pagesOf(bytes: Buffer, folder: string): Promise<number> {
  const file = join(folder, 'deck.pptx');
  await writeFile(file, bytes);
  await rm(join(folder, 'deck.pdf'), { force: true });
  const args = [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'pdf', '--outdir', folder, file];
  await run('soffice', args, { timeout: convertMs });
  // LibreOffice writes the objects of pages uncompressed
  return (await readFile(join(folder, 'deck.pdf'), 'latin1')).match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

/** Applies edits, checks what was written, and returns it. */
function patched(base: Buffer, deck: ReadDeck, edits: SlideEdit[]): Buffer {
  const written = patchSlides(base, edits);
  const shown = { ...deck, slides: deck.slides.map((slide) => ({ ...slide, page: 0, isChanged: false })) };
  const { slides } = edits.reduce<DeckState>(applySlideEdit, { deck: shown, deleted: [] }).deck;
  const expected = {
    ...deck,
    slides: slides.map(({ page: _page, isChanged: _isChanged, texts, ...slide }) => ({
      ...slide,
      texts: texts.map(({ isChanged: _isRewritten, ...text }) => text),
    })),
  };
  const differences = checkSlides({ base, patched: written, edits, expected });
  if (differences.length > 0) throw new Error(differences.slice(0, 5).join('; '));
  return written;
}

/** The first text that has words, with other words. */
function oneText(deck: ReadDeck): SlideEdit | undefined {
  for (const { id, texts } of deck.slides)
    for (const { shape, cell, paragraphs } of texts) {
      const paragraph = paragraphs.findIndex((text) => /\p{L}/u.test(text));
      if (paragraph >= 0)
        return { kind: 'text', slide: id, shape, ...(cell && { cell }), paragraph, texts: [`${paragraphs[paragraph] ?? ''} & more`] };
    }
  return undefined;
}

const differing = (base: Buffer, edited: Buffer): string[] => {
  const [before, after] = [new OfficePackage(base), new OfficePackage(edited)];
  return [...new Set([...before.names, ...after.names])].filter(
    (name) => !before.has(name) || !after.has(name) || !before.bytes(name).equals(after.bytes(name)),
  );
};

/** Edits of all kinds besides texts; with the number of pages that a print without hidden slides has then. */
function rearranged(deck: ReadDeck): { edits: SlideEdit[]; pages: (before: number) => number } {
  const [first] = deck.slides;
  if (first === undefined) return { edits: [], pages: (before) => before };
  const last = deck.slides.at(-1) ?? first;
  const edits: SlideEdit[] = [
    { kind: 'duplicate', slide: first.id, id: 2_000_000_001 },
    { kind: 'duplicate', slide: last.id, id: 2_000_000_002 },
    { kind: 'move', slide: 2_000_000_002, before: deck.slides[0]?.id ?? null },
    { kind: 'hide', slide: 2_000_000_002, hidden: true },
    { kind: 'delete', slide: first.id },
  ];
  if (deck.slides.every(({ notes }) => notes !== null))
    edits.push({ kind: 'notes', slide: last === first ? 2_000_000_001 : last.id, text: 'one\ntwo' });
  return { edits, pages: (before) => before };
}

await main(async () => {
  const folder = process.argv[2];
  if (folder === undefined) throw new Advice('Usage: node scripts/run.mjs scripts/slides-corpus.ts FOLDER');
  const files = (await listFiles(resolve(folder)))
    .map(({ file }) => (file.startsWith('/') ? file : join(resolve(folder), file)))
    .filter((file) => /\.pptx$/i.test(file));
  const work = await mkdtemp(join(tmpdir(), 'dossier-slides-'));
  let [failed, texts, alone, slides, ms, opened] = [0, 0, 0, 0, 0, 0];
  try {
    for (const file of files) {
      try {
        const base = await readFile(file);
        const deck = readSlides(new OfficePackage(base));
        slides += deck.slides.length;
        const text = oneText(deck);
        if (text !== undefined) {
          texts++;
          const began = performance.now();
          const parts = differing(base, patched(base, deck, [text]));
          ms = Math.max(ms, performance.now() - began);
          if (parts.length === 1 && parts[0]?.includes('slides/') === true) alone++;
          else throw new Error(`other parts differ: ${parts.join(' ')}`);
        }
        const { edits, pages } = rearranged(deck);
        if (edits.length === 0) continue;
        const edited = patched(base, deck, edits);
        const [before, after] = [await pagesOf(base, work), await pagesOf(edited, work)];
        if (after !== pages(before)) throw new Error(`${after} pages, before ${before}`);
        opened++;
      } catch (error) {
        failed++;
        console.log(`FAILED ${basename(file)}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  console.log(
    `${files.length} presentations, ${slides} slides; in ${alone} of ${texts} a changed text touches its slide's part alone (at most ${ms.toFixed(0)} ms with the check)`,
  );
  console.log(
    `${opened} open in LibreOffice with the right number of pages after copying, moving, hiding, deleting and notes; ${failed} failed`,
  );
  return failed > 0 ? 1 : 0;
});
