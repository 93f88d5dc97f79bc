import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { readWordComments } from '@dossier/formats/office/word-comments';
import { openZipOf } from '@dossier/formats/zip/zip-parts';
import { expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { bodyOfWord, commentedWord } from '../server/test/word-file.ts';
import { admin, useTestServer } from './journey.ts';
import { button, compose, fromMenu, row, writablePaper } from './page-actions.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();

const textOf = async (id: string): Promise<string> => {
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  const bytes = Buffer.from(await (await fetch(new URL(downloadUrl, dossier.url))).arrayBuffer());
  return (await bodyOfWord(bytes)).replace(/<[^>]*>/g, '');
};

for (const lang of firstOrAll(['cn', 'en'] as const)) {
  dossier.journey(
    `a Word document is written, kept, saved as a version and unlocked (${lang})`,
    { as: admin, lang },
    async ({ page, open, t, another }) => {
      const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: `Contracts ${lang}`, moduleType: 3 });
      const { bytes } = await makeFile('docx', { title: '采购合同', lang: 'cn', seed: 7 });
      const id = await dossier.admin.upload(parentId, '合同.docx', bytes);
      const person = { loginName: `writer-${lang}`, password: 'their-pass-word' };
      const { id: granteeId } = await dossier.admin.call(people.createUser, { ...person, fullName: '李晓' });
      await dossier.admin.call(permissions.grant, { objId: parentId, granteeType: 'user', granteeId, level: level.modify, reach: 'all' });
      await open(`/knowledge/index?id=${parentId}`);
      const [mine] = await Promise.all([page.context().waitForEvent('page'), fromMenu(page, '合同.docx', t('editing.editor.edit'))]);
      const paper = await writablePaper(mine, lang);
      await paper.click({ position: { x: 200, y: 140 } });
      await mine.keyboard.press('Control+Home');
      await mine.keyboard.insertText('甲方');
      await compose(mine, ['c', 'ce', 'ceshi'], '测试');
      await compose(mine, ['に', 'にほ', '日本語'], '日本語');
      await mine.getByText(t('editing.editor.kept')).waitFor();
      // others are told who writes
      const theirs = await another({ as: person, lang });
      theirs.faults.allow(/409/);
      await theirs.open(`/editWord?id=${id}`);
      await theirs.page.getByRole('alert').getByText(t('editing.editor.cannotOpen')).waitFor();
      const { lockUserName: writer = '' } = await dossier.admin.call(library.documentDetail, { id });
      // and may read along
      await button(theirs.page, t('editing.editor.follow')).click();
      await theirs.page.getByText('甲方测试日本語').first().waitFor();
      await button(theirs.page, t('editing.editor.commentsOf')).click();
      await theirs.page.getByRole('textbox', { name: t('comments.write') }).waitFor();
      await mine.keyboard.insertText('乙方');
      await theirs.page.getByText('甲方测试日本語乙方').first().waitFor();
      await mine.keyboard.press('Control+s');
      await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
      expect(await textOf(id)).toContain('甲方测试日本語乙方');
      await mine.close();
      await expect.poll(async () => (await dossier.admin.call(library.documentDetail, { id })).lockUserName).toBeUndefined();
      await theirs.page.getByText(t('editing.editor.followedEnded', { name: writer })).waitFor();
      await button(theirs.page, t('editing.editor.edit')).click();
      await theirs.page.locator('.docx-page').first().waitFor();
      await theirs.page.getByText('甲方测试日本語').first().waitFor();
    },
  );
}

