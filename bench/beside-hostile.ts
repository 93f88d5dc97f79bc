import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { thumbnails } from '@dossier/contract/preview/thumbnails';
import type { BenchLibrary } from './build-library.ts';
import { hostileFiles } from './hostile-files.ts';
import { page } from './lists.ts';
import { memoryOf } from './servers.ts';
import type { Line } from './table.ts';
import { makeNothingAhead } from './thumbnails.ts';
import { type Caller, callOn, openCabinet, upload } from './transfers.ts';

const everyMs = 20;
const quietSeconds = 10;
const mostSeconds = 120;
/** The timeout of the measurement. */
const timeoutSeconds = 600;

/** How long other users wait for a page of a list while one user opens ten hostile files, beside an idle time just before; and the server's own work for it. */
export async function measureBesideHostile(caller: Caller, { made, pid }: { made: BenchLibrary; pid: number }): Promise<Line[]> {
  const admin = await makeNothingAhead(caller);
  const cabinet = await openCabinet(admin, 'Hostile');
  const ids: string[] = [];
  for (const file of await hostileFiles()) ids.push(await upload(admin, cabinet, file));
  const path = page(made.bigFolder, 1);
  await othersWait(caller, path, () => pause(1000));
  const quiet = await othersWait(caller, path, () => pause(quietSeconds * 1000));
  const before = memoryOf(pid);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 500);
  const begun = performance.now();
  const beside = await othersWait(caller, path, () => openAll(admin, ids));
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(watch);
  return [
    {
      work: 'p95 of a page of a list while ten hostile files are opened',
      ours: `${p95(beside).toFixed(1)} ms`,
      floor: `${p95(quiet).toFixed(1)} ms (before)`,
      ratio: `${(p95(beside) / p95(quiet)).toFixed(1)}×`,
      aim: '≤ 2×',
    },
    { work: 'until each of them is shown or refused', ours: `${seconds.toFixed(0)} s`, floor: '–', ratio: '–', aim: `≤ ${mostSeconds} s` },
    { work: 'the server’s own memory grows by', ours: `${(peak - before).toFixed(0)} MB`, floor: '–', ratio: '–', aim: '≤ 100 MB' },
  ];
}

const p95 = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

/** Requests a page fifty times a second until the work is done; returns how long each request waited. */
async function othersWait({ port, token }: Caller, path: string, work: () => Promise<unknown>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const waiting = new Set<Promise<void>>();
  let count = Date.now();
  const ask = async (): Promise<void> => {
    const begun = performance.now();
    await new Promise<void>((resolve, reject) => {
      const options = { port, host: '127.0.0.1', path: `${path}&t=${count++}`, headers: { authorization: token }, agent };
      get(options, (answer) => answer.resume().on('end', resolve)).on('error', reject);
    });
    times.push(performance.now() - begun);
  };
  const timer = setInterval(() => {
    const pending = ask().finally(() => waiting.delete(pending));
    waiting.add(pending);
  }, everyMs);
  await work();
  clearInterval(timer);
  await Promise.all(waiting);
  agent.destroy();
  return times;
}

/** Opens all of them at once, with their thumbnails, until each is there or has failed. */
async function openAll(caller: Caller, ids: string[]): Promise<void> {
  const until = performance.now() + timeoutSeconds * 1000;
  const ended = async (id: string): Promise<void> => {
    const { look: open } = await callOn(caller, preview.view, { id });
    for (let state = 'making'; state === 'making' && performance.now() < until; ) {
      const answer = await fetch(`http://127.0.0.1:${caller.port}${previewByToken.state.path}?wait=true&look=${encodeURIComponent(open)}`);
      ({ state } = ((await answer.json()) as { data: { state: string } }).data);
    }
  };
  const smallOnes = async (): Promise<void> => {
    const isMaking = async () => (await callOn(caller, thumbnails.list, { ids })).list.some(({ state }) => state === 'making');
    while (performance.now() < until && (await isMaking())) await pause(500);
  };
  await Promise.all([smallOnes(), ...ids.map(ended)]);
}
