/** Installs the programs that make documents visible, where the machine lets us: without them their tests are left out, and say so. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installWithApt, rootCommand } from './packages.mjs';

/** By program: the Debian packages that bring it. */
const packagesOf = {
  soffice: ['libreoffice-writer-nogui', 'libreoffice-calc-nogui', 'libreoffice-impress-nogui', 'libreoffice-draw-nogui'],
  'heif-convert': ['libheif-examples'],
  bwrap: ['bubblewrap'],
};

const isThere = (program) => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Sees to the programs, once a run. */
export async function ensureEngines() {
  const asRoot = rootCommand();
  const missing = Object.keys(packagesOf).filter((program) => !isThere(program));
  if (missing.length && asRoot)
    await installWithApt(
      asRoot,
      missing.flatMap((program) => packagesOf[program]),
    );
  const lacking = missing.filter((program) => !isThere(program));
  if (lacking.length) console.log(`Without ${lacking.join(', ')}: the tests that need them are left out.`);
}
