import { mkdir, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import { right } from '@dossier/contract/core/rights';
import type { Services } from '../../platform/context.ts';
import { enginesOf } from '../../platform/engines.ts';
import type { FileReply, FileRequest, ServedFile } from '../../platform/http/serve.ts';
import { createFairScheduler } from '../../platform/jobs/fair-scheduler.ts';
import { Refusal } from '../../platform/refusal.ts';
import { lowPriority, runProgram } from '../../platform/subprocess/run-program.ts';
import { openPreviewTicket, shownName } from '../documents/file-tickets.ts';
import { ofdPdf } from './ofd.ts';
import { type Renderer, type RenderJob, type RenderResult, sourceOf } from './renderer.ts';
import { render, sendRendition } from './renditions.ts';

const officeLimits = { timeoutMs: 100_000, memoryMb: 4096, maxOutput: 256 * 1024 * 1024 };

/** An office engine takes a core and some 250 MB; at least two run, so that one user does not block the others. */
const officeQueue = createFairScheduler(Math.max(2, Math.min(4, Math.floor(availableParallelism() / 2))));

/**
 * An office document as PDF by the installed office engine, with a fresh profile each time, so that nothing is left for the next document.
 */
export const officePdf: Renderer = {
  name: 'pdf',
  version: 2,
  render: (job) => officeQueue(job.urgent, () => convertToPdf(job)),
};

/**
 * The engine takes and frees an image of many megabytes for each shape that it draws. By default glibc gives each back to the system, which then has to
 * clear 250,000 pages for four slides: on a virtual machine three quarters of the processor time of a conversion. The memory limit holds as before.
 */
const keptMemory = { MALLOC_MMAP_THRESHOLD_: String(1 << 30), MALLOC_TRIM_THRESHOLD_: String(2 ** 31) };

async function convertToPdf({ services, source, path, folder, report, urgent }: RenderJob): Promise<RenderResult> {
  const { office, shutter } = await enginesOf(services);
  if (office === undefined) return { ok: false, reason: 'no-engine' };
  report(0.1);
  const profile = join(folder, 'profile');
  await mkdir(join(profile, 'user'), { recursive: true });
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), settings);
  const fonts = join(folder, 'fonts.conf');
  await writeFile(fonts, fontSettings);
  const input = join(folder, `document.${source.ext}`);
  const ran = await runProgram({
    ...officeLimits,
    program: office,
    args: [
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      ...'--headless --norestore --nologo --nolockcheck --nodefault --convert-to pdf --outdir'.split(' '),
      join(folder, 'out'),
      input,
    ],
    folder,
    inputs: [{ from: path, to: input }],
    readable: fontFolders,
    env: { FONTCONFIG_FILE: fonts, ...keptMemory },
    shutter,
    niceness: urgent ? lowPriority.awaited : lowPriority.background,
    signal: services.stopping,
  });
  if (!ran.ok) return ran;
  const file = join(folder, 'out', 'document.pdf');
  // the engine reports success even where it could not read the document
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  return size === 0 ? { ok: false, reason: 'no-output' } : { ok: true, content: { file } };
}

/** The shipped Chinese font, regular and bold: a server without one of its own would draw another character in place of every Chinese one. */
const fontFolders = ['400Regular', '700Bold'].map((weight) =>
  join(dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json')), weight),
);

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Settings of fontconfig: the fonts of the machine as it has them, and the shipped ones with them. */
const fontSettings = `<?xml version="1.0"?>
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${fontFolders.map((folder) => `<dir>${escapeXml(folder)}</dir>`).join('\n')}
</fontconfig>
`;

const setting = (path: string, name: string, value: string): string =>
  `<item oor:path="/org.openoffice.Office.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** No macros, no remote content, no updates of links to other files. */
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${setting('Common/Security/Scripting', 'MacroSecurityLevel', '3')}
${setting('Common/Security/Scripting', 'DisableMacrosExecution', 'true')}
${setting('Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true')}
${setting('Common/Security/Scripting', 'DisableActiveContent', 'true')}
${setting('Writer/Content/Update', 'Link', '2')}
${setting('Calc/Content/Update', 'Link', '2')}
</oor:items>
`;

const officePdfPath = '/look/pdf/:previewToken/:name';

async function sendOfficePdf(services: Services, request: FileRequest, reply: FileReply) {
  const { previewToken } = request.params as { previewToken: string };
  const { authorised, revalidate: still } = await openPreviewTicket(services, previewToken, request.ip);
  // without a watermark it is equivalent to the original
  if ((authorised.bits & right.download) === 0) throw new Refusal(codes.noRightToDownload);
  const source = sourceOf(authorised);
  const renderer = extensions.ofd.has(source.ext) ? ofdPdf : officePdf;
  const rendition = await render(services, source, { renderer, urgent: true });
  if (!rendition.ok) throw new Refusal(codes.conversionFailed);
  await still();
  return sendRendition(request, reply, { rendition, name: `${shownName(authorised).name}.pdf`, ext: 'pdf' });
}

/** The PDF of an office document, or of an OFD. */
export const officePdfFiles: ServedFile[] = [
  // HEAD first: otherwise the framework adds its own
  { method: 'HEAD', path: officePdfPath, handle: sendOfficePdf },
  { method: 'GET', path: officePdfPath, handle: sendOfficePdf },
];
