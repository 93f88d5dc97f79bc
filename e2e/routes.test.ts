import { library } from '@dossier/contract/documents/library';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { publicPaths as openPaths, redirectPaths, signedInPaths } from '../web/test/route-table.ts';
import { type Visit, admin, useTestServer } from './journey.ts';
import { goWithin, isTooWide, oddWords, stand, takeShifts, watchShifts } from './layout-shifts.ts';
import { everyOrAll, firstOrAll } from './sample.ts';
import { landings, titles } from './titles.ts';

const dossier = useTestServer();
const langs = ['cn', 'en'] as const;
type Lang = (typeof langs)[number];

beforeAll(async () => {
  const { id } = await dossier.admin.call(library.createCabinet, { name: 'Screens', moduleType: 3 });
  await dossier.admin.upload(id, 'notes.txt', 'Some words to look at.\n');
});

/** Public pages that differ for signed-in users. */
const both = ['/zxOpenHome', '/zxDepDoc', '/noSingleLoginPad', '/auth-redirect'];
const signedIn = [...signedInPaths, ...redirectPaths, ...both];
/** Words of user data, and names of files. */
const known = /Dossier|Administrator|admin|Screens|\b\w+\.txt|^([a-z0-9]{2,4} )*[a-z0-9]{2,4}$/g;

/** Waits until the page that a route leads to is complete; what is missing of it. */
async function arrive(page: Page, landing: string, t: Visit['t']): Promise<string[]> {
  const found: string[] = [];
  await page.waitForURL((url) => url.pathname === landing).catch(() => found.push(`at ${new URL(page.url()).pathname}`));
  const key = titles[landing];
  const title = key === undefined ? 'a title in titles.ts' : `${t(key)} - DOC`;
  await page
    .waitForFunction((wanted) => document.title === wanted, title)
    .catch(async () => found.push(`is called ${await page.title()}, not ${title}`));
  // after its title: until then the page before may be in sight, which stands as well
  await stand(page).catch(() => found.push('no heading, or it waits for ever'));
  await page
    .waitForFunction(() => document.querySelectorAll('main, [role=main]').length === 1)
    .catch(() => found.push('no main landmark, or several'));
  return found;
}

/** The faults of the current page. */
async function wrongs(
  page: Page,
  { route, lang, side }: { route: string; lang: Lang; side: 'signedIn' | 'signedOut' },
  t: Visit['t'],
): Promise<string[]> {
  const found = await arrive(page, landings[route]?.[side] ?? route, t);
  const tag = await page.evaluate(() => document.documentElement.lang);
  if (tag !== (lang === 'cn' ? 'zh-CN' : 'en')) found.push(`lang=${tag}`);
  const odd = await oddWords(page, lang, known);
  if (odd.length > 0) found.push(`in another language: ${odd.join(' · ')}`);
  return [...found, ...(await takeShifts(page))].map((wrong) => `${route}: ${wrong}`);
}

const pathOf = (route: string): string => route.replace('$', 'home');

/** One loads each page anew, the other navigates by links: either could cause layout shifts, or leave something behind. */
const manners: { lang: Lang; by: 'loading' | 'going'; routes: readonly string[] }[] = [
  { lang: 'cn', by: 'loading', routes: everyOrAll(8, signedIn) },
  { lang: 'en', by: 'going', routes: signedIn },
];

for (const { lang, by, routes } of manners) {
  dossier.journey(`every route stands, ${by} (${lang})`, { as: admin, lang }, async ({ page, open, t, faults }) => {
    // a code that was never requested, and a scan without a code
    faults.allow(/wx\/bind|scan\/detail|status of 4(00|22)/);
    await watchShifts(page);
    await open('/home');
    await stand(page);
    await takeShifts(page);
    const found: string[] = [];
    for (const route of [...routes, '/login']) {
      if (by === 'loading') await open(pathOf(route));
      else await goWithin(page, pathOf(route));
      found.push(...(await wrongs(page, { route, lang, side: 'signedIn' }, t)));
    }
    expect(found.join('\n')).toBe('');
  });
}

for (const lang of firstOrAll(langs)) {
  dossier.journey(
    `every open route stands for strangers, the others lead to the door (${lang})`,
    { lang },
    async ({ page, open, t, faults }) => {
      faults.allow(/jsonLogin|status of 422/);
      await watchShifts(page);
      const found: string[] = [];
      for (const route of openPaths) {
        await open(route);
        found.push(...(await wrongs(page, { route, lang, side: 'signedOut' }, t)));
      }
      for (const route of signedInPaths) {
        await goWithin(page, pathOf(route));
        await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === pathOf(route));
      }
      expect(found.join('\n')).toBe('');
    },
  );
}

dossier.journey('no route is wider than a phone', { as: admin, phone: true }, async ({ page, open, t, faults }) => {
  faults.allow(/wx\/bind|scan\/detail|status of 4(00|22)/);
  const found: string[] = [];
  await open('/home');
  for (const route of everyOrAll(4, signedIn)) {
    await goWithin(page, pathOf(route));
    // some lead on to another page
    found.push(...(await arrive(page, landings[route]?.signedIn ?? route, t)));
    if (await isTooWide(page)) found.push(`${route} is too wide`);
  }
  expect(found.join('\n')).toBe('');
});