dossier.journey(
  'a Word document that is being checked says that it takes nothing yet, and then has the focus',
  { as: admin, lang: 'en', long: true },
  async ({ page, open, t }) => {
    const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: 'Checked', moduleType: 3 });
    const upload = async (name: string, seed: number): Promise<string> =>
      dossier.admin.upload(parentId, name, (await makeFile('docx', { title: 'Contract', lang: 'en', seed })).bytes);
    const [id, other] = [await upload('checked.docx', 21), await upload('searched.docx', 22)];
    // the check is slow: it waits for the test
    await page.addInitScript(() => {
      const send = window.fetch;
      window.fetch = async (...given) => {
        if (typeof given[0] === 'string' && given[0].includes('/edit/trial/'))
          await new Promise((go) => addEventListener('check', go, { once: true }));
        return send(...given);
      };
    });
    const check = () => page.evaluate(() => dispatchEvent(new Event('check')));
    const openChecked = async (document: string): Promise<void> => {
      await open(`/editWord?id=${document}`);
      await page.locator('.docx-page').first().waitFor();
      await page.getByText(t('editing.editor.checking')).waitFor();
    };

    await openChecked(id);
    expect(await page.getByText(t('editing.editor.kept')).count()).toBe(0);
    expect(await button(page, t('editing.editor.saveVersion')).isDisabled()).toBe(true);
    expect(await page.locator('.docx-toolbar').getByRole('button', { name: 'Bold' }).isDisabled()).toBe(true);
    // the editor may draw its pages anew meanwhile
    const cursor = () => page.evaluate(() => getComputedStyle(document.querySelector('.docx-pages') ?? document.body).cursor);
    await expect.poll(cursor).toBe('progress');
    await page.keyboard.press(' ');
    expect(await page.getByText(t('editing.editor.checkingTyped')).count()).toBe(0);
    await page.keyboard.type('early');
    await page.getByText(t('editing.editor.checkingTyped')).waitFor();
    await check();
    await page.getByText(t('editing.editor.kept')).waitFor();
    await page.keyboard.type('Zirconium');
    await page.getByText('Zirconium').first().waitFor();
    expect(await page.locator('.docx-page').getByText('early').count()).toBe(0);

    // who has moved the focus meanwhile keeps it
    await openChecked(other);
    await button(page, t('editing.editor.findReplace')).click();
    await page.keyboard.type('client');
    expect(await page.getByText(t('editing.editor.checkingTyped')).count()).toBe(0);
    await check();
    await page.getByText(t('editing.editor.kept')).waitFor();
    await page.keyboard.type('s');
    expect(await page.getByRole('textbox', { name: t('editing.editor.findWords') }).inputValue()).toBe('clients');
  },
);

dossier.journey(
  'comments in a Word document are shown beside it and kept, and a table is put in',
  { as: admin, lang: 'en' },
  async ({ page, open, t }) => {
    const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: 'Commented', moduleType: 3 });
    const { bytes } = await makeFile('docx', { title: 'Contract', lang: 'en', seed: 7 });
    const commented = await commentedWord(bytes, { words: 'Payment in thirty days', comment: 'Is that too long?', author: 'Li Xiao' });
    const id = await dossier.admin.upload(parentId, 'commented.docx', commented);
    await open(`/editWord?id=${id}`);
    await writablePaper(page);
    await button(page, t('editing.editor.comments', { count: 1 })).click();
    await page.getByText('Is that too long?').waitFor();
    await page.getByRole('complementary').getByRole('button', { name: 'Payment in thirty days' }).click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.insertText(' net');
    await page.getByText(t('editing.editor.kept')).waitFor();
    await page.getByRole('menubar').getByText('Insert').click();
    await page.getByRole('menuitem', { name: 'Table', exact: true }).hover();
    await page.getByRole('gridcell', { name: '2 × 3' }).click();
    await page.getByText(t('editing.editor.kept')).waitFor();
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
    const { downloadUrl } = await dossier.admin.call(content.download, { id });
    const saved = Buffer.from(await (await fetch(new URL(downloadUrl, dossier.url))).arrayBuffer());
    const body = await bodyOfWord(saved);
    expect(body).toContain('days net');
    expect(body.split('<w:tbl>')).toHaveLength((await bodyOfWord(bytes)).split('<w:tbl>').length + 1);
    const [kept] = await readWordComments(await openZipOf(saved, 64 << 20));
    expect(kept).toMatchObject({ author: 'Li Xiao', text: 'Is that too long?', words: 'Payment in thirty days net' });
    // tools that need what is not part of the editor are left out
    expect(await page.locator('[title*="review module"]').count()).toBe(0);
  },
);

