import { people } from '@dossier/contract/identity/users';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { button, choose, dialog, menuItem, notice, press } from './page-actions.ts';
import { type Journey, admin, useTestServer } from './journey.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();
const departments = '/admin/index/userManger/partment';

type NameOf = (stem: string) => string;

const treeItem = (page: Page, name: string): Locator => page.getByRole('treeitem', { name: new RegExp(`^${name},`) });
const levelOf = (page: Page, name: string): Promise<string | null> => treeItem(page, name).getAttribute('aria-level');
/** The departments that the tree shows, from the top, only those of this journey. */
const shown = async (page: Page, lang: string): Promise<string[]> => {
  const names = await page.getByRole('treeitem').evaluateAll((all) => all.map((one) => one.querySelector('[title]')?.textContent ?? ''));
  return names.filter((name) => name.endsWith(lang)).map((name) => name.slice(0, -lang.length - 1));
};
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');

/** Types into the focused field of a dialog. */
async function type(box: Locator, words: string): Promise<void> {
  const field = box.getByRole('combobox');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await box.page().keyboard.type(words);
}

/** Drags with the pointer, to a part of the target's height. */
async function drag(page: Page, from: Locator, { to, part = 0.5 }: { to: Locator; part?: number }): Promise<void> {
  await from.hover();
  await page.mouse.down();
  const box = await to.boundingBox();
  if (box === null) throw new Error('Nothing to drop on');
  await page.mouse.move(box.x + 60, box.y + box.height * part, { steps: 4 });
  await page.mouse.move(box.x + 62, box.y + box.height * part);
  await page.mouse.up();
}

/** Three levels created by hand, beside another department. */
async function build({ page, open, t }: Journey, name: NameOf): Promise<void> {
  await open(departments);
  const create = async (title: string, stem: string): Promise<void> => {
    const box = dialog(page, title);
    await box.getByLabel(t('identity.users.name')).fill(name(stem));
    await press(box, t('identity.users.create'));
    await treeItem(page, name(stem)).waitFor();
  };
  for (const stem of ['Plant', 'Office']) {
    await button(page, t('identity.users.newDepartment')).click();
    await create(t('identity.users.newDepartment'), stem);
  }
  for (const [above, stem] of [
    ['Plant', 'Hall'],
    ['Hall', 'Line'],
  ] as const) {
    await choose(page, t('identity.users.actionsOf', { name: name(above) }), t('identity.users.newDepartmentBelow'));
    await create(t('identity.users.newDepartmentIn', { name: name(above) }), stem);
  }
  expect(await levelOf(page, name('Line'))).toBe('3');
}

/** A user in departments with these names. */
async function employ(loginName: string, fullName: string, names: string[]): Promise<{ loginName: string; password: string }> {
  const found = await Promise.all(names.map((keyword) => dossier.admin.call(people.findDepartments, { keyword })));
  const departmentIds = found.flatMap((list) => list.slice(0, 1).map(({ id }) => id));
  const account = { loginName, password: 'in-departments-1' };
  await dossier.admin.call(people.createUser, { ...account, fullName, departmentIds });
  return account;
}

