import { readFile } from 'node:fs/promises';
import { extensions } from '@dossier/contract/file-types';
import { type Failure, ofTheHour } from '../../ground/confined/job.ts';
import { mayHoldText } from '../../ground/confined/text-kinds.ts';
import type { House } from '../../ground/ctx.ts';
import { blobOf } from '../content/blobs-of.ts';
import { drawingWords } from '../drawings/makers.ts';
import { isRecognisable } from '../recognition/recognised-page.ts';
import { recognisePages, recognitionIsOn } from '../recognition/recognise-pages.ts';
import type { Source } from '../renditions/maker.ts';
import { officePdf } from '../renditions/office-pdf.ts';
import { render } from '../renditions/render.ts';
import { extractorOf } from './extractor.ts';
import { type Stage, stages, type Waiting } from './waiting-queries.ts';

/** What was read of a document: `state` is done, recognised, none, or why it failed; `next` the way to try after this one. */
export interface Read {
  state: string;
  body: string;
  next?: Stage;
}

/** More than this is not worth finding. */
const longest = 2 * 1024 * 1024;

const none: Read = { state: 'none', body: '' };

const failed = (reason: Failure): Read | 'later' => (ofTheHour.has(reason) ? 'later' : { ...none, state: reason });

/** The text of a document by one way; undefined where it has to go on waiting until somebody wants it, 'later' where nothing can read it now. */
export async function readDocument(house: House, document: Waiting, stage: Stage): Promise<Read | 'later' | undefined> {
  const blob = await blobOf(house.database.read, document.revision_id);
  if (blob === undefined) return { ...none, state: 'missing' };
  const source: Source = { ...blob, ext: document.ext, name: document.name };
  if (stage === stages.recognising) return readPictures(house, source);
  return stage === stages.making ? readMade(house, source) : readItself(house, source);
}

/** By a reader of ours. */
async function readItself(house: House, source: Source): Promise<Read | 'later'> {
  if (isRecognisable(source.ext)) return { ...none, next: stages.recognising };
  if (extensions.drawing.has(source.ext)) return { ...none, next: stages.making };
  if (!mayHoldText(source.ext)) return none;
  const read = await extracted(house, source, house.blobs.pathOf(source.sha256));
  return read !== 'later' && read.state === 'no-engine' ? { ...read, next: stages.making } : read;
}

/** What is written in a drawing, or on the pages that the office engine makes, which are kept for whoever looks at them. */
async function readMade(house: House, source: Source): Promise<Extracted | 'later'> {
  if (extensions.drawing.has(source.ext)) {
    const words = await render(house, source, { maker: drawingWords });
    return words.ok ? { state: 'done', body: (await readFile(words.path, 'utf8')).slice(0, longest) } : failed(words.reason);
  }
  const pdf = await render(house, source, { maker: officePdf });
  if (!pdf.ok) return failed(pdf.reason);
  return extracted(house, { ...source, ext: 'pdf', size: pdf.size }, pdf.path);
}

/** Off pictures of pages, as far as these have no text of their own. */
async function readPictures(house: House, source: Source): Promise<Read | 'later' | undefined> {
  if (!(await recognitionIsOn(house))) return undefined;
  if (isRecognisable(source.ext)) return withWords(none, await recognisePages(house, source));
  if (!mayHoldText(source.ext)) return none;
  const isPdf = extensions.pdf.has(source.ext);
  const read = await (isPdf ? extracted(house, source, house.blobs.pathOf(source.sha256)) : readMade(house, source));
  if (read === 'later') return read;
  return withWords({ state: read.state, body: read.body }, await recognisePages(house, source, read.blank ?? []));
}

function withWords(read: Read, found: Awaited<ReturnType<typeof recognisePages>>): Read | 'later' | undefined {
  if (found === undefined || found === 'later') return found;
  const { words } = found;
  return words === '' ? read : { state: 'recognised', body: `${read.body}\n${words}`.trim().slice(0, longest) };
}

interface Extracted extends Read {
  blank?: number[];
}

async function extracted(house: House, { ext, name, size }: Source, path: string): Promise<Extracted | 'later'> {
  const answer = await extractorOf(house).run('extract', { path, ext, name, size });
  if (!answer.ok) return failed(answer.reason);
  const { text: body, blank } = answer;
  return { state: 'done', body, ...(blank && { blank, next: stages.recognising }) };
}
