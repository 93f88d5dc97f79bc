import { permissions } from '@dossier/contract/access/permissions';
import { level, moduleType } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { annotationsOf, formPdf } from '../server/test/form-pdf.ts';
import { plainPhoto } from '../server/test/photo-of.ts';
import { admin, useTestServer } from './journey.ts';
import { button, dialog, fromMenu } from './page-actions.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();
let cabinet: string;
beforeAll(async () => {
  cabinet = (await dossier.admin.call(library.createCabinet, { name: 'Agreements', moduleType: moduleType.enterprise })).id;
});

async function shownOf(id: string) {
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  return annotationsOf(Buffer.from(await (await fetch(new URL(downloadUrl, dossier.url))).arrayBuffer()));
}

const lockOf = async (id: string) => (await dossier.admin.call(library.documentDetail, { id })).lockUserName;

/** Drags the pointer over a page; from and to in CSS pixels from its corner. */
async function drag(page: Page, [x1, y1]: [number, number], [x2, y2]: [number, number]): Promise<void> {
  const box = await page.locator('.page').first().boundingBox();
  if (box === null) throw new Error('no page');
  await page.mouse.move(box.x + x1, box.y + y1);
  await page.mouse.down();
  await page.mouse.move(box.x + (x1 + x2) / 2, box.y + (y1 + y2) / 2, { steps: 5 });
  await page.mouse.move(box.x + x2, box.y + y2, { steps: 5 });
  await page.mouse.up();
}

/** Each picture takes longer to read than a draft takes to be sent. */
const slowPictures = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const read = createImageBitmap;
    const readLater = async (source: ImageBitmapSource): Promise<ImageBitmap> => {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      return read(source);
    };
    Object.assign(globalThis, { createImageBitmap: readLater });
  });

/** Marks the words of the first page's title. */
async function markTitle(page: Page): Promise<void> {
  const words = await page.locator('.textLayer span', { hasText: 'Rental agreement' }).boundingBox();
  if (words === null) throw new Error('no words');
  await page.mouse.move(words.x + 2, words.y + words.height / 2);
  await page.mouse.down();
  await page.mouse.move(words.x + words.width - 2, words.y + words.height / 2, { steps: 8 });
  await page.mouse.up();
  await page.locator('.highlightEditor').waitFor();
}

