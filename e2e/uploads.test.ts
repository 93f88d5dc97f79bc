import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePath, content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { button, dialog, dropFiles, press, row } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();
let disk = '';
beforeAll(async () => void (disk = await mkdtemp(join(tmpdir(), 'dossier-disk-'))));
afterAll(() => rm(disk, { recursive: true, force: true }));

const cabinet = async (name: string): Promise<string> => (await dossier.admin.call(library.createCabinet, { name, moduleType: 3 })).id;

/** A folder with so many small files below it, in folders of ten. */
async function manyFiles(name: string, count: number): Promise<string> {
  const top = join(disk, name);
  for (let n = 0; n < count; n++) {
    const folder = join(top, `part ${Math.floor(n / 10)}`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `file ${n}.txt`), `words of ${n} `.repeat(n % 50));
  }
  return top;
}

/** Everything below a folder as path and size. */
async function walk(parentId: string, above = ''): Promise<string[]> {
  const { list } = await dossier.admin.call(library.items, { parentId, pageNo: 1, pageSize: 100 });
  const paths: string[] = [];
  for (const { id, name, objType, size } of list)
    if (objType === 33) paths.push(`${above}${name} ${size}`);
    else paths.push(...(await walk(id, `${above}${name}/`)));
  return paths;
}

const wholeOf = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${name}/part ${Math.floor(n / 10)}/file ${n}.txt ${`words of ${n} `.length * (n % 50)}`);

const drop = async (page: Page, files: string[]): Promise<void> => dropFiles(page, page.locator('[data-upload]').last(), files);

dossier.journey(
  'a folder of many small files arrives whole, in few requests, and tells how far it is',
  { as: admin },
  async ({ page, open, t }) => {
    const id = await cabinet('Many');
    const top = await manyFiles('many', 300);
    const asked: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && asked.push(new URL(request.url()).pathname));
    await open(`/knowledge/index?id=${id}`);
    await page.getByText(t('documents.library.emptyCabinet')).waitFor();
    // slow enough to be visible
    await page.route(`**${bundlePath}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return route.continue();
    });
    await drop(page, [top]);
    const tray = page.getByRole('region', { name: t('documents.content.uploads') });
    await tray
      .getByText(/\b(1[0-9]|[2-9][0-9]|[12][0-9][0-9])\b.*300/)
      .first()
      .waitFor();
    await tray.getByText(t('documents.content.doneN', { count: 300 })).waitFor();
    expect((await walk(id)).toSorted()).toEqual(wholeOf('many', 300).toSorted());
    expect(asked.filter((path) => path === bundlePath)).toHaveLength(20);
    expect(asked).not.toContain(content.preUpload.path);
    await row(page, 'many').waitFor();
  },
);

dossier.journey('nothing is lost or doubled where requests and answers are lost', { as: admin }, async ({ page, open, faults, t }) => {
  faults.allow(/failed: |ERR_/);
  const id = await cabinet('Broken');
  const top = await manyFiles('broken', 60);
  await open(`/knowledge/index?id=${id}`);
  await page.getByText(t('documents.library.emptyCabinet')).waitFor();
  const seen: (string | undefined)[] = [];
  const wire = await page.context().newCDPSession(page);
  await wire.send('Fetch.enable', {
    patterns: (['Request', 'Response'] as const).map((requestStage) => ({ urlPattern: `*${bundlePath}`, requestStage })),
  });
  wire.on('Fetch.requestPaused', ({ requestId, networkId, responseStatusCode }) => {
    const isAnswer = responseStatusCode !== undefined;
    if (!isAnswer) seen.push(networkId);
    // the first request never arrives; the second arrives and is placed, and its answer is lost
    const isLost = seen.indexOf(networkId) === (isAnswer ? 1 : 0);
    const step = isLost
      ? wire.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
      : wire.send('Fetch.continueRequest', { requestId });
    void step.catch(() => undefined);
  });
  await drop(page, [top]);
  await page.getByText(t('documents.content.doneN', { count: 60 })).waitFor();
  expect(seen).toHaveLength(6);
  expect((await walk(id)).toSorted()).toEqual(wholeOf('broken', 60).toSorted());
});

