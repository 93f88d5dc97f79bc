import { permissions } from '@dossier/contract/access/permissions';
import { level, moduleType } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Journey, admin, useTestServer } from './journey.ts';
import { button, dialog, fromMenu, notice, row } from './page-actions.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();

/** How many pixels of the drawing are no paper. */
const inkIn = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.static');
    if (!canvas || canvas.width === 0) return 0;
    // browsers warn when a painted canvas is read back
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
    copy?.drawImage(canvas, 0, 0);
    const data = copy?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128 && (data[at + 3] ?? 0) > 128) count++;
    return count;
  });

/** Draws a shape with the tool of a key, from a place over some pixels. */
async function draw(page: Page, key: string, [x, y]: [number, number]): Promise<void> {
  await page.keyboard.press(key);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 40);
  await page.mouse.move(x + 120, y + 80);
  await page.mouse.up();
  await page.keyboard.press('Escape');
}

async function createDrawing(page: Page, t: Journey['t']): Promise<void> {
  await button(page, t('editing.editor.newDocument')).first().click();
  const box = dialog(page, t('editing.editor.newDocument'));
  await box.getByText(t('editing.editor.excalidraw'), { exact: true }).click();
  await box.getByLabel(t('platform.name'), { exact: true }).fill('plan');
  await button(box, t('editing.editor.create')).click();
}

/** The elements that an editor shows, as it copies them. */
async function elementsIn(page: Page): Promise<{ id: string; x: number; y: number; version: number }[]> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press('Escape');
  const { elements } = JSON.parse(text) as { elements: { id: string; x: number; y: number; version: number }[] };
  return elements.map(({ id, x, y, version }) => ({ id, x, y, version })).toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Drags what is at a place, by some pixels and in some steps. */
async function drag(page: Page, [x, y]: [number, number], [right, down]: [number, number]): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 15; step++) {
    await page.mouse.move(x + (right * step) / 15, y + (down * step) / 15);
    await page.waitForTimeout(20);
  }
  await page.mouse.up();
}

const ready = (page: Page): Promise<void> => page.locator('canvas.interactive').waitFor();

async function fromDrawingMenu(page: Page, label: string): Promise<void> {
  await page.getByTestId('main-menu-trigger').click();
  await page.getByRole('button', { name: label, exact: true }).click();
}

async function downloaded(page: Page, label: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), fromDrawingMenu(page, label)]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