for (const lang of firstOrAll(['cn', 'en'] as const))
  dossier.journey(`a PDF is annotated and its form filled in, and a version has all of it (${lang})`, { as: admin, lang }, async (at) => {
    const { page, open, t, another } = at;
    const id = await dossier.admin.upload(cabinet, `agreement-${lang}.pdf`, await formPdf());
    const person = { loginName: `signer-${lang}`, password: 'their-pass-word' };
    const { id: granteeId } = await dossier.admin.call(people.createUser, { ...person, fullName: '李晓' });
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId, level: level.modify, reach: 'all' });
    await open(`/knowledge/index?id=${cabinet}`);
    const edit = t('editing.editor.edit');
    const [mine] = await Promise.all([page.context().waitForEvent('page'), fromMenu(page, `agreement-${lang}.pdf`, edit)]);
    const field = (kind: string, name: string) => mine.locator(`.annotationLayer ${kind}[name="${name}"]`);
    await field('input', 'tenant').fill('Anna Berg');
    await field('input', 'agreed').check();
    await field('input', 'term').nth(1).check();
    await field('select', 'city').selectOption('Beijing');

    await button(mine, t('editing.pdf.highlight')).click();
    await markTitle(mine);
    await button(mine, t('editing.pdf.text')).click();
    await mine
      .locator('.page')
      .first()
      .click({ position: { x: 150, y: 500 } });
    await mine.locator('.freeTextEditor .internal').waitFor();
    await mine.keyboard.insertText('周五前签字 To be signed');
    await mine.keyboard.press('Escape');
    await button(mine, t('editing.pdf.ink')).click();
    await drag(mine, [150, 600], [320, 640]);
    await mine.keyboard.press('Escape');
    await mine.locator('.inkEditor').waitFor();
    const picture = { name: 'stamp.jpg', mimeType: 'image/jpeg', buffer: await plainPhoto(60, 40) };
    await mine.locator('input[type="file"]').setInputFiles(picture);
    await mine.locator('.stampEditor canvas').waitFor();

    // a signature by the keyboard alone, taken back and put again
    const signature = () => mine.locator('.stampEditor').nth(1);
    await mine.locator('body').press('Escape');
    await mine.keyboard.press('s');
    const box = dialog(mine, t('editing.pdf.signature'));
    await box.getByRole('textbox').fill('Anna Berg');
    await mine.keyboard.press('Enter');
    await box.waitFor({ state: 'hidden' });
    await signature().locator('canvas').waitFor();
    await mine.keyboard.press('Control+z');
    await signature().waitFor({ state: 'detached' });
    await slowPictures(mine);
    await mine.keyboard.press('Control+y');
    await signature().locator('canvas').waitFor();
    await mine.getByText(t('editing.editor.kept')).waitFor();

    const theirs = await another({ as: person, lang });
    theirs.faults.allow(/409/);
    await theirs.open(`/editPdf?id=${id}`);
    await theirs.page.getByRole('alert').getByText(t('editing.editor.cannotOpen')).waitFor();

    await mine.close();
    await expect.poll(() => lockOf(id)).toBeUndefined();
    expect((await dossier.admin.call(content.revisions, { id })).map((one) => one.number)).toEqual([2, 1]);
    const shown = await shownOf(id);
    const kinds = ['FreeText', 'Highlight', 'Ink', 'Stamp', 'Stamp', 'Text', 'Widget', 'Widget', 'Widget', 'Widget', 'Widget'];
    expect(shown.map((one) => one.subtype).toSorted()).toEqual(kinds);
    expect(shown.every((one) => one.subtype === 'Text' || one.hasAppearance)).toBe(true);
    expect(shown.find((one) => one.subtype === 'FreeText')?.textContent).toEqual(['周五前签字 To be signed']);
    expect(shown.find((one) => one.subtype === 'Text')?.contents).toBe('Old note');
    const values = Object.fromEntries(shown.flatMap((one) => (one.fieldName ? [[one.fieldName, one.fieldValue]] : [])));
    expect(values).toEqual({ tenant: 'Anna Berg', agreed: 'Yes', term: 'two', city: ['Beijing'] });

    // another person goes on from there, and takes away what was marked
    const { page: next } = theirs;
    await button(next, t('editing.editor.tryAgain')).or(next.locator('.annotationLayer input[name="tenant"]')).first().waitFor();
    await theirs.open(`/editPdf?id=${id}`);
    await expect.poll(() => next.locator('.annotationLayer input[name="tenant"]').inputValue()).toBe('Anna Berg');
    await button(next, t('editing.pdf.highlight')).click();
    await next.locator('.highlightEditor').press('Delete');
    await next.locator('.highlightEditor').waitFor({ state: 'detached' });
    await next.getByText(t('editing.editor.kept')).waitFor();
    await next.keyboard.press('Control+s');
    await expect.poll(async () => (await shownOf(id)).filter((one) => one.subtype === 'Highlight').length).toBe(0);
    expect((await shownOf(id)).length).toBe(kinds.length - 1);
  });

dossier.journey('a PDF that is left while it opens tells of no fault', { as: admin, lang: 'en' }, async ({ page, open }) => {
  const id = await dossier.admin.upload(cabinet, 'left.pdf', await formPdf());
  await open(`/editPdf?id=${id}`);
  await page.locator('.annotationLayer input[name="tenant"]').waitFor();
  // within the page, where all that was begun has to be ended
  const goTo = (path: string) =>
    page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, path);
  for (const path of ['/editPdf', '/docpreview'])
    for (let round = 0; round < 12; round++) {
      await goTo(`${path}?id=${id}`);
      await page.waitForTimeout(round * 40);
      await goTo(`/knowledge/index?id=${cabinet}`);
    }
  await goTo(`/editPdf?id=${id}`);
  await page.locator('.annotationLayer input[name="tenant"]').waitFor();
});
