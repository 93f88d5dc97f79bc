import { moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { makeFile } from '../demo/files/make-file.ts';
import { button } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

/** A machine without any conversion engine. */
const dossier = useTestServer({ PATH: '' });

dossier.journey(
  'without an office engine the browser draws documents, tables and slides',
  { as: admin, lang: 'en' },
  async ({ page, open, t }) => {
    const cabinet = (await dossier.admin.call(library.createCabinet, { name: 'Alone', moduleType: moduleType.enterprise })).id;
    const upload = async (kind: 'docx' | 'xlsx' | 'pptx'): Promise<string> =>
      dossier.admin.upload(cabinet, `plan.${kind}`, (await makeFile(kind, { title: '采购计划', lang: 'cn', seed: 2 })).bytes);

    await open(`/docpreview?id=${await upload('docx')}`);
    await page.frameLocator('iframe').getByText('采购计划').first().waitFor();

    await open(`/docpreview?id=${await upload('pptx')}`);
    await page.getByText(t('preview.viewer.drawnHere')).waitFor();
    const slides = page.getByRole('region', { name: 'plan.pptx' });
    await slides.getByText('采购计划').first().waitFor();
    await page.keyboard.press('End');
    await page.waitForFunction(() => (document.querySelector('input[inputmode=numeric]') as HTMLInputElement).value !== '1');
    await button(page, t('preview.viewer.previousPage')).click();
    // a click chooses a point of the slide
    await page.keyboard.press('Home');
    await button(page, t('preview.viewer.commentOnPoint')).click();
    await page
      .getByRole('application')
      .first()
      .click({ position: { x: 60, y: 40 } });
    await page.getByRole('textbox', { name: t('comments.write') }).fill('Larger');
    await page.keyboard.press('Control+Enter');
    await slides.getByRole('button', { name: t('preview.viewer.commentN', { number: 1 }) }).waitFor();

    await open(`/previewOnline?id=${await upload('xlsx')}`);
    await page.getByRole('grid').getByRole('gridcell').first().waitFor();
  },
);