for (const { lang, name, title } of firstOrAll([
  { lang: 'cn', name: '合同.docx', title: '采购合同' },
  { lang: 'en', name: 'contract.docx', title: 'Supply contract' },
] as const)) {
  dossier.journey(
    `a Word document is edited, saved as a version, and compared with the version before (${lang})`,
    { as: admin, lang, long: true },
    async ({ page, open, t }) => {
      const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: `Compared ${lang}`, moduleType: 3 });
      const id = await dossier.admin.upload(parentId, name, (await makeFile('docx', { title, lang, seed: 7 })).bytes);
      await open(`/knowledge/index?id=${parentId}`);
      const [mine] = await Promise.all([page.context().waitForEvent('page'), fromMenu(page, name, t('editing.editor.edit'))]);
      const paper = await writablePaper(mine, lang);
      await paper.click({ position: { x: 200, y: 140 } });
      await mine.keyboard.press('Control+End');
      await mine.keyboard.press('Enter');
      const sentence = lang === 'cn' ? '补充条款货物于每月五日前送达' : 'Goods arrive before the fifth day of each month';
      if (lang === 'cn') {
        await compose(mine, ['b', 'bu', 'buchong'], '补充');
        await compose(mine, ['t', 'tiaokuan'], '条款');
        await compose(mine, ['h', 'huowu', 'huowuyumeiyue'], '货物于每月五日前送达');
      } else await mine.keyboard.type(sentence);
      await mine.getByText(sentence).first().waitFor();
      await mine.getByText(t('editing.editor.kept')).waitFor();
      await button(mine, t('editing.editor.saveVersion')).click();
      await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
      expect(await textOf(id)).toContain(sentence);
      await mine.close();
      await row(page, name).click();
      await page.keyboard.press('i');
      // the strip of tabs may scroll away under a click
      await page.getByRole('tab', { name: t('documents.content.versions') }).focus();
      await page.keyboard.press('Enter');
      const label = t('documents.content.compareRevision', { label: '1.0' });
      const [compared] = await Promise.all([page.context().waitForEvent('page'), button(page, label).click()]);
      const changes = compared.getByRole('complementary', { name: t('preview.compare.changes') });
      const inserted = changes.locator('[data-kind=added] ins');
      await expect
        .poll(async () => (await inserted.allTextContents()).join('').replaceAll(' ', ''))
        .toContain(sentence.replaceAll(' ', ''));
      // and on the page of the newer version alone
      await compared.locator('i[data-kind=added]').first().waitFor();
      expect(await changes.locator('[data-kind=removed]').count()).toBe(0);
    },
  );
}

dossier.journey(
  'words are composed before what cannot be edited, and a reloaded page goes on',
  { as: admin, lang: 'cn', long: true },
  async ({ page, open, t }) => {
    const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: '输入法', moduleType: 3 });
    const { bytes } = await makeFile('docx', { title: '纪要', lang: 'cn', seed: 5 });
    const id = await dossier.admin.upload(parentId, '纪要.docx', bytes);
    await open(`/editWord?id=${id}`);
    let paper = await writablePaper(page, 'cn');
    // the first paragraph of a page comes after its header and footer
    await page.keyboard.press('Control+Home');
    await compose(page, ['j', 'ji', 'jiayi'], '甲乙');
    // a paragraph of a list comes after its number
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: '编号', exact: true }).click();
    await page.keyboard.press('Home');
    await compose(page, ['b', 'bi', 'bing'], '丙丁');
    await compose(page, ['に', 'にほ'], '日本');
    await page.getByText(t('editing.editor.kept')).waitFor();
    await paper.getByText('丙丁日本').first().waitFor();
    // what was just typed is on its way: the page that follows is not refused by the one before
    await page.keyboard.insertText('戊');
    await page.reload();
    paper = await writablePaper(page);
    await paper.getByText('丙丁日本').first().waitFor();
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
    const text = await textOf(id);
    expect(text).toMatch(/^甲乙纪要/);
    expect(text).toContain('丙丁日本');
  },
);

dossier.journey(
  'words are found and replaced in a Word document, and found while another writes',
  { as: admin, lang: 'en' },
  async ({ page, open, t, another }) => {
    const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: 'Replaced', moduleType: 3 });
    const { bytes } = await makeFile('docx', { title: 'Contract', lang: 'en', seed: 7 });
    const id = await dossier.admin.upload(parentId, 'replaced.docx', bytes);
    const person = { loginName: 'finder', password: 'their-pass-word' };
    const { id: granteeId } = await dossier.admin.call(people.createUser, { ...person, fullName: 'Ben Archer' });
    await dossier.admin.call(permissions.grant, { objId: parentId, granteeType: 'user', granteeId, level: level.modify, reach: 'all' });
    await open(`/editWord?id=${id}`);
    const paper = await writablePaper(page);
    await paper.click({ position: { x: 200, y: 140 } });
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('zebra one, zebra two, zebra three. ');
    await page.getByText(t('editing.editor.kept')).waitFor();
    await page.keyboard.press('Control+f');
    const bar = page.getByRole('search', { name: t('editing.editor.findReplace') });
    const words = bar.getByRole('textbox', { name: t('editing.editor.findWords') });
    await words.fill('zebra');
    const at = (n: number, all: number) => bar.getByText(t('editing.editor.hitOf', { at: n, all })).waitFor();
    await at(1, 3);
    await words.press('Enter');
    await at(2, 3);
    await words.press('Shift+Enter');
    await at(1, 3);
    await button(bar, t('editing.editor.nextHit')).click();
    await at(2, 3);
    await bar.getByRole('textbox', { name: t('editing.editor.replaceWith') }).fill('horse');
    await button(bar, t('editing.editor.replace')).click();
    await at(2, 2);
    await paper.getByText('zebra one, horse two, zebra three.').first().waitFor();
    // while another writes the words are found, and cannot be replaced
    const theirs = await another({ as: person, lang: 'en' });
    theirs.faults.allow(/409/);
    await theirs.open(`/editWord?id=${id}`);
    await button(theirs.page, t('editing.editor.follow')).click();
    await theirs.page.getByText('horse two').first().waitFor();
    await theirs.page.keyboard.press('Control+f');
    const reading = theirs.page.getByRole('search', { name: t('editing.editor.find') });
    await reading.getByRole('textbox').fill('zebra');
    await reading.getByText(t('editing.editor.hitOf', { at: 1, all: 2 })).waitFor();
    expect(await reading.getByRole('textbox').count()).toBe(1);
    await button(bar, t('editing.editor.replaceAll')).click();
    await page.getByText(t('editing.editor.replaced', { count: 2 })).waitFor();
    await bar.getByText(t('editing.editor.notFound')).waitFor();
    // the focus is back in the document
    await words.press('Escape');
    expect(await bar.count()).toBe(0);
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('Now: ');
    await page.getByText(t('editing.editor.kept')).waitFor();
    await page.keyboard.press('Control+s');
    await page.keyboard.press('Control+h');
    await words.waitFor();
    await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
    expect(await textOf(id)).toContain('Now: horse one, horse two, horse three.');
  },
);

