import { readFile } from 'node:fs/promises';
import { archives } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { button, dialog, dropFiles, fromMenu, namesIn, notice, press, row } from './page-actions.ts';
import { type Journey, type Visit, admin, useTestServer } from './journey.ts';
import { readZip } from './read-zip.ts';
import { type Samples, chineseWord, makeSamples } from './samples.ts';
import { expectDrawn, expectVideo, expectPicture, expectPlaying, openInTab } from './viewers.ts';

const dossier = useTestServer();
let samples: Samples;
beforeAll(async () => void (samples = await makeSamples()));
afterAll(() => samples.remove());

async function makePlace({ page, t }: Visit, kind: 'newCabinet' | 'newFolder', name: string): Promise<void> {
  await button(page, t(`documents.library.${kind}`))
    .first()
    .click();
  const box = dialog(page, t(`documents.library.${kind}`));
  await box.getByLabel(t('documents.library.name'), { exact: true }).fill(name);
  await press(box, t('documents.library.create'));
  // The next one can be created at once: the new one is highlighted, not selected.
  await row(page, name).and(page.locator('[aria-selected=false]')).waitFor();
  await page.getByRole('button', { name: t(`documents.library.${kind}`), exact: true }).waitFor();
}

async function lookAtEach({ page, t }: Visit): Promise<void> {
  const pdf = await openInTab(page, 'annual-report.pdf');
  await expectDrawn(pdf);
  await pdf.close();
  await row(page, 'progress.png').dblclick();
  await expectPicture(page, { width: 1280, height: 800 });
  await page.keyboard.press('Escape');
  await row(page, 'melody.wav').dblclick();
  await expectPlaying(page, t('preview.viewer.play'));
  await page.keyboard.press('Escape');
  const film = await openInTab(page, 'river.webm');
  await expectVideo(film, 6);
  await film.close();
  const source = await openInTab(page, 'Program.java');
  await source.locator('.cm-content').filter({ hasText: 'class' }).waitFor();
  await source.close();
  // by the office engine of the machine, or by the browser where there is none
  const word = await openInTab(page, 'survey.docx');
  await word.locator('canvas, iframe').first().waitFor();
  await word.close();
}

/** Searches until the document is found: texts are extracted in the background, after the upload. */
async function findByWord({ page, t }: Visit, word: string, name: string): Promise<void> {
  const field = page.getByRole('combobox', { name: t('app.shell.search'), exact: true });
  await field.fill(word);
  await field.press('Enter');
  await page.waitForURL(/\/search\?/);
  const found = async (): Promise<string[]> => {
    await page.reload();
    await page
      .getByRole('status')
      .filter({ hasText: /\S/ })
      .or(page.getByText(t('search.nothing', { keyword: word })))
      .first()
      .waitFor();
    return [...new Set(await namesIn(page))];
  };
  await expect.poll(found, { interval: 500 }).toEqual([name]);
}

async function takeAway({ page, t }: Visit, folder: string): Promise<Map<string, Buffer>> {
  const [download] = await Promise.all([page.waitForEvent('download'), fromMenu(page, folder, t('documents.archives.download'))]);
  expect(download.suggestedFilename()).toBe(`${folder}.zip`);
  return readZip(await readFile(await download.path()));
}

async function createColleague({ page, open, t }: Visit, name: string): Promise<{ loginName: string; password: string }> {
  await open('/site-admin/index/site-userManger/site-user');
  await button(page, t('identity.users.newPerson')).click();
  const box = page.getByRole('dialog');
  await box.getByLabel(t('identity.users.fullName'), { exact: true }).fill(`Colleague ${name}`);
  await box.getByLabel(t('identity.users.loginName')).fill(name);
  await button(box, t('identity.users.create')).click();
  await box.getByText(t('identity.users.personCreated')).waitFor();
  const password = (await box.locator('dd').nth(1).textContent()) ?? '';
  await press(box, t('identity.users.haveCopied'));
  return { loginName: name, password };
}

/** A user created by an administrator changes the password first, and then reaches the requested page. */
async function chooseOwnPassword({ page, open, t }: Visit, person: { loginName: string; password: string }) {
  const own = { ...person, password: 'a-pass-of-their-own-1' };
  await page.getByRole('heading', { name: t('identity.sign-in.dueTitle') }).waitFor();
  await open('/knowledge/index');
  await page.getByRole('heading', { name: t('identity.sign-in.dueTitle') }).waitFor();
  await page.getByLabel(t('identity.sign-in.oldPassword')).fill(person.password);
  await page.getByLabel(t('identity.sign-in.newPassword'), { exact: true }).fill(own.password);
  await page.getByLabel(t('identity.sign-in.confirmPassword')).fill(own.password);
  await button(page, t('identity.sign-in.setPassword')).click();
  await page.waitForURL('**/knowledge/index');
  return own;
}

