import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { type Answer, type Job, TaskFailure, type Tasks } from '@dossier/formats/task';
import { type RecognisedText, isLatin, isWeak, recognisedText, turnedOver, weightOf } from './recognised-text.ts';

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

const require = createRequire(import.meta.url);
/** Chinese knows Latin letters too, and knows Chinese better alone than beside English. */
const chinese = { name: 'chi_sim', path: require.resolve('@tesseract.js-data/chi_sim/4.0.0_best_int/chi_sim.traineddata.gz') };
const english = { name: 'eng', path: require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz') };
/** Only the newer engine: the data hold no other. */
const lines = 1;
/** Blocks, columns and lines are found by it, lines that run upwards too; which way up the page is, is taken as given. */
const wholePage = '3';
/** Orientations as cameras tell them: as it is, and upside down. */
const [upright, upsideDown] = [1, 3];
const silent = (): void => undefined;

let core: Promise<Core> | undefined;
const ready = new Map<string, Recogniser>();

function startCore(): Promise<Core> {
  const makeCore = require('tesseract.js-core/tesseract-core-simd-lstm.js') as (options: object) => Promise<Core>;
  return makeCore({ print: silent, printErr: silent });
}

async function recogniserOf({ FS, TessBaseAPI }: Core, { name, path }: typeof chinese): Promise<Recogniser> {
  const known = ready.get(name);
  if (known !== undefined) return known;
  FS.writeFile(`${name}.traineddata`, gunzipSync(await readFile(path)));
  const recogniser = new TessBaseAPI();
  if (recogniser.Init(null, name, lines) !== 0) throw new TaskFailure('no-output');
  recogniser.SetVariable('tessedit_pageseg_mode', wholePage);
  ready.set(name, recogniser);
  return recogniser;
}

async function read(here: Core, language: typeof chinese, way: number): Promise<RecognisedText> {
  const recogniser = await recogniserOf(here, language);
  if (recogniser.SetImageFile(way, 0) === 1) throw new TaskFailure('broken');
  recogniser.Recognize(null);
  const found = recognisedText(recogniser.GetTSVText());
  recogniser.Clear();
  return way === upright ? found : turnedOver(found);
}

/** The words in a picture of ours, with their places, as JSON. */
async function recognise(job: Job): Promise<Answer> {
  try {
    const here = await (core ??= startCore());
    here.FS.writeFile('/input', await readFile(job.path));
    let [found, way] = [await read(here, chinese, upright), upright];
    // one that lies on its other side is known then too
    if (isWeak(found)) {
      const turned = await read(here, chinese, upsideDown);
      if (weightOf(turned) > weightOf(found)) [found, way] = [turned, upsideDown];
    }
    if (found.pieces.length > 0 && isLatin(found.pieces)) {
      const again = await read(here, english, way);
      if (again.sure > found.sure) found = again;
    }
    return { ok: true, text: '', bytes: Buffer.from(JSON.stringify(found.pieces)) };
  } catch (error) {
    // nobody knows what state it is in
    core = undefined;
    ready.clear();
    throw error;
  }
}

export const tasks: Tasks = { recognise };
