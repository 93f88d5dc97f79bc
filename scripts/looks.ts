/** `npm run looks`: fills a fresh server with the demo and takes the screenshots of docs/looks.md: four pages, light and dark, three widths. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { objType } from '@dossier/contract/core/rights';
import { type Item, library } from '@dossier/contract/documents/library';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { type Browser, type Page, chromium } from 'playwright-core';
import { type Calls, type Person, signInAt } from '../e2e/calls.ts';
import { adminPassword, startServer } from '../server/test/kill/server-process.ts';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt, root } from './runtime.mjs';

const picturesFolder = join(root, 'docs', 'pictures', 'looks');
const widths = { 1440: 900, 1024: 768, 390: 844 };
/** Light in Chinese and dark in English: each page is seen in both. */
const modes = { light: 'cn', dark: 'en' } as const;
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

interface Stage {
  url: string;
  token: string;
  pages: Record<string, string>;
}

/** The demo's company in `data`; returns one of its users. */
async function fill(data: string): Promise<Person> {
  const env = { ...process.env, DOSSIER_DATA: data, DOSSIER_DATABASE_URL: '', DOSSIER_ADMIN_PASSWORD: adminPassword };
  const child = spawn(process.execPath, ['demo/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: string[] = [];
  for await (const chunk of child.stdout) chunks.push(String(chunk));
  const password = /has the password (\S+)/.exec(chunks.join(''))?.[1];
  if (password === undefined) throw new Error('The demo did not fill the server');
  return { loginName: 'wanglei', password };
}

/** The folder with the user's highest rights, among those with more documents than a phone shows. */
async function needFolder(calls: Calls): Promise<string> {
  const waiting = (await calls.call(library.cabinets, { moduleType: 3 })).list;
  let best: Item | undefined;
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    const { list } = await calls.call(library.items, { parentId: folder.id });
    const folders = list.filter((item) => item.objType !== objType.document);
    if (list.length - folders.length > 9 && folder.rights > (best?.rights ?? 0)) best = folder;
    waiting.push(...folders);
  }
  if (best === undefined) throw new Error('No folder of the demo holds enough');
  return best.id;
}

async function take(browser: Browser, stage: Stage, mode: keyof typeof modes): Promise<void> {
  for (const [width, height] of Object.entries(widths)) {
    const viewport = { width: Number(width), height };
    for (const [name, path] of Object.entries(stage.pages)) {
      const localStorage: { name: string; value: string }[] = [{ name: 'dossier-lang', value: modes[mode] }];
      if (name !== 'login') localStorage.push({ name: 'dossier-token', value: stage.token });
      const context = await browser.newContext({
        viewport,
        colorScheme: mode,
        reducedMotion: 'reduce',
        storageState: { cookies: [], origins: [{ origin: stage.url, localStorage }] },
      });
      const page = await context.newPage();
      await page.goto(stage.url + path);
      await settle(page);
      await keep(await page.screenshot(), `${name}-${mode}-${width}.webp`);
      await context.close();
    }
  }
}

async function settle(page: Page): Promise<void> {
  await page.locator('h1, h2').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('load');
  await page.waitForTimeout(700);
  await page.waitForFunction(() => document.querySelector('.ant-spin-spinning, .ant-skeleton') === null);
}

async function keep(png: Buffer, name: string): Promise<void> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  await writeFile(join(picturesFolder, name), await canvas.encode('webp', 82));
}

async function main(): Promise<void> {
  await ensureBuilt();
  await mkdir(picturesFolder, { recursive: true });
  const data = await mkdtemp(join(tmpdir(), 'dossier-looks-'));
  const person = await fill(data);
  const [server, browser] = await Promise.all([
    startServer(data),
    ensureBrowser().then((executablePath) => chromium.launch({ executablePath, args: quiet })),
  ]);
  try {
    for (const [mode, lang] of Object.entries(modes) as [keyof typeof modes, 'cn' | 'en'][]) {
      const calls = await signInAt(server.url, person, lang);
      const pages = {
        login: '/login',
        home: '/home',
        list: `/knowledge/index?id=${await needFolder(calls)}`,
        settings: '/user-setting/index',
      };
      await take(browser, { url: server.url, token: calls.token, pages }, mode);
    }
  } finally {
    await browser.close();
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
}

await main();
