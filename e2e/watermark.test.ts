import { readFile } from 'node:fs/promises';
import { permissions } from '@dossier/contract/access/permissions';
import { level, moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { watermarks } from '@dossier/contract/preview/watermarks';
import { expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { pdfTexts } from '../server/test/pdf-texts.ts';
import { button, dialog, press } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';
import { fromViewerMenu } from './viewers.ts';

const dossier = useTestServer();
const reader = { loginName: 'takes-pdf', password: 'their-pass-word' };

dossier.journey(
  'an administrator writes a mark, tries it and puts it in order; a reader sees it and takes it away in a PDF',
  { as: admin, lang: 'cn' },
  async ({ page, open, another, t }) => {
    const cabinet = (await dossier.admin.call(library.createCabinet, { name: 'Marked', moduleType: moduleType.enterprise })).id;
    const person = await dossier.admin.call(people.createUser, { ...reader, fullName: '张伟' });
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: person.id, level: level.pdf });
    const { bytes } = await makeFile('pdf', { title: '采购合同', lang: 'cn', seed: 4 });
    const id = await dossier.admin.upload(cabinet, 'contract.pdf', bytes);

    await open('/admin/index/otherSettings/watermark');
    await button(page, t('preview.watermarks.newWatermark')).click();
    const editor = dialog(page, t('preview.watermarks.newWatermark'));
    await editor.getByLabel(t('preview.watermarks.name'), { exact: true }).fill('红色');
    const sample = editor.getByRole('img', { name: t('preview.watermarks.sampleAlt') });
    await expect.poll(() => sample.getAttribute('src').catch(() => '')).toContain('data:image/');
    const before = await sample.getAttribute('src');
    await editor.getByLabel(t('preview.watermarks.text'), { exact: true }).fill('仅供 ');
    await button(editor, t('preview.watermarks.fieldName')).click();
    await expect.poll(() => editor.getByLabel(t('preview.watermarks.text'), { exact: true }).inputValue()).toBe('仅供 {name}');
    await expect.poll(() => sample.getAttribute('src')).not.toBe(before);
    await press(editor, t('preview.watermarks.create'));
    await expect.poll(async () => (await dossier.admin.call(watermarks.list, {})).list.map((one) => one.name)).toEqual(['红色', '']);

    // the order, by key: the last becomes the first, and back
    const handles = page.getByRole('button', { name: /^.+，第 \d 个，共 2 个$/ });
    await handles.nth(1).press('ArrowUp');
    await expect.poll(async () => (await dossier.admin.call(watermarks.list, {})).list.map((one) => one.name)).toEqual(['', '红色']);
    await button(page, t('preview.watermarks.undo')).last().click();
    await expect.poll(async () => (await dossier.admin.call(watermarks.list, {})).list.map((one) => one.name)).toEqual(['红色', '']);

    // the viewer's page has it in its pixels, their PDF in its text
    const at = await another({ as: reader, lang: 'en' });
    await at.open(`/docpreview?id=${id}`);
    const picture = at.page.locator('[data-page="1"] img');
    await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(800);
    const [download] = await Promise.all([
      at.page.waitForEvent('download'),
      fromViewerMenu(at.page, at.t, at.t('preview.viewer.downloadPdf')),
    ]);
    expect(download.suggestedFilename()).toBe('contract.pdf');
    const [texts] = await pdfTexts(await readFile(await download.path()));
    expect(texts?.filter((text) => text === '仅供 张伟').length).toBeGreaterThan(5);
  },
);
