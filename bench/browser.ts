import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import { ensureBrowser } from '../scripts/browser.mjs';
import type { BenchLibrary } from './build-library.ts';
import { type Line, median } from './table.ts';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const row = '[role=row][data-id]';

/** What a user waits for: compressed script, the list of 1,000 rows from a cold cache, a warm change of folder. */
export async function measureBrowser(port: number, token: string, made: BenchLibrary): Promise<Line[]> {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: quiet });
  const origin = `http://127.0.0.1:${port}`;
  try {
    const login = await scriptOf(browser, `${origin}/login`, 'input');
    const share = await scriptOf(browser, `${origin}/curlLogin?token=${await shareOf(origin, token, made)}`, 'table a');
    const list = `${origin}/knowledge/index?id=${made.thousandFolder}`;
    const bytes = await scriptOf(browser, list, row, token);
    const known = await signedIn(browser, list, token);
    const cold = median(await times(5, () => openList(browser, list, known)));
    const warm = await warmChange(browser, { origin, token, made });
    const line = (work: string, ours: string, aim: string): Line => ({ work, ours, floor: '–', ratio: '–', aim });
    return [
      line('script of the login page, compressed', `${(login / 1000).toFixed(0)} kB`, '≤ 200 kB'),
      line('script of a shared folder, compressed', `${(share / 1000).toFixed(0)} kB`, '≤ 150 kB'),
      line('script of the list page, compressed', `${(bytes / 1000).toFixed(0)} kB`, '≤ 450 kB'),
      line('list of 1,000 rows visible, cold cache', `${cold.toFixed(0)} ms`, '≤ 600 ms'),
      line('warm change of folder', `${warm.toFixed(0)} ms`, '≤ 150 ms'),
    ];
  } finally {
    await browser.close();
  }
}

/** A share link to a folder without a password, so that it opens by itself. */
async function shareOf(origin: string, authorization: string, { smallFolder }: BenchLibrary): Promise<string> {
  const body = JSON.stringify({ objIds: [String(smallFolder)], name: 'measured' });
  const headers = { 'content-type': 'application/json', authorization };
  const answer = await fetch(`${origin}/curl/create`, { method: 'POST', headers, body });
  const { data, message } = (await answer.json()) as { data: { token?: string }; message: string };
  if (data.token === undefined) throw new Error(message);
  return data.token;
}

async function times(count: number, work: () => Promise<number>): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < count; n++) found.push(await work());
  return found;
}

async function newPage(browser: Browser, token?: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  if (token !== undefined) await context.addInitScript((value) => localStorage.setItem('dossier-token', value), token);
  return context.newPage();
}

async function scriptOf(browser: Browser, url: string, selector: string, token?: string): Promise<number> {
  const page = await newPage(browser, token);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForSelector(selector);
  await page.context().close();
  return bytes;
}

type Kept = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The browser storage of a returning user: token, language, appearance. The HTTP cache is not included. */
async function signedIn(browser: Browser, url: string, token: string): Promise<Kept> {
  const page = await newPage(browser, token);
  await page.goto(url);
  await page.waitForSelector(row);
  const kept = await page.context().storageState();
  await page.context().close();
  return kept;
}

/**
 * Milliseconds from the start of the navigation, with an empty cache, to the end of the first frame that shows rows. The page reports it by itself:
 * a test tool that polls for the rows would first compile its own large script in the measured page.
 */
async function openList(browser: Browser, url: string, storageState: Kept): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, storageState });
  await context.addInitScript((selector) => {
    const watch = new MutationObserver(() => {
      if (document.querySelector(selector) === null) return;
      watch.disconnect();
      requestAnimationFrame(() => {
        // The message arrives after the current frame.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => console.info('rows-shown', performance.now()));
        port1.start();
        port2.postMessage(undefined);
      });
    });
    watch.observe(document, { childList: true, subtree: true });
  }, row);
  const page = await context.newPage();
  // A browser works for half a second on opening a window, beside the page; users have theirs open already.
  await page.waitForTimeout(700);
  const shown = page.waitForEvent('console', (message) => message.text().startsWith('rows-shown'));
  await page.goto(url, { waitUntil: 'commit' });
  const ms = Number((await shown).text().split(' ')[1]);
  await context.close();
  return ms;
}

/** Back and forth between two folders that were open before, from the history step to the first row of the other one. */
async function warmChange(
  browser: Browser,
  { origin, token, made }: { origin: string; token: string; made: BenchLibrary },
): Promise<number> {
  const page = await newPage(browser, token);
  await page.goto(`${origin}/knowledge/index?id=${made.smallFolder}`);
  await page.waitForSelector(row);
  const first = await page.locator(row).first().getAttribute('data-id');
  const parent = page.locator('nav a[href*="id="]').first();
  await parent.click();
  await page.waitForFunction(
    ([selector, old]) => ![null, old].includes(document.querySelector(selector ?? '')?.getAttribute('data-id') ?? null),
    [row, first],
  );
  const found = await times(6, () =>
    page.evaluate(async (selector) => {
      const idOf = () => document.querySelector(selector)?.getAttribute('data-id') ?? null;
      const old = idOf();
      const started = performance.now();
      // the first step goes back, the next one forward, and so on
      const state = globalThis as { forward?: boolean };
      if (state.forward === true) history.forward();
      else history.back();
      state.forward = state.forward !== true;
      while (idOf() === old || idOf() === null) await new Promise(requestAnimationFrame);
      return performance.now() - started;
    }, row),
  );
  await page.context().close();
  return median(found);
}
