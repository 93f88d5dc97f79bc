import { type Note, notes } from '@dossier/contract/classification/notes';
import { moduleType, objType } from '@dossier/contract/core/rights';
import { type Item, library } from '@dossier/contract/documents/library';
import { flows } from '@dossier/contract/workflows/flows';
import { expect, test } from 'vitest';
import { type Answer, answer, pageOf } from '../../../../test/answers.ts';
import { documentOf } from '../../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const time = '2026-01-01T00:00:00.000Z';

const noteOf = (given: Partial<Note>): Note => ({
  id: '1',
  content: 'Ends in May',
  shared: true,
  own: false,
  mayDelete: false,
  userName: 'Ben',
  createTime: time,
  ...given,
});

/** The list of a cabinet with one document, whose notes these calls change. */
function notedAnswers(first: Note[]): Answer[] {
  let all = first;
  const item = (): Item => documentOf(all.length > 0 ? { noted: true } : {});
  const cabinet = documentOf({ id: '5', name: 'Contracts', objType: objType.cabinet });
  return [
    ...shellAnswers(),
    answer(library.items, () => pageOf([item()])),
    answer(library.documentDetail, () => ({ ...item(), path: 'Contracts', ownerId: '1', ownerName: 'Ana' })),
    answer(notes.list, () => pageOf(all)),
    answer(notes.create, ({ content, shared }) => {
      all = [noteOf({ id: '2', content, shared, own: true, mayDelete: true, userName: 'Ana' }), ...all];
      return { id: '2' };
    }),
    answer(notes.update, ({ id, content = '' }) => {
      all = all.map((one) => (one.id === id ? { ...one, content } : one));
      return {};
    }),
    answer(notes.delete, ({ id }) => {
      all = all.filter((one) => one.id !== id);
      return {};
    }),
    answer(library.ancestors, [{ id: '5', name: 'Contracts', moduleType: moduleType.enterprise, objType: objType.cabinet }]),
    answer(library.tree, []),
    answer(flows.choices, { list: [] }),
    answer(library.cabinetDetail, { ...cabinet, path: '', ownerId: '1', ownerName: 'Ana' }),
  ];
}

async function openNotes(first: Note[]): Promise<OpenPage> {
  const page = await openPage('/knowledge/index?id=5', { answers: notedAnswers(first) });
  const { screen, user, t } = page;
  await user.click(await screen.findByText('lease'));
  await user.keyboard('i');
  await user.click(await screen.findByRole('tab', { name: t('classification.notes.notes') }));
  return page;
}

test('a note is written, marks the document, is changed, deleted, and written again by undo', async () => {
  const { screen, user, t, press, fill, inputsOf } = await openNotes([]);
  await screen.findByText(t('classification.notes.none'));
  await fill(t('classification.notes.write'), ' Ask the landlord ');
  await user.click(screen.getByRole('checkbox', { name: t('classification.notes.shared') }));
  await press(t('classification.notes.save'));
  await screen.findByText('Ask the landlord', { selector: 'p' });
  await screen.findByRole('img', { name: t('documents.library.noted') });
  await press(t('classification.notes.edit'));
  await fill(t('classification.notes.edit'), 'Asked');
  await user.keyboard('{Enter}');
  await screen.findByText('Asked', { selector: 'p' });
  await press(t('classification.notes.delete'));
  await screen.findByText(t('classification.notes.none'));
  await press(t('classification.notes.undo'));
  await screen.findByText('Asked', { selector: 'p' });
  expect(inputsOf(notes.create)).toEqual([
    { objId: '7', content: 'Ask the landlord', shared: true },
    { objId: '7', content: 'Asked', shared: true },
  ]);
  expect(inputsOf(notes.update)).toEqual([{ id: '2', content: 'Asked', shared: true }]);
});

test('a note of somebody else is read alone, and who manages the document is asked before it is deleted', async () => {
  const { screen, t, press, dialog, inputsOf } = await openNotes([
    noteOf({}),
    noteOf({ id: '3', content: 'Sign here', userName: 'Cleo', mayDelete: true }),
  ]);
  await screen.findByText('Ends in May', { selector: 'p' });
  expect(screen.queryByRole('button', { name: t('classification.notes.edit') })).toBeNull();
  await press(t('classification.notes.delete'));
  await press(t('classification.notes.delete'), await dialog(t('classification.notes.deleteAsk', { name: 'Cleo' })));
  await expect.poll(() => screen.queryByText('Sign here', { selector: 'p' })).toBeNull();
  expect(inputsOf(notes.delete)).toEqual([{ id: '3' }]);
});
