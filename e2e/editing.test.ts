import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Journey, admin, useTestServer } from './journey.ts';
import { button, dialog, fromMenu, notice, row } from './page-actions.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();
const colleague = { loginName: 'colleague', password: 'their-pass-word' };

const textIn = async (page: Page): Promise<string> => (await page.locator('.cm-line').allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
/** What is written, without the names at the carets of others. */
const textOf = (page: Page): Promise<string> =>
  page.locator('.cm-content').evaluate((shown) => {
    const copy = shown.cloneNode(true) as HTMLElement;
    for (const caret of copy.querySelectorAll('.cm-ySelectionCaret')) caret.remove();
    return [...copy.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n');
  });

for (const lang of firstOrAll(['cn', 'en'] as const)) {
  dossier.journey(
    `two people write one Markdown, and each sees the other (${lang})`,
    { as: admin, lang },
    async ({ page, open, t, another }) => {
      const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: `Minutes ${lang}`, moduleType: 3 });
      const person = { ...colleague, loginName: `${colleague.loginName}-${lang}` };
      const { id: granteeId } = await dossier.admin.call(people.createUser, { ...person, fullName: '李晓' });
      await dossier.admin.call(permissions.grant, { objId: parentId, granteeType: 'user', granteeId, level: level.modify, reach: 'all' });
      await open(`/knowledge/index?id=${parentId}`);
      // a new document from the menu of the folder
      const [mine] = await Promise.all([page.context().waitForEvent('page'), createMarkdown(page, t)]);
      const editor = mine.locator('.cm-content');
      await editor.waitFor();
      await mine.keyboard.insertText('# 会议纪要\n\nfirst line');
      await mine.getByRole('heading', { name: '会议纪要' }).last().waitFor();
      const id = new URL(mine.url()).searchParams.get('id') ?? '';

      const theirs = await another({ as: person, lang });
      await theirs.open(`/knowledge/index?id=${parentId}`);
      const [second] = await Promise.all([
        theirs.page.context().waitForEvent('page'),
        fromMenu(theirs.page, 'minutes.md', theirs.t('editing.editor.edit')),
      ]);
      await second.locator('.cm-content').waitFor();
      await expect.poll(() => textOf(second)).toBe('# 会议纪要\n\nfirst line');
      await second.locator('.cm-content').press('Control+End');
      await second.keyboard.insertText('\nsecond line');
      await expect.poll(() => textOf(mine)).toBe('# 会议纪要\n\nfirst line\nsecond line');
      await mine.getByRole('list', { name: t('editing.editor.people', { count: 2 }) }).waitFor();
      // both write at once
      await Promise.all([mine.keyboard.insertText(' A'), second.keyboard.insertText(' B')]);
      await expect.poll(async () => (await textOf(mine)) === (await textOf(second)) && (await textIn(mine)).includes(' B')).toBe(true);
      expect((await dossier.admin.call(library.documentDetail, { id })).editors).toHaveLength(2);
      await mine.getByText(t('editing.editor.kept')).waitFor();
      // a narrow window has signs that tell both when they are pressed
      await mine.setViewportSize({ width: 390, height: 844 });
      const told = mine.locator('[popover]:popover-open');
      await button(mine, t('editing.editor.kept')).click();
      await told.getByText(t('editing.editor.kept')).waitFor();
      await button(mine, t('editing.editor.people', { count: 2 })).click();
      await told.getByRole('listitem').filter({ hasText: '李晓' }).waitFor();
      await told.getByText(t('editing.editor.kept')).waitFor({ state: 'detached' });
      await mine.close();
      await second.close();
      await expect.poll(async () => (await dossier.admin.call(library.documentDetail, { id })).lockUserName).toBeUndefined();
      const [newest] = await dossier.admin.call(content.revisions, { id });
      expect(newest?.number).toBe(2);
      expect(newest?.writers).toHaveLength(2);
    },
  );

  dossier.journey(`a lost network is told, and what was written meanwhile is viewed (${lang})`, { as: admin, lang }, async (journey) => {
    const { page, open, t, faults, another } = journey;
    faults.allow(/ERR_INTERNET_DISCONNECTED/);
    const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: `Offline ${lang}`, moduleType: 3 });
    const id = await dossier.admin.upload(parentId, 'trip.txt', 'words');
    const reader = await another({ as: admin, lang });
    await reader.open(`/docpreview?id=${id}`);
    await reader.page.locator('.cm-content').waitFor();
    await open(`/edit?id=${id}`);
    await page.locator('.cm-content').press('Control+End');
    await page.context().setOffline(true);
    await page.keyboard.insertText(' without a network');
    await page.getByRole('alert').getByText(t('editing.editor.offline')).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    // a version is made before it is viewed
    await button(page, t('editing.editor.view')).click();
    await page.waitForURL(`**/docpreview?id=${id}`);
    await page.locator('.cm-content', { hasText: 'words without a network' }).waitFor();
    await button(reader.page, t('preview.viewer.showNewer')).click();
    await reader.page.locator('.cm-content', { hasText: 'words without a network' }).waitFor();
    await button(reader.page, t('preview.viewer.showNewer')).waitFor({ state: 'hidden' });
  });

  dossier.journey(`who is refused is told by whom, and asks (${lang})`, { as: admin, lang }, async ({ page, open, t, faults }) => {
    faults.allow(/409/);
    const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: `Locked ${lang}`, moduleType: 3 });
    const id = await dossier.admin.upload(parentId, 'plan.txt', 'words');
    const person = { ...colleague, loginName: `holder-${lang}` };
    const { id: granteeId } = await dossier.admin.call(people.createUser, { ...person, fullName: '王芳' });
    await dossier.admin.call(permissions.grant, { objId: parentId, granteeType: 'user', granteeId, level: level.modify, reach: 'all' });
    const holder = await dossier.as(person);
    await holder.call(content.lock, { id });
    // from the list with one key, though a name begins with its letter
    await dossier.admin.upload(parentId, 'end.txt', 'words');
    const free = await dossier.admin.upload(parentId, 'free.txt', 'words');
    await open(`/knowledge/index?id=${parentId}`);
    await row(page, 'plan.txt').click();
    await page.keyboard.press('e');
    await expect.poll(() => page.locator('[data-list] [aria-selected=true]').allInnerTexts()).toEqual([expect.stringMatching(/^end\s/)]);
    await row(page, 'free.txt').click();
    const [edited] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('e')]);
    await edited.waitForURL(`**/edit?id=${free}`);
    await edited.close();
    // from viewing to editing with one key
    await open(`/docpreview?id=${id}`);
    await page.locator('.cm-content').waitFor();
    await page.keyboard.press('e');
    await page.getByRole('alert').getByText('王芳').waitFor();
    // offered once it is known who has the lock
    await button(page, t('editing.editor.takeOver')).waitFor();
    await button(page, t('editing.editor.askRelease')).click();
    await notice(page, t('editing.editor.asked', { name: '王芳' })).waitFor();
    expect((await holder.call(messages.list, {})).list[0]?.msgType).toBe(msgType.releaseAsked);
    await holder.call(content.unlock, { id });
    // the page opens it by itself
    await page.locator('.cm-content').press('Control+End');
    await page.keyboard.insertText(' and more');
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
  });
}

async function createMarkdown(page: Page, t: Journey['t']): Promise<void> {
  await button(page, t('editing.editor.newDocument')).first().click();
  const box = dialog(page, t('editing.editor.newDocument'));
  await box.getByLabel(t('platform.name'), { exact: true }).fill('minutes');
  await button(box, t('editing.editor.create')).click();
}
