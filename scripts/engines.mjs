/** Installs the conversion engines where the machine permits it: without them their tests are skipped, and say so. */
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { underLock } from './install-lock.mjs';
import { installWithApt, rootCommand } from './packages.mjs';
import { root, run } from './runtime.mjs';

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

/** The DWG reader: under a licence of its own, so apart from our packages, in a folder that is no part of the project. */
const dwgReader = '@mlightcad/libredwg-web@0.7.14';
const engines = join(root, 'engines');

async function ensureDwgReader() {
  const [, scope, name, version] = /^(@[^/]+)\/([^@]+)@(.+)$/.exec(dwgReader);
  const manifest = join(engines, 'node_modules', scope, name, 'package.json');
  const isInstalled = () => existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version;
  if (isInstalled()) return;
  const install = async () => {
    if (isInstalled()) return;
    console.log(`Installing ${dwgReader}`);
    const { code, output } = await run('npm', ['install', '--prefix', engines, '--no-audit', '--no-fund', '--ignore-scripts', dwgReader]);
    if (code !== 0) console.log(output.trim().split('\n').slice(-5).join('\n'));
  };
  const waiting = (holder) => console.log(`Waiting for process ${holder}, which installs ${dwgReader}`);
  await underLock(join(root, '.cache', 'engines.lock'), install, waiting);
  if (!isInstalled()) console.log('Without a reader of DWG: such drawings are not shown in the tests.');
}

/** Checks the engines, once a run. */
export async function ensureEngines() {
  await ensureDwgReader();
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
