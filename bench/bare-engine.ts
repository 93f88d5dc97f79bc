import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findProgram } from '../server/src/platform/engines.ts';

const run = promisify(execFile);

/** Milliseconds for the bare office engine, with a new profile, to make a PDF; undefined where it is not installed. */
export async function bareEngine(name: string, bytes: Buffer): Promise<number | undefined> {
  const office = await findProgram(['soffice', 'libreoffice'], process.env['PATH'] ?? '');
  if (office === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'dossier-engine-'));
  try {
    const input = join(folder, name);
    await writeFile(input, bytes);
    const begun = performance.now();
    await run(office, [
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
      ...'--headless --norestore --nologo --nolockcheck --nodefault --convert-to pdf --outdir'.split(' '),
      join(folder, 'out'),
      input,
    ]);
    const took = performance.now() - begun;
    await stat(join(folder, 'out', name.replace(/\.\w+$/, '.pdf')));
    return took;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
