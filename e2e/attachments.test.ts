import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comments } from '@dossier/contract/comments/comments';
import { moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { afterAll, beforeAll, expect } from 'vitest';
import { admin, useTestServer } from './journey.ts';
import { button, dialog, dropFiles, openDetailsTab, row } from './page-actions.ts';

const dossier = useTestServer();
let disk = '';
beforeAll(async () => void (disk = await mkdtemp(join(tmpdir(), 'dossier-disk-'))));
afterAll(() => rm(disk, { recursive: true, force: true }));

dossier.journey(
  'an annex is dropped beside its contract, opened, and found from search',
  { as: admin, lang: 'cn' },
  async ({ page, open, t }) => {
    const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: '合同', moduleType: moduleType.enterprise });
    const contract = await dossier.admin.upload(cabinet, '租赁合同.txt', Buffer.from('合同正文'));
    const annex = join(disk, '附录一.txt');
    await writeFile(annex, '附录的内容');

    await open(`/knowledge/index?id=${cabinet}`);
    await row(page, '租赁合同.txt').click();
    await page.keyboard.press('i');
    await openDetailsTab(page, t, t('documents.attachments.attachments'));
    await page.getByText(t('documents.attachments.noneHint')).waitFor();
    await dropFiles(page, page.locator('[data-takes-files]'), [annex]);
    const opener = button(page, t('documents.attachments.open', { name: '附录一.txt' }));
    await opener.waitFor();
    await page.getByRole('tab', { name: `${t('documents.attachments.attachments')} (1)` }).waitFor();
    expect((await dossier.admin.call(library.items, { parentId: cabinet })).list.map(({ id }) => id)).toEqual([contract]);

    // by keyboard, in the viewer for its type
    await opener.focus();
    const [viewer] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
    await viewer.getByText('附录的内容').first().waitFor();
    await viewer.close();

    await open(`/knowledge/search?keyword=${encodeURIComponent('附录一')}`);
    await row(page, '附录一.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: t('documents.library.showDocument') }).click();
    await row(page, '租赁合同.txt').waitFor();
    await opener.waitFor();

    // next year's contract, with its annex and what was said about it
    await dossier.admin.call(comments.create, { objId: contract, content: '租金未定' });
    const { id: folder } = await dossier.admin.call(library.createFolder, { parentId: cabinet, name: '明年' });
    await open(`/knowledge/index?id=${cabinet}`);
    await row(page, '租赁合同.txt').click();
    await page.keyboard.press('Control+c');
    await row(page, '明年').dblclick();
    await page.getByText(t('documents.library.emptyFolder')).waitFor();
    await page.keyboard.press('Control+v');
    const asked = dialog(page, t('documents.library.copyToo'));
    const [withAnnex, withComments] = [asked.getByRole('checkbox').first(), asked.getByRole('checkbox').last()];
    expect([await withAnnex.isChecked(), await withComments.isChecked()]).toEqual([true, false]);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/copy-too-cn.png` });
    await withComments.check();
    await button(asked, t('documents.library.copyTooOk')).click();
    await row(page, '租赁合同.txt').waitFor();
    const [copy] = (await dossier.admin.call(library.items, { parentId: folder })).list;
    expect(copy).toMatchObject({ attachments: 1, openComments: 1 });
  },
);
