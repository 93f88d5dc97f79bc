import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { shares } from '@dossier/contract/sharing/shares';
import { emptyWorkbook } from '@dossier/formats/office/empty-workbook';
import { OfficePackage } from '@dossier/formats/office/patch-package';
import { readSlides } from '@dossier/formats/slides/read-slides';
import { readEditableWorkbook } from '@dossier/formats/workbook/editable-workbook';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { type TestMailServer, mailSettings, startMailServer } from '../server/test/mail-server.ts';
import { bodyOfWord } from '../server/test/word-file.ts';
import { admin, useTestServer } from './journey.ts';
import { button, compose, dialog, fromMenu, press, row, writablePaper } from './page-actions.ts';
import { looked, select } from './workbook-page.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();
let mail: TestMailServer;
beforeAll(async () => {
  mail = await startMailServer();
  await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(mail.port) });
});
afterAll(() => mail.close());

/** What is written, without the names at the carets of others. */
const textOf = (page: Page): Promise<string> =>
  page.locator('.cm-content').evaluate((shown) => {
    const copy = shown.cloneNode(true) as HTMLElement;
    for (const caret of copy.querySelectorAll('.cm-ySelectionCaret')) caret.remove();
    return [...copy.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n');
  });

for (const lang of firstOrAll(['cn', 'en'] as const)) {
  dossier.journey(
    `an employee makes a link that edits, its visitor proves a name, both write, and the version names both (${lang})`,
    { as: admin, lang },
    async ({ page, open, t, another }) => {
      const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: `Outside ${lang}`, moduleType: 3 });
      const { id: folder } = await dossier.admin.call(library.createFolder, { parentId: cabinet, name: 'Offer' });
      const id = await dossier.admin.upload(folder, 'offer.md', '# Offer\n');
      const address = `visitor-${lang}@partner.example`;

      // a link for everybody, made by hand
      await open(`/knowledge/index?id=${cabinet}`);
      await fromMenu(page, 'Offer', t('sharing.links.shareItem'));
      const asking = dialog(page, t('sharing.links.shareOne', { name: 'Offer' }));
      await asking.getByRole('checkbox', { name: t('sharing.links.allowEdit') }).check();
      expect(await asking.getByRole('checkbox', { name: t('sharing.links.allowDownload'), exact: true }).isChecked()).toBe(true);
      await asking.getByText(t('sharing.links.editNameHint')).waitFor();
      const password = await asking.getByLabel(t('sharing.links.password'), { exact: true }).inputValue();
      await press(asking, t('sharing.links.makeLink'));
      const url = await dialog(page, t('sharing.links.shared')).getByLabel(t('sharing.links.link'), { exact: true }).inputValue();

      // the visitor edits from the list of the folder, after a code has proven the address
      const visitor = await another({ lang });
      visitor.faults.allow(/curl\/(openEdit|info)|status of (401|403|422)/);
      const theirs = visitor.page;
      const { pathname, search } = new URL(url);
      await visitor.open(`${pathname}${search}`);
      await theirs.getByLabel(t('sharing.visitor.password')).fill(password);
      await button(theirs, t('sharing.visitor.openLink')).click();
      await button(theirs, t('sharing.visitor.editItem', { name: 'offer.md' })).click();
      await theirs.getByRole('heading', { name: t('sharing.visitor.prove') }).waitFor();
      await theirs.getByLabel(t('sharing.visitor.mail')).fill(address);
      await button(theirs, t('sharing.visitor.sendCode')).click();
      await theirs.getByText(t('sharing.visitor.proveCodeHint', { mail: address })).waitFor();
      await expect.poll(() => mail.codeFor(address)).toBeDefined();
      await theirs.getByLabel(t('sharing.visitor.code'), { exact: true }).fill(mail.codeFor(address) ?? '');
      await button(theirs, t('sharing.visitor.openLink')).click();
      await theirs.locator('.cm-content').waitFor();
      await expect.poll(() => textOf(theirs)).toBe('# Offer\n');

      // the employee sees who is in the document, and joins
      await open(`/edit?id=${id}`);
      await page.locator('.cm-content').waitFor();
      await page.getByRole('list', { name: t('editing.editor.people', { count: 2 }) }).waitFor();
      await page.locator('.cm-content').press('Control+End');
      await page.keyboard.insertText('from the house');
      await expect.poll(() => textOf(theirs)).toBe('# Offer\nfrom the house');
      await theirs.locator('.cm-content').press('Control+End');
      await theirs.keyboard.insertText(', and from outside');
      await expect.poll(() => textOf(page)).toBe('# Offer\nfrom the house, and from outside');
      const carets = page.locator('.cm-ySelectionInfo');
      await expect.poll(async () => (await carets.allTextContents()).join()).toContain(address);
      // beside the source the page, and its way back
      await theirs.getByRole('heading', { name: 'Offer' }).last().waitFor();
      await theirs.getByText(t('editing.editor.kept')).waitFor();
      await page.getByText(t('editing.editor.kept')).waitFor();
      await button(theirs, t('editing.editor.close')).click();
      await theirs.getByRole('link', { name: 'offer.md' }).waitFor();
      await open(`/knowledge/index?id=${folder}`);
      await row(page, 'offer.md').waitFor();
      await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
      const [newest] = await dossier.admin.call(content.revisions, { id });
      expect(newest?.writers).toHaveLength(2);
      expect(newest?.writers?.join()).toContain(address);

      // from the page of the document; the link is closed while the visitor writes
      await theirs.getByRole('link', { name: 'offer.md' }).click();
      await button(theirs, t('preview.viewer.edit')).click();
      await theirs.locator('.cm-content').waitFor();
      await expect.poll(() => textOf(theirs)).toContain('from outside');
      const { list } = await dossier.admin.call(shares.list, { objId: folder });
      await dossier.admin.call(shares.close, { id: list[0]?.id ?? '' });
      await theirs
        .getByRole('alert')
        .filter({ hasText: t('editing.editor.tryAgain') })
        .waitFor();
      expect(await textOf(theirs)).toContain('from outside');
    },
  );
}

