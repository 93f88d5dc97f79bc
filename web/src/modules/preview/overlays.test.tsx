import { permissions } from '@dossier/contract/access/permissions';
import { comments } from '@dossier/contract/comments/comments';
import { right } from '@dossier/contract/core/rights';
import { type Item, library } from '@dossier/contract/documents/library';
import { media } from '@dossier/contract/preview/media';
import { preview } from '@dossier/contract/preview/preview';
import { fireEvent } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { answer, pageOf } from '../../../test/answers.ts';
import { cabinetAnswers, documentOf } from '../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const rights = right.visible | right.read;
const viewOf = (item: Item, rendition: 'image' | 'audio') => ({
  id: item.id,
  name: item.name,
  ext: item.ext ?? '',
  size: 9,
  version: 1,
  versionLabel: '1.0',
  revision: '70',
  rendition,
  detailUrl: '',
  streamUrl: `/stream/${item.name}`,
  rights,
  look: 'token',
});
const [roof, wall] = ['roof.png', 'wall.png'].map((name, at) => documentOf({ id: String(11 + at), name, ext: 'png', rights })) as [
  Item,
  Item,
];
const talk = documentOf({ id: '13', name: 'talk.mp3', ext: 'mp3', rights });

/** A list with two pictures and a sound, one of which is opened over it. */
async function openOverList(item: Item): Promise<OpenPage> {
  const page = await openPage('/knowledge/index?id=5', {
    answers: [
      ...shellAnswers(),
      answer(library.items, () => pageOf([roof, wall, talk])),
      ...cabinetAnswers(),
      answer(library.documentDetail, { ...documentOf(item), path: 'Site', ownerId: '1', ownerName: 'Ana' }),
      answer(permissions.check, { hasRights: [true] }),
      answer(comments.places, { list: [], off: true }),
      answer(comments.list, { ...pageOf([]), openCount: 0, off: true }),
      answer(preview.view, ({ id }) => (id === talk.id ? viewOf(talk, 'audio') : viewOf(id === roof.id ? roof : wall, 'image'))),
      answer(preview.viewNext, ({ id }) => (id === roof.id ? { ...viewOf(wall, 'image'), found: true } : { found: false })),
      answer(media.wave, { peaks: [] }),
    ],
  });
  const cell = await page.screen.findByText(item.name.replace(/\.\w+$/, ''), { selector: '[role=row] *' });
  fireEvent.dblClick(cell.closest('[role=row]') as HTMLElement);
  return page;
}

test('the audio panel goes back and on by ten seconds, within the sound, and a click beside it closes it', async () => {
  const { screen, user, t, press, dialog } = await openOverList(talk);
  const panel = await dialog('talk.mp3');
  await expect.poll(() => document.querySelector('audio')).not.toBeNull();
  const sound = document.querySelector('audio') as HTMLAudioElement;
  // a DOM without media: what a browser says of a sound that it has loaded
  Object.assign(HTMLMediaElement, { HAVE_METADATA: 1 });
  for (const [name, value] of Object.entries({ duration: 65, readyState: 4 }))
    Object.defineProperty(sound, name, { configurable: true, value });
  fireEvent.durationChange(sound);
  await panel.findByRole('button', { name: t('preview.viewer.play') });
  const jumps = [];
  for (const jump of ['forward10', 'forward10', 'back10', 'back10', 'back10'] as const) {
    await press(t(`preview.viewer.${jump}`), panel);
    jumps.push(sound.currentTime);
  }
  expect(jumps).toEqual([10, 20, 10, 0, 0]);
  sound.currentTime = 60;
  fireEvent.timeUpdate(sound);
  await panel.findByText('1:00');
  await press(t('preview.viewer.forward10'), panel);
  expect(sound.currentTime).toBe(65);
  await user.click(panel.getByText('talk.mp3'));
  const box = screen.getByRole('dialog', { name: 'talk.mp3' });
  await user.click(box);
  await expect.poll(() => screen.queryByRole('dialog', { name: 'talk.mp3' })).toBeNull();
});

test('the image overlay plays its pictures one after the other, up to the last', async () => {
  const { screen, t, press, dialog, inputsOf } = await openOverList(roof);
  await dialog('roof.png');
  fireEvent.load(await screen.findByRole('img', { name: 'roof.png' }));
  await press(t('preview.viewer.slideShow'));
  fireEvent.load(await screen.findByRole('img', { name: 'wall.png' }));
  // the server knows no other one
  await expect.poll(() => inputsOf(preview.viewNext).map(({ id }) => id)).toEqual([roof.id, wall.id]);
  const show = () => screen.getByRole('button', { name: t('preview.viewer.slideShow') }).getAttribute('aria-disabled');
  await expect.poll(show, { timeout: 5000 }).toBe('true');
  screen.getByRole('img', { name: 'wall.png' });
});

test('an image that does not load shows a placeholder by its type, and why', async () => {
  const { screen, t } = await openOverList(wall);
  // the server has the bytes, which are no picture to this browser
  const { fetch: ask } = globalThis;
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => (given[1]?.method === 'HEAD' ? new Response() : ask(...given)));
  fireEvent.error(await screen.findByRole('img', { name: 'wall.png' }));
  const box = await screen.findByRole('alert');
  expect(box.textContent).toBe(`wall.png${t('preview.viewer.pictureFailed')}`);
  expect(box.querySelector('svg')?.dataset['family']).toBe('picture');
  expect(screen.queryByRole('img', { name: 'wall.png' })).toBeNull();
});
