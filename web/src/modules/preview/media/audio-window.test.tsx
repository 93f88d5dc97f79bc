import { comments } from '@dossier/contract/comments/comments';
import { right } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { media } from '@dossier/contract/preview/media';
import { preview } from '@dossier/contract/preview/preview';
import { flows } from '@dossier/contract/workflows/flows';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../../test/answers.ts';
import { documentOf } from '../../../../test/documents.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const view = {
  id: '7',
  name: 'talk.mp3',
  ext: 'mp3',
  size: 9,
  version: 1,
  versionLabel: '1.0',
  revision: '70',
  rendition: 'audio' as const,
  detailUrl: '',
  streamUrl: '/stream/talk.mp3',
  rights: right.visible | right.read,
  look: 'token',
};

test('a sound begins at a quiet volume, with buttons that go ten seconds back and on', async () => {
  const { screen, t } = await openPage('/musicViewer?id=7', {
    answers: [
      ...shellAnswers(),
      answer(preview.view, view),
      answer(media.wave, { peaks: [] }),
      answer(comments.places, { list: [] }),
      answer(comments.list, { ...pageOf([]), openCount: 0 }),
      answer(library.documentDetail, { ...documentOf({ name: 'talk.mp3', ext: 'mp3' }), path: 'Talks', ownerId: '1', ownerName: 'Ana' }),
      answer(library.items, () => pageOf([])),
      answer(flows.choices, { list: [] }),
    ],
  });
  await expect.poll(() => document.querySelector('audio'), { timeout: 30_000 }).not.toBeNull();
  const sound = document.querySelector('audio') as HTMLAudioElement;
  await expect.poll(() => sound.volume, { timeout: 5000 }).toBe(0.4);
  for (const jump of ['back10', 'forward10'] as const) await screen.findByRole('button', { name: t(`preview.viewer.${jump}`) });
});
