import { readFile } from 'node:fs/promises';
import { extensions } from '@dossier/contract/core/file-types';
import { type Failure, transientFailures } from '@dossier/formats/task';
import type { Services } from '../../../platform/context.ts';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import { isReadable } from '../../documents/content-verdicts.ts';
import { blobOf } from '../../documents/revisions.ts';
import { drawingTextRenderer } from '../../preview/drawings.ts';
import { isOcrCandidate, isOcrEnabled, recognisePages } from '../../preview/ocr.ts';
import { officePdf } from '../../preview/office-pdf.ts';
import type { Source } from '../../preview/renderer.ts';
import { renderableFolders } from '../../preview/rendition-cache.ts';
import { render } from '../../preview/renditions.ts';
import { type ExtractionStage, extractionStages, type QueuedDocument } from './text-queue.queries.ts';

/** Documents read concurrently. */
const concurrentReaders = 2;

/** The sandboxed text readers: one more than background extraction uses. */
const extractorPool = sandboxPool((services) => {
  return { readable: renderableFolders(services), size: concurrentReaders + 1, idleMs: 60_000 };
});

/** The extracted text: `state` is done, recognised, none, or the reason of a failure; `next` the next stage to try. */
export interface ExtractedText {
  state: string;
  body: string;
  next?: ExtractionStage;
}

/** Longer texts are truncated. */
const maxTextLength = 2 * 1024 * 1024;

const none: ExtractedText = { state: 'none', body: '' };

const failed = (reason: Failure): ExtractedText | 'later' => (transientFailures.has(reason) ? 'later' : { ...none, state: reason });

/**
 * Extracts the text of a document in one stage; undefined where it waits until it is enabled or requested, 'later' where it cannot be read
 * now.
 */
export async function extractText(
  services: Services,
  document: QueuedDocument,
  stage: ExtractionStage,
): Promise<ExtractedText | 'later' | undefined> {
  const blob = await blobOf(services.database.read, document.revision_id);
  if (blob === undefined) return { ...none, state: 'missing' };
  // read once it is cleared
  if (!(await isReadable(services, blob.sha256))) return { ...none, state: 'isolated' };
  const source: Source = { ...blob, ext: document.ext, name: document.name };
  if (stage === extractionStages.recognising) return extractByOcr(services, source);
  return stage === extractionStages.converting ? extractFromRendition(services, source) : extractDirectly(services, source);
}

/** By a built-in reader. */
async function extractDirectly(services: Services, source: Source): Promise<ExtractedText | 'later'> {
  if (isOcrCandidate(source.ext)) return { ...none, next: extractionStages.recognising };
  if (extensions.drawing.has(source.ext)) return { ...none, next: extractionStages.converting };
  if (!mayHoldText(source.ext)) return none;
  const read = await readOriginal(services, source);
  return read !== 'later' && read.state === 'no-engine' ? { ...read, next: extractionStages.converting } : read;
}

/** The text of a drawing, or of the pages from the office engine, which stay cached for previews. */
async function extractFromRendition(services: Services, source: Source): Promise<ReaderResult | 'later'> {
  if (extensions.drawing.has(source.ext)) {
    const words = await render(services, source, { renderer: drawingTextRenderer });
    return words.ok ? { state: 'done', body: (await readFile(words.path, 'utf8')).slice(0, maxTextLength) } : failed(words.reason);
  }
  const pdf = await render(services, source, { renderer: officePdf });
  if (!pdf.ok) return failed(pdf.reason);
  return runReader(services, { ...source, ext: 'pdf', size: pdf.size }, pdf.path);
}

/** By recognition of page images without text of their own. */
async function extractByOcr(services: Services, source: Source): Promise<ExtractedText | 'later' | undefined> {
  if (!(await isOcrEnabled(services))) return undefined;
  if (isOcrCandidate(source.ext)) return appendRecognised(none, await recognisePages(services, source));
  if (!mayHoldText(source.ext)) return none;
  const isPdf = extensions.pdf.has(source.ext);
  const read = await (isPdf ? readOriginal(services, source) : extractFromRendition(services, source));
  if (read === 'later') return read;
  return appendRecognised({ state: read.state, body: read.body }, await recognisePages(services, source, read.blank ?? []));
}

function appendRecognised(read: ExtractedText, found: Awaited<ReturnType<typeof recognisePages>>): ExtractedText | 'later' | undefined {
  if (found === undefined || found === 'later') return found;
  const { words } = found;
  return words === '' ? read : { state: 'recognised', body: `${read.body}\n${words}`.trim().slice(0, maxTextLength) };
}

interface ReaderResult extends ExtractedText {
  blank?: number[];
}

const readOriginal = (services: Services, source: Source): Promise<ReaderResult | 'later'> =>
  services.storage.withLocalFile(source.sha256, (path) => runReader(services, source, path));

async function runReader(services: Services, { ext, name, size }: Source, path: string): Promise<ReaderResult | 'later'> {
  const answer = await extractorPool(services).run('extract', { path, ext, name, size });
  if (!answer.ok) return failed(answer.reason);
  const { text: body, blank } = answer;
  return { state: 'done', body, ...(blank && { blank, next: extractionStages.recognising }) };
}

const wordless = new Set(
  (
    'jpg jpeg png gif bmp webp tif tiff heic heif avif ico psd raw cr2 nef mp3 wav flac ogg m4a aac wma mp4 mov avi mkv webm wmv flv mpg mpeg m4v ' +
    'opus amr aiff aif aifc caf ape mka ac3 au wv asf f4v mpe m2v vob mts m2ts 3gp 3g2 ogv divx mxf rm rmvb dv ' +
    'zip rar 7z gz bz2 xz tar tgz iso dmg exe dll so msi apk jar class bin dat db sqlite ttf otf woff woff2 dwg dxf stl obj step stp iges igs eps ps'
  ).split(' '),
);

/** Whether extraction is worth a job for this extension; false for images, audio, video, archives and unreadable formats. */
function mayHoldText(ext: string): boolean {
  return !wordless.has(ext);
}
