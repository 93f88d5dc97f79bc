import { setTimeout as pause } from 'node:timers/promises';
import type { Services } from '../../platform/context.ts';
import { isScanning } from '../documents/content-verdicts.ts';
import { readableBlobsAfter, setVerdict, waitingBlobs } from '../documents/verdicts.queries.ts';
import { beginScan, moveScan, scanProgress } from './isolation/isolation.queries.ts';
import { settle } from './isolation/judge-contents.ts';
import { ScannerDown } from './isolation/judgement.ts';
import { judge, readSignatures } from './isolation/scanner.ts';

/** How long one run works at most, and how many contents are noted at once. */
const runMs = 50_000;
const piece = 20;
const waitMs = 1000;

/** Asks the scanner for its signatures; with new ones everything that may be read is checked again, what was there before the first scanner too. */
export async function followScanner(services: Services): Promise<void> {
  if (!isScanning(services.config)) return;
  try {
    const signatures = await readSignatures(services);
    const known = await scanProgress(services.database.read);
    if (known?.signatures !== signatures) await services.database.write((db) => beginScan(db, { signatures, at: services.now() }));
    await continueScan(services);
  } catch (error) {
    // the state of the scanner says so; the scan goes on once it answers
    if (!(error instanceof ScannerDown)) throw error;
  }
}

/** Goes on with the check of everything, one content at a time and only while nothing new waits. */
export async function continueScan(services: Services): Promise<void> {
  const until = performance.now() + runMs;
  const { read, long } = services.database;
  while (performance.now() < until && !services.stopping.aborted) {
    const progress = await scanProgress(read);
    if (progress === undefined || progress.ended_at !== 0) return;
    if ((await waitingBlobs(read, 1)).length > 0) {
      await pause(waitMs, undefined, { ref: false });
      continue;
    }
    const before = progress.after_sha256;
    const contents = await readableBlobsAfter(long, { after: before, limit: piece });
    for (const content of contents) await checkAgain(services, content);
    const last = contents.at(-1);
    const ended = { before, after: before, count: 0, at: services.now() };
    await services.database.write((db) =>
      moveScan(db, last === undefined ? ended : { before, after: last.sha256, count: contents.length }),
    );
  }
}

/** What the scanner cannot judge keeps the verdict that it had. */
async function checkAgain(services: Services, content: { sha256: string; size: number; verdict: string }): Promise<void> {
  try {
    const judgement = await judge(services, () => services.storage.ungated.open(content.sha256));
    if (judgement.verdict === 'infected') await settle(services, content, { judgement, from: ['', 'clean'] });
    else if (judgement.verdict === 'clean' && content.verdict === '')
      await services.database.write((db) => setVerdict(db, content.sha256, { from: [''], to: 'clean' }));
  } catch (error) {
    if (error instanceof ScannerDown) throw error;
    services.log.warn({ err: error, sha256: content.sha256 }, 'a content could not be checked again');
  }
}