dossier.journey(
  'who waits for a Word document asks for it, and whoever manages it takes it over, which its writer is told at once',
  { as: admin, lang: 'en' },
  async ({ page, open, t, faults, another }) => {
    faults.allow(/409/);
    const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: 'Taken over', moduleType: 3 });
    const { bytes } = await makeFile('docx', { title: 'Contract', lang: 'en', seed: 7 });
    const id = await dossier.admin.upload(parentId, 'report.docx', bytes);
    const person = { loginName: 'holder', password: 'their-pass-word' };
    const { id: granteeId } = await dossier.admin.call(people.createUser, { ...person, fullName: 'Ben Archer' });
    await dossier.admin.call(permissions.grant, { objId: parentId, granteeType: 'user', granteeId, level: level.modify, reach: 'all' });
    const ben = await another({ as: person, lang: 'en' });
    await ben.open(`/editWord?id=${id}`);
    const paper = await writablePaper(ben.page);
    await paper.click({ position: { x: 200, y: 140 } });
    await ben.page.keyboard.press('Control+Home');
    await ben.page.keyboard.insertText('Saved by Ben. ');
    await ben.page.getByText(t('editing.editor.kept')).waitFor();
    await ben.page.keyboard.press('Control+s');
    await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
    await ben.page.keyboard.insertText('Kept of Ben. ');
    // what is written since is not said to be in the version
    await ben.page.getByText(t('editing.editor.kept')).waitFor();
    // the refused window names the document and its writer, and asks
    await open(`/editWord?id=${id}`);
    await page.getByRole('heading', { name: 'report.docx' }).waitFor();
    await page.getByText(t('documents.library.editedBy', { names: 'Ben Archer' })).waitFor();
    await button(page, t('editing.editor.askRelease')).click();
    const asked = ben.page.getByRole('alert').filter({ has: button(ben.page, t('editing.editor.saveAndClose')) });
    await asked.waitFor();
    await button(asked, t('editing.editor.notNow')).click();
    await expect.poll(() => asked.count()).toBe(0);
    // and what is typed goes on into the document
    expect(await ben.page.evaluate(() => document.activeElement?.closest('.docx-pages') instanceof HTMLElement)).toBe(true);
    await button(page, t('editing.editor.takeOver')).click();
    const question = page.getByRole('dialog', { name: t('documents.content.endEditingOne', { name: 'report.docx' }) });
    await question.getByText(t('documents.content.unlockEdited', { names: 'Ben Archer' })).waitFor();
    await button(question, t('editing.editor.takeOver')).click();
    const mine = page.locator('.docx-page').first();
    await mine.getByText('Kept of Ben.').first().waitFor();
    const { lockUserName: name = '' } = await dossier.admin.call(library.documentDetail, { id });
    await ben.page.getByRole('alert').getByText(t('editing.editor.takenOver', { name })).waitFor();
    await writablePaper(page);
    await mine.click({ position: { x: 200, y: 140 } });
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('Of the manager. ');
    await page.getByText(t('editing.editor.kept')).waitFor();
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(3);
    const revisions = await dossier.admin.call(content.revisions, { id });
    expect(revisions.map((one) => one.creatorName)).toEqual([name, 'Ben Archer', name]);
    expect(await textOf(id)).toContain('Of the manager. Saved by Ben. Kept of Ben.');
  },
);
