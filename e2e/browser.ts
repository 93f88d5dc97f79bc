import { type Browser, chromium } from 'playwright-core';

const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

let running: Promise<Browser> | undefined;

/** The browser of this process, started at first use and again when it has ended; it ends with the process. */
export async function needBrowser(): Promise<Browser> {
  const found = await running?.catch(() => undefined);
  if (found?.isConnected()) return found;
  running = launch();
  return running;
}

function launch(): Promise<Browser> {
  const executablePath = process.env.DOSSIER_BROWSER ?? '/usr/bin/chromium';
  // without a locale a browser reads and writes no file name beyond ASCII
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  return chromium.launch({ executablePath, env, args: [...quiet, '--autoplay-policy=no-user-gesture-required'] });
}
