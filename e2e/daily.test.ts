import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { permissions } from '@dossier/contract/access/permissions';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, expect } from 'vitest';
import { button, dialog, dropFiles, fromMenu, menuItem, namesIn, notice, press, row } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();
let disk = '';
beforeAll(async () => void (disk = await mkdtemp(join(tmpdir(), 'dossier-disk-'))));
afterAll(() => rm(disk, { recursive: true, force: true }));

async function cabinet(name: string): Promise<string> {
  return (await dossier.admin.call(library.createCabinet, { name, moduleType: 3 })).id;
}

const place = (id: string): string => `/knowledge/index?id=${id}`;

dossier.journey('an upload goes on where a broken network left it', { as: admin }, async ({ page, context, open, faults, t }) => {
  faults.allow(/failed: |ERR_/);
  const id = await cabinet('Network');
  const file = join(disk, 'large.bin');
  const bytes = randomBytes(3 * 1024 * 1024);
  await writeFile(file, bytes);
  await open(place(id));
  let broken = 0;
  await context.route('**/*', async (route) => {
    if (route.request().method() !== 'PATCH' || broken >= 2) return route.continue();
    broken++;
    return route.abort('connectionreset');
  });
  await page.getByText(t('documents.library.emptyCabinet')).waitFor();
  await dropFiles(page, page.locator('[data-upload]').last(), [file]);
  await page.getByText(t('documents.content.doneN', { count: 1 })).waitFor();
  expect(broken).toBe(2);
  await row(page, 'large.bin').waitFor();
  const { list } = await dossier.admin.call(library.items, { parentId: id });
  expect(list.map(({ name, size }) => ({ name, size }))).toEqual([{ name: 'large.bin', size: bytes.length }]);
});

dossier.journey('taken names are asked about once for all', { as: admin, long: true }, async ({ page, open, t }) => {
  const id = await cabinet('Taken');
  const files = ['one.txt', 'two.txt'].map((name) => join(disk, name));
  for (const file of files) await writeFile(file, 'new words');
  for (const name of ['one.txt', 'two.txt']) await dossier.admin.upload(id, name, 'old words');
  await open(place(id));
  const drop = async (choice: 'revision' | 'rename' | 'skip', done: string): Promise<void> => {
    await row(page, 'one.txt').waitFor();
    await dropFiles(page, page.locator('[data-list]'), files);
    const box = dialog(page, t('documents.content.takenTitle', { folder: 'Taken', count: 2 }));
    await box.getByRole('radio', { name: t(`documents.content.${choice}`) }).check();
    await press(box, t('documents.content.upload'));
    await page.getByText(done).waitFor();
    await button(page.getByRole('region', { name: t('documents.content.uploads') }), t('documents.content.close')).click();
  };
  await drop('skip', t('documents.content.allSkipped'));
  await drop('revision', t('documents.content.doneN', { count: 2 }));
  const { list } = await dossier.admin.call(library.items, { parentId: id });
  expect(list.map(({ version }) => version)).toEqual([2, 2]);
  await drop('rename', t('documents.content.doneN', { count: 2 }));
  await expect.poll(() => namesIn(page)).toHaveLength(4);
});

