import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { people } from '@dossier/contract/identity/users';
import { session as sessions } from '@dossier/contract/identity/sessions';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { bodyOfWord } from '../server/test/word-file.ts';
import type { Person } from './calls.ts';
import { type Visit, admin, useTestServer } from './journey.ts';
import { button, choose } from './page-actions.ts';

const dossier = useTestServer();

const bytesOf = async (id: string): Promise<Buffer> => {
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  return Buffer.from(await (await fetch(new URL(downloadUrl, dossier.url))).arrayBuffer());
};

/** Ends the session of a browser on the server alone, as an administrator does. */
async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('dossier-token') ?? '');
  const answer = await page.context().request.post(sessions.logout.path, { data: {}, headers: { Authorization: token } });
  expect(await answer.json()).toMatchObject({ code: 200 });
}

/** Signs in in a tab of its own. */
async function signInBeside({ page, t }: Visit, { loginName, password }: Person): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto('/login');
  await tab.getByLabel(t('identity.sign-in.loginName')).fill(loginName);
  await tab.getByLabel(t('identity.sign-in.password')).fill(password);
  await tab.getByRole('button', { name: t('identity.sign-in.signIn'), exact: true }).click();
  await tab.waitForURL((url) => url.pathname !== '/login');
  return tab;
}

dossier.journey(
  'a text that is not kept outlives the sign-out, is sent when its writer is back, and never as words of another person',
  { as: admin, lang: 'en' },
  async (journey) => {
    const { page, open, t, faults } = journey;
    faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|401|WebSocket/);
    const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: 'Signed out', moduleType: 3 });
    const id = await dossier.admin.upload(parentId, 'trip.txt', 'words');
    const person = { loginName: 'second', password: 'their-pass-word' };
    const { id: granteeId } = await dossier.admin.call(people.createUser, { ...person, fullName: 'Ben Archer' });
    await dossier.admin.call(permissions.grant, { objId: parentId, granteeType: 'user', granteeId, level: level.modify, reach: 'all' });
    await open(`/edit?id=${id}`);
    await page.locator('.cm-content').press('Control+End');
    await page.keyboard.insertText(' kept');
    await page.getByText(t('editing.editor.kept')).waitFor();
    // the session ends on the server while what is typed cannot be sent
    await page.context().setOffline(true);
    await page.getByRole('alert').getByText(t('editing.editor.offline')).waitFor();
    await page.keyboard.insertText(' and more');
    await endSession(page);
    await page.context().setOffline(false);
    const line = page.getByRole('alert').getByText(t('editing.editor.signedOut'));
    await line.waitFor();
    await button(page, t('editing.editor.downloadText')).waitFor();
    await page.keyboard.insertText(' and more');
    // another person signs in, who may write in the document
    const other = await signInBeside(journey, person);
    await page.getByRole('alert').getByText(t('editing.editor.otherUser')).waitFor();
    await page.keyboard.insertText(' of another');
    for (const words of ['words kept', 'trip.txt', t('editing.editor.downloadText')]) expect(await page.content()).not.toContain(words);
    expect(await page.title()).not.toContain('trip');
    await endSession(other);
    await other.evaluate(() => localStorage.removeItem('dossier-token'));
    await line.waitFor();
    expect(await page.title()).toContain('trip');
    await page.locator('.cm-content').press('Control+End');
    await page.keyboard.insertText(' still here');
    expect(await page.locator('.cm-content').innerText()).toBe('words kept and more and more still here');
    await other.close();
    expect((await bytesOf(id)).toString()).toBe('words kept');
    // the writer is back
    await signInBeside(journey, admin);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByText(/All changes saved|Version saved/).waitFor();
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await bytesOf(id)).toString()).toBe('words kept and more and more still here');
    const revisions = await dossier.admin.call(content.revisions, { id });
    expect(revisions.map((one) => one.creatorName)).not.toContain('Ben Archer');
  },
);

dossier.journey('a Word document goes on after its writer has signed in again', { as: admin, lang: 'en', long: true }, async (journey) => {
  const { page, open, t, faults } = journey;
  faults.allow(/401|ERR_FAILED/);
  const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: 'Signed out of Word', moduleType: 3 });
  const { bytes } = await makeFile('docx', { title: 'Contract', lang: 'en', seed: 7 });
  const id = await dossier.admin.upload(parentId, 'report.docx', bytes);
  const textOf = async (): Promise<string> => (await bodyOfWord(await bytesOf(id))).replace(/<[^>]*>/g, '');
  await open(`/editWord?id=${id}`);
  await page.locator('.docx-pages[contenteditable=true]').waitFor();
  await page
    .locator('.docx-page')
    .first()
    .click({ position: { x: 200, y: 140 } });
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('Kept. ');
  await page.getByText(t('editing.editor.kept')).waitFor();
  await endSession(page);
  await page.keyboard.insertText('Written later. ');
  await page.getByRole('alert').getByText(t('editing.editor.signedOut')).waitFor();
  await button(page, t('editing.editor.downloadFile')).waitFor();
  const [tab] = await Promise.all([page.context().waitForEvent('page'), button(page, t('editing.editor.signInNewTab')).click()]);
  await tab.close();
  await page
    .locator('.docx-page')
    .first()
    .click({ position: { x: 200, y: 140 } });
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('And more. ');
  // another person signs in, and sees nothing of it
  const person = { loginName: 'wordless', password: 'their-pass-word' };
  await dossier.admin.call(people.createUser, { ...person, fullName: 'Wanda Less' });
  const other = await signInBeside(journey, person);
  await page.getByRole('alert').getByText(t('editing.editor.otherUser')).waitFor();
  for (const words of ['Written later', 'report.docx']) expect(await page.content()).not.toContain(words);
  await other.evaluate(() => localStorage.removeItem('dossier-token'));
  await page.getByRole('alert').getByText(t('editing.editor.signedOut')).waitFor();
  await other.close();
  await signInBeside(journey, admin);
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.getByText(t('editing.editor.kept')).waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(textOf).toContain('And more. Kept. Written later. ');
});

dossier.journey(
  'what was just typed is sent before another tab signs out',
  { as: admin, lang: 'en' },
  async ({ page, open, signIn, t, faults }) => {
    faults.allow(/401|ERR_ABORTED/);
    const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: 'Sent first', moduleType: 3 });
    const { bytes } = await makeFile('docx', { title: 'Contract', lang: 'en', seed: 7 });
    const id = await dossier.admin.upload(parentId, 'report.docx', bytes);
    await open('/home');
    const editor = await page.context().newPage();
    await editor.goto(`/editWord?id=${id}`);
    await editor.locator('.docx-pages[contenteditable=true]').waitFor();
    await editor
      .locator('.docx-page')
      .first()
      .click({ position: { x: 200, y: 140 } });
    await editor.keyboard.press('Control+Home');
    await editor.keyboard.insertText('Sent first. ');
    await choose(page, t('app.shell.personMenu', { name: 'Administrator' }), t('app.shell.signOut'));
    await page.waitForURL('**/login**');
    await editor.waitForURL('**/login**');
    // it would go back to the document by itself, and take it from the page below
    await editor.close();
    await page.bringToFront();
    await signIn(admin);
    await page.waitForURL((url) => url.pathname !== '/login');
    await open(`/editWord?id=${id}`);
    await page.locator('.docx-page').first().getByText('Sent first.').first().waitFor();
  },
);
