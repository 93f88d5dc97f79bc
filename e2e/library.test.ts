import { library } from '@dossier/contract/documents/library';
import { expect } from 'vitest';
import { button, dialog, fromMenu, namesIn, notice, press, row } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();

async function cabinetWith(name: string, ...folders: string[]): Promise<{ id: string; folders: string[] }> {
  const { id } = await dossier.admin.call(library.createCabinet, { name, moduleType: 3 });
  const made: string[] = [];
  for (const folder of folders) made.push((await dossier.admin.call(library.createFolder, { parentId: id, name: folder })).id);
  return { id, folders: made };
}

const place = (id: string): string => `/knowledge/index?id=${id}`;

dossier.journey('a cabinet is renamed in place by F2, and a taken name is refused', { as: admin }, async ({ page, open, faults, t }) => {
  const { id } = await cabinetWith('Renaming', 'Alpha', 'Beta');
  await open(place(id));
  await row(page, 'Alpha').click();
  await page.keyboard.press('F2');
  const field = page.getByLabel(t('documents.library.newName'));
  await field.fill('Gamma');
  await field.press('Enter');
  await row(page, 'Gamma').waitFor();
  faults.allow(/status of 409|answered 409/);
  await row(page, 'Gamma').click();
  await page.keyboard.press('F2');
  await field.fill('Beta');
  await field.press('Enter');
  await page.getByRole('tooltip').waitFor();
  expect(await field.inputValue()).toBe('Beta');
  await field.press('Escape');
  await expect.poll(() => namesIn(page)).toEqual(['Beta', 'Gamma']);
});

dossier.journey('what is cut and pasted moves, and undo brings it back', { as: admin }, async ({ page, open, t }) => {
  const { id } = await cabinetWith('Moving', 'From', 'To');
  await open(place(id));
  await row(page, 'From').click();
  await page.keyboard.press('Control+x');
  await notice(page, t('documents.library.wasCut', { what: t('documents.library.quoted', { name: 'From' }) })).waitFor();
  // a paste before the rights in the folder are known
  let answer = (): void => undefined;
  const pasted = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**${library.folderDetail.path}*`, async (route) => {
    await pasted;
    await route.continue();
  });
  await row(page, 'To').dblclick();
  await page.getByRole('heading', { name: 'To' }).waitFor();
  await page.keyboard.press('Control+v');
  await row(page, 'From').waitFor();
  answer();
  await button(page.locator('.ant-message, [data-notices]'), t('documents.library.undo')).click();
  await row(page, 'From').waitFor({ state: 'detached' });
  await page.goBack();
  await row(page, 'From').waitFor();
});

dossier.journey('a folder dragged on another moves into it', { as: admin, long: true }, async ({ page, open, t }) => {
  const { id } = await cabinetWith('Dragging', 'One', 'Two');
  await open(place(id));
  await row(page, 'One').click();
  await row(page, 'One').locator('[draggable=true]').dragTo(row(page, 'Two'));
  const words = t('documents.library.movedTo', { what: t('documents.library.quoted', { name: 'One' }), where: 'Two' });
  await notice(page, words).waitFor();
  await expect.poll(() => namesIn(page)).toEqual(['Two']);
});

dossier.journey('a taken name asks what to do when moving', { as: admin, long: true }, async ({ page, open, faults, t }) => {
  faults.allow(/409/);
  const { id, folders } = await cabinetWith('Conflict', 'Same', 'Target');
  await dossier.admin.call(library.createFolder, { parentId: folders[1]!, name: 'Same' });
  await open(place(id));
  const move = async (choice: string): Promise<void> => {
    await row(page, 'Same').click();
    await row(page, 'Same').locator('[draggable=true]').dragTo(row(page, 'Target'));
    await press(dialog(page, t('documents.library.sameNameTitle', { count: 1 })), choice);
  };
  await move(t('documents.library.cancel'));
  expect(await namesIn(page)).toEqual(['Same', 'Target']);
  await move(t('documents.library.skipThese'));
  expect(await namesIn(page)).toEqual(['Same', 'Target']);
  await move(t('documents.library.keepBoth'));
  await expect.poll(() => namesIn(page)).toEqual(['Target']);
  await row(page, 'Target').dblclick();
  await expect.poll(() => namesIn(page)).toEqual(['Same', 'Same (2)']);
});

dossier.journey('what is deleted comes back from the recycle bin with its folders', { as: admin }, async ({ page, open, t }) => {
  const { id, folders } = await cabinetWith('Deleting', 'Outer');
  await dossier.admin.call(library.createFolder, { parentId: folders[0]!, name: 'Inner' });
  await open(place(id));
  await fromMenu(page, 'Outer', t('documents.library.delete'));
  await press(
    dialog(page, t('documents.library.deleteTitle', { what: t('documents.library.quoted', { name: 'Outer' }) })),
    t('documents.library.delete'),
  );
  await row(page, 'Outer').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: t('app.shell.recycleBin') }).click();
  await row(page, 'Outer').click();
  await button(page, t('documents.library.undo')).waitFor();
  await button(page, t('documents.library.restore')).click();
  await row(page, 'Outer').waitFor({ state: 'detached' });
  await button(page, t('documents.library.undo')).waitFor({ state: 'detached' });
  await open(place(folders[0]!));
  await row(page, 'Inner').waitFor();
});

dossier.journey('what is deleted for good is gone from the bin', { as: admin, long: true }, async ({ page, open, t }) => {
  const { folders } = await cabinetWith('Purging', 'Refuse');
  await dossier.admin.call(library.delete, { objIds: folders });
  await open('/recycle/index');
  await row(page, 'Refuse').click();
  await page.keyboard.press('Delete');
  await press(
    dialog(page, t('documents.library.removeTitle', { what: t('documents.library.quoted', { name: 'Refuse' }) })),
    t('documents.library.removeForGood'),
  );
  await row(page, 'Refuse').waitFor({ state: 'detached' });
});

dossier.journey('delete can be undone at once', { as: admin }, async ({ page, open, t }) => {
  const { id } = await cabinetWith('Undoing', 'Oops');
  await open(place(id));
  await row(page, 'Oops').click();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Enter');
  await row(page, 'Oops').waitFor({ state: 'detached' });
  await button(page.locator('.ant-message, [data-notices]'), t('documents.library.undo')).click();
  await row(page, 'Oops').waitFor();
});
