import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { type Answer, GiveUp, type Job, type Tasks } from '../../../ground/confined/job.ts';
import { piecesIn } from './pieces-in.ts';

/** What we use of the recogniser: the core of tesseract.js, without its workers, which a confined process may not start. */
interface Recogniser {
  Init(folder: null, languages: string, engine: number): number;
  SetVariable(name: string, value: string): void;
  SetImageFile(orientation: number, angle: number): number;
  Recognize(monitor: null): void;
  GetTSVText(): string;
  Clear(): void;
}

interface Core {
  FS: { writeFile(name: string, bytes: Uint8Array): void };
  TessBaseAPI: new () => Recogniser;
}

/** Only the newer engine: the data hold no other. */
const lines = 1;
/** Blocks, columns and lines are found by it; which way up the page is, is taken as given. */
const wholePage = '3';
const silent = (): void => undefined;
const require = createRequire(import.meta.url);
const languages = {
  chi_sim: require.resolve('@tesseract.js-data/chi_sim/4.0.0_best_int/chi_sim.traineddata.gz'),
  eng: require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'),
};

let ready: Promise<{ core: Core; recogniser: Recogniser }> | undefined;

async function start(): Promise<{ core: Core; recogniser: Recogniser }> {
  const makeCore = require('tesseract.js-core/tesseract-core-simd-lstm.js') as (options: object) => Promise<Core>;
  const core = await makeCore({ print: silent, printErr: silent });
  for (const [name, path] of Object.entries(languages)) core.FS.writeFile(`${name}.traineddata`, gunzipSync(await readFile(path)));
  const recogniser = new core.TessBaseAPI();
  if (recogniser.Init(null, Object.keys(languages).join('+'), lines) !== 0) throw new GiveUp('no-output');
  recogniser.SetVariable('tessedit_pageseg_mode', wholePage);
  return { core, recogniser };
}

/** The words in a picture of ours, with their places, as JSON. */
async function recognise(job: Job): Promise<Answer> {
  try {
    const { core, recogniser } = await (ready ??= start());
    core.FS.writeFile('/input', await readFile(job.path));
    if (recogniser.SetImageFile(1, 0) === 1) throw new GiveUp('broken');
    recogniser.Recognize(null);
    const pieces = piecesIn(recogniser.GetTSVText());
    recogniser.Clear();
    return { ok: true, text: '', bytes: Buffer.from(JSON.stringify(pieces)) };
  } catch (error) {
    // nobody knows what state it is in
    ready = undefined;
    throw error;
  }
}

export const tasks: Tasks = { recognise };