async function bytesOf(id: string): Promise<Buffer> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  return Buffer.from(await (await fetch(dossier.url + downloadUrl)).arrayBuffer());
}

for (const lang of firstOrAll(['cn', 'en'] as const)) {
  dossier.journey(
    `a visitor changes a cell, a slide and a drawing, and the owner sees them under the visitor's name (${lang})`,
    { as: admin, lang, long: true },
    async ({ page, open, t, another }) => {
      const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: `Together ${lang}`, moduleType: 3 });
      const { id: folder } = await dossier.admin.call(library.createFolder, { parentId: cabinet, name: 'Plans' });
      const deck = (await makeFile('pptx', { title: 'Plan', lang, seed: 7 })).bytes;
      const words = readSlides(new OfficePackage(deck)).slides[0]?.texts[0]?.paragraphs[0] ?? '';
      const empty = Buffer.from(JSON.stringify({ type: 'excalidraw', version: 2, source: '', elements: [], appState: {}, files: {} }));
      const ids = {
        xlsx: await dossier.admin.upload(folder, 'figures.xlsx', emptyWorkbook()),
        pptx: await dossier.admin.upload(folder, 'plan.pptx', deck),
        excalidraw: await dossier.admin.upload(folder, 'sketch.excalidraw', empty),
      };
      const address = `partner-${lang}@partner.example`;
      const { url } = await dossier.admin.call(shares.create, {
        objIds: [folder],
        allowEdit: true,
        allowDownload: true,
        recipients: [address],
      });

      const visitor = await another({ lang });
      visitor.faults.allow(/status of (401|403|422)/);
      const theirs = visitor.page;
      const loaded: string[] = [];
      theirs.on('request', (request) => loaded.push(new URL(request.url()).pathname));
      const { pathname, search } = new URL(url);
      await visitor.open(`${pathname}${search}`);
      await theirs.getByLabel(t('sharing.visitor.mail')).fill(address);
      await button(theirs, t('sharing.visitor.sendCode')).click();
      await expect.poll(() => mail.codeFor(address)).toBeDefined();
      await theirs.getByLabel(t('sharing.visitor.code'), { exact: true }).fill(mail.codeFor(address) ?? '');
      await button(theirs, t('sharing.visitor.openLink')).click();
      const edit = async (name: string): Promise<void> => {
        await button(theirs, t('sharing.visitor.editItem', { name })).click();
      };
      const leave = async (): Promise<void> => {
        await theirs.getByText(t('editing.editor.kept')).waitFor();
        // the grid has buttons of that name, too
        await button(theirs, t('editing.editor.close')).first().click();
      };
      const shoot = async (name: string): Promise<void> => {
        if (process.env.SHOTS) await theirs.screenshot({ path: `${process.env.SHOTS}/visitor-${name}-${lang}.png` });
      };

      // a cell, which the owner sees at once
      await edit('figures.xlsx');
      await theirs.getByText('Sheet1').waitFor();
      await open(`/editSheet?id=${ids.xlsx}`);
      await page.getByText('Sheet1').waitFor();
      await page.getByRole('list', { name: t('editing.editor.people', { count: 2 }) }).waitFor();
      await select(theirs, [1, 1], t('editing.workbook.workbook'));
      await theirs.keyboard.type('42');
      await theirs.keyboard.press('Enter');
      await select(page, [1, 1], t('editing.workbook.workbook'));
      await expect.poll(() => looked(page, t('editing.workbook.workbook')).innerText()).toBe('B2: 42');
      await page.getByText(address).first().waitFor();
      await shoot('workbook');
      await leave();

      // a text on a slide
      await edit('plan.pptx');
      const stage = theirs.getByRole('group', { name: t('editing.slides.slideShown') });
      await stage.getByRole('button', { name: words }).first().click();
      await theirs.getByRole('dialog').getByRole('textbox').first().fill('Written outside');
      await shoot('slides');
      await theirs.keyboard.press('Escape');
      await stage.getByText(t('editing.slides.changed')).waitFor();
      await leave();

      // a shape on a drawing, whose menu offers no folder of the house
      await edit('sketch.excalidraw');
      await theirs.locator('canvas.interactive').waitFor();
      await theirs.getByTestId('main-menu-trigger').click();
      await theirs.getByRole('button', { name: t('editing.editor.savePng'), exact: true }).waitFor();
      expect(await theirs.getByRole('button', { name: t('editing.editor.pngBeside'), exact: true }).count()).toBe(0);
      await theirs.keyboard.press('Escape');
      await theirs.keyboard.press('r');
      await theirs.mouse.move(400, 300);
      await theirs.mouse.down();
      await theirs.mouse.move(520, 380);
      await theirs.mouse.up();
      await theirs.keyboard.press('Escape');
      await shoot('drawing');
      await leave();
      // only the editors that were opened came, and no page of the house
      expect(loaded.filter((path) => /\/(text-editor-page|word-editor|main)-[\w-]+\.js$/.test(path))).toEqual([]);

      await page.goto('about:blank');
      for (const id of Object.values(ids)) {
        await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
        const [newest] = await dossier.admin.call(content.revisions, { id });
        expect(newest?.creatorName).toBe(address);
      }
      const [sheet] = (await readEditableWorkbook(await bytesOf(ids.xlsx))).sheets;
      expect(sheet?.cells).toMatchObject([{ row: 1, column: 1, value: 42 }]);
      expect(readSlides(new OfficePackage(await bytesOf(ids.pptx))).slides[0]?.texts[0]?.paragraphs[0]).toBe('Written outside');
      expect((JSON.parse((await bytesOf(ids.excalidraw)).toString()) as { elements: { type: string }[] }).elements).toMatchObject([
        { type: 'rectangle' },
      ]);

      // the owner opens what was written
      await open(`/editSlides?id=${ids.pptx}`);
      await page
        .getByRole('group', { name: t('editing.slides.slideShown') })
        .getByRole('button', { name: 'Written outside' })
        .first()
        .waitFor();
    },
  );
}