async function giveRight({ page, t }: Visit, folder: string, person: string): Promise<void> {
  await fromMenu(page, folder, t('access.rights'));
  const box = dialog(page, t('access.rightsOf', { name: folder }));
  const principal = box.getByRole('combobox', { name: t('access.whom') });
  await principal.fill(person);
  await page.locator('.ant-select-item-option').filter({ hasText: person }).click();
  await button(box, t('access.add')).click();
  await notice(page, t('access.given', { name: person, level: t('access.level_view') })).waitFor();
  await box.locator('li').filter({ hasText: person }).waitFor();
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'hidden' });
}

/** Looks for files beside the folder, in its cabinet and below, everywhere names are shown to a user. */
async function expectOnly({ page, t }: Visit, folder: string): Promise<void> {
  await page
    .getByRole('link', { name: t('app.shell.areaDocuments'), exact: true })
    .first()
    .click();
  await expect.poll(() => namesIn(page)).toEqual([folder]);
  await page.getByRole('tree').getByRole('treeitem', { name: folder }).waitFor();
  await page.getByRole('link', { name: t('app.shell.recycleBin') }).click();
  await page.getByText(t('documents.library.binEmpty')).waitFor();
}

async function deleteAndRestore({ page, t }: Visit, name: string): Promise<void> {
  await fromMenu(page, name, t('documents.library.delete'));
  await press(
    dialog(page, t('documents.library.deleteTitle', { what: t('documents.library.quoted', { name }) })),
    t('documents.library.delete'),
  );
  await row(page, name).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: t('app.shell.recycleBin') }).click();
  await row(page, name).click();
  await button(page, t('documents.library.restore')).click();
  await row(page, name).waitFor({ state: 'detached' });
}

async function toCabinet(page: Page, id: string): Promise<void> {
  await page.goto(`/knowledge/index?id=${id}`);
  await row(page, 'my files').waitFor();
}

const byName = (list: string[]): string[] => [...new Set(list)].toSorted((a, b) => a.localeCompare(b));

async function walk(journey: Journey, names: { cabinet: string; shared: string; other: string; colleague: string }): Promise<void> {
  const { page, open, signIn, another, t } = journey;
  await open('/');
  await signIn(admin);
  await page
    .getByRole('link', { name: t('app.shell.areaDocuments'), exact: true })
    .first()
    .click();
  await makePlace(journey, 'newCabinet', names.cabinet);
  await row(page, names.cabinet).dblclick();
  await page.getByRole('heading', { name: names.cabinet }).waitFor();
  await makePlace(journey, 'newFolder', names.shared);
  await makePlace(journey, 'newFolder', names.other);
  const cabinet = new URL(page.url()).searchParams.get('id') ?? '';

  await dropFiles(page, page.locator('[data-list]'), [samples.folder]);
  await page.getByText(t('documents.content.doneN', { count: samples.files.size })).waitFor();
  await button(page.getByRole('region', { name: t('documents.content.uploads') }), t('documents.content.close')).click();
  await row(page, 'my files').dblclick();
  await page.getByRole('heading', { name: 'my files' }).waitFor();
  // the heading appears before the rows
  await expect
    .poll(async () => byName(await namesIn(page)))
    .toEqual(byName([...samples.files.keys()].map((path) => path.split('/')[0] ?? '')));
  await lookAtEach(journey);
  await findByWord(journey, chineseWord, 'survey.docx');

  await toCabinet(page, cabinet);
  const zip = await takeAway(journey, 'my files');
  expect(new Map([...zip].map(([path, bytes]) => [path.replace(/^my files\//, ''), bytes.length]))).toEqual(
    new Map([...samples.files].map(([path, bytes]) => [path, bytes.length])),
  );
  for (const [path, bytes] of samples.files) expect((zip.get(path) ?? zip.get(`my files/${path}`))?.equals(bytes), path).toBe(true);

  const colleague = await createColleague(journey, names.colleague);
  await toCabinet(page, cabinet);
  await giveRight(journey, names.shared, `Colleague ${names.colleague}`);
  const visitor = await another({ lang: names.colleague === 'colleague-cn' ? 'cn' : 'en' });
  await visitor.open('/');
  await visitor.signIn(colleague);
  const theirs = await dossier.as(await chooseOwnPassword(visitor, colleague));
  await expectOnly(visitor, names.shared);
  const { list } = await dossier.admin.call(library.items, { parentId: cabinet });
  const hidden = list.filter((item) => item.name !== names.shared);
  for (const { id } of hidden) await expect(theirs.call(library.items, { parentId: id })).rejects.toThrow();
  await expect(theirs.call(archives.downloadFolder, { id: cabinet })).rejects.toThrow();

  await deleteAndRestore(journey, 'my files');
  await toCabinet(page, cabinet);
  await row(page, 'my files').dblclick();
  await row(page, 'survey.docx').waitFor();
}

dossier.journey('the main job, in Chinese', { lang: 'cn' }, (journey) =>
  walk(journey, { cabinet: '工程资料', shared: '给同事的', other: '别人的', colleague: 'colleague-cn' }),
);

dossier.journey('the main job, in English', { lang: 'en', long: true }, (journey) =>
  walk(journey, { cabinet: 'Engineering', shared: 'For a colleague', other: 'Of others', colleague: 'colleague-en' }),
);
