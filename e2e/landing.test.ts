import { permissions } from '@dossier/contract/access/permissions';
import { home } from '@dossier/contract/core/home';
import { level } from '@dossier/contract/core/rights';
import type { Lang } from '@dossier/contract/core/shapes';
import { site } from '@dossier/contract/core/site';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { beforeAll, expect } from 'vitest';
import { useTestServer } from './journey.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();
const reader = { loginName: 'lander', password: 'pass-of-lander' };

beforeAll(async () => {
  const department = await dossier.admin.call(people.createDepartment, { name: 'Drawing office' });
  const author = { loginName: 'drawer', password: 'pass-of-drawer' };
  const both = { departmentIds: [department.id] };
  const { id } = await dossier.admin.call(people.createUser, { ...reader, ...both, fullName: 'Lea Lander' });
  const made = await dossier.admin.call(people.createUser, { ...author, ...both, fullName: 'Dan Drawer' });
  const cabinet = await dossier.admin.call(library.createCabinet, { name: 'Drawings', moduleType: 3 });
  for (const granteeId of [id, made.id])
    await dossier.admin.call(permissions.grant, { objId: cabinet.id, granteeType: 'user', granteeId, level: level.full, reach: 'all' });
  const drawer = await dossier.as(author);
  for (let at = 1; at <= 9; at++) await drawer.upload(cabinet.id, `plan ${at}.txt`, `plan ${at}`);
  await dossier.admin.call(site.saveSettings, {
    group: 'handOff',
    values: { enabled: true, key: 'k'.repeat(40), audience: 'dossier', linkAccounts: true, allowedHosts: ['intranet.example'] },
  });
});

const langs: Lang[] = ['cn', 'en'];
for (const lang of firstOrAll(langs)) {
  dossier.journey(
    `a phone lists the department, opens and finds (${lang})`,
    { as: reader, phone: true, lang },
    async ({ page, open, t, context }) => {
      await open('/zxDepDoc');
      await page.getByRole('heading', { name: t('app.home.department') }).waitFor();
      await page.getByRole('link', { name: 'plan 9.txt' }).waitFor();
      expect(await page.getByRole('listitem').count()).toBe(8);
      const viewer = context.waitForEvent('page');
      await page.getByRole('link', { name: 'plan 9.txt' }).click();
      await (await viewer).waitForURL(/docpreview/);
      // Views are recorded a moment later.
      const lea = await dossier.as(reader);
      await expect.poll(async () => (await lea.call(home.open, {})).list.length).toBe(1);
      await (await viewer).close();
      await open('/phone-macroAnalysis');
      await page
        .getByRole('region', { name: t('app.home.recent') })
        .getByRole('link', { name: 'plan 9.txt' })
        .waitFor();
      await page.getByRole('heading', { name: /\(\d+\)|（\d+）/ }).waitFor();
      await page.getByRole('searchbox').fill('plan');
      await page.getByRole('button', { name: t('app.home.search'), exact: true }).click();
      await page.waitForURL((url) => url.pathname === '/knowledge/search' && url.searchParams.get('keyword') === 'plan');
      await open('/zxOpenHome');
      await page.getByRole('link', { name: 'plan 9.txt' }).waitFor();
    },
  );
}

dossier.journey('a pad offers the way on only where the site allows it', { as: reader, long: true }, async ({ page, open, t }) => {
  await open(`/pad-macroAnalysis?red_url=${encodeURIComponent('https://intranet.example/x')}&token=abc`);
  const on = page.getByRole('link', { name: t('app.home.goOn') });
  await on.waitFor();
  expect(await on.getAttribute('href')).toBe('https://intranet.example/x?token=abc');
  // the session of this site is never another system's value
  const own = (await page.evaluate(() => localStorage.getItem('dossier-token'))) ?? '';
  expect(own).not.toBe('');
  for (const token of [own, 'x'.repeat(2001)]) {
    await open(`/pad-macroAnalysis?red_url=${encodeURIComponent('https://intranet.example/x')}&token=${token}`);
    await on.waitFor();
    expect(await on.getAttribute('href')).toBe('https://intranet.example/x');
  }
  for (const evil of ['https://evil.example/x', 'javascript:alert(1)', '//evil.example']) {
    const redirected = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/idp/redirect');
    await open(`/pad-macroAnalysis?red_url=${encodeURIComponent(evil)}`);
    await redirected;
    await page.getByRole('searchbox').waitFor();
    expect(await page.locator('a[href*="evil"], a[href^="javascript"]').count()).toBe(0);
  }
});

dossier.journey('the small pages say what they are for', { as: reader, long: true }, async ({ page, open, t }) => {
  await open('/result?status=success&text=saved');
  await page.getByRole('heading', { name: t('app.home.result_success') }).waitFor();
  await open('/result?status=odd&text=You%20have%20won');
  await page.getByRole('heading', { name: t('app.home.result_info') }).waitFor();
  expect(await page.getByText('You have won').count()).toBe(0);
  await open('/icon');
  await page.getByText(t('app.home.icon_slides')).waitFor();
  await open('/auth-redirect?redirect=%2Ffavorite%2Findex');
  await page.waitForURL((url) => url.pathname === '/favorite/index');
  for (const evil of ['//evil.example/x', '/\\evil.example', 'https://evil.example', '/auth-redirect?redirect=%2Fauth-redirect']) {
    await open(`/auth-redirect?redirect=${encodeURIComponent(evil)}`);
    await page.waitForURL((url) => url.pathname === '/home' && url.origin === new URL(dossier.url).origin);
  }
});

dossier.journey('nobody signed in is led to the door, or told', {}, async ({ page, open, t }) => {
  for (const path of ['/phone-macroAnalysis', '/pad-macroAnalysis', '/result', '/icon', '/scanConfirm']) {
    await open(path);
    await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === path);
  }
  for (const path of ['/zxOpenHome', '/zxDepDoc']) {
    await open(path);
    await page.getByRole('heading', { name: t('app.home.signInFirst') }).waitFor();
    await page.getByRole('link', { name: t('app.home.signIn') }).click();
    await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === path);
  }
  await open('/previewOnline?id=7');
  await page.getByText(t('preview.viewer.signInFirst')).waitFor();
  await page.getByRole('button', { name: t('preview.viewer.signIn') }).click();
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === '/previewOnline?id=7');
  await open('/noSingleLoginPad');
  await page.getByRole('heading', { name: t('app.home.padSignedOut') }).waitFor();
  await page.getByRole('link', { name: t('app.home.signIn') }).click();
  await page.waitForURL((url) => url.pathname === '/zxPadLogin');
});
