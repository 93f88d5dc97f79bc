import { moduleType } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { beforeAll, expect } from 'vitest';
import { pdfOfWords } from '../server/test/pdf-of-words.ts';
import { pdfTexts } from '../server/test/pdf-texts.ts';
import { admin, useTestServer } from './journey.ts';
import { button, dialog, notice, press } from './page-actions.ts';
import { fromViewerMenu } from './viewers.ts';

const dossier = useTestServer();
let cabinet: string;
beforeAll(async () => {
  cabinet = (await dossier.admin.call(library.createCabinet, { name: 'Papers', moduleType: moduleType.enterprise })).id;
});

const contract = () => pdfOfWords(['Agreement with Kingfisher Ltd', 'Second page of it']);

async function bytesOf(id: string, currentRev: string): Promise<Buffer> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id, currentRev });
  return Buffer.from(await (await fetch(new URL(downloadUrl, dossier.url))).arrayBuffer());
}

for (const lang of ['cn', 'en'] as const)
  dossier.journey(`a page of a PDF is turned, a word blacked out, and the old version stays (${lang})`, { as: admin, lang }, async (at) => {
    const { page, open, t } = at;
    const id = await dossier.admin.upload(cabinet, `contract-${lang}.pdf`, await contract());
    await open(`/pdfViewer?id=${id}`);
    await page.locator('.page canvas').first().waitFor();

    await fromViewerMenu(page, t, t('preview.changes.editPages'));
    const second = page.getByRole('option', { name: t('preview.changes.pageN', { count: 2 }) });
    await second.click();
    await page.keyboard.press('r');
    await page.keyboard.press('Alt+ArrowLeft');
    await button(page, t('preview.changes.saveVersion')).click();
    await press(dialog(page, t('preview.changes.saveVersion')), t('preview.changes.save'));
    await notice(page, t('preview.changes.savedVersion', { label: '1.1' })).waitFor();
    // nobody has commented on it
    expect(await page.getByRole('menuitem', { name: t('preview.pdfComments.downloadComments'), includeHidden: true }).count()).toBe(0);
    await page.locator('.page canvas').first().waitFor();

    await fromViewerMenu(page, t, t('preview.changes.blackOutMode'));
    await page.getByLabel(t('preview.changes.words')).fill('kingfisher');
    await button(page, t('preview.changes.markAll')).click();
    await page.getByRole('button', { name: t('preview.changes.areaN', { count: 1, page: 2 }) }).waitFor();
    await button(page, t('preview.changes.blackOut')).click();
    await press(dialog(page, t('preview.changes.blackOutText').slice(0, 10)), t('preview.changes.blackOut'));
    await notice(page, t('preview.changes.blackedOut', { label: '1.2' })).waitFor();

    const [blackened, turned, first] = await dossier.admin.call(content.revisions, { id });
    const textsOf = async (revision: { id: string } | undefined) =>
      (await pdfTexts(await bytesOf(id, revision?.id ?? ''))).map((text) => text.join(' '));
    expect(await textsOf(first)).toEqual(['Agreement with Kingfisher Ltd', 'Second page of it']);
    expect(await textsOf(turned)).toEqual(['Second page of it', 'Agreement with Kingfisher Ltd']);
    const texts = await textsOf(blackened);
    expect(texts[1]).toMatch(/Agreement\s+with/);
    expect(texts.join(' ')).not.toMatch(/king|fisher/i);
  });

dossier.journey('pages are dragged, joined with those of another PDF, and saved apart', { as: admin, lang: 'en' }, async (at) => {
  const { page, open, t } = at;
  const id = await dossier.admin.upload(cabinet, 'main.pdf', await contract());
  await dossier.admin.upload(cabinet, 'annexed.pdf', await contract());
  await open(`/pdfViewer?id=${id}`);
  await page.locator('.page canvas').first().waitFor();
  await fromViewerMenu(page, t, t('preview.changes.editPages'));
  const pages = page.getByRole('option');
  const own = (count: number) => page.getByRole('option', { name: t('preview.changes.pageN', { count }), exact: true });
  await own(2).dragTo(own(1), { targetPosition: { x: 10, y: 100 } });
  await expect.poll(() => pages.first().getAttribute('aria-label')).toBe(t('preview.changes.pageN', { count: 2 }));

  await button(page, t('preview.changes.split')).click();
  await press(dialog(page, t('preview.changes.splitTitle', { count: 1 })), t('preview.changes.save'));
  const apart = `main - ${t('preview.changes.pagesPart')}.pdf`;
  await notice(page, t('preview.changes.splitDone', { name: apart })).waitFor();

  await button(page, t('preview.changes.insertPages')).click();
  const box = dialog(page, t('preview.changes.insertText'));
  await box.getByLabel(t('preview.compare.withDocument')).fill('annexed');
  await page.locator('.ant-select-item-option').filter({ hasText: 'annexed.pdf' }).click();
  await press(box, t('preview.changes.insert'));
  await page.getByRole('option', { name: t('preview.changes.joinedPageN', { count: 2 }) }).waitFor();
  await page.getByRole('option', { name: t('preview.changes.joinedPageN', { count: 1 }) }).click();
  await page.keyboard.press('Delete');
  await button(page, t('preview.changes.saveVersion')).click();
  await press(dialog(page, t('preview.changes.saveVersion')), t('preview.changes.save'));
  await notice(page, t('preview.changes.savedVersion', { label: '1.1' })).waitFor();

  const [newest] = await dossier.admin.call(content.revisions, { id });
  const texts = (await pdfTexts(await bytesOf(id, newest?.id ?? ''))).map((text) => text.join(' '));
  expect(texts).toEqual(['Second page of it', 'Second page of it', 'Agreement with Kingfisher Ltd']);
  const { list } = await dossier.admin.call(library.items, { parentId: cabinet });
  expect(list.map(({ name }) => name)).toContain(apart);
});
