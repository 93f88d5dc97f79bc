import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { preview } from '@dossier/contract/preview/preview';
import { type Browser, type BrowserContext, type Page, type Request, chromium } from 'playwright-core';
import { ensureBrowser } from '../scripts/browser.mjs';
import { longDrawing, longSlides, longText, longWord, longWorkbook } from './edited-files.ts';
import { renditionMade } from './first-pages.ts';
import { type Line, median } from './table.ts';
import { type Caller, callOn, upload } from './transfers.ts';

const rounds = 3;
/** The viewer is at rest: nothing of it is loaded or drawn any more. */
const restMs = 2500;
const timeoutMs = 120_000;
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const viewport = { width: 1366, height: 768 };

/** Whether a document is shown and a key would be taken, by the page of its editor. Each runs in the browser, and uses nothing from outside. */
const editable: Record<string, () => boolean> = {
  '/edit': () => document.activeElement?.matches('.cm-content[contenteditable=true]:has(.cm-line)') === true,
  '/editWord': () =>
    document.activeElement?.matches('[contenteditable=true]') === true && (document.querySelector('.docx-page')?.textContent ?? '') !== '',
  '/editSheet': () => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas[id^=univer-sheet-main-canvas]');
    if (document.activeElement?.matches('[contenteditable=true]') !== true || !canvas || canvas.width === 0) return false;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, 300, 200).data.buffer;
    // the letters in the cells have many shades
    return new Set(new Uint32Array(pixels ?? new ArrayBuffer(0))).size > 20;
  },
  '/editSlides': () => {
    const drawn = document.querySelector<HTMLImageElement>('[role=group] img');
    return drawn?.complete === true && drawn.naturalWidth > 0 && document.querySelector('[role=group] button[aria-expanded]') !== null;
  },
  '/editDrawing': () => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.static');
    if (!document.querySelector('canvas.interactive') || !canvas || canvas.width === 0) return false;
    const pixels = canvas.getContext('2d')?.getImageData(0, 100, 600, 300).data.buffer;
    return new Set(new Uint32Array(pixels ?? new ArrayBuffer(0))).size > 1;
  },
};

/**
 * Tells the milliseconds from the key that begins editing to the frame in which a key would be taken. The page polls by itself: a test tool that does
 * so first compiles its own large script in the measured page.
 */
const watch = `{
  const editable = { ${Object.entries(editable)
    .map(([path, look]) => `'${path}': ${look.toString()}`)
    .join(', ')} };
  let begun;
  const tell = () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => console.info('editable', performance.now() - begun);
    port2.postMessage(0);
  };
  const again = () => (editable[location.pathname]?.() ? requestAnimationFrame(tell) : setTimeout(again, 10));
  addEventListener('keydown', (event) => {
    if (event.key !== 'e' || begun !== undefined) return;
    begun = event.timeStamp;
    again();
  }, true);
}`;

interface Kind {
  ext: string;
  work: string;
  aim: string;
  make: (seed: number) => Buffer;
  viewer: string;
  /** Whether letters that are typed are found in the page. */
  showsText?: boolean;
}

const kinds: Kind[] = [
  {
    ext: 'txt',
    work: 'a text of 200 kB',
    aim: '< 1000 ms',
    make: (seed) => longText(seed, 200_000),
    viewer: '/docpreview',
    showsText: true,
  },
  {
    ext: 'docx',
    work: 'a Word document of 100 pages',
    aim: '< 3000 ms',
    make: (seed) => longWord(seed, 440),
    viewer: '/docpreview',
    showsText: true,
  },
  { ext: 'xlsx', work: 'a workbook of 10,000 rows', aim: '–', make: (seed) => longWorkbook(seed, 10_000), viewer: '/previewOnline' },
  { ext: 'pptx', work: 'a presentation of 30 slides', aim: '–', make: (seed) => longSlides(seed, 30), viewer: '/docpreview' },
  { ext: 'excalidraw', work: 'a drawing of 500 elements', aim: '–', make: (seed) => longDrawing(seed, 500), viewer: '/docpreview' },
];

/**
 * From the viewer of each kind of document to the first key, in a browser that never edited, and again with another document; beside a bare page that
 * does nothing but fetch the same bytes.
 */
export async function measureEditOpening(caller: Caller, cabinet: string): Promise<Line[]> {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: quiet });
  try {
    const lines: Line[] = [];
    for (const kind of kinds) lines.push(...(await measureKind(browser, caller, { kind, cabinet })));
    return lines;
  } finally {
    await browser.close();
  }
}