/** Moves a hall by the menu of the tree, without a pointer. */
async function moveByKeys({ page, t }: Journey, name: NameOf): Promise<void> {
  await treeItem(page, name('Hall')).focus();
  await page.keyboard.press('Shift+F10');
  await expect.poll(() => focused(page)).toBe(t('identity.users.newDepartmentBelow'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toBe(t('identity.users.moveTo'));
  await page.keyboard.press('Enter');
  const moving = dialog(page, t('identity.users.moveTitle', { name: name('Hall') }));
  await moving.getByText(t('identity.users.moveTold', { departments: 1, people: 1 })).waitFor();
  await type(moving, name('Office'));
  await page.locator('.ant-select-item-option-active', { hasText: name('Office') }).waitFor();
  await page.keyboard.press('Enter');
  await button(moving, t('identity.users.move')).focus();
  await page.keyboard.press('Enter');
  await moving.waitFor({ state: 'hidden' });
  await notice(page, t('identity.users.wasMoved', { name: name('Hall'), target: name('Office') })).waitFor();
}

for (const lang of firstOrAll(['en', 'cn'] as const)) {
  const name = (stem: string): string => `${stem} ${lang}`;

  dossier.journey(`departments are built, moved and moved back (${lang})`, { as: admin, lang }, async (journey) => {
    const { page, t } = journey;
    const tree = async (names: string[]): Promise<void> => {
      await expect.poll(() => shown(page, lang)).toEqual(names);
    };
    await build(journey, name);
    await employ(`bottom${lang}`, 'Bottom', [name('Line')]);
    await page.reload();
    await treeItem(page, name('Plant')).focus();
    await page.keyboard.press('ArrowRight');
    await tree(['Office', 'Plant', 'Hall']);

    await drag(page, treeItem(page, name('Hall')), { to: treeItem(page, name('Office')) });
    const confirmation = dialog(page, t('identity.users.moveAsk', { name: name('Hall'), target: name('Office') }));
    await confirmation.getByText(t('identity.users.moveTold', { departments: 1, people: 1 })).waitFor();
    await press(confirmation, t('identity.users.move'));
    await tree(['Office', 'Hall', 'Plant']);
    await button(page, t('identity.users.undo')).click();
    await tree(['Office', 'Plant', 'Hall']);

    // between two siblings only the order changes, without a confirmation
    await drag(page, treeItem(page, name('Plant')), { to: treeItem(page, name('Office')), part: 0.1 });
    await notice(page, t('identity.users.wasPlaced', { name: name('Plant') })).waitFor();
    await tree(['Plant', 'Hall', 'Office']);
    await treeItem(page, name('Plant')).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await tree(['Office', 'Plant', 'Hall']);
    await expect.poll(() => treeItem(page, name('Plant')).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Alt+ArrowUp');
    await tree(['Plant', 'Hall', 'Office']);

    await moveByKeys(journey, name);
    await tree(['Plant', 'Office', 'Hall']);

    await page.reload();
    await page.getByRole('combobox', { name: t('identity.users.findDepartment') }).fill(name('Line'));
    await page.locator('.ant-select-item-option', { hasText: `${name('Office')} / ${name('Hall')}` }).click();
    await page.getByRole('heading', { level: 2, name: name('Line') }).waitFor();
    expect(await levelOf(page, name('Line'))).toBe('3');
    expect(await treeItem(page, name('Line')).getAttribute('aria-selected')).toBe('true');
    await page.getByRole('cell', { name: `bottom${lang}` }).waitFor();
  });

  dossier.journey(`a department is headed, and a person has a main one (${lang})`, { as: admin, lang }, async (journey) => {
    const { page, open, t, another } = journey;
    const [desk, store, ada] = [name('Desk'), name('Store'), name('Ada')];
    for (const one of [desk, store]) await dossier.admin.call(people.createDepartment, { name: one });
    const head = await employ(`head${lang}`, ada, [desk, store]);
    await open(departments);
    await choose(page, t('identity.users.actionsOf', { name: desk }), t('identity.users.headsMenu'));
    const heads = dialog(page, t('identity.users.headsOf', { name: desk }));
    await type(heads, ada);
    await page.locator('.ant-select-item-option-active', { hasText: head.loginName }).waitFor();
    await page.keyboard.press('Enter');
    await press(heads, t('identity.users.save'));
    await treeItem(page, desk).click();
    await page.getByText(t('identity.users.headsAre', { names: ada })).waitFor();
    const row = page.getByRole('row').filter({ hasText: head.loginName });
    await row.getByText(t('identity.users.head'), { exact: true }).waitFor();

    await row.getByText(t('identity.users.mainNamed', { name: desk })).waitFor();
    await choose(page, t('identity.users.actionsOf', { name: ada }), t('identity.users.editPerson'));
    const edit = dialog(page, t('identity.users.editPersonTitle', { name: ada }));
    await edit
      .getByRole('radiogroup', { name: t('identity.users.mainDepartment') })
      .getByText(store)
      .click();
    await press(edit, t('identity.users.save'));
    await row.getByText(t('identity.users.mainNamed', { name: store })).waitFor();

    // a head orders the departments below, and nothing else
    const theirs = await another({ as: head, lang });
    await theirs.open(departments);
    await treeItem(theirs.page, desk).click({ button: 'right' });
    await menuItem(theirs.page, t('identity.users.newDepartmentBelow')).waitFor();
    for (const deed of ['identity.users.moveTo', 'identity.users.headsMenu', 'identity.users.delete'] as const)
      expect(await menuItem(theirs.page, t(deed)).count()).toBe(0);
    expect(await button(treeItem(theirs.page, store), t('identity.users.actionsOf', { name: store })).count()).toBe(0);
    expect(await button(theirs.page, t('identity.users.newDepartment')).count()).toBe(0);
  });
}
