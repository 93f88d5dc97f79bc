import { mkdir, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { enginesOf } from '../../platform/engines.ts';
import { createFairScheduler } from '../../platform/jobs/fair-scheduler.ts';
import { runProgram } from '../../platform/subprocess/run-program.ts';
import type { RenderJob, RenderResult, Renderer } from './renderer.ts';

const officeLimits = { timeoutMs: 100_000, memoryMb: 4096, maxOutput: 256 * 1024 * 1024 };

/** An office engine takes a core and some 250 MB: one of them is for whoever did not ask for the others. */
const officeQueue = createFairScheduler(Math.max(2, Math.min(4, Math.floor(availableParallelism() / 2))));

/** An office document as PDF, by the machine's office engine: a fresh profile for each, so that no document leaves anything for the next. */
export const officePdf: Renderer = {
  name: 'pdf',
  version: 2,
  render: (making) => officeQueue(making.urgent, () => convertToPdf(making)),
};

async function convertToPdf({ services, source, path, folder, report }: RenderJob): Promise<RenderResult> {
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
    env: { FONTCONFIG_FILE: fonts },
    shutter,
    // so that lists stay quick for everybody else
    behind: true,
    signal: services.stopping,
  });
  if (!ran.ok) return ran;
  const file = join(folder, 'out', 'document.pdf');
  // the engine says that all went well even where it could not read a word
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

/** No macros, nothing fetched from elsewhere, no links to other files brought up to date. */
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

const heicLimits = { timeoutMs: 60_000, memoryMb: 2048, maxOutput: 128 * 1024 * 1024 };

const heicQueue = createFairScheduler(2);

/** What phones take, as a picture that can be read further, by the machine's decoder. */
export const heicImage: Renderer = {
  name: 'heic',
  version: 1,
  render: (making) => heicQueue(making.urgent, () => decodeHeic(making)),
};

async function decodeHeic({ services, path, folder }: RenderJob): Promise<RenderResult> {
  const { heic, shutter } = await enginesOf(services);
  if (heic === undefined) return { ok: false, reason: 'no-engine' };
  const input = join(folder, 'picture.heic');
  const ran = await runProgram({
    ...heicLimits,
    program: heic,
    args: ['-q', '92', input, join(folder, 'out.jpg')],
    folder,
    inputs: [{ from: path, to: input }],
    shutter,
    signal: services.stopping,
  });
  if (!ran.ok) return ran.reason === 'crashed' && ran.said !== '' ? { ok: false, reason: 'broken' } : ran;
  // a file of several pictures gives each a number
  for (const name of ['out.jpg', 'out-1.jpg']) {
    const file = join(folder, name);
    if (((await stat(file).catch(() => undefined))?.size ?? 0) > 0) return { ok: true, content: { file } };
  }
  return { ok: false, reason: 'no-output' };
}
