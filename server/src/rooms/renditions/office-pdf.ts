import { mkdir, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runProgram } from '../../ground/outside/run-program.ts';
import { turnsOf } from '../../ground/turns.ts';
import { enginesOf } from './engines.ts';
import type { Maker, Making, Made } from './maker.ts';

const limits = { timeoutMs: 100_000, memoryMb: 4096, maxOutput: 256 * 1024 * 1024 };

/** An office engine takes a core and some 250 MB: one of them is for whoever did not ask for the others. */
const inTurn = turnsOf(Math.max(2, Math.min(4, Math.floor(availableParallelism() / 2))));

/** An office document as PDF, by the machine's office engine: a fresh profile for each, so that no document leaves anything for the next. */
export const officePdf: Maker = {
  name: 'pdf',
  version: 1,
  make: (making) => inTurn(making.urgent, () => convert(making)),
};

async function convert({ house, source, path, folder, report }: Making): Promise<Made> {
  const { office, shutter } = await enginesOf(house);
  if (office === undefined) return { ok: false, reason: 'no-engine' };
  report(0.1);
  const profile = join(folder, 'profile');
  await mkdir(join(profile, 'user'), { recursive: true });
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), settings);
  const input = join(folder, `document.${source.ext}`);
  const ran = await runProgram({
    ...limits,
    program: office,
    args: [
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      ...'--headless --norestore --nologo --nolockcheck --nodefault --convert-to pdf --outdir'.split(' '),
      join(folder, 'out'),
      input,
    ],
    folder,
    inputs: [{ from: path, to: input }],
    shutter,
    // so that lists stay quick for everybody else
    behind: true,
    signal: house.stopping,
  });
  if (!ran.ok) return ran;
  const file = join(folder, 'out', 'document.pdf');
  // the engine says that all went well even where it could not read a word
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  return size === 0 ? { ok: false, reason: 'no-output' } : { ok: true, content: { file } };
}

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
