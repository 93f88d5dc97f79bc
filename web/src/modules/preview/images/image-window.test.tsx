import { comments } from '@dossier/contract/comments/comments';
import { right } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { flows } from '@dossier/contract/workflows/flows';
import { preview } from '@dossier/contract/preview/preview';
import { fireEvent } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../../test/answers.ts';
import { documentOf } from '../../../../test/documents.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const view = {
  id: '7',
  name: 'site.png',
  ext: 'png',
  size: 9,
  version: 1,
  versionLabel: '1.0',
  revision: '70',
  rendition: 'image' as const,
  detailUrl: '',
  streamUrl: '/stream/site.png',
  rights: right.visible | right.read,
  look: 'token',
};

async function openPicture(off: boolean, { rights = view.rights, listed }: { rights?: number; listed?: Promise<void> } = {}) {
  const page = await openPage('/docpreview?id=7', {
    answers: [
      ...shellAnswers(),
      answer(preview.view, { ...view, rights }),
      answer(comments.places, { list: [], ...(off && { off }) }),
      answer(comments.list, async ({ pageNo, pageSize }) => {
        await listed;
        return { ...pageOf([]), pageNo, pageSize, openCount: 0, ...(off && { off }) };
      }),
      answer(comments.create, { id: '100', unaware: [] }),
      answer(library.documentDetail, { ...documentOf({ name: 'site.png', ext: 'png' }), path: 'Plans', ownerId: '1', ownerName: 'Ana' }),
      answer(library.items, () => pageOf([])),
      answer(flows.choices, { list: [] }),
    ],
  });
  fireEvent.load(await page.screen.findByRole('img', { name: 'site.png' }));
  return page;
}

test('an area of a picture is moved and sized by keys, told, and taken for a comment', async () => {
  const { screen, user, t, press, inputsOf } = await openPicture(false);
  await press(t('preview.viewer.commentOnArea'));
  const layer = await screen.findByRole('application', { name: t('preview.viewer.chooseArea') });
  await expect.poll(() => document.activeElement).toBe(layer);
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
  await screen.findByText(t('preview.viewer.areaAt', { left: 44, top: 43, width: 22, height: 12 }));
  await user.keyboard('{Enter}');
  const field = await screen.findByRole('textbox', { name: t('comments.write') });
  await user.type(field, 'A crack');
  await press(t('comments.send'));
  await expect.poll(() => inputsOf(comments.create).length).toBe(1);
  const [{ place, revisionId } = {}] = inputsOf(comments.create);
  expect(revisionId).toBe('70');
  const parts = place?.kind === 'area' ? [place.x, place.y, place.width, place.height].map((part) => Math.round(part * 100)) : [];
  expect(parts).toEqual([44, 43, 22, 12]);
});

test('what is typed before the comments are there is in the field, and runs no shortcuts', async () => {
  const { promise: listed, resolve: list } = Promise.withResolvers<void>();
  const { screen, user, t, press } = await openPicture(false, { listed });
  const picture = screen.getByRole('img', { name: 'site.png' });
  const take = async (): Promise<void> => {
    await press(t('preview.viewer.commentOnArea'));
    const layer = await screen.findByRole('application');
    await expect.poll(() => document.activeElement).toBe(layer);
    await user.keyboard('{Enter}');
  };
  await take();
  // `r` turns the picture, `i` closes the pane with the comments, and Escape the window
  await user.keyboard('roof{Escape}');
  expect(document.activeElement?.tagName).not.toBe('TEXTAREA');
  await take();
  await user.keyboard('A rift{Enter}in it');
  await screen.findByRole('tab', { name: t('comments.comments'), selected: true });
  list();
  const field = await screen.findByRole('textbox', { name: t('comments.write') });
  await expect.poll(() => field).toHaveProperty('value', 'A rift\nin it');
  expect(document.activeElement).toBe(field);
  expect(screen.getAllByRole('textbox')).toEqual([field]);
  expect(picture.closest('[style]')?.getAttribute('style')).toContain('rotate(0deg)');
});

test('Escape leaves the choice and gives the focus back', async () => {
  const { screen, user, t, press } = await openPicture(false);
  await press(t('preview.viewer.commentOnArea'));
  await screen.findByRole('application');
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('application')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: t('preview.viewer.commentOnArea') }));
});

test('where comments are switched off no place can be chosen', async () => {
  const { screen, user, t } = await openPicture(true);
  await screen.findByRole('button', { name: t('preview.viewer.turnLeft') });
  await user.keyboard('c');
  // the panel asks after the picture does
  await screen.findByText(t('comments.off'));
  expect(screen.queryByRole('button', { name: t('preview.viewer.commentOnArea') })).toBeNull();
});

test('what is needed less stands in a menu, which keys open, walk and close', async () => {
  const { screen, user, t } = await openPicture(false, { rights: view.rights | right.pdf | right.download });
  const more = await screen.findByRole('button', { name: t('preview.viewer.moreTools') });
  expect(screen.queryByRole('menuitem')).toBeNull();
  more.focus();
  await user.keyboard('{ArrowDown}');
  const entry = await screen.findByRole('menuitem', { name: t('preview.viewer.downloadPdf') });
  await expect.poll(() => document.activeElement).toBe(entry);
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('menuitem')).toBeNull();
  expect(document.activeElement).toBe(more);
});

test('a place that is chosen by hand is asked for in words, with a way out', async () => {
  const { screen, t, press } = await openPicture(false);
  await press(t('preview.viewer.commentOnArea'));
  const line = await screen.findByText(new RegExp(t('preview.viewer.drawArea')));
  expect(line.getAttribute('role')).toBe('status');
  await press(t('preview.viewer.cancel'));
  await expect.poll(() => screen.queryByRole('application')).toBeNull();
});

test('a picture is turned, flipped and enlarged by its buttons and keys', async () => {
  const { screen, user, t, press } = await openPicture(false);
  const drawn = () => screen.getByRole('img', { name: 'site.png' }).closest('[style]')?.getAttribute('style') ?? '';
  const poses = new Set([drawn()]);
  for (const tool of ['turnLeft', 'flipHorizontal', 'flipVertical'] as const) {
    await press(t(`preview.viewer.${tool}`));
    await expect.poll(() => poses.has(drawn()), { timeout: 5000 }).toBe(false);
    poses.add(drawn());
  }
  await user.keyboard('r');
  await expect.poll(() => poses.has(drawn()), { timeout: 5000 }).toBe(false);
  poses.add(drawn());
  await user.keyboard('+');
  await expect.poll(() => poses.has(drawn()), { timeout: 5000 }).toBe(false);
});
