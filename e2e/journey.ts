import { mkdirSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Lang } from '@dossier/contract/core/shapes';
import { site } from '@dossier/contract/core/site';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { isLong } from '../server/test/long.ts';
import { type ServerProcess, adminPassword, startServer } from '../server/test/kill/server-process.ts';
import type { Template } from '../server/test/template.ts';
import { needBrowser } from './browser.ts';
import { type Calls, type Person, signInAt } from './calls.ts';
import { type Faults, watch } from './faults.ts';
import { type Words, wordsIn } from './texts.ts';

export const admin: Person = { loginName: 'admin', password: adminPassword };

const shots = fileURLToPath(new URL('../.cache/e2e', import.meta.url));
const wide = { width: 1366, height: 768 };
const timeoutMs = 300_000;
/** How many times slower the processor of the pages is to be: at four or eight, journeys show what they leave to chance. */
const slowdown = Number(process.env.DOSSIER_SLOWDOWN ?? 1);

export interface VisitTerms {
  lang?: Lang;
  /** Signed in from the start, like a returning user. */
  as?: Person;
  phone?: boolean;
  /** With the service worker, past which nothing can be intercepted. */
  worker?: boolean;
  dark?: boolean;
}

export interface JourneyTerms extends VisitTerms {
  /** Walked before a release only (`npm test -- --long`): others, or tests of the server and of the page, see most of it. */
  long?: boolean;
}

/** A user in a browser context of their own. */
export interface Visit {
  page: Page;
  context: BrowserContext;
  faults: Faults;
  t: Words;
  /** Opens a path of the server. */
  open(path: string): Promise<void>;
  /** Signs in on the sign-in page. */
  signIn(person: Person): Promise<void>;
}

/** The initial state of a journey. */
export interface Journey extends Visit {
  /** Another user, in another browser context. */
  another(terms: VisitTerms): Promise<Visit>;
}

/** The real server on a folder of its own, and a browser. */
export interface TestServer {
  readonly url: string;
  readonly data: string;
  readonly admin: Calls;
  as(person: Person): Promise<Calls>;
  /** A test with a browser context; it fails on any fault of its console or network. */
  journey(name: string, terms: JourneyTerms, walk: (journey: Journey) => Promise<void>): void;
}

interface Open {
  server: ServerProcess;
  browser: Browser;
  data: string;
  admin: Calls;
}

/** Starts a server for the tests of this file, with further settings. */
export function useTestServer(further?: Record<string, string>): TestServer {
  let open: Open | undefined;
  const need = (): Open => {
    if (open === undefined) throw new Error('The server has not started yet');
    return open;
  };
  beforeAll(async () => {
    const data = await mkdtemp(join(tmpdir(), 'dossier-e2e-'));
    const template: Template = inject('template');
    await copyFile(join(template.folder, 'dossier.db'), join(data, 'dossier.db'));
    const [server, browser] = await Promise.all([startServer(data, further), needBrowser()]);
    open = { server, browser, data, admin: await signInAt(server.url, admin) };
    // it takes seconds of the processor for each image, and no journey searches for recognised words
    await open.admin.call(site.saveSettings, { group: 'recognition', values: { enabled: false } });
    // it would stand before the start page of the administrator
    await open.admin.call(site.saveSetup, { close: true });
  });
  afterAll(async () => {
    if (open === undefined) return;
    await open.server.stop();
    await rm(open.data, { recursive: true, force: true });
  });
  return {
    get url() {
      return need().server.url;
    },
    get data() {
      return need().data;
    },
    get admin() {
      return need().admin;
    },
    as: (person) => signInAt(need().server.url, person),
    journey: (name, { long = false, ...terms }, walk) =>
      test.skipIf(long && !isLong)(name, () => runJourney(need(), { name, terms, walk })),
  };
}

async function runJourney(
  open: Open,
  { name, terms, walk }: { name: string; terms: VisitTerms; walk: (journey: Journey) => Promise<void> },
): Promise<void> {
  const visits: Visit[] = [];
  const another = async (wanted: VisitTerms): Promise<Visit> => {
    const visit = await begin(open, wanted);
    visits.push(visit);
    return visit;
  };
  try {
    await walk({ ...(await another(terms)), another });
    for (const { faults } of visits) expect(faults.list().join('\n')).toBe('');
    expect(open.server.output.join('').split('\n').slice(1).join('\n'), 'the log of the server').toBe('');
  } catch (error) {
    await capture(name, visits);
    throw error;
  } finally {
    open.server.output.splice(1);
    for (const { context } of visits) await context.close();
  }
}

async function begin({ browser, server }: Open, terms: VisitTerms): Promise<Visit> {
  const { lang = 'en', as, phone = false, dark = false, worker = false } = terms;
  const localStorage: { name: string; value: string }[] = [{ name: 'dossier-lang', value: lang }];
  if (as !== undefined) localStorage.push({ name: 'dossier-token', value: (await signInAt(server.url, as, lang)).token });
  const options: BrowserContextOptions = {
    baseURL: server.url,
    storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
    viewport: phone ? { width: 390, height: 844 } : wide,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    acceptDownloads: true,
    serviceWorkers: worker ? 'allow' : 'block',
    ...(phone && { hasTouch: true, isMobile: true }),
  };
  const context = await browser.newContext(options);
  context.setDefaultTimeout(timeoutMs);
  const faults = watch(context);
  const page = await context.newPage();
  if (slowdown > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const t = wordsIn(lang);
  const signIn = async (person: Person): Promise<void> => {
    await page.getByLabel(t('identity.sign-in.loginName')).fill(person.loginName);
    await page.getByLabel(t('identity.sign-in.password')).fill(person.password);
    await page.getByRole('button', { name: t('identity.sign-in.signIn'), exact: true }).click();
  };
  return { page, context, faults, t, signIn, open: async (path) => void (await page.goto(path)) };
}

/** Screenshots of all contexts of a failed journey. */
async function capture(name: string, visits: Visit[]): Promise<void> {
  mkdirSync(shots, { recursive: true });
  const pages = visits.flatMap(({ context }) => context.pages());
  const stem = name.replace(/[^\p{L}\p{N}]+/gu, '-');
  for (const [at, page] of pages.entries()) await page.screenshot({ path: join(shots, `${stem}-${at + 1}.png`) }).catch(() => undefined);
  for (const { faults } of visits) if (faults.list().length > 0) console.log(`${name}:\n  ${faults.list().join('\n  ')}`);
}
