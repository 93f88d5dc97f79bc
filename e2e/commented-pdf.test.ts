import { readFile } from 'node:fs/promises';
import { comments } from '@dossier/contract/comments/comments';
import { moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { expect } from 'vitest';
import { annotationsOf } from '../server/test/form-pdf.ts';
import { pdfOfWords } from '../server/test/pdf-of-words.ts';
import { admin, useTestServer } from './journey.ts';
import { dialog, press } from './page-actions.ts';
import { fromViewerMenu } from './viewers.ts';

const dossier = useTestServer();

dossier.journey('a PDF is downloaded and printed with its comments on a phone', { as: admin, lang: 'en', phone: true }, async (at) => {
  const { page, open, t } = at;
  const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: 'Papers', moduleType: moduleType.enterprise });
  const id = await dossier.admin.upload(cabinet, 'agreement.pdf', await pdfOfWords(['Agreement with Kingfisher Ltd']));
  const place = { kind: 'area', page: 1, x: 0.1, y: 0.1, width: 0.3, height: 0.2 } as const;
  await dossier.admin.call(comments.create, { objId: id, content: 'Still open', place });
  const { id: settled } = await dossier.admin.call(comments.create, { objId: id, content: 'Settled', place });
  await dossier.admin.call(comments.resolve, { id: settled, resolved: true });
  await open(`/pdfViewer?id=${id}`);
  await page.locator('.page canvas').first().waitFor();
  const saved = async (): Promise<string[]> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(dialog(page, t('preview.pdfComments.commentsTitle')), t('preview.pdfComments.commentsOk')),
    ]);
    expect(download.suggestedFilename()).toBe('agreement with comments.pdf');
    return (await annotationsOf(await readFile(await download.path()))).map(({ contents }) => contents).filter((words) => words !== '');
  };
  await fromViewerMenu(page, t, t('preview.pdfComments.downloadComments'));
  expect(await saved()).toEqual(['Still open']);
  await fromViewerMenu(page, t, t('preview.pdfComments.downloadComments'));
  // the field has the focus once the dialog is open
  const resolved = page.getByLabel(t('preview.pdfComments.withResolved'));
  await resolved.press('Space');
  expect(await saved()).toEqual(['Still open', 'Settled']);

  // the page and the list of comments; the print dialog of the browser stands still meanwhile
  const paper = page.locator('[data-print-paper="pages"] img');
  await page.evaluate(() => {
    window.print = () => (document.documentElement.dataset['printed'] = String(document.querySelectorAll('[data-print-paper] img').length));
  });
  await fromViewerMenu(page, t, t('preview.pdfComments.downloadComments'));
  await press(dialog(page, t('preview.pdfComments.commentsTitle')), t('preview.viewer.print'));
  await page.locator('html[data-printed="2"]').waitFor();
  await page.emulateMedia({ media: 'print' });
  await paper.first().waitFor();
  expect(await page.locator('.page canvas').first().isVisible()).toBe(false);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(() => paper.count()).toBe(0);
  // only what was made for the printer is printed: the viewer still holds one sentence instead of its own page
  expect(await page.locator('html').getAttribute('data-print')).toBe('refused');
});
