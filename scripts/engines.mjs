/** Installs the conversion engines where the machine permits it: without them their tests are skipped, and say so. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDwgReader, isInstalled } from './dwg-reader.mjs';
import { installWithApt, rootCommand } from './packages.mjs';

/** By program: its Debian packages. */
const packagesOf = {
  soffice: ['libreoffice-writer-nogui', 'libreoffice-calc-nogui', 'libreoffice-impress-nogui', 'libreoffice-draw-nogui'],
  'heif-convert': ['libheif-examples'],
  bwrap: ['bubblewrap'],
  ffmpeg: ['ffmpeg'],
  // not used by the server: they judge the PDFs that it has sealed, annotated or blacked out
  pdfsig: ['poppler-utils'],
  mutool: ['mupdf-tools'],
  // the virus scanner of the tests, which give it signatures of their own
  clamd: ['clamav-daemon'],
};

/** Daemons lie in a folder that is not on the path of every user. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
const isThere = (program) => folders.some((folder) => existsSync(join(folder, program)));

/** Checks the engines, once a run. */
export async function ensureEngines() {
  await installDwgReader();
  if (!isInstalled()) console.log('Without a reader of DWG: such drawings are not shown in the tests.');
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