for (const { lang, name, title } of firstOrAll([
  { lang: 'cn', name: '合同.docx', title: '采购合同' },
  { lang: 'en', name: 'contract.docx', title: 'Supply contract' },
] as const)) {
  dossier.journey(
    `a visitor writes in a shared Word document, and its owner sees the words in a version of the visitor (${lang})`,
    { as: admin, lang, long: true },
    async ({ page, open, t, another }) => {
      const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: `Contracts ${lang}`, moduleType: 3 });
      const { bytes } = await makeFile('docx', { title, lang, seed: 7 });
      const id = await dossier.admin.upload(cabinet, name, bytes);
      const address = `lawyer-${lang}@partner.example`;
      const terms = { objIds: [id], recipients: [address], allowEdit: true, allowDownload: true };
      const { token, id: shareId } = await dossier.admin.call(shares.create, terms);

      const visitor = await another({ lang });
      visitor.faults.allow(/curl\/(pwd|info|keepEditFile|preEdit)|edit\/draft|status of (401|403|409|422)/);
      const theirs = visitor.page;
      await visitor.open(`/curlLogin?token=${token}`);
      await theirs.getByLabel(t('sharing.visitor.mail')).fill(address);
      await button(theirs, t('sharing.visitor.sendCode')).click();
      await expect.poll(() => mail.codeFor(address)).toBeDefined();
      await theirs.getByLabel(t('sharing.visitor.code'), { exact: true }).fill(mail.codeFor(address) ?? '');
      await button(theirs, t('sharing.visitor.openLink')).click();
      await button(theirs, t('sharing.visitor.editItem', { name })).click();
      const paper = await writablePaper(theirs, lang);
      await paper.click({ position: { x: 200, y: 140 } });
      // at the end of the title, which readers see without scrolling
      await theirs.keyboard.press('Control+Home');
      await theirs.keyboard.press('End');
      const sentence = lang === 'cn' ? '对方律师的意见' : 'Remarks of counsel';
      if (lang === 'cn') await compose(theirs, ['d', 'dui', 'duifanglvshi'], sentence);
      else await theirs.keyboard.type(sentence);
      await theirs.getByText(sentence).first().waitFor();
      await theirs.getByText(t('editing.editor.kept')).waitFor();

      // the owner is told who writes, and reads along
      const shown = (await dossier.admin.call(library.documentDetail, { id })).lockUserName ?? '';
      expect(shown).toContain(address);
      await open(`/knowledge/index?id=${cabinet}`);
      await row(page, name).waitFor();
      const owner = await another({ as: admin, lang });
      owner.faults.allow(/409/);
      await owner.open(`/editWord?id=${id}`);
      await owner.page.getByRole('alert').getByText(shown).waitFor();
      await button(owner.page, t('editing.editor.follow')).click();
      await owner.page.getByText(t('editing.editor.following', { name: shown })).waitFor();
      await owner.page.getByText(sentence).first().waitFor();

      await button(theirs, t('editing.editor.close')).click();
      await theirs.getByRole('link', { name }).waitFor();
      await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
      const [newest] = await dossier.admin.call(content.revisions, { id });
      expect(newest?.creatorName).toContain(address);
      const { downloadUrl } = await dossier.admin.call(content.download, { id });
      const saved = Buffer.from(await (await fetch(new URL(downloadUrl, dossier.url))).arrayBuffer());
      expect((await bodyOfWord(saved)).replace(/<[^>]*>/g, '')).toContain(sentence);
      await row(page, name).click();
      await page.keyboard.press('i');
      await page.getByRole('tab', { name: t('documents.content.versions') }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('tabpanel').getByText(address).first().waitFor();

      // from the page of the document; the link is closed while the visitor writes
      await theirs.getByRole('link', { name }).click();
      await button(theirs, t('preview.viewer.edit')).click();
      await writablePaper(theirs, lang);
      await dossier.admin.call(shares.close, { id: shareId });
      await paper.click({ position: { x: 200, y: 140 } });
      await theirs.keyboard.press('Control+End');
      await theirs.keyboard.type('late');
      const told = theirs.getByRole('alert').filter({ hasText: t('editing.editor.tryAgain') });
      await told.waitFor();
      await button(told.first(), t('editing.editor.downloadFile')).waitFor();
    },
  );
}
