import { moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { beforeAll, expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { plainPhoto } from '../server/test/photo-of.ts';
import { zipOf } from '../server/test/zip-of.ts';
import { button } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';
import { expectDrawn } from './viewers.ts';

const dossier = useTestServer();
let cabinet: string;
beforeAll(async () => {
  cabinet = (await dossier.admin.call(library.createCabinet, { name: 'Letters', moduleType: moduleType.enterprise })).id;
});

const letterWith = (pdf: Buffer): string =>
  [
    'From: Zhang San <zhang@example.com>',
    'To: Li Si <li@example.com>',
    'Subject: The contract',
    'Content-Type: multipart/mixed; boundary=edge',
    '',
    '--edge',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p onclick="alert(1)">Read <b>this</b></p><script>parent.ran = true</script><img src="http://elsewhere.example/seen.gif">',
    '--edge',
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename="contract.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    pdf.toString('base64'),
    '--edge--',
    '',
  ].join('\r\n');

dossier.journey('an archive is a tree: a mail in it, a PDF in that, and the way back', { as: admin, lang: 'en' }, async (at) => {
  const { page, open, t } = at;
  const { bytes } = await makeFile('pdf', { title: 'Contract', lang: 'en', seed: 2 });
  const archive = await zipOf([
    { name: '往来/letter.eml', bytes: letterWith(Buffer.from(bytes)) },
    { name: '往来/合同/notes.txt', bytes: 'plain words' },
    { name: '__other/page.txt', bytes: 'elsewhere' },
  ]);
  const id = await dossier.admin.upload(cabinet, 'letters.zip', archive);
  await open(`/docpreview?id=${id}`);
  const tree = page.getByRole('treegrid');
  const rowOf = (name: string) => tree.getByRole('row').filter({ hasText: name });
  await rowOf('往来').waitFor();
  expect(await tree.getByRole('row').count()).toBe(3);

  // by the keyboard alone
  await tree.focus();
  for (const key of ['End', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('heading', { name: 'The contract' }).waitFor();
  const body = page.frameLocator('article iframe');
  await body.getByText('Read this').waitFor();
  await page.getByText(t('preview.listings.picturesLeftOut')).waitFor();
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);

  await page.getByRole('button', { name: /^contract\.pdf/ }).click();
  await expectDrawn(page);
  await button(page, t('preview.viewer.close')).click();
  await page.getByRole('heading', { name: 'The contract' }).waitFor();
  await button(page, t('preview.viewer.close')).click();

  // the open entry is open again, and is found anywhere
  await rowOf('letter.eml').waitFor();
  await page.getByRole('searchbox').fill('notes');
  const [fetched] = await Promise.all([
    page.waitForEvent('download'),
    rowOf('notes.txt')
      .getByRole('button', { name: t('preview.listings.takeOne', { name: 'notes.txt' }) })
      .click(),
  ]);
  expect(fetched.suggestedFilename()).toBe('notes.txt');
  await rowOf('notes.txt').getByRole('button', { name: 'notes.txt', exact: true }).click();
  await page.locator('.cm-content').filter({ hasText: 'plain words' }).waitFor();
});

dossier.journey('markdown is the page that it means, with the pictures beside it, or its source', { as: admin, lang: 'en' }, async (at) => {
  const { page, open, t } = at;
  const source =
    '# Guide\n\n<script>parent.ran = true</script>\n\n## Second part\n\n```js\nconst answer = 42;\n```\n\n[on](javascript:alert(1))\n\n![plan](./plan.jpg) ![far](https://elsewhere.example/far.png)\n';
  const photo = await plainPhoto(120, 80);
  await dossier.admin.upload(cabinet, 'plan.jpg', photo);
  const id = await dossier.admin.upload(cabinet, 'guide.md', source);
  await open(`/docpreview?id=${id}`);
  await page.getByRole('heading', { name: 'Guide', exact: true }).waitFor();
  await page.getByText('<script>parent.ran = true</script>').waitFor();
  await expect.poll(() => page.locator('pre code span').first().getAttribute('style')).toContain('--code-keyword');
  await page.getByText('[on](javascript:alert(1))').waitFor();
  // the image beside it, and no external one
  const widthOf = (picture: HTMLImageElement): number => picture.naturalWidth;
  await expect.poll(() => page.getByAltText('plan').evaluate(widthOf)).toBe(120);
  await page.locator('span.picture', { hasText: 'far' }).waitFor();
  await button(page, t('preview.listings.outline')).click();
  await page
    .getByRole('navigation', { name: t('preview.listings.outline') })
    .getByRole('button', { name: 'Second part' })
    .click();
  await page.getByText(t('preview.viewer.asSource'), { exact: true }).click();
  await page.locator('.cm-content').filter({ hasText: '# Guide' }).waitFor();
  // in an archive too
  const inside = [
    { name: 'docs/read.md', bytes: '![inside](../img/plan.jpg)' },
    { name: 'img/plan.jpg', bytes: photo },
  ];
  const zip = await dossier.admin.upload(cabinet, 'guide.zip', await zipOf(inside));
  await open(`/docpreview?id=${zip}`);
  await page.getByRole('searchbox').fill('read');
  await page.getByRole('button', { name: 'read.md', exact: true }).click();
  await expect.poll(() => page.getByAltText('inside').evaluate(widthOf)).toBe(120);
});
