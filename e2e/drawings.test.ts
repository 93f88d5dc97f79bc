import { moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { expect } from 'vitest';
import { dxf, dxfLayer, dxfLine, dxfText } from '../server/test/dxf.ts';
import { button } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();

/** How many pixels of the drawing have nearly a colour. */
const pixelsOf = (red: number, green: number): number => {
  const canvas = document.querySelector<HTMLCanvasElement>('main canvas');
  if (!canvas || canvas.width === 0) return 0;
  // browsers warn when a painted canvas is read back
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
  copy?.drawImage(canvas, 0, 0);
  const data = copy?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  let count = 0;
  for (let at = 0; at < data.length; at += 4)
    if (Math.abs((data[at] ?? 0) - red) < 40 && Math.abs((data[at + 1] ?? 0) - green) < 40) count++;
  return count;
};

dossier.journey('a drawing: its words, layers, measures and ground', { as: admin, lang: 'en' }, async (at) => {
  const { page, open, t } = at;
  const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: 'Plans', moduleType: moduleType.enterprise });
  const plan = dxf({
    tables: [...dxfLayer('WALLS', 1), ...dxfLayer('NAMES', 3)],
    entities: [
      ...dxfLine('WALLS', [0, 0], [400, 0]),
      ...dxfLine('WALLS', [400, 0], [400, 300]),
      ...dxfText('NAMES', '会议室 Kestrel', { x: 100, y: 150, height: 20 }),
    ],
  });
  const id = await dossier.admin.upload(cabinet, 'plan.dxf', plan);
  const reds = () => page.evaluate(([red, green]) => pixelsOfPage(red, green), [255, 0] as const);
  await page.addInitScript(`window.pixelsOfPage = ${pixelsOf.toString()}`);
  await open(`/cadViewer?id=${id}&keyword=kestrel`);
  await page
    .getByRole('status')
    .filter({ hasText: t('preview.viewer.countOf', { count: 1, m: 1 }) })
    .waitFor();
  await button(page, t('preview.viewer.closeFind')).click();
  await page.keyboard.press('0');
  await expect.poll(reds).toBeGreaterThan(500);

  await page.keyboard.press('l');
  await page.getByRole('checkbox', { name: 'WALLS' }).uncheck();
  await expect.poll(reds).toBe(0);
  await page.getByRole('checkbox', { name: 'WALLS' }).check();
  await button(page, t('preview.drawings.closeLayers')).click();
  await expect.poll(reds).toBeGreaterThan(500);

  await button(page, t('preview.drawings.distance')).click();
  const stage = page.getByRole('application');
  const box = await stage.boundingBox();
  // the wall fills the window's height or width: the measure snaps near its ends
  const scale = Math.min((box?.width ?? 0) / 400, (box?.height ?? 0) / 300) * 0.94;
  const [middle, low] = [(box?.width ?? 0) / 2, (box?.height ?? 0) / 2 + 150 * scale];
  await stage.click({ position: { x: middle - 200 * scale + 4, y: low - 3 } });
  await stage.click({ position: { x: middle + 200 * scale - 4, y: low - 4 } });
  await page.keyboard.press('Enter');
  await page.getByText(t('preview.drawings.length', { length: '400\u00a0mm' })).waitFor();

  await page.keyboard.press('b');
  await expect.poll(() => page.evaluate(([red, green]) => pixelsOfPage(red, green), [255, 255] as const)).toBeGreaterThan(10_000);
});

declare function pixelsOfPage(red: number, green: number): number;
