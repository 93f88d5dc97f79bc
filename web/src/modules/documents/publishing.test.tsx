import { moduleType, objType, right } from '@dossier/contract/core/rights';
import { type Item, library } from '@dossier/contract/documents/library';
import { flows } from '@dossier/contract/workflows/flows';
import { expect, test } from 'vitest';
import { type Answer, answer, pageOf } from '../../../test/answers.ts';
import { documentOf } from '../../../test/documents.ts';
import { openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const full = 255;
const modifier = full & ~right.manage;
const cabinetOf = (given: Partial<Item>): Item =>
  documentOf({ id: '5', name: 'Rules', objType: objType.cabinet, ext: undefined, parentId: undefined, rights: full, ...given });
const detailOf = (item: Item) => ({ ...item, path: 'Rules', ownerId: '1', ownerName: 'Ana' });

/** A publishing cabinet with these documents, for somebody with these rights in it. */
const inCabinet = (rights: number, list: Item[]): Answer[] => [
  ...shellAnswers(),
  answer(library.items, pageOf(list)),
  answer(library.ancestors, [{ id: '5', name: 'Rules', moduleType: moduleType.enterprise, objType: objType.cabinet, publishing: true }]),
  answer(library.tree, []),
  answer(library.cabinetDetail, detailOf(cabinetOf({ publishing: true, rights }))),
  answer(library.documentDetail, () => detailOf(list[0] as Item)),
  answer(flows.choices, {
    list: [
      { id: '31', flowKind: 'publish', name: 'New rule', description: '', steps: 1, stepNames: [], branches: false, cabinetId: '5' },
      { id: '32', flowKind: 'publish', name: 'Elsewhere', description: '', steps: 1, stepNames: [], branches: false, cabinetId: '6' },
    ],
  }),
];

test('a cabinet is made a publishing one in its dialog, and says why where it cannot be', async () => {
  const refusal = 'Only without documents';
  const { screen, user, t, dialog, press, inputsOf } = await openPage('/knowledge/index', {
    answers: [
      ...shellAnswers(),
      answer(library.cabinets, pageOf([cabinetOf({ publishing: false })])),
      answer(library.tree, []),
      answer(library.update, { refused: 'cabinetInUse', message: refusal }),
    ],
  });
  await user.pointer({ keys: '[MouseRight]', target: await screen.findByText('Rules') });
  const edit = (): HTMLElement | null => screen.queryByText(t('documents.library.editFacts'));
  const organise = await screen.findByText(t('documents.library.menuOrganise'));
  await user.hover(organise);
  await expect.poll(edit).not.toBeNull();
  await user.click(edit() as HTMLElement);
  const box = await dialog(t('documents.library.editTitle', { name: 'Rules' }));
  await user.click(await screen.findByRole('checkbox', { name: t('documents.library.publishingCabinet') }));
  await press(t('documents.library.save'), box);
  await screen.findByText(refusal);
  expect(inputsOf(library.update)).toMatchObject([{ id: '5', publishing: true }]);
});

test('who manages an empty publishing cabinet makes folders and publishes, and uploads nothing', async () => {
  const { screen, t } = await openPage('/knowledge/index?id=5', { answers: inCabinet(full, []) });
  await screen.findByText(t('documents.library.publishedHere'));
  await screen.findAllByText(t('workflows.publishHere'));
  await screen.findAllByText(t('documents.library.newFolder'));
  expect(screen.queryByText(t('documents.content.uploadFiles'))).toBeNull();
});

test('who may modify a published document changes nothing of it, and reads what is to come', async () => {
  const since = '2026-01-01T00:00:00.000Z';
  const publication = { state: 'effective' as const, since, next: { kind: 'revise' as const, time: '2026-02-01T00:00:00.000Z' } };
  const list = [documentOf({ rights: modifier, publication })];
  const { screen, user, t } = await openPage('/knowledge/index?id=5', { answers: inCabinet(modifier, list) });
  await user.click(await screen.findByText('lease'));
  await user.pointer({ keys: '[MouseRight]', target: screen.getByText('lease') });
  const details = await screen.findByText(t('documents.library.details'));
  for (const label of [t('documents.library.rename'), t('documents.library.delete'), t('documents.content.newRevision')])
    expect(screen.queryByText(label)).toBeNull();
  await user.click(details);
  await screen.findByText(/^In effect since/);
  await screen.findByText(/^A new version takes effect on/);
});
