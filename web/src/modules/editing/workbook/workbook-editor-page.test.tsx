import { editing } from '@dossier/contract/editing/editing';
import { officeServer } from '@dossier/contract/editing/office-server';
import { library } from '@dossier/contract/documents/library';
import { preview } from '@dossier/contract/preview/preview';
import { expect, test } from 'vitest';
import { answer } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const refusedHere = answer(editing.open, { refused: 'editFallsBackToView', message: '' });
const viewed = answer(preview.view, { refused: 'noRightToView', message: 'No' });

test('a workbook that is not edited here is offered in the office server, where the site has one', async () => {
  const { screen, t, press, inputsOf, leadsTo } = await openPage('/editSheet?id=7', {
    answers: [
      ...shellAnswers(),
      refusedHere,
      answer(editing.preEdit, { editType: 2, pageUrl: '/office?id=7', onlyUrl: '/office?id=7' }),
      answer(officeServer.token, { refused: 'noRightToView', message: 'No' }),
      answer(library.documentDetail, { refused: 'noRightToView', message: 'No' }),
    ],
  });
  await screen.findByText(t('editing.editor.notEditedHere'));
  expect(inputsOf(editing.preEdit)).toEqual([{ id: '7', lockType: 1, editor: 2 }]);
  await press(t('editing.editor.openInOffice'));
  await leadsTo('/office?id=7');
});

test.each([
  ['has no office server for it', { refused: 'editorUnavailable', message: '' } as const],
  ['lets it be viewed only', { refused: 'editFallsBackToView', message: '' } as const],
])('a workbook that is not edited here is viewed where the site %s', async (_, given) => {
  const page = await openPage('/editSheet?id=7', { answers: [...shellAnswers(), refusedHere, answer(editing.preEdit, given), viewed] });
  await page.leadsTo(/previewOnline|docpreview/);
  expect(page.screen.queryByText(page.t('editing.editor.notEditedHere'))).toBeNull();
});

test('a workbook that is not edited here for a reason says it before it is viewed', async () => {
  const reason = 'counts its days from 1904';
  const { screen, t, press, leadsTo } = await openPage('/editSheet?id=7', {
    answers: [
      ...shellAnswers(),
      answer(editing.open, { refused: 'workbookDaysFrom1904', message: reason }),
      answer(editing.preEdit, { refused: 'editorUnavailable', message: '' }),
      viewed,
    ],
  });
  await screen.findByText(reason);
  expect(screen.queryByRole('button', { name: t('editing.editor.openInOffice') })).toBeNull();
  await press(t('editing.editor.viewInstead'));
  await leadsTo(/previewOnline|docpreview/);
});
