import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { dialog, menuItem, namesIn, row } from './page-actions.ts';
import { useTestServer } from './journey.ts';

const dossier = useTestServer();
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The focused element, and how the focus is visible: by a ring, or by the row that the list's keys move. */
async function focus(page: Page): Promise<{ who: string; seen: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const who = `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''}`;
    const ringed = (one: Element): boolean => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    };
    const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
    // Ant Design draws the focus ring of a switch, a field or a choice on the box around it.
    const around = element.closest('.ant-input-affix-wrapper, .ant-select, .ant-segmented-item, .ant-radio-wrapper');
    const seen =
      [element, active, around].some((one) => one !== null && ringed(one)) ||
      (active?.matches('[aria-selected=true], [data-active]') ?? false);
    return { who, seen };
  });
}

async function expectSeen(page: Page): Promise<void> {
  const { who, seen } = await focus(page);
  expect(seen, `the focus on ${who} can be seen`).toBe(true);
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluateAll(([found]) => found !== undefined && found === document.activeElement);

/** Reaches an element by Tab alone; the focus is visible at every step. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press(key);
    const { who, seen } = await focus(page);
    // past the last one, before the first
    if (who.startsWith('body')) continue;
    expect(seen, `the focus on ${who} can be seen`).toBe(true);
    if (await isFocused(target)) return;
  }
  throw new Error(`No way by Tab to ${String(target)}`);
}

/** Opens by a key, closes by Escape, and returns the focus. */
async function opensAndCloses(page: Page, key: string, box: Locator): Promise<void> {
  const before = await page.evaluateHandle(() => document.activeElement);
  await page.keyboard.press(key);
  await box.waitFor();
  await expect.poll(() => box.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'hidden' });
  await expect.poll(() => before.evaluate((element) => element === document.activeElement), { message: `after ${key}` }).toBe(true);
}

dossier.journey('a whole day without a mouse: the door, the list, a viewer, the way out', {}, async ({ page, open, t }) => {
  const person = { loginName: 'kay', password: 'kay-pass-word', fullName: 'Kay Keys' };
  const { id: granteeId } = await dossier.admin.call(people.createUser, person);
  const { id } = await dossier.admin.call(library.createCabinet, { name: 'Keyboard', moduleType: 3 });
  await dossier.admin.call(permissions.grant, { objId: id, granteeType: 'user', granteeId, level: level.full, reach: 'all' });
  const kay = await dossier.as(person);
  await kay.call(session.setWindow, { value: 2 });
  await kay.upload(id, 'a picture.png', Buffer.from(png, 'base64'));
  await kay.upload(id, 'b words.txt', 'the words of b');
  await kay.upload(id, 'c words.txt', 'the words of c');

  // the sign-in page
  await open('/login');
  await page.getByLabel(t('identity.sign-in.loginName')).waitFor();
  await expectSeen(page);
  await page.keyboard.type(person.loginName);
  await page.keyboard.press('Tab');
  await expectSeen(page);
  await page.keyboard.type(person.password);
  await tabTo(page, page.getByRole('button', { name: t('identity.sign-in.signIn'), exact: true }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  await page.getByRole('heading', { level: 1, name: new RegExp(person.fullName) }).waitFor();

  // past the shell
  await tabTo(page, page.getByRole('link', { name: t('app.shell.skipToContent') }));
  expect((await page.getByRole('link', { name: t('app.shell.skipToContent') }).boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => isFocused(page.getByRole('main'))).toBe(true);
  await expectSeen(page);
  for (const landmark of ['banner', 'navigation', 'main'] as const) expect(await page.getByRole(landmark).count()).toBeGreaterThan(0);

  // to the cabinet and into it
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: t('app.shell.areaDocuments') }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await row(page, 'Keyboard').waitFor();
  await tabTo(page, page.getByRole('grid'));
  await page.keyboard.press('ArrowDown');
  await row(page, 'Keyboard').and(page.locator('[aria-selected=true]')).waitFor();
  await page.keyboard.press('Enter');
  await row(page, 'c words.txt').waitFor();

  // navigating the list
  const selected = (name: string): Promise<void> => row(page, name).and(page.locator('[aria-selected=true]')).waitFor();
  await page.keyboard.press('ArrowDown');
  await selected('a picture.png');
  await expectSeen(page);
  await page.keyboard.press('End');
  await selected('c words.txt');
  await page.keyboard.press('ArrowUp');
  await selected('b words.txt');
  await opensAndCloses(
    page,
    'Shift+F10',
    page.getByRole('menu').filter({ has: page.getByText(t('documents.library.rename'), { exact: true }) }),
  );
  await selected('b words.txt');
  await opensAndCloses(page, '?', page.getByRole('dialog'));
  await opensAndCloses(page, 'Control+k', dialog(page, t('app.shell.commands')));
  await page.keyboard.press('Home');
  await opensAndCloses(page, 'Space', page.getByRole('dialog'));
  await selected('a picture.png');

  // renaming in place
  await page.keyboard.press('F2');
  await expect.poll(async () => (await focus(page)).who).toMatch(/^input/);
  await expectSeen(page);
  await page.keyboard.type('the picture');
  await page.keyboard.press('Enter');
  // renamed where it was, and then in its place
  await expect.poll(() => namesIn(page)).toEqual(['b words.txt', 'c words.txt', 'the picture.png']);
  await expectSeen(page);

  // deleted, and undone
  await page.keyboard.press('Home');
  await selected('b words.txt');
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog');
  await question.waitFor();
  await expect.poll(() => question.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Enter');
  await row(page, 'b words.txt').waitFor({ state: 'detached' });
  await tabTo(
    page,
    page.locator('[data-notices] > div', { hasText: 'b words' }).getByRole('button', { name: t('documents.library.undo') }),
    'Shift+Tab',
  );
  await page.keyboard.press('Enter');
  await row(page, 'b words.txt').waitFor();
  expect(await namesIn(page)).toHaveLength(3);

  // into a viewer, and back
  await tabTo(page, page.getByRole('grid'));
  await page.keyboard.press('End');
  await selected('the picture.png');
  await page.keyboard.press('ArrowUp');
  await selected('c words.txt');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docpreview?*');
  await page.locator('.cm-content').filter({ hasText: 'the words of c' }).waitFor();
  await tabTo(page, page.getByRole('button', { name: t('preview.viewer.close'), exact: true }));
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/knowledge/index?id=${id}`);
  await selected('c words.txt');
  await expect.poll(() => isFocused(page.getByRole('grid'))).toBe(true);
  await expectSeen(page);

  // a drawer from the user menu, and signing out
  const menu = page.getByRole('button', { name: t('app.shell.personMenu', { name: person.fullName }) });
  await tabTo(page, menu, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await menuItem(page, t('app.shell.changePassword')).waitFor();
  for (let n = 0; n < 12 && !(await isFocused(menuItem(page, t('app.shell.changePassword')))); n++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const drawer = dialog(page, t('identity.sign-in.changePassword'));
  await drawer.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.ant-drawer') !== null)).toBe(true);
  await page.keyboard.press('Tab');
  await expectSeen(page);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  await expect.poll(() => isFocused(menu)).toBe(true);
  await page.keyboard.press('Enter');
  await menuItem(page, t('app.shell.signOut')).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
  await expect.poll(() => isFocused(page.getByLabel(t('identity.sign-in.loginName')))).toBe(true);
});
