/** `npm run corpus -- FOLDER`: real files of other software through the real server and a real browser, one line a file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { type Calls, signInAt } from '../e2e/calls.ts';
import { wordsIn } from '../e2e/texts.ts';
import { makeComparer } from './corpus/compare.ts';
import { deliver } from './corpus/deliver.ts';
import { findText, settle } from './corpus/find-text.ts';
import { type Finding, inLanes, newFinding, step } from './corpus/finding.ts';
import { listFiles } from './corpus/list-files.ts';
import { openBrowser } from './corpus/open-browser.ts';
import { makeShower } from './corpus/show.ts';
import { type TestServer, startServer } from './corpus/start-server.ts';
import { partRead, partShown, tableOf, totalsOf } from './corpus/table.ts';
import { Advice, ensureBuilt, main } from './runtime.mjs';

const uploadLimit = 60_000;
const showLimit = 90_000;
const searchLimit = 20_000;
const compareLimit = 120_000;
const mostGrowth = 300;
const leastShown = 0.95;

/** Processes every file; returns faults of the server as a whole. */
async function check(dossier: TestServer, { data, pictures }: { data: string; pictures: string }, findings: Finding[]): Promise<string[]> {
  const calls = await signInAt(dossier.url, dossier.admin, 'en');
  const { id: cabinet } = await calls.call(library.createCabinet, { name: 'Corpus', moduleType: moduleType.my });
  await inLanes(findings, 4, (finding) => step(finding, uploadLimit, () => deliver(calls, { url: dossier.url, cabinet }, finding)));
  const escapes = await showAll(dossier, calls, { findings, pictures });
  const [left] = await Promise.all([settle(data), compareAll(findings)]);
  await inLanes(findings, 4, (finding) => step(finding, searchLimit, () => findText(calls, cabinet, finding)));
  return [...escapes.map((host) => `a page went to ${host}`), ...left.map((job) => `the work after the uploads has not settled: ${job}`)];
}

async function compareAll(findings: Finding[]): Promise<void> {
  const comparer = await makeComparer();
  try {
    await inLanes(findings, 2, (finding) => step(finding, compareLimit, () => comparer.compare(finding)));
  } finally {
    await comparer.close();
  }
}

async function showAll(
  dossier: TestServer,
  calls: Calls,
  { findings, pictures }: { findings: Finding[]; pictures: string },
): Promise<string[]> {
  const browser = await openBrowser(dossier.url, calls.token);
  try {
    const terms = { origin: dossier.url, t: wordsIn('en'), pictures };
    const showers = [makeShower(calls, browser, terms), makeShower(calls, browser, terms)];
    await inLanes(findings, showers.length, (finding, lane) => step(finding, showLimit, async () => showers[lane]?.show(finding)));
    return browser.escapes();
  } finally {
    await browser.close();
  }
}

function faultsOf(dossier: TestServer): string[] {
  const { start, peak } = dossier.memory();
  return [
    ...(dossier.alive() ? [] : ['the server died']),
    ...(peak - start > mostGrowth ? [`the server grew by ${(peak - start).toFixed(0)} MB`] : []),
    ...dossier.complaints().map((line) => `the server said: ${line.slice(0, 300)}`),
  ];
}

await main(async () => {
  const folder = process.argv[2];
  if (folder === undefined) throw new Advice('Usage: npm run corpus -- FOLDER [FOLDER FOR PICTURES]');
  const kept = process.argv[3];
  const began = performance.now();
  const findings = (await listFiles(resolve(folder))).map(newFinding);
  await ensureBuilt();
  const data = await mkdtemp(join(tmpdir(), 'dossier-corpus-'));
  const pictures = kept === undefined ? join(data, 'pictures') : resolve(kept);
  const dossier = await startServer(data);
  const faults: string[] = [];
  try {
    faults.push(...(await check(dossier, { data, pictures }, findings)), ...faultsOf(dossier));
  } finally {
    await dossier.stop();
    await rm(data, { recursive: true, force: true });
  }
  const { start, peak } = dossier.memory();
  const { shown, of } = partShown(findings);
  if (shown < of * leastShown) faults.push(`only ${shown} of ${of} files that harm nobody are shown`);
  const words = partRead(findings);
  if (words.read < words.of * leastShown) faults.push(`only ${words.read} of ${words.of} pictures show words of their files`);
  const failed = findings.filter((finding) => finding.faults.length > 0);
  console.log(`${tableOf(findings)}\n`);
  for (const { file, faults: own } of failed) console.log(`FAILED ${file.file}\n  ${own.join('\n  ')}`);
  for (const fault of faults) console.log(`FAILED ${fault}`);
  console.log(totalsOf(findings));
  console.log(
    `${shown} of ${of} files that harm nobody are shown (${((100 * shown) / of).toFixed(1)} %)${kept === undefined ? '' : `; pictures in ${pictures}`}`,
  );
  console.log(`memory ${start.toFixed(0)} MB, at most ${peak.toFixed(0)} MB; ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return failed.length + faults.length > 0 ? 1 : 0;
});
