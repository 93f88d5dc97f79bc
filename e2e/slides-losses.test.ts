import { editing } from '@dossier/contract/editing/editing';
import { type DeckNow, type SlideEdit, SlidesNotice } from '@dossier/contract/editing/slide-edits';
import { OfficePackage } from '@dossier/formats/office/patch-package';
import { readSlides } from '@dossier/formats/slides/read-slides';
import { expect, test } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { TestGrid } from '../server/test/grid.ts';
import { editsEach, kills, startKilledServer } from './killed-server.ts';

test('a presentation keeps every edit that was acknowledged, whenever its server is killed', async () => {
  const { url, admin, parentId, kill, restart } = await startKilledServer();
  const { bytes } = await makeFile('pptx', { title: 'Plan', lang: 'en', seed: 7 });
  const id = await admin.upload(parentId, 'kills.pptx', bytes);
  const [first] = readSlides(new OfficePackage(bytes)).slides;
  const shape = first?.texts[0]?.shape ?? 0;
  let acknowledged = 0;
  for (let round = 0; round < kills; round++) {
    const window = await new TestGrid<SlideEdit>(SlidesNotice).connect(admin, url, id);
    const from = window.order.length;
    for (let at = 0; at < editsEach; at++)
      window.edit({ kind: 'text', slide: first?.id ?? 0, shape, paragraph: 0, texts: [`round ${round} edit ${at}`] });
    await expect.poll(() => window.order.length).toBeGreaterThan(from);
    await kill();
    acknowledged = window.order.length;
    const last = window.order.at(-1)?.edits[0];
    await restart();
    const { deckUrl = '' } = await admin.call(editing.open, { id });
    const now = (await (await fetch(new URL(deckUrl, url))).json()) as DeckNow;
    // at least all that was told to be kept, in its order
    expect(now.seq).toBeGreaterThanOrEqual(acknowledged);
    const text = now.deck.slides[0]?.texts[0]?.paragraphs[0] ?? '';
    expect(text.startsWith(`round ${round} edit `)).toBe(true);
    if (now.seq === acknowledged && last?.kind === 'text') expect([text]).toEqual(last.texts);
  }
  expect(acknowledged).toBeGreaterThanOrEqual(kills);
});
