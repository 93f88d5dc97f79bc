import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from './test-server.ts';
import { isLong } from './long.ts';
import { reachDifferences } from './rights-reach-check.ts';
import { type Stage, buildStage, dice, differences, takeStep } from './rights-sequence.ts';
import { treeFaults } from './tree-check.ts';

const seed = Number(process.env['DOSSIER_RIGHTS_SEED'] ?? 20_261);
const many = Number(process.env['DOSSIER_RIGHTS_STEPS'] ?? (isLong ? 2000 : 120));

let dossier: TestServer;
let stage: Stage;
beforeAll(async () => {
  dossier = await openTestServer();
  stage = await buildStage(dossier);
});
afterAll(() => dossier.close());

describe('rights after random grants, moves, memberships and time', () => {
  it(
    `are those of the model through ${many} steps from seed ${seed}`,
    async () => {
      const throws = dice(seed);
      // a generator of its own, so that the steps of a seed stay the same
      const chances = dice(seed + 1);
      const done: string[] = [];
      for (let n = 0; n < many; n++) {
        done.push(await takeStep(stage, throws));
        const wrong = [...(await differences(stage, n % 10 === 9)), ...(await reachDifferences(stage, chances))];
        expect({ step: n, wrong, after: wrong.length > 0 ? done.slice(-5) : [] }).toEqual({ step: n, wrong: [], after: [] });
        if (n % 10 === 9) expect(await treeFaults(dossier)).toEqual([]);
      }
    },
    many * 5000,
  );
});
