/**
 * `node scripts/run.mjs scripts/word-corpus.ts FOLDER`: opens every Word document of a folder, and some made ones, in the editor of a browser, types a
 * word, saves a version, and compares the package with the one before: all parts but the body have to be equal as trees.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { moduleType } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { comparePackages } from '@dossier/formats/office/compare-packages';
import { openZipOf } from '@dossier/formats/zip/zip-parts';
import type { Page } from 'playwright-core';
import { makeFile } from '../demo/files/make-file.ts';
import { type Calls, signInAt } from '../e2e/calls.ts';
import { wordsIn } from '../e2e/texts.ts';
import { bodyOfWord, commentedWord } from '../server/test/word-file.ts';
import { listFiles } from './corpus/list-files.ts';
import { openBrowser } from './corpus/open-browser.ts';
import { startServer } from './corpus/start-server.ts';
import { Advice, ensureBuilt, main } from './runtime.mjs';

const word = 'Zirconium ';
const openMs = 90_000;
const mostBytes = 256 << 20;
const t = wordsIn('en');

interface Document {
  name: string;
  bytes: Buffer;
}

/** The Word documents of a folder, and what the project makes itself. */
async function documents(folder: string): Promise<Document[]> {
  const found = (await listFiles(folder)).filter(({ file }) => file.toLowerCase().endsWith('.docx'));
  const read = await Promise.all(found.map(async ({ path, file }) => ({ name: basename(file), bytes: await readFile(path) })));
  const made: Document[] = [];
  for (const [at, lang] of (['cn', 'en', 'es', 'ja'] as const).entries())
    made.push({ name: `made-${lang}.docx`, bytes: (await makeFile('docx', { title: `采购合同 ${lang}`, lang, seed: 11 + at })).bytes });
  const [first] = made;
  if (first !== undefined)
    made.push({
      name: 'made-comments.docx',
      bytes: await commentedWord(first.bytes, { words: 'Clause', comment: 'Too long', author: 'Counsel' }),
    });
  return [...read, ...made];
}

/** Types a word at the beginning of a document and saves it; false where the editor says that it cannot keep all that is in the file. */
async function typeWord(page: Page, id: string): Promise<boolean> {
  await page.goto(`/editWord?id=${id}`);
  await page.locator('.docx-page, .dossier-viewer, [role="alert"]').first().waitFor({ timeout: openMs });
  const paper = page.locator('.docx-page').first();
  await paper.waitFor({ timeout: openMs });
  await page.getByText(t('editing.editor.checking')).waitFor({ state: 'hidden', timeout: openMs });
  if (!page.url().includes('/editWord')) return false;
  await paper.click({ position: { x: 200, y: 140 } });
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(word);
  await page.getByText(t('editing.editor.kept')).waitFor({ timeout: openMs });
  await page.keyboard.press('Control+s');
  return true;
}

async function newest(calls: Calls, url: string, id: string): Promise<Buffer> {
  const until = Date.now() + openMs;
  while ((await calls.call(content.revisions, { id })).length < 2) {
    if (Date.now() > until) throw new Error('no version came');
    await new Promise((go) => setTimeout(go, 200));
  }
  const { downloadUrl } = await calls.call(content.download, { id });
  return Buffer.from(await (await fetch(new URL(downloadUrl, url))).arrayBuffer());
}

/** The parts that differ from those of the file before, as trees. */
async function differing(before: Buffer, after: Buffer): Promise<string[]> {
  const differences = await comparePackages(await openZipOf(before, mostBytes), await openZipOf(after, mostBytes), 'untouched');
  return differences.map(({ part, kind }) => `${part} ${kind}`);
}

await main(async () => {
  const folder = process.argv[2];
  if (folder === undefined) throw new Advice('Usage: node scripts/run.mjs scripts/word-corpus.ts FOLDER');
  const all = await documents(resolve(folder));
  await ensureBuilt();
  const data = await mkdtemp(join(tmpdir(), 'dossier-word-'));
  const dossier = await startServer(data);
  let [alone, refused, failed] = [0, 0, 0];
  try {
    const calls = await signInAt(dossier.url, dossier.admin, 'en');
    const { id: cabinet } = await calls.call(library.createCabinet, { name: 'Word', moduleType: moduleType.my });
    const browser = await openBrowser(dossier.url, calls.token);
    for (const { name, bytes } of all) {
      const page = await browser.page();
      try {
        const id = await calls.upload(cabinet, name, bytes);
        if (!(await typeWord(page, id))) {
          refused++;
          console.log(`viewed only: ${name}`);
          continue;
        }
        const saved = await newest(calls, dossier.url, id);
        const parts = await differing(bytes, saved);
        if (!(await bodyOfWord(saved)).includes(word.trim())) throw new Error('the word is not in the body');
        if (parts.join() !== 'word/document.xml changed') throw new Error(`other parts differ: ${parts.join(', ')}`);
        alone++;
      } catch (error) {
        failed++;
        console.log(`FAILED ${name}: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        await page.close({ runBeforeUnload: false });
      }
    }
    await browser.close();
  } finally {
    await dossier.stop();
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  }
  console.log(
    `${all.length} Word documents; in ${alone} a typed word changes word/document.xml alone, all other parts are equal as trees; ${refused} viewed only, ${failed} failed`,
  );
  return failed > 0 ? 1 : 0;
});
