import { permissions } from '@dossier/contract/access/permissions';
import { documentTemplates } from '@dossier/contract/classification/document-templates';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { library } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import { people } from '@dossier/contract/identity/users';
import { session } from '@dossier/contract/identity/sessions';
import { webdav } from '@dossier/contract/webdav/devices';
import { afterAll, beforeAll, expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { adminPassword } from '../server/test/template.ts';
import { type FakeOfficeServer, openFakeOfficeServer } from '../server/test/wopi/fake-office-server.ts';
import { admin, useTestServer } from './journey.ts';
import { button, dialog, fromMenu, menuItem, row } from './page-actions.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();
let office: FakeOfficeServer;
let docx: Buffer;
beforeAll(async () => {
  office = await openFakeOfficeServer(Date.now);
  office.editor = async ({ wopiSrc }) => `<!doctype html><link rel="icon" href="data:,"><title>Office</title><p>office ${wopiSrc}</p>`;
  docx = (await makeFile('docx', { title: '采购合同', lang: 'cn', seed: 1 })).bytes;
});
afterAll(() => office.close());

const makeCabinet = async (name: string): Promise<string> => (await dossier.admin.call(library.createCabinet, { name, moduleType: 3 })).id;

for (const lang of firstOrAll(['cn', 'en'] as const)) {
  dossier.journey(`both editors of a Word document are offered, and its viewers (${lang})`, { as: admin, lang }, async (journey) => {
    const { page, open, t } = journey;
    await dossier.admin.call(site.saveSettings, { group: 'office', values: { url: office.url, kinds: ['sheet'] } });
    const parentId = await makeCabinet(`Ways ${lang}`);
    const id = await dossier.admin.upload(parentId, 'plan.docx', docx);
    // the first one asks the office server what it opens
    await dossier.admin.call(editing.preEdit, { id });
    await open(`/knowledge/index?id=${parentId}`);
    const [second] = await Promise.all([page.context().waitForEvent('page'), fromMenu(page, 'plan.docx', t('editing.editor.editOffice'))]);
    await second.frameLocator('iframe').getByText(`office ${dossier.url}/wopi/files/${id}`).waitFor();
    await second.close();
    const [own] = await Promise.all([page.context().waitForEvent('page'), fromMenu(page, 'plan.docx', t('editing.editor.editBuiltIn'))]);
    await own.waitForURL(`**/editWord?id=${id}`);
    await own.close();
    await expect.poll(async () => (await dossier.admin.call(library.documentDetail, { id })).lockUserName).toBeUndefined();

    // from the viewer, and by its key
    await open(`/docpreview?id=${id}`);
    await button(page, t('preview.viewer.editOffice')).click();
    await page.frameLocator('iframe').getByText('office http').waitFor();
    await dossier.admin.call(site.saveSettings, { group: 'office', values: { url: office.url } });
    await open(`/docpreview?id=${id}`);
    await button(page, t('preview.viewer.editOffice')).waitFor();
    await page.keyboard.press('e');
    await page.waitForURL(`**/office?id=${id}`);
    // the page is loaded anew for its policy
    await page.frameLocator('iframe').getByText('office http').waitFor();

    // shown by the office server for who prefers that
    await open('/user-setting/index');
    await page.getByText(t('identity.sign-in.viewOffice')).click();
    await expect.poll(async () => (await dossier.admin.call(session.current, {})).viewType).toBe(2);
    await open(`/knowledge/index?id=${parentId}`);
    const [viewer] = await Promise.all([page.context().waitForEvent('page'), fromMenu(page, 'plan.docx', t('preview.viewer.view'))]);
    await viewer.waitForURL(`**/office?id=${id}&mode=view`);
    await viewer.frameLocator('iframe').getByText('office http').waitFor();
    await viewer.close();
    const sheet = await dossier.admin.upload(parentId, 'sums.xlsx', (await makeFile('xlsx', { title: 'Sums', lang: 'en', seed: 1 })).bytes);
    await open(`/knowledge/index?id=${parentId}`);
    const [fallback] = await Promise.all([page.context().waitForEvent('page'), fromMenu(page, 'sums.xlsx', t('preview.viewer.view'))]);
    await fallback.waitForURL(`**/previewOnline?id=${sheet}`);
    await fallback.close();
    await dossier.admin.call(session.setViewType, { value: 1 });
    await dossier.admin.call(site.saveSettings, { group: 'office', values: {} });
  });

  dossier.journey(`a document opens in Word from the sync disk (${lang})`, { as: admin, lang }, async ({ page, open, t }) => {
    await dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: {} });
    const parentId = await makeCabinet(`合同 50% ${lang}`);
    const id = await dossier.admin.upload(parentId, '采购 #1 (final).docx', docx);
    // programs are not there: their links are noted instead of followed
    await page.addInitScript(() => {
      const links: string[] = [];
      Object.assign(globalThis, { links });
      document.addEventListener(
        'click',
        (event) => {
          const href = (event.target as Element).closest?.('a')?.getAttribute('href') ?? '';
          if (!/^(ms-|vnd\.)/.test(href)) return;
          links.push(href);
          event.preventDefault();
        },
        true,
      );
    });
    const links = (): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { links: string[] }).links);
    const name = '采购 #1 (final).docx';
    const openIn = t('webdav.openIn', { program: 'Word' });
    await open(`/knowledge/index?id=${parentId}`);
    await fromMenu(page, name, openIn);
    const hint = dialog(page, openIn);
    await hint.getByText(t('webdav.diskOffYours', { program: 'Word' })).waitFor();
    await page.keyboard.press('Escape');
    await hint.waitFor({ state: 'hidden' });
    await dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true } });
    const { devicePassword } = await dossier.admin.call(webdav.add, { name: `Laptop ${lang}`, password: adminPassword });
    await fromMenu(page, name, openIn);
    await expect.poll(links).toHaveLength(1);
    const [link = ''] = await links();
    const [command, mode, url = ''] = link.split('|');
    expect([command, mode]).toEqual(['ms-word:ofe', 'u']);
    expect(url.startsWith(`${dossier.url}/dav/enterprise/`)).toBe(true);
    expect(decodeURIComponent(new URL(url).pathname)).toBe(`/dav/enterprise/合同 50% ${lang}/${name}`);
    const authorization = `Basic ${Buffer.from(`${admin.loginName}:${devicePassword}`).toString('base64')}`;
    const fetched = await fetch(url, { headers: { authorization } });
    expect(Buffer.from(await fetched.arrayBuffer()).equals(docx)).toBe(true);
    expect((await dossier.admin.call(library.documentDetail, { id })).lockUserName).toBeUndefined();
  });

  dossier.journey(`a new document starts from a template (${lang})`, { as: admin, lang }, async ({ page, open, t }) => {
    const parentId = await makeCabinet(`Agendas ${lang}`);
    const objId = await dossier.admin.upload(parentId, 'pattern.md', '# 议程\n\n1. First');
    await dossier.admin.call(documentTemplates.create, { objId, name: `议程 ${lang}` });
    await open(`/knowledge/index?id=${parentId}`);
    await button(page, t('editing.editor.newDocument')).first().click();
    const box = dialog(page, t('editing.editor.newDocument'));
    await box.getByText(t('editing.editor.fromTemplate')).click();
    await box.getByLabel(t('editing.editor.template'), { exact: true }).click();
    await page.getByTitle(`议程 ${lang}`).click();
    await box.getByLabel(t('platform.name'), { exact: true }).fill('monday');
    const [editor] = await Promise.all([page.context().waitForEvent('page'), button(box, t('editing.editor.create')).click()]);
    await editor.locator('.cm-content').getByText('# 议程').waitFor();
    await editor.close();
    await row(page, 'monday.md').waitFor();
  });

  dossier.journey(`who edits is shown at once to who looks on, with a way in (${lang})`, { as: admin, lang }, async (journey) => {
    const { page, open, t, another } = journey;
    const parentId = await makeCabinet(`Live ${lang}`);
    const id = await dossier.admin.upload(parentId, 'notes.md', 'words');
    const word = await dossier.admin.upload(parentId, 'plan.docx', docx);
    const person = { loginName: `wang-${lang}`, password: 'their-pass-word' };
    const { id: granteeId } = await dossier.admin.call(people.createUser, { ...person, fullName: '王芳' });
    await dossier.admin.call(permissions.grant, { objId: parentId, granteeType: 'user', granteeId, level: level.modify, reach: 'all' });
    await open(`/knowledge/index?id=${parentId}`);
    await row(page, 'notes.md').waitFor();
    const shown = await page.context().newPage();
    await shown.goto(`/docpreview?id=${id}`);
    await shown.getByText('words', { exact: true }).waitFor();

    const wang = await another({ as: person, lang });
    await wang.open(`/edit?id=${id}`);
    await wang.page.locator('.cm-content').waitFor();
    const mark = (name: string) => row(page, name).getByRole('img', { name: t('documents.library.editedBy', { names: '王芳' }) });
    const isEditing = t('documents.library.editedBy', { names: '王芳' });
    await mark('notes.md').waitFor();
    await shown.getByRole('status').getByText(isEditing).waitFor();
    await row(page, 'notes.md').click({ button: 'right' });
    await menuItem(page, t('editing.editor.edit')).waitFor();
    await page.keyboard.press('Escape');
    await button(shown, t('preview.viewer.join')).click();
    await shown.getByRole('list', { name: t('editing.editor.people', { count: 2 }) }).waitFor();
    await shown.close();

    // one writes a Word document at a time
    await wang.open(`/editWord?id=${word}`);
    await mark('plan.docx').waitFor();
    await mark('notes.md').waitFor({ state: 'detached' });
    await row(page, 'plan.docx').click({ button: 'right' });
    await menuItem(page, t('preview.viewer.view')).waitFor();
    expect(await menuItem(page, t('editing.editor.edit')).count()).toBe(0);
    await page.keyboard.press('Escape');
    const reading = await page.context().newPage();
    await reading.goto(`/docpreview?id=${word}`);
    await reading.getByRole('status').getByText(isEditing).waitFor();
    await button(reading, t('editing.editor.askRelease')).click();
    await reading.getByText(t('editing.editor.asked', { name: '王芳' })).waitFor();
    await wang.page.close();
    await mark('plan.docx').waitFor({ state: 'detached' });
    await reading.getByRole('status').getByText(isEditing).waitFor({ state: 'detached' });
    await reading.close();
  });
}
