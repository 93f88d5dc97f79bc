import type { InputOf } from '@dossier/contract/core/route';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { preview } from '@dossier/contract/preview/preview';
import { links, shares } from '@dossier/contract/sharing/shares';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { useTestServer } from './journey.ts';
import { makeSamples } from './samples.ts';

const dossier = useTestServer();
const colleague = { loginName: 'receiver', password: 'pass-of-receiver' };
const password = 'right-word';
const at = { folder: '', pdf: '', person: '' };

beforeAll(async () => {
  const samples = await makeSamples();
  const { id } = await dossier.admin.call(library.createCabinet, { name: 'Offers', moduleType: 3 });
  at.folder = (await dossier.admin.call(library.createFolder, { parentId: id, name: 'Offer 7' })).id;
  await dossier.admin.call(library.createFolder, { parentId: at.folder, name: 'Drawings' });
  const [, pdf] = [...samples.files].find(([name]) => name.endsWith('.pdf')) ?? [];
  at.pdf = await dossier.admin.upload(at.folder, 'report.pdf', pdf as Buffer);
  at.person = (await dossier.admin.call(people.createUser, { ...colleague, fullName: 'Rita Receiver' })).id;
  await samples.remove();
});

const give = (terms: Partial<InputOf<typeof shares.create>>) =>
  dossier.admin.call(shares.create, { objIds: [at.folder], name: 'Papers for you', ...terms });

/** How many colours the first page on the screen has: a blank one has one. */
const coloursOfPage = (page: Page): Promise<number> =>
  page
    .locator('img[src*="/look/page/"]')
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 280 });
      const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
      pen.drawImage(image, 0, 0, 200, 280);
      return new Set(new Uint32Array(pen.getImageData(0, 0, 200, 280).data.buffer)).size;
    });

/** In how many pixels the first page on the screen differs from the view of a user with the original. */
async function marksOnPage(page: Page): Promise<number> {
  const { look } = await dossier.admin.call(preview.view, { id: at.pdf });
  const shown = page.locator('img[src*="/look/page/"]').first();
  return shown.evaluate(async (image: HTMLImageElement, own) => {
    const pixelsOf = async (src: string): Promise<Uint32Array> => {
      const one = Object.assign(new Image(), { src });
      await one.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 560 });
      const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
      pen.drawImage(one, 0, 0, 400, 560);
      return new Uint32Array(pen.getImageData(0, 0, 400, 560).data.buffer);
    };
    const plain = image.src.replace(/(\/look\/page\/)[^/]+/, `$1${own}`);
    const [before, after] = await Promise.all([pixelsOf(plain), pixelsOf(image.src)]);
    return before.filter((pixel, place) => pixel !== after[place]).length;
  }, look);
}

dossier.journey('a visitor opens, browses, reads, downloads and sends, and the giver knows of it', { lang: 'cn' }, async (visit) => {
  const { page, open, t, faults } = visit;
  faults.allow(/curl\/|status of (401|403|422|409)/);
  const made = await give({ password, allowDownload: true, allowUpload: true, downloadLimit: 1 });
  await open(`/shareJumpPage?token=${made.token}`);
  const field = page.getByLabel(t('sharing.visitor.password'));
  await field.fill('wrong-word');
  // whose link it is, and nothing of what it opens
  const { organisationName } = await dossier.admin.call(links.pwd, { token: made.token });
  await page.getByText(organisationName, { exact: true }).waitFor();
  expect(await page.content()).not.toContain('Papers for you');
  await field.press('Enter');
  await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
  await field.fill(password);
  await field.press('Enter');
  await page.getByRole('heading', { name: 'Papers for you', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Drawings' }).click();
  await page.getByText(t('sharing.visitor.folderEmpty')).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'report.pdf' }).click();
  await page.waitForURL(/curlPreview/);
  await expect.poll(() => coloursOfPage(page)).toBeGreaterThan(3);
  expect(await marksOnPage(page)).toBeGreaterThan(1000);
  await page.getByText(organisationName).waitFor();
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('preview.viewer.download') })
    .waitFor();
  await page.waitForTimeout(2500);
  await page.getByRole('button', { name: t('preview.viewer.close') }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('sharing.visitor.downloadItem', { name: 'report.pdf' }) }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('report.pdf');
  await page.getByText(t('sharing.visitor.noDownloadsLeft')).waitFor();
  await page.locator('input[type=file][multiple]').setInputFiles({ name: '回复.txt', mimeType: 'text/plain', buffer: Buffer.from('好') });
  await page.getByRole('link', { name: '回复.txt' }).waitFor();
  const { list } = await dossier.admin.call(shares.visitors, { id: made.id });
  expect(list).toMatchObject([{ opens: 1, views: 1, downloads: 1, prints: 0, uploads: 1 }]);
  const [seen] = await dossier.admin.call(shares.pages, { id: made.id });
  expect(seen?.pages).toEqual([{ page: 1, seconds: expect.any(Number) }]);
  expect(seen?.pages[0]?.seconds).toBeGreaterThanOrEqual(2);
  await dossier.admin.call(shares.close, { id: made.id });
  await page.getByRole('link', { name: 'Drawings' }).click();
  await page.getByRole('heading', { name: t('sharing.visitor.closed') }).waitFor();
});

dossier.journey('a colleague signs in at the door, and a new tab of theirs is inside as well', { long: true }, async (visit) => {
  const { page, context, open, signIn, t, faults } = visit;
  faults.allow(/curl\/|status of (401|403|422|409)/);
  const inside = await give({ colleagues: [{ granteeType: 'user', granteeId: at.person }], password });
  await open(`/curlLogin?token=${inside.token}`);
  await page.getByRole('button', { name: t('sharing.visitor.signIn') }).click();
  await signIn(colleague);
  const link = page.getByRole('link', { name: 'report.pdf' });
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })]);
  await expect.poll(() => coloursOfPage(tab)).toBeGreaterThan(3);
});

dossier.journey(
  'on a phone a colleague is shut out, and a link ends',
  { phone: true, as: colleague },
  async ({ page, open, t, faults }) => {
    // what was under way when the colleague was excluded is refused as well: a page image, a thumbnail, the time for which a page was seen
    faults.allow(/curl\/|look\/(page|thumb|seen)|status of (401|403|422|409)/);
    const inside = await give({ colleagues: [{ granteeType: 'user', granteeId: at.person }], password });
    await open(`/shareJumpPage?token=${inside.token}`);
    await page.waitForURL(/shareview-phone\/list/);
    await page.getByRole('link', { name: 'report.pdf' }).click();
    await page.waitForURL(/phoneSharePdfViewer/);
    await expect.poll(() => coloursOfPage(page)).toBeGreaterThan(3);
    await page.goBack();
    const { recipients } = await dossier.admin.call(shares.show, { id: inside.id });
    await dossier.admin.call(shares.revoke, { id: inside.id, recipientId: recipients[0]?.id ?? '' });
    await page.reload();
    // the list refetched on return: its share session may have ended before the page was loaded again
    await page.getByRole('heading', { name: new RegExp(`${t('sharing.visitor.ended')}|${t('sharing.visitor.notForYou')}`) }).waitFor();
    const outside = await give({});
    await open(`/curlLogin?token=${outside.token}`);
    await page.getByRole('link', { name: 'report.pdf' }).waitFor();
    await dossier.admin.call(shares.update, { id: outside.id, deadline: new Date(Date.now() + 1500).toISOString() });
    await page.waitForTimeout(1600);
    await page.reload();
    await page.getByRole('heading', { name: t('sharing.visitor.expired') }).waitFor();
  },
);
