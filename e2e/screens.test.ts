import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { isLong } from '../server/test/long.ts';
import { signedInPaths } from '../web/test/route-table.ts';
import { row } from './page-actions.ts';
import { type Visit, admin, useTestServer } from './journey.ts';
import { isTooWide, stand } from './layout-shifts.ts';
import { furnish } from './screens.ts';

const dossier = useTestServer();
let screens: Record<string, string> = {};
beforeAll(async () => void (screens = await furnish(dossier)));

/** Accessibility violations of a screen. */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // The document in a frame runs no script: axe would wait for it for ever.
    .exclude('iframe')
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
    // Without frames, results need not be gathered in a page of their own.
    .setLegacyMode(true)
    .analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map((node) => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
  );
}

/** The screen on a path in both colours, which the page follows while it is open; dark mode differs in colours only. */
async function inBothColours(path: string, { page, open }: Visit): Promise<string[]> {
  // the page hears of the other colour with its next frame, which nothing else may ask for
  const ground = () =>
    page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      return getComputedStyle(document.body).backgroundColor;
    });
  await page.emulateMedia({ colorScheme: 'light' });
  await open(path);
  await stand(page);
  const [bright, paper] = [await findings(page), await ground()];
  // a browser with much to do now and then keeps a change of colours to itself until the next one
  const inTheDark = async (): Promise<string> => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.emulateMedia({ colorScheme: 'dark' });
    return ground();
  };
  await expect.poll(inTheDark).not.toBe(paper);
  const dim = await findings(page, ['color-contrast']);
  return [...bright, ...dim.map((finding) => `in the dark: ${finding}`)];
}

/** The routes without a screen of the furnished server. */
const bare = (): Record<string, string> => {
  const stood = new Set(Object.values(screens).map((address) => address.split('?')[0]));
  const left = [...signedInPaths, '/zxOpenHome', '/zxDepDoc', '/noSingleLoginPad'].filter((route) => !stood.has(route));
  return Object.fromEntries(left.map((route) => [route, route.replace('$', 'home')]));
};

/**
 * Every screen on a desk, and on a phone those that people carry with them, in a long run; else a sample with one of each kind of page. A journey
 * looks at every so many of them, so that none takes for ever.
 */
const devices = { 'on a desk': { phone: false, shares: isLong ? 6 : 2 }, 'on a phone': { phone: true, shares: isLong ? 2 : 1 } };
const sample = [
  'home',
  'cabinet',
  'search',
  'users',
  'departments',
  'roles',
  'configuration',
  'watermarks',
  'operation log',
  'report on documents',
  'a flow',
  'the form of a flow',
  'a flow template',
  'personal settings',
  'text viewer',
  'sheet viewer',
  'picture viewer',
  'drawing viewer',
  'compared texts',
  'a shared folder',
  'the door of a link',
  'not found',
];
const carried = [
  'home',
  'cabinet',
  'text viewer',
  'picture viewer',
  'phone overview',
  'personal settings',
  'search',
  'a shared folder',
  'the door of a link',
];

for (const [name, { shares, ...check }] of Object.entries(devices)) {
  for (let share = 0; share < shares; share++)
    dossier.journey(
      `every screen can be used by everybody, ${name} (${share + 1} of ${shares})`,
      { as: admin, ...check },
      async (journey) => {
        // a code that was never requested, and a scan without a code
        journey.faults.allow(/wx\/bind|scan\/detail|dms\/pwd|status of 4(00|04|22)/);
        const found: string[] = [];
        const every = { ...screens, ...bare() };
        const wanted = check.phone ? carried : isLong ? Object.keys(every) : sample;
        expect(wanted.filter((one) => every[one] === undefined)).toEqual([]);
        const all = wanted.map((one) => [one, every[one] ?? ''] as const);
        for (const [screen, path] of all.filter((_, at) => at % shares === share)) {
          found.push(...(await inBothColours(path, journey)).map((finding) => `${screen}: ${finding}`));
          if (check.phone && (await isTooWide(journey.page))) found.push(`${screen}: wider than the phone`);
        }
        expect(found).toEqual([]);
      },
    );
  dossier.journey(`the door can be used by everybody, ${name}`, check, async (journey) => {
    expect(await inBothColours('/login', journey)).toEqual([]);
  });
}

// by a user of its own: layouts are stored, and other journeys use rows
const screened = { loginName: 'screened', password: 'their-pass-word' };
dossier.journey('cards and the gallery can be used by everybody', { as: screened }, async ({ page, open, t }) => {
  await open(screens.cabinet ?? '');
  for (const layout of ['layoutGrid', 'layoutGallery'] as const) {
    const choice = page.getByRole('radio', { name: t(`documents.library.${layout}`), exact: true });
    await choice.locator('xpath=ancestor::label').click();
    await page.locator('[data-list] [data-index]').first().click();
    await page.emulateMedia({ colorScheme: 'light' });
    const bright = await findings(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect([...bright, ...(await findings(page, ['color-contrast']))]).toEqual([]);
  }
});

dossier.journey('buttons and menus are spoken by their words alone', { as: admin }, async ({ page, open, t }) => {
  await open(screens.cabinet ?? '');
  await page.getByRole('button', { name: t('documents.library.newFolder'), exact: true }).waitFor();
  await page.getByRole('radio', { name: t('documents.library.layoutGrid'), exact: true }).waitFor({ state: 'attached' });
  await row(page, 'notes.txt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: new RegExp(`^${t('documents.archives.download')}(?!.*PDF)`) }).waitFor();
  await page.getByRole('button', { name: t('documents.library.delete'), exact: true }).waitFor();
});