dossier.journey('what is paused waits, what is cancelled does not come, and the others go on', { as: admin }, async ({ page, open, t }) => {
  const id = await cabinet('Held');
  const files: string[] = [];
  for (let n = 0; n < 8; n++) {
    files.push(join(disk, `held ${n}.txt`));
    await writeFile(files[n] ?? '', `held ${n}`);
  }
  await open(`/knowledge/index?id=${id}`);
  await page.getByText(t('documents.library.emptyCabinet')).waitFor();
  const held = Promise.withResolvers<void>();
  await page.route(`**${bundlePath}`, async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  await drop(page, files);
  const tray = page.getByRole('region', { name: t('documents.content.uploads') });
  const line = (name: string) => tray.getByRole('listitem').filter({ hasText: name });
  await button(line('held 3.txt'), t('documents.content.pause')).click();
  await button(line('held 5.txt'), t('documents.content.cancel')).click();
  // requests in progress may still arrive after pausing
  await line('held 5.txt').waitFor({ state: 'detached' });
  await button(line('held 3.txt'), t('documents.content.resume')).waitFor();
  held.resolve();
  await tray.getByText(t('documents.content.uploadingN', { done: 6, count: 7 })).waitFor();
  const { list } = await dossier.admin.call(library.items, { parentId: id });
  expect(list.map(({ name }) => name).toSorted()).toEqual([0, 1, 2, 4, 6, 7].map((n) => `held ${n}.txt`));
  await button(line('held 3.txt'), t('documents.content.resume')).click();
  await tray.getByText(t('documents.content.doneN', { count: 7 })).waitFor();
});

dossier.journey(
  'one that is refused says why, the others stand, and a taken name is asked about',
  { as: admin, long: true },
  async ({ page, open, t }) => {
    const id = await cabinet('Some');
    const files = ['one.txt', 'two.txt', 'three.txt'].map((name) => join(disk, name));
    for (const file of files) await writeFile(file, 'new words');
    await dossier.admin.upload(id, 'one.txt', 'old words');
    await open(`/knowledge/index?id=${id}`);
    await row(page, 'one.txt').waitFor();
    await page.route(`**${bundlePath}`, async (route) => {
      // the name is taken after it was checked
      await dossier.admin.upload(id, 'two.txt', 'meanwhile').catch(() => undefined);
      return route.continue();
    });
    await dropFiles(page, page.locator('[data-list]'), files);
    const box = dialog(page, t('documents.content.takenTitle', { folder: 'Some', count: 1 }));
    await box.getByRole('radio', { name: t('documents.content.revision') }).check();
    await press(box, t('documents.content.upload'));
    const tray = page.getByRole('region', { name: t('documents.content.uploads') });
    await tray.getByText(t('documents.content.failedN', { failed: 1, count: 3 })).waitFor();
    const { list } = await dossier.admin.call(library.items, { parentId: id });
    expect(list.map(({ name, version }) => `${name} ${version}`).toSorted()).toEqual(['one.txt 2', 'three.txt 1', 'two.txt 1']);
  },
);

dossier.journey('a file that was changed since it was chosen fails alone', { as: admin, long: true }, async ({ page, open, faults, t }) => {
  faults.allow(/failed: |ERR_/);
  const id = await cabinet('Changed');
  const files = ['calm.txt', 'changed.txt', 'steady.txt'].map((name) => join(disk, name));
  for (const file of files) await writeFile(file, 'as chosen');
  await open(`/knowledge/index?id=${id}`);
  await page.getByText(t('documents.library.emptyCabinet')).waitFor();
  await page.route(`**${content.checkNames.path}`, async (route) => {
    await writeFile(files[1] ?? '', 'another text than was chosen');
    return route.continue();
  });
  await drop(page, files);
  const tray = page.getByRole('region', { name: t('documents.content.uploads') });
  await tray.getByText(t('documents.content.failedN', { failed: 1, count: 3 })).waitFor();
  await tray.getByText(t('documents.content.fileUnreadable')).waitFor();
  expect((await walk(id)).toSorted()).toEqual(['calm.txt 9', 'steady.txt 9']);
});
