import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../runtime.mjs';

/** Settings of the office engine: all formulas are computed when a file is opened, and no macros run. */
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
</oor:items>
`;

/** Opens, computes and saves workbooks of a folder by LibreOffice, into its folder `out`. */
export async function recompute(folder: string, names: string[]): Promise<void> {
  const profile = join(folder, 'profile');
  await mkdir(join(profile, 'user'), { recursive: true });
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), settings);
  const args = [
    '--headless',
    '--norestore',
    '--nologo',
    '--nolockcheck',
    '--nodefault',
    '--convert-to',
    'xlsx:Calc MS Excel 2007 XML',
    '--outdir',
    join(folder, 'out'),
  ];
  const { code, output } = await run('soffice', [
    `-env:UserInstallation=${pathToFileURL(profile).href}`,
    ...args,
    ...names.map((name) => join(folder, name)),
  ]);
  if (code !== 0) throw new Error(`LibreOffice: ${output.slice(-500)}`);
}