async function measureKind(browser: Browser, caller: Caller, { kind, cabinet }: { kind: Kind; cabinet: string }): Promise<Line[]> {
  const times = { first: [] as number[], again: [] as number[], floorFirst: [] as number[], floorAgain: [] as number[] };
  let seed = 0;
  const next = (): Promise<string> => upload(caller, cabinet, { name: `${kind.ext} ${++seed}.${kind.ext}`, body: kind.make(seed) });
  for (let round = 0; round <= rounds; round++) {
    const context = await signedIn(browser, caller);
    const fetched: Fetched[] = [];
    const cold = await openFromViewer(context, caller, { kind, id: await next(), fetched });
    const warm = await openFromViewer(context, caller, { kind, id: await next() });
    await context.close();
    const floor = await bareTimes(browser, fetched);
    // the first round warms up the server
    if (round === 0) continue;
    times.first.push(cold);
    times.again.push(warm);
    times.floorFirst.push(floor.first);
    times.floorAgain.push(floor.again);
  }
  const line = (work: string, own: number, bare: number): Line => ({
    work,
    ours: `${own.toFixed(0)} ms`,
    floor: `${bare.toFixed(0)} ms (the same bytes fetched by a bare page)`,
    ratio: (own / bare).toFixed(1),
    aim: kind.aim,
  });
  return [
    line(`from viewing ${kind.work} to the first key, for the first time`, median(times.first), median(times.floorFirst)),
    line('the same again, with another document', median(times.again), median(times.floorAgain)),
  ];
}

async function signedIn(browser: Browser, { port, token }: Caller): Promise<BrowserContext> {
  const localStorage = Object.entries({ 'dossier-lang': 'en', 'dossier-token': token }).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    viewport,
    storageState: { cookies: [], origins: [{ origin: `http://127.0.0.1:${port}`, localStorage }] },
  });
  await context.addInitScript(watch);
  return context;
}

/** What an editor fetched, as the server sent it. */
interface Fetched {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

interface Opening {
  kind: Kind;
  id: string;
  /** Filled with what was fetched between the key and the first key that is taken. */
  fetched?: Fetched[];
}

async function openFromViewer(context: BrowserContext, caller: Caller, { kind, id, fetched }: Opening): Promise<number> {
  const { look, rendition } = await callOn(caller, preview.view, { id });
  if (rendition === 'pdf') await renditionMade(caller, look);
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${caller.port}${kind.viewer}?id=${id}`);
  await page.locator('button[title$="(E)"]').waitFor();
  await page.waitForTimeout(restMs);
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const ms = await pressEdit(page);
  const loaded = requests.splice(0);
  if (kind.showsText === true) {
    await page.keyboard.insertText('Zq');
    await page.getByText('Zq').first().waitFor();
  }
  for (const request of fetched === undefined ? [] : loaded) {
    const answer = request.method() === 'GET' ? await fetchRaw(request.url(), await request.allHeaders()) : undefined;
    if (answer !== undefined) fetched?.push(answer);
  }
  await page.close();
  return ms;
}

async function pressEdit(page: Page): Promise<number> {
  const taken = page.waitForEvent('console', { predicate: (message) => message.text().startsWith('editable'), timeout: timeoutMs });
  await page.keyboard.press('e');
  return Number((await taken).text().split(' ')[1]);
}

/** One answer, compressed as it is; undefined for streams, which do not end. */
function fetchRaw(url: string, asked: Record<string, string>): Promise<Fetched | undefined> {
  const headers = Object.fromEntries(Object.entries(asked).filter(([name]) => !name.startsWith(':')));
  return new Promise((resolve, reject) => {
    get(url, { headers: { ...headers, 'accept-encoding': 'gzip, br' } }, (answer) => {
      const type = answer.headers['content-type'] ?? '';
      if (answer.statusCode !== 200 || type.startsWith('text/event-stream')) {
        answer.destroy();
        return resolve(undefined);
      }
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => {
        const kept: Record<string, string> = { 'content-type': type };
        for (const name of ['content-encoding', 'cache-control'] as const) {
          const value = answer.headers[name];
          if (value !== undefined) kept[name] = value;
        }
        const { pathname, search } = new URL(url);
        resolve({ path: pathname + search, headers: kept, body: Buffer.concat(pieces) });
      });
    }).on('error', reject);
  });
}

/** The floor: a page that fetches all of it at once at the press of a key, with an empty cache and again, from an otherwise idle server. */
async function bareTimes(browser: Browser, fetched: Fetched[]): Promise<{ first: number; again: number }> {
  const byPath = new Map(fetched.map((one) => [one.path, one]));
  const script = `addEventListener('keydown', async ({ timeStamp }) => {
    await Promise.all(${JSON.stringify([...byPath.keys()])}.map(async (path) => (await fetch(path)).arrayBuffer()));
    console.info('editable', performance.now() - timeStamp);
  });`;
  const server = createServer((request, answer) => {
    const one = byPath.get(request.url ?? '');
    if (one === undefined) answer.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html><script>${script}</script>`);
    else answer.writeHead(200, one.headers).end(one.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const context = await browser.newContext({ viewport });
  const open = async (): Promise<number> => {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${port}/bare`);
    await page.waitForTimeout(restMs);
    const ms = await pressEdit(page);
    await page.close();
    return ms;
  };
  const times = { first: await open(), again: await open() };
  await context.close();
  server.closeAllConnections();
  server.close();
  return times;
}
