import { accessRequests } from '@dossier/contract/access/requests';
import { library } from '@dossier/contract/documents/library';
import { preview } from '@dossier/contract/preview/preview';
import { expect, test } from 'vitest';
import { type Answer, answer } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

test.each<[string, Answer[], 'requestHidden' | undefined]>([
  ['/docpreview?id=77', [answer(preview.view, { refused: 'documentMissing', message: 'Missing' })], 'requestHidden'],
  ['/docpreview?id=77', [answer(preview.view, { refused: 'noRightToView', message: 'You may not view it' })], undefined],
  [
    '/knowledge/index?id=77',
    [
      answer(library.ancestors, { refused: 'folderMissing', message: 'Missing' }),
      answer(library.items, { refused: 'folderMissing', message: 'Missing' }),
      answer(library.tree, []),
      answer(library.folderDetail, { refused: 'folderMissing', message: 'Missing' }),
      answer(library.cabinetDetail, { refused: 'cabinetMissing', message: 'Missing' }),
    ],
    'requestHidden',
  ],
])('%s that cannot be opened offers to ask for access', async (path, answers, title) => {
  const { screen, t, fill, press, inputsOf } = await openPage(path, {
    answers: [...shellAnswers(), ...answers, answer(accessRequests.ask, {})],
  });
  await screen.findByText(title === undefined ? 'You may not view it' : t(`access.${title}`));
  await fill(t('access.requestNote'), 'For the audit');
  await press(t('access.requestSend'));
  expect((await screen.findByText(t('access.requestSent'))).closest('[role=status]')).not.toBeNull();
  expect(inputsOf(accessRequests.ask)).toEqual([{ objId: '77', note: 'For the audit' }]);
});

test('what fails for another reason offers no request', async () => {
  const { screen, t } = await openPage('/docpreview?id=77', {
    answers: [...shellAnswers(), answer(preview.view, { refused: 'addressRestricted', message: 'Not from here' })],
  });
  await screen.findByText('Not from here');
  expect(screen.queryByText(t('access.requestSend'))).toBeNull();
});
