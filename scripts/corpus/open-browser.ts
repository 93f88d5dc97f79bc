import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Page, chromium } from 'playwright-core';
import { ensureBrowser } from '../browser.mjs';

/** A browser whose only proxy is a trap. */
export interface TrappedBrowser {
  page(): Promise<Page>;
  /** The external hosts that a page tried to reach. */
  escapes(): string[];
  close(): Promise<void>;
}

const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

// Hosts that Chromium contacts by itself, with or without a page.
const own = /(^|\.)(googleapis|google|gvt1|gstatic)\.com$/;

/** Opens a browser that is signed in at the server, in English. */
export async function openBrowser(origin: string, token: string): Promise<TrappedBrowser> {
  const trap = await setTrap();
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    // without a locale a browser reads no file name beyond ASCII
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: [...quiet, '--autoplay-policy=no-user-gesture-required'],
    proxy: { server: trap.url, bypass: '127.0.0.1' },
  });
  const localStorage = Object.entries({ 'dossier-lang': 'en', 'dossier-token': token }).map(([name, value]) => ({ name, value }));
  const wanted = new Set<string>();
  const context = await browser.newContext({
    baseURL: origin,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
    viewport: { width: 1366, height: 768 },
    reducedMotion: 'reduce',
  });
  context.on('request', (request) => void (URL.canParse(request.url()) && wanted.add(new URL(request.url()).hostname)));
  return {
    page: () => context.newPage(),
    escapes: () => trap.caught().filter((host) => wanted.has(host) || !own.test(host)),
    async close() {
      await browser.close();
      trap.close();
    },
  };
}

/** A proxy that refuses everything and records the requested hosts. */
async function setTrap(): Promise<{ url: string; caught: () => string[]; close: () => void }> {
  const caught = new Set<string>();
  const server = createServer((request, reply) => {
    if (request.url !== undefined && URL.canParse(request.url)) caught.add(new URL(request.url).hostname);
    reply.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    caught.add((request.url ?? '').replace(/:\d+$/, ''));
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, caught: () => [...caught], close: () => void server.close() };
}
