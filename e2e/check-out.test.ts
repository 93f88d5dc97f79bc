import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { afterAll, beforeAll, expect } from 'vitest';
import { button, dialog, fromMenu, notice, press, row } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();
let disk = '';
beforeAll(async () => void (disk = await mkdtemp(join(tmpdir(), 'dossier-disk-'))));
afterAll(() => rm(disk, { recursive: true, force: true }));

for (const lang of firstOrAll(['cn', 'en'] as const)) {
  dossier.journey(
    `a document is checked out, given up, checked in and kept, and an old version deleted (${lang})`,
    { as: admin, lang },
    async ({ page, open, t }) => {
      const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: `Contracts ${lang}`, moduleType: 3 });
      const id = await dossier.admin.upload(parentId, 'lease.txt', 'first words');
      const state = async () => {
        const { lockUserName, version } = await dossier.admin.call(library.documentDetail, { id });
        return [lockUserName !== undefined, version];
      };
      await open(`/knowledge/index?id=${parentId}`);
      const checkOut = async (): Promise<void> => {
        const [file] = await Promise.all([page.waitForEvent('download'), fromMenu(page, 'lease.txt', t('documents.content.checkOut'))]);
        expect(file.suggestedFilename()).toBe('lease.txt');
        await notice(page, t('documents.content.checkedOut', { name: 'lease.txt' })).waitFor();
      };
      await checkOut();
      expect(await state()).toEqual([true, 1]);
      await button(page, t('documents.content.undoCheckOut')).click();
      await expect.poll(state).toEqual([false, 1]);

      await checkOut();
      const file = join(disk, 'lease.txt');
      await writeFile(file, 'second words');
      await fromMenu(page, 'lease.txt', t('documents.content.newRevision'));
      const box = dialog(page, t('documents.content.newRevisionOf', { name: 'lease.txt' }));
      await box.locator('input[type=file]').setInputFiles(file);
      await box.getByRole('checkbox', { name: t('documents.content.keepLock') }).check();
      await press(box, t('documents.content.send'));
      expect(await state()).toEqual([true, 2]);

      await row(page, 'lease.txt').click();
      await page.keyboard.press('i');
      // the strip of tabs may scroll away under a click
      await page.getByRole('tab', { name: t('documents.content.versions') }).focus();
      await page.keyboard.press('Enter');
      await button(page, t('documents.content.deleteRevision', { label: '1.0' })).click();
      const question = dialog(page, t('documents.content.deleteRevisionQuestion', { label: '1.0', name: 'lease.txt' }));
      await press(question, t('documents.content.deleteForGood'));
      await notice(page, t('documents.content.revisionDeleted', { label: '1.0' })).waitFor();
      expect((await dossier.admin.call(content.revisions, { id })).map(({ number }) => number)).toEqual([2]);
    },
  );
}
