import { editing } from '@dossier/contract/editing/editing';
import { officeServer } from '@dossier/contract/editing/office-server';
import { library } from '@dossier/contract/documents/library';
import { preview } from '@dossier/contract/preview/preview';
import { expect, test } from 'vitest';
import { answer } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const book = {
  id: '7',
  name: 'figures.xlsx',
  objType: 33,
  moduleType: 3,
  ext: 'xlsx',
  rights: 123,
  canView: true,
  canDownload: true,
  canEdit: true,
  capacityType: 3,
  editType: 1,
  sortNumber: 0,
  createTime: '2026-01-01T00:00:00Z',
  updateTime: '2026-01-01T00:00:00Z',
  creatorName: 'Anna',
  favorite: false,
  path: 'Figures',
  ownerId: '1',
  ownerName: 'Anna',
};
const both = { ...book, editTypes: [1, 2] };
const refusedHere = answer(editing.open, { refused: 'editFallsBackToView', message: '' });
const viewed = answer(preview.view, { refused: 'noRightToView', message: 'No' });

test('a workbook that is not edited here is offered in the office server, where the site has one', async () => {
  const { screen, t, press, inputsOf, leadsTo } = await openPage('/editSheet?id=7', {
    answers: [
      ...shellAnswers(),
      refusedHere,
      answer(editing.preEdit, { editType: 2, pageUrl: '/office?id=7', onlyUrl: '/office?id=7' }),
      answer(officeServer.token, { refused: 'noRightToView', message: 'No' }),
      answer(library.documentDetail, both),
    ],
  });
  await screen.findByText(t('editing.editor.notEditedHere'));
  expect(inputsOf(editing.preEdit)).toEqual([{ id: '7', lockType: 1, editor: 2 }]);
  await press(t('editing.editor.openInOffice'));
  await leadsTo('/office?id=7');
});

const officeAlone = { ...book, editType: 2 };
test.each([
  ['has no office server for it', book],
  ['lets it be viewed only', { ...both, canEdit: false }],
  ['does not show it any more', { refused: 'noRightToView', message: 'No' } as const],
])('a workbook that is not edited here is viewed where the site %s, without a question that is refused', async (_, detail) => {
  const page = await openPage('/editSheet?id=7', {
    answers: [...shellAnswers(), refusedHere, answer(library.documentDetail, detail), viewed],
  });
  await page.leadsTo(/previewOnline|docpreview/);
  expect(page.screen.queryByText(page.t('editing.editor.notEditedHere'))).toBeNull();
});

test.each([
  ['does not open its type', both, { refused: 'editorUnavailable', message: '' } as const],
  ['is all there was', officeAlone, { refused: 'editFallsBackToView', message: '' } as const],
])('a workbook that is not edited here is viewed where the office server %s', async (_, detail, given) => {
  const page = await openPage('/editSheet?id=7', {
    answers: [...shellAnswers(), refusedHere, answer(library.documentDetail, detail), answer(editing.preEdit, given), viewed],
  });
  await page.leadsTo(/previewOnline|docpreview/);
  expect(page.inputsOf(editing.preEdit)).toHaveLength(1);
  expect(page.screen.queryByText(page.t('editing.editor.notEditedHere'))).toBeNull();
});

test('a workbook that is not edited here for a reason says it before it is viewed', async () => {
  const reason = 'uses the 1904 date system';
  const { screen, t, press, leadsTo } = await openPage('/editSheet?id=7', {
    answers: [
      ...shellAnswers(),
      answer(editing.open, { refused: 'workbookDaysFrom1904', message: reason }),
      answer(library.documentDetail, book),
      viewed,
    ],
  });
  await screen.findByText(reason);
  expect(screen.queryByRole('button', { name: t('editing.editor.openInOffice') })).toBeNull();
  await press(t('editing.editor.viewInstead'));
  await leadsTo(/previewOnline|docpreview/);
});
