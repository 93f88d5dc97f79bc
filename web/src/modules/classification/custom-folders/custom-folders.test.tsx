import { type CustomFolder, customFolders } from '@dossier/contract/classification/custom-folders';
import { moduleType, objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { expect, test } from 'vitest';
import { type Answer, answer, pageOf } from '../../../../test/answers.ts';
import { documentOf } from '../../../../test/documents.ts';
import { openPage } from '../../../../test/page.ts';
import { administrator, shellAnswers } from '../../../../test/shell-answers.ts';
import { homeAnswers } from '../../../../test/home-answers.ts';

const entry = (id: string, name: string): CustomFolder => ({
  id,
  name,
  folder: { id: `9${id}`, name, objType: objType.folder, moduleType: moduleType.system },
});

/** The home page with these custom folders, as the calls change them. */
function atHome(kept: CustomFolder[]): Answer[] {
  let list = kept;
  return [
    ...shellAnswers({ moduleTypes: [0] }),
    ...homeAnswers.filter(({ route }) => route !== customFolders.list),
    answer(customFolders.list, () => ({ list })),
    answer(customFolders.sort, ({ ids }) => {
      list = [ids].flat().flatMap((id) => list.find((one) => one.id === id) ?? []);
      return {};
    }),
    answer(customFolders.update, ({ id, name }) => {
      list = list.map((one) => (one.id === id ? { ...one, name } : one));
      return {};
    }),
    answer(customFolders.delete, ({ ids }) => {
      list = list.filter(({ id }) => ![ids].flat().includes(id));
      return {};
    }),
  ];
}

test('the home panel opens folders in a window of their own, by their area, and marks those that are gone', async () => {
  const { screen, t } = await openPage('/home', { answers: atHome([entry('1', 'Rent'), { id: '2', name: 'Old' }]) });
  const link = await screen.findByRole('link', { name: /Rent/ });
  expect([link.getAttribute('target'), link.getAttribute('href')]).toEqual([
    '_blank',
    expect.stringMatching(/^\/system\/tabledata\?id=91&name=Rent&t=\w+$/),
  ]);
  await screen.findByText('Old');
  await screen.findByText(t('classification.customFolders.gone'));
  expect(screen.queryByRole('link', { name: /Old/ })).toBeNull();
});

test('an empty panel says how to begin', async () => {
  const { screen, t } = await openPage('/home', { answers: atHome([]) });
  await screen.findByText(t('classification.customFolders.empty'));
  expect(screen.queryByRole('button', { name: t('classification.customFolders.arrange') })).toBeNull();
});

test('custom folders are ordered by their buttons, renamed and removed', async () => {
  const { t, press, fill, dialog, inputsOf } = await openPage('/home', { answers: atHome([entry('1', 'Rent'), entry('2', 'Plans')]) });
  await press(t('classification.customFolders.arrange'));
  const box = await dialog(t('classification.customFolders.arrange'));
  await press(t('classification.customFolders.up', { name: 'Plans' }), box);
  await expect.poll(() => inputsOf(customFolders.sort)).toMatchObject([{ ids: ['2', '1'] }]);
  await press(t('classification.customFolders.remove', { name: 'Plans' }), box);
  await expect.poll(() => inputsOf(customFolders.delete)).toMatchObject([{ ids: ['2'] }]);
  await press(t('classification.customFolders.renameTitle', { name: 'Rent' }), box);
  const form = await dialog(t('classification.customFolders.renameTitle', { name: 'Rent' }));
  await fill(t('classification.customFolders.name'), 'Leases', form);
  await press(t('classification.customFolders.save'), form);
  await expect.poll(() => inputsOf(customFolders.update)).toMatchObject([{ id: '1', name: 'Leases' }]);
});

test('a folder is added from its menu, and a refusal says why not', async () => {
  const cabinet = documentOf({ id: '5', name: 'Rules', objType: objType.cabinet, ext: undefined, parentId: undefined, rights: 255 });
  const refusal = 'Only ten';
  const { screen, user, t, inputsOf } = await openPage('/knowledge/index', {
    answers: [
      ...shellAnswers(),
      answer(library.cabinets, pageOf([cabinet])),
      answer(library.tree, []),
      answer(customFolders.create, { refused: 'customFoldersFull', message: refusal }),
    ],
  });
  await user.pointer({ keys: '[MouseRight]', target: await screen.findByText('Rules') });
  await user.hover(await screen.findByText(t('documents.library.menuOrganise')));
  await user.click(await screen.findByText(t('classification.customFolders.add')));
  await screen.findByText(refusal);
  expect(inputsOf(customFolders.create)).toMatchObject([{ folderId: '5' }]);
});

test('a folder that is there already is taken out from its menu, and the sidebar keeps the section folded', async () => {
  const cabinet = documentOf({ id: '91', name: 'Rules', objType: objType.cabinet, ext: undefined, parentId: undefined, rights: 255 });
  const { screen, user, t, inputsOf } = await openPage('/knowledge/index', {
    answers: [
      ...atHome([entry('1', 'My rules')]),
      answer(session.current, administrator),
      answer(library.cabinets, pageOf([cabinet])),
      answer(library.tree, []),
    ],
  });
  const link = await screen.findByRole('link', { name: 'My rules' });
  expect(link.getAttribute('href')).toBe('/system/tabledata?id=91');
  await user.click(screen.getByText(t('classification.customFolders.title')));
  expect(link.closest('details')?.open).toBe(false);
  await user.pointer({ keys: '[MouseRight]', target: await screen.findByText('Rules') });
  await user.hover(await screen.findByText(t('documents.library.menuOrganise')));
  expect(screen.queryByText(t('classification.customFolders.add'))).toBeNull();
  await user.click(await screen.findByText(t('classification.customFolders.takeOut')));
  await screen.findByText(t('classification.customFolders.removed', { name: 'Rules' }));
  expect(inputsOf(customFolders.delete)).toMatchObject([{ ids: ['1'] }]);
  await expect.poll(() => screen.queryByRole('link', { name: 'My rules' })).toBeNull();
});
