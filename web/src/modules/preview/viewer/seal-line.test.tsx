import { right } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { expect, test } from 'vitest';
import { answer } from '../../../../test/answers.ts';
import { documentOf } from '../../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const openInvoice = (sealed: boolean): Promise<OpenPage> =>
  openPage('/docpreview?id=7', {
    answers: [
      ...shellAnswers(),
      answer(preview.view, {
        id: '7',
        name: 'invoice.ofd',
        ext: 'ofd',
        size: 9,
        version: 1,
        versionLabel: '1.0',
        rendition: 'none',
        detailUrl: '',
        streamUrl: '',
        rights: right.visible | right.read,
        look: 'token',
      }),
      answer(previewByToken.state, { state: 'ready', done: 1, ...(sealed && { sealed }) }),
      answer(library.documentDetail, () => ({ ...documentOf({ id: '7', name: 'invoice.ofd' }), path: '', ownerId: '1', ownerName: 'Ana' })),
    ],
  });

test('an OFD with an electronic seal says that nobody has verified it', async () => {
  const { screen, t } = await openInvoice(true);
  expect((await screen.findByRole('note')).textContent).toBe(t('preview.viewer.sealed'));
});

test('an OFD without one says nothing', async () => {
  const { screen, t, inputsOf } = await openInvoice(false);
  await expect.poll(() => inputsOf(previewByToken.state)).toEqual([{ look: 'token', wait: true }]);
  expect(screen.queryByText(t('preview.viewer.sealed'))).toBeNull();
});
