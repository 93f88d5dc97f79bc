import type { BenchLibrary } from './build-library.ts';
import { page } from './lists.ts';
import { load } from './load.ts';
import { startScript } from './servers.ts';
import { type Line, median } from './table.ts';
import { signIn } from './transfers.ts';

const largerPort = 7983;
const rounds = 3;

interface Measured {
  port: number;
  token: string;
  made: BenchLibrary;
}

/** What a library ten times as large costs: the same pages, worked out anew each time, of both by turns. */
export async function measureGrowth(small: Measured, larger: { data: string; made: BenchLibrary }): Promise<Line[]> {
  const server = await startScript('../server/src/main.ts', [], { DOSSIER_PORT: String(largerPort), DOSSIER_DATA: larger.data });
  const large = { port: largerPort, token: await signIn(largerPort, larger.made), made: larger.made };
  const middle = Math.floor(small.made.bigSize / 60);
  const cases: Array<[string, (made: BenchLibrary) => string]> = [
    ['page 1', (made) => page(made.bigFolder, 1)],
    [`page ${middle}`, (made) => page(made.bigFolder, middle)],
    ['page of a folder of 25', (made) => page(made.smallFolder, 1)],
  ];
  const lines: Line[] = [];
  for (const [work, pathOf] of cases) {
    const ratios: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const before = await ask(small, pathOf(small.made));
      const after = await ask(large, pathOf(large.made));
      // the first round warms both up
      if (round > 0) ratios.push(after / before);
    }
    const documents = larger.made.documents.toLocaleString('en');
    lines.push({
      work: `${work} with ${documents} documents`,
      ours: '–',
      floor: 'a tenth of them',
      ratio: `${median(ratios).toFixed(2)}×`,
      aim: '≤ 1.3×',
    });
  }
  await server.stop();
  return lines;
}

const ask = async ({ port, token }: Measured, path: string): Promise<number> =>
  1 / (await load({ port, path, headers: { authorization: token }, connections: 16, seconds: 2, anew: true })).rate;
