import { right } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { preview } from '@dossier/contract/preview/preview';
import { expect, test, vi } from 'vitest';
import { answer } from '../../../../test/answers.ts';
import { documentOf } from '../../../../test/documents.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

test('a viewer says that the server cannot be reached, keeps the document, and says no more once it is back', async () => {
  const { screen, t } = await openPage('/docpreview?id=7', {
    answers: [
      ...shellAnswers(),
      answer(preview.view, {
        id: '7',
        name: 'rule.zzz',
        ext: 'zzz',
        size: 9,
        version: 1,
        versionLabel: '1.0',
        rendition: 'none',
        detailUrl: '',
        streamUrl: '',
        rights: right.visible | right.read,
        look: 'token',
      }),
      answer(library.documentDetail, () => ({ ...documentOf({ id: '7', name: 'rule.zzz' }), path: '', ownerId: '1', ownerName: 'Ana' })),
    ],
  });
  const title = await screen.findByRole('heading', { name: 'rule.zzz', level: 1 });
  const reached = globalThis.fetch;
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  dispatchEvent(new Event('offline'));
  await screen.findByText(t('platform.offline'));
  expect(title.isConnected).toBe(true);
  online.mockReturnValue(true);
  vi.stubGlobal('fetch', (target: string, init?: RequestInit) =>
    target === '/health' ? Promise.resolve(new Response()) : reached(target, init),
  );
  dispatchEvent(new Event('online'));
  await expect.poll(() => screen.queryByText(t('platform.offline'))).toBeNull();
});
