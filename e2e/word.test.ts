import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { bodyOfWord } from '../server/test/word-file.ts';
import { admin, useTestServer } from './journey.ts';
import { button, fromMenu } from './page-actions.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();

const textOf = async (id: string): Promise<string> => {
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  const bytes = Buffer.from(await (await fetch(new URL(downloadUrl, dossier.url))).arrayBuffer());
  return (await bodyOfWord(bytes)).replace(/<[^>]*>/g, '');
};

/** Composes a word as an input method does: what is being composed changes, and is then put in. */
async function compose(page: Page, steps: string[], word: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  for (const text of steps) await client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await client.send('Input.insertText', { text: word });
  await client.detach();
}

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
      const paper = mine.locator('.docx-page').first();
      await paper.waitFor();
      // writable once it is known that the editor keeps the whole file
      await expect.poll(() => mine.getByText(t('editing.editor.checking')).count()).toBe(0);
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