for (const lang of firstOrAll(['cn', 'en'] as const)) {
  dossier.journey(
    `two people draw together, and keep it as pictures (${lang})`,
    { as: admin, lang },
    async ({ page, open, t, another }) => {
      const { id: parentId } = await dossier.admin.call(library.createCabinet, {
        name: `Plans ${lang}`,
        moduleType: moduleType.enterprise,
      });
      const person = { loginName: `drawer-${lang}`, password: 'their-pass-word' };
      const { id: granteeId } = await dossier.admin.call(people.createUser, { ...person, fullName: '李晓' });
      await dossier.admin.call(permissions.grant, { objId: parentId, granteeType: 'user', granteeId, level: level.modify, reach: 'all' });
      const outside: string[] = [];
      page.context().on('request', (request) => {
        if (!/^(?:data:|blob:|http:\/\/127\.0\.0\.1:)/.test(request.url())) outside.push(request.url());
      });
      await open(`/knowledge/index?id=${parentId}`);
      const [mine] = await Promise.all([page.context().waitForEvent('page'), createDrawing(page, t)]);
      await ready(mine);
      const id = new URL(mine.url()).searchParams.get('id') ?? '';
      expect(new URL(mine.url()).pathname).toBe('/editDrawing');
      await draw(mine, 'r', [400, 300]);
      await expect.poll(() => inkIn(mine)).toBeGreaterThan(100);

      const theirs = await another({ as: person, lang });
      await theirs.open(`/knowledge/index?id=${parentId}`);
      const [second] = await Promise.all([
        theirs.page.context().waitForEvent('page'),
        fromMenu(theirs.page, 'plan.excalidraw', t('editing.editor.edit')),
      ]);
      await ready(second);
      // each sees what the other has drawn
      await expect.poll(() => inkIn(second)).toBeGreaterThan(100);
      await mine.getByRole('list', { name: t('editing.editor.people', { count: 2 }) }).waitFor();
      const before = await inkIn(mine);
      await draw(second, 'o', [600, 500]);
      await expect.poll(() => inkIn(mine)).toBeGreaterThan(before + 50);
      // both at once, and words in Chinese, whose signs come from our own server
      await Promise.all([draw(mine, 'd', [650, 250]), draw(second, 'a', [300, 550])]);
      await mine.keyboard.press('t');
      await mine.mouse.click(450, 450);
      await mine.keyboard.insertText('仓库平面图 Lager');
      await mine.keyboard.press('Escape');
      await mine.getByText(t('editing.editor.kept')).waitFor();
      await second.getByText(t('editing.editor.kept')).waitFor();

      const png = await downloaded(mine, t('editing.editor.savePng'));
      expect(png.name).toBe('plan.png');
      expect(png.bytes.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
      const svg = await downloaded(mine, t('editing.editor.saveSvg'));
      expect(svg.bytes.toString()).toMatch(/^<svg[^]*@font-face[^]*data:font\/woff2[^]*<\/svg>$/);
      expect(svg.bytes.toString()).not.toMatch(/(?:href|src)="https?:|url\(https?:/);
      await fromDrawingMenu(mine, t('editing.editor.pngBeside'));
      await notice(mine, t('editing.editor.pictureBeside', { name: 'plan.png' })).waitFor();
      // the list in the first tab shows it without being loaded anew
      await row(page, 'plan.png').waitFor();
      const { list } = await dossier.admin.call(library.items, { parentId });
      expect(list.map(({ name }) => name).toSorted()).toEqual(['plan.excalidraw', 'plan.png']);

      await mine.close();
      await second.close();
      await expect.poll(async () => (await dossier.admin.call(library.documentDetail, { id })).lockUserName).toBeUndefined();
      const [newest] = await dossier.admin.call(content.revisions, { id });
      expect(newest?.writers).toHaveLength(2);
      const { downloadUrl } = await dossier.admin.call(content.download, { id });
      const file = JSON.parse(await page.evaluate(async (url) => (await fetch(url)).text(), downloadUrl)) as {
        elements: { type: string }[];
      };
      expect(file.elements.map(({ type }) => type).toSorted()).toEqual(['arrow', 'diamond', 'ellipse', 'rectangle', 'text']);

      await open(`/docpreview?id=${id}`);
      const picture = page.getByRole('img', { name: 'plan.excalidraw' });
      await picture.waitFor();
      await expect.poll(() => picture.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBeGreaterThan(200);
      expect(outside).toEqual([]);
    },
  );
}

dossier.journey(
  'who drags the same shape as another has the same drawing in the end',
  { as: admin, lang: 'en', long: true },
  async ({ open, page, another }) => {
    const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: 'Disputed', moduleType: moduleType.enterprise });
    const shape = (id: string, x: number, index: string) => ({
      id,
      type: 'rectangle',
      x,
      y: 0,
      width: 200,
      height: 150,
      angle: 0,
      strokeColor: '#1e1e1e',
      backgroundColor: '#a5d8ff',
      fillStyle: 'solid',
      strokeWidth: 2,
      strokeStyle: 'solid',
      roughness: 0,
      opacity: 100,
      groupIds: [],
      frameId: null,
      roundness: null,
      seed: 1,
      version: 1,
      versionNonce: 1,
      isDeleted: false,
      boundElements: null,
      updated: 1,
      link: null,
      locked: false,
      index,
    });
    const file = JSON.stringify({
      type: 'excalidraw',
      version: 2,
      elements: [shape('one', 0, 'a0'), shape('two', 400, 'a1')],
      appState: {},
      files: {},
    });
    const id = await dossier.admin.upload(parentId, 'disputed.excalidraw', file);
    const other = await another({ as: admin, lang: 'en' });
    const pages = [page, other.page] as const;
    for (const visit of [{ page, open }, other]) {
      await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await visit.open(`/editDrawing?id=${id}`);
      await ready(visit.page);
    }
    // fitted into the middle of the same window, both have it at the same place
    const box = await page.locator('canvas.interactive').boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2 - 200, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    await expect.poll(() => inkIn(other.page)).toBeGreaterThan(100);
    for (const round of [1, 2, 3]) await Promise.all([drag(page, [x, y], [0, 20 * round]), drag(other.page, [x, y], [-15 * round, 0])]);
    await Promise.all([drag(page, [x + 400, y], [30, 100]), draw(other.page, 'o', [300, 600])]);
    for (const one of pages) await one.getByText('All changes saved').waitFor();
    await expect.poll(async () => JSON.stringify(await elementsIn(page)) === JSON.stringify(await elementsIn(other.page))).toBe(true);
    const elements = await elementsIn(page);
    expect(elements).toHaveLength(3);
    // it was really moved, by both
    expect(elements.find((one) => one.id === 'one')?.version).toBeGreaterThan(15);
  },
);

dossier.journey(
  'a hostile drawing is shown and opened, and nothing of it runs, loads or leads astray',
  { as: admin, lang: 'en' },
  async ({ page, open, faults }) => {
    // the browser says of the handler in the picture, which the library parses, that it does not run
    faults.allow(/inline event handler violates the following Content Security Policy/);
    const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: 'Hostile', moduleType: moduleType.enterprise });
    const script = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><script>parent.hit=1</script><image href="https://elsewhere.example/a.png"/><rect width="80" height="80" onclick="hit=1"/></svg>',
    ).toString('base64');
    const part = (id: string, more: object) => ({
      id,
      type: 'rectangle',
      x: 0,
      y: 0,
      width: 100,
      height: 80,
      angle: 0,
      strokeColor: '#1e1e1e',
      backgroundColor: 'transparent',
      fillStyle: 'hachure',
      strokeWidth: 2,
      strokeStyle: 'solid',
      roughness: 1,
      opacity: 100,
      groupIds: [],
      frameId: null,
      roundness: null,
      seed: 1,
      version: 1,
      versionNonce: 1,
      isDeleted: false,
      boundElements: null,
      updated: 1,
      link: null,
      locked: false,
      ...more,
    });
    const elements = [
      part('plain', { link: 'javascript:hit=1' }),
      part('page', { type: 'embeddable', x: 150, link: 'https://www.youtube.com/watch?v=elsewhere' }),
      part('frame', {
        type: 'iframe',
        y: 120,
        link: 'https://elsewhere.example/',
        customData: { generationData: { status: 'done', html: '<script>parent.hit=1</script>' } },
      }),
      part('picture', { type: 'image', x: 150, y: 120, fileId: 'svg', status: 'saved', scale: [1, 1] }),
      part('remote', { type: 'image', x: 300, fileId: 'remote', status: 'saved', scale: [1, 1] }),
      part('wide', { width: 1e12, backgroundColor: '#ff0000' }),
      part('colour', { x: 300, y: 120, strokeColor: 'url(https://elsewhere.example/x)', fillStyle: '"><script>hit=1</script>' }),
      part('broken', { type: 'freedraw', points: 7 }),
    ];
    const files = {
      svg: { id: 'svg', mimeType: 'image/svg+xml', dataURL: `data:image/svg+xml;base64,${script}`, created: 1 },
      remote: { id: 'remote', mimeType: 'image/png', dataURL: 'https://elsewhere.example/pixel.png', created: 1 },
    };
    const appState = { viewBackgroundColor: 'url(https://elsewhere.example/y)', collaborators: { a: 1 } };
    const id = await dossier.admin.upload(
      parentId,
      'hostile.excalidraw',
      JSON.stringify({ type: 'excalidraw', version: 2, elements, appState, files }),
    );
    const outside: string[] = [];
    page.context().on('request', (request) => {
      if (!/^(?:data:|blob:|http:\/\/127\.0\.0\.1:)/.test(request.url())) outside.push(request.url());
    });
    await open(`/editDrawing?id=${id}`);
    await ready(page);
    await expect.poll(() => inkIn(page)).toBeGreaterThan(100);
    await draw(page, 'o', [500, 600]);
    await page.getByText('All changes saved').waitFor();
    expect(await page.locator('iframe, .excalidraw__embeddable').count()).toBe(0);
    await open(`/docpreview?id=${id}`);
    // as a picture where it can be drawn, as a card where it cannot
    await page.getByRole('img', { name: 'hostile.excalidraw' }).or(page.getByText('This drawing can’t be shown.')).first().waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(outside).toEqual([]);
    // what the editor leaves out stays in the file
    await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
    const { downloadUrl } = await dossier.admin.call(content.download, { id });
    const file = JSON.parse(await page.evaluate(async (url) => (await fetch(url)).text(), downloadUrl)) as { elements: { id: string }[] };
    expect(file.elements.map((one) => one.id)).toEqual(expect.arrayContaining(elements.map((one) => one.id)));
  },
);
