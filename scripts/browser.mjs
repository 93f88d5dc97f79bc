/** Finds a Chromium for the browser tests, or installs one; a failure says what to install by hand. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installWithApt, rootCommand } from './packages.mjs';
import { Advice, environment, needNode, root, run } from './runtime.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const shellName = 'chromium-headless-shell';
const macApps = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

/**
 * The path of a Chromium; installs it and a Chinese font where they are missing. `shell` asks for the headless shell, which needs half of the
 * processor time; the full browser replaces it where it is missing.
 */
export async function ensureBrowser({ shell = false } = {}) {
  const sought = shell ? [shellName, ...names] : names;
  const asRoot = rootCommand();
  if (shell && asRoot && !process.env.DOSSIER_BROWSER && !onPath([shellName]) && isKnownToApt(shellName))
    await installWithApt(asRoot, [shellName]);
  const found = await findBrowser(sought);
  const packages = [...(found ? [] : ['chromium']), ...(hasChineseFont() ? [] : ['fonts-noto-cjk'])];
  // With a browser installed, a missing font is no reason to ask for a password or to stop.
  if (packages.length && asRoot) await installWithApt(asRoot, packages);
  else if (!found) await installWithPlaywright();
  const browser = found ?? (await findBrowser(sought));
  if (browser) return browser;
  throw new Advice(
    'No Chromium could be installed. Install Chromium or Chrome, or set DOSSIER_BROWSER to its path, and run the tests again.',
  );
}

async function findBrowser(sought) {
  const named = process.env.DOSSIER_BROWSER;
  if (named && !existsSync(named)) throw new Advice(`DOSSIER_BROWSER names ${named}, which does not exist.`);
  return named || onPath(sought) || [...macApps, await playwrightsOwn()].find((path) => path && existsSync(path));
}

function onPath(sought) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return sought.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** Asked offline: a distribution without the package would be asked at every run. */
function isKnownToApt(name) {
  return spawnSync('apt-cache', ['show', '--no-all-versions', name]).status === 0;
}

async function playwrightsOwn() {
  const { chromium } = await import('playwright-core');
  // Playwright throws on a platform it has no browser for.
  try {
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

function hasChineseFont() {
  if (process.platform === 'darwin') return true;
  const { stdout } = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' });
  return Boolean(stdout?.trim());
}

async function installWithPlaywright() {
  console.log('Installing Chromium');
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js');
  const { code, output } = await run(needNode(), [cli, 'install', 'chromium'], { env: environment() });
  if (code !== 0) console.log(output.trim().split('\n').slice(-5).join('\n'));
}
