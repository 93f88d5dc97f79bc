import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { library } from '@dossier/contract/documents/library';
import type { BenchLibrary } from './build-library.ts';
import { load } from './load.ts';
import { startScript } from './servers.ts';
import type { Line } from './table.ts';

const floorPort = 7981;
const seconds = 4;

/** The path of a page of 30. */
export const page = (parent: number, pageNo: number): string =>
  `${library.items.path}?parentId=${parent}&pageNo=${pageNo}&pageSize=30&sortField=name`;

/** Pages of 30 with totals and rights, 16 connections, each beside the bare framework answering the same bytes on the same core. */
export async function measureLists(port: number, token: string, made: BenchLibrary): Promise<Line[]> {
  const middle = Math.floor(made.bigSize / 60);
  const cases: [string, string, string][] = [
    [`page 1 of ${made.bigSize}`, page(made.bigFolder, 1), '≥ 1/10'],
    [`page ${middle} of ${made.bigSize}`, page(made.bigFolder, middle), '≥ 1/25'],
    ['page of a folder of 25', page(made.smallFolder, 1), '≥ 1/4'],
  ];
  const lines: Line[] = [];
  for (const [work, path, aim] of cases) {
    const headers = { authorization: token };
    const body = await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text();
    const floor = await floorOf(body);
    await load({ port, path, headers, connections: 16, seconds: 1 });
    const ours = await load({ port, path, headers, connections: 16, seconds });
    const anew = await load({ port, path, headers, connections: 16, seconds, anew: true });
    for (const [words, got] of [
      ['', ours],
      [', worked out anew each time', anew],
    ] as const) {
      const figures = `${got.rate.toFixed(0)}/s, p50 ${got.p50.toFixed(2)} ms`;
      lines.push({ work: work + words, ours: figures, floor: `${floor.toFixed(0)}/s`, ratio: `1/${(floor / got.rate).toFixed(1)}`, aim });
    }
  }
  return lines;
}

async function floorOf(body: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
  const file = join(folder, 'body.json');
  writeFileSync(file, body);
  const server = await startScript('./floor-server.ts', [String(floorPort), file]);
  try {
    await load({ port: floorPort, path: '/', connections: 16, seconds: 1 });
    return (await load({ port: floorPort, path: '/', connections: 16, seconds })).rate;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}
