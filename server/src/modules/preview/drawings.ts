import { mkdir, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import type { Services } from '../../platform/context.ts';
import { type DwgReader, enginesOf } from '../../platform/engines.ts';
import type { FileReply, FileRequest, ServedFile } from '../../platform/http/serve.ts';
import { createFairScheduler } from '../../platform/jobs/fair-scheduler.ts';
import { Refusal } from '../../platform/refusal.ts';
import { sandboxPool } from '../../platform/sandbox/sandbox.ts';
import { runProgram } from '../../platform/subprocess/run-program.ts';
import { openPreviewTicket } from '../documents/file-tickets.ts';
import { type RenderJob, type RenderResult, type Renderer, sourceOf } from './renderer.ts';
import { renderableFolders } from './rendition-cache.ts';
import { render, sendRendition } from './renditions.ts';
import { isShownUnmarked } from './watermarks/resolve-watermark.ts';

const limits = { timeoutMs: 60_000, maxOutput: 300 * 1024 * 1024 };
/** Address space; the package reserves memory that it never uses. */
const memoryMb = { package: 12_288, dwg2dxf: 4096, oda: 4096 } as const;

const launcher = fileURLToPath(new URL('./drawings/subprocess/read-dwg.ts', import.meta.url));
const inTurn = createFairScheduler(2);

/** A DWG as DXF, by a converter that the operator has installed. */
const dwgToDxfRenderer: Renderer = {
  name: 'dxf',
  version: 1,
  render: (job) => inTurn(job.urgent, () => convertDwg(job)),
};

async function convertDwg({ services, path, folder }: RenderJob): Promise<RenderResult> {
  const { dwg, shutter } = await enginesOf(services);
  if (dwg === undefined) return { ok: false, reason: 'no-engine' };
  const [from, to] = [join(folder, 'in'), join(folder, 'out')];
  await Promise.all([mkdir(from), mkdir(to)]);
  const input = join(from, 'drawing.dwg');
  const output = join(to, 'drawing.dxf');
  const ran = await runProgram({
    ...limits,
    ...commandOf(dwg, { from, to, input, output }),
    memoryMb: memoryMb[dwg.kind],
    folder,
    inputs: [{ from: path, to: input }],
    shutter,
    signal: services.stopping,
  });
  if (!ran.ok) return ran.reason === 'crashed' ? { ok: false, reason: 'broken' } : ran;
  const size = (await stat(output).catch(() => undefined))?.size ?? 0;
  return size === 0 ? { ok: false, reason: 'no-output' } : { ok: true, content: { file: output } };
}

interface ConversionPaths {
  from: string;
  to: string;
  input: string;
  output: string;
}

function commandOf({ kind, path }: DwgReader, { from, to, input, output }: ConversionPaths) {
  if (kind === 'dwg2dxf') return { program: path, args: ['-y', '-o', output, input] };
  // ODA takes directories instead of files, and needs a Qt platform without a screen
  if (kind === 'oda')
    return { program: path, args: [from, to, 'ACAD2018', 'DXF', '0', '1', '*.DWG'], env: { QT_QPA_PLATFORM: 'offscreen' } };
  return {
    program: process.execPath,
    // the baseline compiler only: the process would wait for the optimising one before it exits
    args: ['--no-warnings', '--liftoff-only', '--max-old-space-size=1024', launcher, path, input, output],
    readable: [dirname(launcher), dirname(dirname(path))],
  };
}

type DxfFile = { ok: true; path: string; size: number } | Extract<RenderResult, { ok: false }>;

/** The drawing as DXF: itself, or converted from DWG. The signature decides, not the extension. */
async function asDxf({ services, source, path, urgent }: RenderJob): Promise<DxfFile> {
  if (!(await isDwg(path))) return { ok: true, path, size: source.size };
  const made = await render(services, source, { renderer: dwgToDxfRenderer, urgent });
  return made.ok ? { ok: true, path: made.path, size: made.size } : made;
}

async function isDwg(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(6), 0, 6, 0);
    return /^AC(?:10\d\d|1\.\d|2\.\d)/.test(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await file.close();
  }
}

