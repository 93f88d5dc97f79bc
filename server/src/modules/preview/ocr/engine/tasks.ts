import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { type Answer, type Job, TaskFailure, type Tasks } from '@dossier/formats/task';
import { type RecognisedText, isLatin, isWeak, recognisedText, turnedOver, weightOf } from './recognised-text.ts';

/** The functions of tesseract.js-core in use; its workers cannot start in a sandboxed process. */
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
/** The Chinese model also reads Latin letters, and reads Chinese better alone than combined with English. */
const chinese = { name: 'chi_sim', path: require.resolve('@tesseract.js-data/chi_sim/4.0.0_best_int/chi_sim.traineddata.gz') };
const english = { name: 'eng', path: require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz') };
/** LSTM only: the data contain no other model. */
const lines = 1;
/** Segmentation mode 3: finds blocks, columns and lines, vertical ones too, without detecting the orientation. */
const wholePage = '3';
/** EXIF orientations: upright and upside down. */
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

async function read(here: Core, language: typeof chinese, pageOrientation: number): Promise<RecognisedText> {
  const recogniser = await recogniserOf(here, language);
  if (recogniser.SetImageFile(pageOrientation, 0) === 1) throw new TaskFailure('broken');
  recogniser.Recognize(null);
  const found = recognisedText(recogniser.GetTSVText());
  recogniser.Clear();
  return pageOrientation === upright ? found : turnedOver(found);
}

/** The words of a rasterised image with their boxes, as JSON. */
async function recognise(job: Job): Promise<Answer> {
  try {
    const here = await (core ??= startCore());
    here.FS.writeFile('/input', await readFile(job.path));
    let [found, pageOrientation] = [await read(here, chinese, upright), upright];
    // the page may be upside down
    if (isWeak(found)) {
      const turned = await read(here, chinese, upsideDown);
      if (weightOf(turned) > weightOf(found)) [found, pageOrientation] = [turned, upsideDown];
    }
    if (found.pieces.length > 0 && isLatin(found.pieces)) {
      const again = await read(here, english, pageOrientation);
      if (again.sure > found.sure) found = again;
    }
    return { ok: true, text: '', bytes: Buffer.from(JSON.stringify(found.pieces)) };
  } catch (error) {
    // its state is unknown after a failure
    core = undefined;
    ready.clear();
    throw error;
  }
}

export const tasks: Tasks = { recognise };
