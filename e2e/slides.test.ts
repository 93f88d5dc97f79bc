import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { emptyPresentation } from '@dossier/formats/office/empty-presentation';
import { OfficePackage } from '@dossier/formats/office/patch-package';
import { readSlides } from '@dossier/formats/slides/read-slides';
import { expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { admin, useTestServer } from './journey.ts';
import { button } from './page-actions.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** A presentation with a picture on its first slide. */
async function presentation(lang: 'cn' | 'en'): Promise<Buffer> {
  const pack = new OfficePackage((await makeFile('pptx', { title: 'Plan', lang, seed: 7 })).bytes);
  pack.add('ppt/media/image1.png', 'image/png', png);
  const relation = pack.addRelation('ppt/slides/slide1.xml', 'image', 'ppt/media/image1.png');
  const picture = `<p:pic><p:nvPicPr><p:cNvPr id="4000" name="Logo"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm><a:off x="200000" y="200000"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;
  pack.put('ppt/slides/slide1.xml', pack.text('ppt/slides/slide1.xml').replace('</p:spTree>', `${picture}</p:spTree>`));
  return pack.write();
}

for (const lang of firstOrAll(['cn', 'en'] as const)) {
  dossier.journey(
    `edits the texts, notes, pictures and order of a presentation (${lang})`,
    { as: admin, lang },
    async ({ page, open, t }) => {
      const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: `Slides ${lang}`, moduleType: 3 });
      const before = await presentation(lang);
      const id = await dossier.admin.upload(parentId, 'plan.pptx', before);
      const deck = readSlides(new OfficePackage(before));
      await open(`/editSlides?id=${id}`);
      const strip = page.getByRole('listbox', { name: t('editing.slides.slides') });
      const options = strip.getByRole('option');
      await expect.poll(() => options.count()).toBe(deck.slides.length);
      // the slides as the viewer draws them
      const stage = page.getByRole('group', { name: t('editing.slides.slideShown') });
      await expect
        .poll(() =>
          stage
            .locator('img')
            .first()
            .evaluate((image: HTMLImageElement) => image.naturalWidth),
        )
        .toBeGreaterThan(0);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/open-${lang}.png` });

      await stage
        .getByRole('button', { name: deck.slides[0]?.texts[0]?.paragraphs[0] ?? '' })
        .first()
        .click();
      const card = page.getByRole('dialog');
      const field = card.getByRole('textbox').first();
      await field.fill('');
      await page.keyboard.insertText('新标题 & more');
      await page.keyboard.press('Enter');
      await page.keyboard.insertText('second line');
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/card-${lang}.png` });
      await page.keyboard.press('Escape');
      await stage.getByText(t('editing.slides.changed')).waitFor();
      // what was written lies over the drawing, readable on what is drawn there
      const title = stage.getByRole('button', { name: '新标题 & more' });
      await title.getByText('新标题 & more').waitFor();
      await expect
        .poll(() => title.locator('span').evaluate((words) => getComputedStyle(words).color !== getComputedStyle(words).backgroundColor))
        .toBe(true);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/written-${lang}.png` });
      await page.getByLabel(t('editing.slides.notes')).fill('say\nthis');
      // undone by the keys of the house, also in a text that follows its room
      await page.getByLabel(t('editing.slides.notes')).press('Control+z');
      await expect.poll(() => page.getByLabel(t('editing.slides.notes')).inputValue()).toBe('');
      await page.getByLabel(t('editing.slides.notes')).press('Control+Shift+z');
      await expect.poll(() => page.getByLabel(t('editing.slides.notes')).inputValue()).toBe('say\nthis');

      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        stage.getByRole('button', { name: t('editing.slides.replacePicture') }).click(),
      ]);
      const other = Buffer.concat([png, Buffer.from('other')]);
      await chooser.setFiles({ name: 'other.png', mimeType: 'image/png', buffer: other });
      await expect
        .poll(() =>
          stage
            .getByRole('button', { name: t('editing.slides.replacePicture') })
            .locator('img')
            .count(),
        )
        .toBe(1);

      await button(page, t('editing.slides.duplicate')).click();
      await expect.poll(() => options.count()).toBe(deck.slides.length + 1);
      await options.nth(1).press('Alt+ArrowDown');
      await expect.poll(() => options.nth(2).getAttribute('aria-selected')).toBe('true');
      await options.nth(2).press('Delete');
      await expect.poll(() => options.count()).toBe(deck.slides.length);
      await button(page, t('editing.slides.undo')).first().click();
      await expect.poll(() => options.count()).toBe(deck.slides.length + 1);
      await page.getByText(t('editing.editor.kept')).waitFor();
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/changed-${lang}.png` });
      await page.keyboard.press('Control+s');
      await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
      await options.first().click();
      // what was written stays over the old drawing until the new one has come, with its copy at its place
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/pending-${lang}.png` });
      const seen = await page.evaluate(async () => {
        const slide = document.querySelector('[role=group] [class*=slide]');
        const states = new Set<string>();
        const until = Date.now() + 90_000;
        while (Date.now() < until) {
          const isOver = slide?.querySelector('[class*=written]') !== null;
          const isPending = document.querySelector('main progress, progress') !== null;
          states.add(`${isPending ? 'pending' : 'drawn'} ${isOver ? 'over' : 'bare'}`);
          if (!isOver && !isPending) break;
          await new Promise((done) => setTimeout(done, 20));
        }
        return [...states];
      });
      expect(seen).not.toContain('pending bare');
      await stage.getByText(t('editing.slides.changed')).waitFor({ state: 'detached' });
      await expect
        .poll(() => strip.locator('img').evaluateAll((images) => images.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length))
        .toBeGreaterThan(2);
      await expect.poll(() => page.getByText(t('editing.slides.drawing')).count()).toBe(0);
      if (process.env.SHOTS) {
        await page.screenshot({ path: `${process.env.SHOTS}/saved-${lang}.png` });
        await page.emulateMedia({ colorScheme: 'dark' });
        await options.first().click();
        await stage.getByRole('button').last().click();
        await page.screenshot({ path: `${process.env.SHOTS}/dark-${lang}.png` });
        await page.keyboard.press('Escape');
        await page.emulateMedia({ colorScheme: 'light' });
        await page.setViewportSize({ width: 390, height: 844 });
        await page.screenshot({ path: `${process.env.SHOTS}/phone-${lang}.png` });
        await stage.getByRole('button').last().click();
        await page.screenshot({ path: `${process.env.SHOTS}/phonecard-${lang}.png` });
        await page.keyboard.press('Escape');
        await page.setViewportSize({ width: 1366, height: 768 });
      }

      await button(page, t('editing.editor.view')).click();
      await page.waitForURL(/docpreview/);
      await page.getByText('新标题 & more').first().waitFor();

      const { downloadUrl } = await dossier.admin.call(content.download, { id });
      const after = new OfficePackage(Buffer.from(await (await fetch(new URL(downloadUrl, page.url()))).arrayBuffer()));
      const { slides } = readSlides(after);
      expect(slides.map((slide) => slide.id).toSpliced(2, 1)).toEqual(deck.slides.map((slide) => slide.id));
      expect([slides[0], slides[2]].map((slide) => [slide?.texts[0]?.paragraphs.slice(0, 2), slide?.notes])).toEqual(
        Array.from({ length: 2 }, () => [['新标题 & more', 'second line'], 'say\nthis']),
      );
      // all that nobody touched is as it was, to the byte
      const base = new OfficePackage(before);
      const touched =
        /^(?:\[Content_Types\]\.xml|ppt\/presentation\.xml|ppt\/_rels\/presentation\.xml\.rels|ppt\/slides\/(?:_rels\/)?slide1\.xml(?:\.rels)?|ppt\/media\/image1\.png)$/;
      expect(
        base.names.filter((name) => !after.has(name) || !base.bytes(name).equals(after.bytes(name))).filter((name) => !touched.test(name)),
      ).toEqual([]);
      expect(after.names.some((name) => name.startsWith('ppt/media/') && after.bytes(name).equals(other))).toBe(true);
    },
  );
}

dossier.journey(
  'the empty places of a new presentation say that they can be written',
  { as: admin, lang: 'cn' },
  async ({ page, open, t }) => {
    const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: 'New slides', moduleType: 3 });
    const id = await dossier.admin.upload(parentId, 'new.pptx', emptyPresentation());
    await open(`/editSlides?id=${id}`);
    const stage = page.getByRole('group', { name: t('editing.slides.slideShown') });
    const hints = stage.getByText(t('editing.slides.writeHere'));
    await expect.poll(() => hints.count()).toBe(2);
    await hints.first().click();
    await page.getByRole('dialog').getByRole('textbox').first().fill('标题');
    await page.keyboard.press('Escape');
    await expect.poll(() => hints.count()).toBe(1);
    await page.getByText(t('editing.editor.kept')).waitFor();
  },
);