/** Runs a renderer on the DXF. */
const renderFromDxf =
  (work: (job: RenderJob, dxf: { path: string; size: number }) => Promise<RenderResult>): Renderer['render'] =>
  async (job) => {
    job.report(0.1);
    const dxf = await asDxf(job);
    if (!dxf.ok) return dxf;
    job.report(0.5);
    const made = await work(job, dxf);
    // a file of another format with the extension of a drawing
    return !made.ok && made.reason === 'broken' && job.source.ext === 'ocf' ? { ok: false, reason: 'unsupported' } : made;
  };

const timeoutMs = 100_000;
/** A drawing of millions of numbers, compressed; its PDF is smaller. All of it passes through the server's memory. */
const maxOutput = 48 << 20;
const maxText = 4 << 20;

const pathFromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Modules that the readers share with the client and with the PDF writer. */
const sharedFolders = [pathFromHere('../../../../contract'), pathFromHere('./pdf/writing')];

/** The sandboxed readers of drawings. */
const drawingReaderPool = sandboxPool((services) => {
  const readable = [...renderableFolders(services), ...sharedFolders];
  return {
    readable,
    tasks: fileURLToPath(new URL('./drawings/reading/tasks.ts', import.meta.url)),
    size: 2,
    jobsPerProcess: 20,
    idleMs: 60_000,
    heapMb: 1536,
  };
});

interface DrawingTask {
  task: 'read' | 'words' | 'paper';
  path: string;
  size: number;
  name: string;
  urgent: boolean;
}

/** Runs a task that reads a drawing, or writes it as PDF. */
async function runDrawingTask(services: Services, { task, path, size, name, urgent }: DrawingTask): Promise<RenderResult> {
  const bounds = { timeoutMs, urgent, maxOutput: task === 'words' ? maxText : maxOutput };
  const answer = await drawingReaderPool(services).run(task, { path, size, name, ext: 'dxf' }, bounds);
  if (!answer.ok) return answer;
  const content = answer.bytes ?? Buffer.from(answer.text);
  return { ok: true, content, facts: { cut: answer.cut === true, ...(answer.pages !== undefined && { pages: answer.pages }) } };
}

/** The shapes of a drawing for its viewer, compressed. */
export const drawingRenderer: Renderer = {
  name: 'drawing',
  version: 1,
  render: renderFromDxf(({ services, source, urgent }, dxf) =>
    runDrawingTask(services, { task: 'read', name: source.name, urgent, ...dxf }),
  ),
};

/** A drawing as PDF, a page for the model and one for each layout; `cut` where it is incomplete. */
export const drawingPdfRenderer: Renderer = {
  name: 'drawingpdf',
  version: 1,
  async render({ services, source, urgent, report }) {
    const read = await render(services, source, { renderer: drawingRenderer, urgent });
    if (!read.ok) return read;
    report(0.7);
    return runDrawingTask(services, { task: 'paper', path: read.path, size: read.size, name: source.name, urgent });
  },
};

/** The texts in a drawing. */
export const drawingTextRenderer: Renderer = {
  name: 'drawingwords',
  version: 1,
  render: renderFromDxf(({ services, source, urgent }, dxf) =>
    runDrawingTask(services, { task: 'words', name: source.name, urgent, ...dxf }),
  ),
};

const drawingPath = '/look/drawing/:previewToken';

async function sendDrawing(services: Services, request: FileRequest, reply: FileReply) {
  const { previewToken } = request.params as { previewToken: string };
  const { ctx, authorised, revalidate: still } = await openPreviewTicket(services, previewToken, request.ip);
  const source = sourceOf(authorised);
  if (!extensions.drawing.has(source.ext)) throw new Refusal(codes.noViewer);
  // the shapes are data equivalent to the file
  if (!(await isShownUnmarked(ctx, authorised))) throw new Refusal(codes.noRightToDownload);
  const rendition = await render(services, source, { renderer: drawingRenderer, urgent: true });
  if (!rendition.ok) throw new Refusal(codes.conversionFailed);
  await still();
  return sendRendition(request, reply, { rendition, name: 'drawing.gz', ext: 'gz' });
}

/** The shapes of a drawing for its viewer. */
export const drawingFiles: ServedFile[] = [
  // HEAD first: otherwise the framework adds its own
  { method: 'HEAD', path: drawingPath, handle: sendDrawing },
  { method: 'GET', path: drawingPath, handle: sendDrawing },
];