dossier.journey(
  'a document is moved by a dialog and back by a key, and the next one is viewed from its list',
  { as: admin },
  async (at) => {
    const { page, context, open, faults, t } = at;
    faults.allow(/failed: |ERR_INTERNET_DISCONNECTED/);
    const id = await cabinet('Hands');
    const { id: folder } = await dossier.admin.call(library.createFolder, { parentId: id, name: 'Sent' });
    for (const name of ['bid-1.txt', 'bid-2.txt']) await dossier.admin.upload(id, name, `words of ${name}`);
    await open(place(id));
    await fromMenu(page, 'bid-1.txt', t('documents.library.moveTo'));
    const what = t('documents.library.quoted', { name: 'bid-1.txt' });
    const box = dialog(page, t('documents.library.moveTitle', { what }));
    await box.getByRole('combobox', { name: t('documents.library.folder') }).click();
    const node = page.locator('.ant-select-tree-treenode');
    // the tree is open where the document is
    await node.filter({ hasText: 'Sent' }).locator('.ant-select-tree-title').click();
    await press(box, t('documents.library.moveHere'));
    await row(page, 'bid-1.txt').waitFor({ state: 'detached' });
    await notice(page, t('documents.library.movedTo', { what, where: 'Sent' })).waitFor();
    const inFolder = async (): Promise<number> => (await dossier.admin.call(library.items, { parentId: folder })).totalNumber;
    expect(await inFolder()).toBe(1);
    await page.keyboard.press('Control+z');
    await row(page, 'bid-1.txt').waitFor();
    expect(await inFolder()).toBe(0);

    // a new dialog takes what is typed at once; what was entered is discarded only after a question, whose safe answer has the focus
    await button(page, t('documents.library.newFolder')).first().click();
    const folderBox = dialog(page, t('documents.library.newFolder'));
    const folderName = folderBox.getByLabel(t('documents.library.name'), { exact: true });
    await expect.poll(() => folderName.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('Offers');
    await page.keyboard.press('Escape');
    const stay = button(page, t('platform.keepEditing'));
    await expect.poll(() => stay.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await stay.waitFor({ state: 'detached' });
    expect(await folderName.inputValue()).toBe('Offers');
    await press(folderBox, t('documents.library.cancel'));
    await folderBox.waitFor({ state: 'hidden' });

    const branch = page.getByRole('treeitem', { name: 'Hands' });
    await branch.click({ button: 'right' });
    await menuItem(page, t('preview.viewer.copyLink')).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => branch.evaluate((element) => element === document.activeElement)).toBe(true);

    await context.setOffline(true);
    await page.getByText(t('platform.offline')).waitFor();
    await row(page, 'bid-2.txt').waitFor();
    await context.setOffline(false);
    await page.getByText(t('platform.offline')).waitFor({ state: 'detached' });

    const [viewer] = await Promise.all([context.waitForEvent('page'), row(page, 'bid-1.txt').dblclick()]);
    await viewer.getByText('words of bid-1.txt').first().waitFor();
    await button(viewer, t('preview.viewer.shareDots')).waitFor();
    await button(viewer, t('preview.viewer.nextDocument')).click();
    await viewer.getByText('words of bid-2.txt').first().waitFor();
    expect(await button(viewer, t('preview.viewer.nextDocument')).getAttribute('aria-disabled')).toBe('true');
  },
);

dossier.journey(
  'rights are given with a deadline, cut off from above, explained and taken back',
  { as: admin },
  async ({ page, open, t }) => {
    const id = await cabinet('Rights');
    const { id: folder } = await dossier.admin.call(library.createFolder, { parentId: id, name: 'Closed' });
    for (const [loginName, fullName] of [
      ['ruth', 'Ruth Right'],
      ['ivan', 'Ivan Inherit'],
    ] as const)
      await dossier.admin.call(people.createUser, { loginName, fullName, password: 'a-pass-word-1' });
    const [ivan] = await dossier.admin.call(people.grantees, { keyword: 'Ivan', type: 'user' });
    await dossier.admin.call(permissions.grant, { objId: id, granteeType: 'user', granteeId: ivan?.id ?? '', level: 27 });
    await open(place(id));
    await fromMenu(page, 'Closed', t('access.rights'));
    const box = dialog(page, t('access.rightsOf', { name: 'Closed' }));
    await box.locator('li').filter({ hasText: 'Ivan Inherit' }).waitFor();
    await box.getByRole('combobox', { name: t('access.whom') }).fill('Ruth');
    await page.locator('.ant-select-item-option').filter({ hasText: 'Ruth Right' }).click();
    const form = box.getByRole('group', { name: t('access.addGrant') });
    await form.getByRole('textbox', { name: t('access.deadline') }).fill('2099-12-31');
    await page.keyboard.press('Enter');
    await button(form, t('access.add')).click();
    await box.locator('li').filter({ hasText: 'Ruth Right' }).waitFor();
    await box.getByRole('switch').click();
    await press(dialog(page, t('access.stopInherit')).last(), t('access.clearThem'));
    await box.locator('li').filter({ hasText: 'Ivan Inherit' }).waitFor({ state: 'detached' });
    await box.getByRole('tab', { name: t('access.explainTab') }).click();
    await box.getByRole('combobox', { name: t('access.whichPerson') }).fill('Ivan');
    await page.locator('.ant-select-item-option').filter({ hasText: 'Ivan Inherit' }).last().click();
    await box.getByText(t('access.noSources')).waitFor();
    const { list, inherit } = await dossier.admin.call(permissions.list, { objId: folder });
    expect(inherit).toBe(false);
    expect(list.map(({ granteeName, deadline }) => [granteeName, deadline?.slice(0, 4)])).toEqual([['Ruth Right', '2099']]);
  },
);

dossier.journey('a right that is given shows as a message at once, and is gone when taken', { as: admin }, async ({ another, t }) => {
  const id = await cabinet('Live');
  const person = { loginName: 'lena', password: 'lena-pass-1' };
  await dossier.admin.call(people.createUser, { ...person, fullName: 'Lena Live' });
  const lena = await another({ as: person });
  await lena.open('/knowledge/index');
  await button(lena.page, t('notifications.messages')).waitFor();
  const [grantee] = await dossier.admin.call(people.grantees, { keyword: 'Lena', type: 'user' });
  const given = { objId: id, granteeType: 'user', granteeId: grantee?.id ?? '' } as const;
  await dossier.admin.call(permissions.grant, { ...given, level: 3 });
  await button(lena.page, t('notifications.unreadCount', { count: 1 })).click();
  await lena.page
    .getByRole('dialog', { name: t('notifications.unread') })
    .getByText('Live')
    .first()
    .click();
  await lena.page.getByRole('heading', { name: 'Live', level: 1 }).waitFor();
  await dossier.admin.call(permissions.revoke, given);
  lena.faults.allow(/40[34]/);
  await lena.page.reload();
  await lena.page.getByRole('treeitem', { name: t('documents.library.areaEnterprise') }).waitFor();
  expect(await namesIn(lena.page)).toEqual([]);
});

dossier.journey('everything is done by keyboard, from the door to the way out', {}, async ({ page, open, t }) => {
  const id = await cabinet('Keys');
  await dossier.admin.upload(id, 'first.txt', 'first words');
  await dossier.admin.upload(id, 'second.txt', 'second words');
  await open(`/login?redirect=${encodeURIComponent(place(id))}`);
  await page.getByLabel(t('identity.sign-in.loginName')).waitFor();
  await page.keyboard.type(admin.loginName);
  await page.keyboard.press('Tab');
  await page.keyboard.type(admin.password);
  await page.keyboard.press('Enter');
  await row(page, 'second.txt').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await row(page, 'second.txt').and(page.locator('[aria-selected=true]')).waitFor();
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
  await tab.locator('.cm-content').filter({ hasText: 'second words' }).waitFor();
  await tab.close();
  const person = page.getByRole('button', { name: t('app.shell.personMenu', { name: 'Administrator' }) });
  for (let n = 0; n < 80 && !(await person.evaluate((element) => element === document.activeElement)); n++)
    await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await menuItem(page, t('app.shell.signOut')).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
});

dossier.journey('a phone shows cards, a drawer and a viewer', { as: admin, phone: true }, async ({ page, open, t }) => {
  const id = await cabinet('Pocket');
  await dossier.admin.upload(id, 'small.txt', 'words on a phone');
  await open(place(id));
  await row(page, 'small.txt').waitFor();
  await page.getByRole('button', { name: t('app.shell.openSidebar') }).tap();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('treeitem', { name: t('app.shell.areaMy') }).tap();
  await page.waitForURL('**/doc-my/index');
  await page.goBack();
  const [tab] = await Promise.all([page.context().waitForEvent('page'), row(page, 'small.txt').tap()]);
  await tab.locator('.cm-content').filter({ hasText: 'words on a phone' }).waitFor();
});

dossier.journey('filters narrow a search and stand in the address', { as: admin, long: true }, async ({ page, open, t }) => {
  const id = await cabinet('Filters');
  await dossier.admin.upload(id, 'needle.txt', 'x');
  await dossier.admin.upload(id, 'needle.csv', 'a,b');
  await expect
    .poll(
      async () => {
        await open('/knowledge/search?keyword=needle');
        await page
          .getByText(t('search.filters'))
          .or(page.getByRole('group', { name: t('search.filters') }))
          .first()
          .waitFor();
        return (await namesIn(page)).toSorted();
      },
      { interval: 300 },
    )
    .toEqual(['needle.csv', 'needle.txt']);
  await page.getByRole('combobox', { name: t('search.kind') }).click();
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: t('search.kind_sheet') })
    .click();
  await expect.poll(() => namesIn(page)).toEqual(['needle.csv']);
  expect(page.url()).toContain('type=sheet');
  await page.reload();
  await row(page, 'needle.csv').waitFor();
  expect(await namesIn(page)).toEqual(['needle.csv']);
});

dossier.journey('dark is chosen in the settings and kept', { as: admin, long: true }, async ({ page, open, t }) => {
  await open('/user-setting/index?section=appearance');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole('main').getByText(t('app.shell.lookDark'), { exact: true }).click();
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();
  await page.reload();
  await expect.poll(ground).toBe(dark);
});
