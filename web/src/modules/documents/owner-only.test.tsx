import { permissions } from '@dossier/contract/access/permissions';
import { level, moduleType, objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { expect, test } from 'vitest';
import { type Answer, answer, pageOf } from '../../../test/answers.ts';
import { cabinetAnswers, documentOf } from '../../../test/documents.ts';
import { openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const own = { id: '5', name: 'Contracts', moduleType: moduleType.enterprise, objType: objType.cabinet, parentId: undefined };
const cabinet = documentOf({ ...own, rights: level.full, ext: undefined, size: undefined });
const detail = { ...cabinet, path: 'Contracts', ownerId: '1', ownerName: 'Ana', childCount: 0 };

/** Cabinet 5, empty, with what its details say. */
const answersFor = (facts: { rights: number; ownerOnly?: true }): Answer[] => [
  ...shellAnswers(),
  answer(library.items, pageOf([])),
  ...cabinetAnswers(facts.rights),
  answer(library.cabinetDetail, { ...detail, ...facts }),
  answer(permissions.list, {
    inherit: true,
    canInherit: false,
    ownerId: '1',
    ownerName: 'Ana',
    rights: level.full,
    mayGive: level.full,
    capped: false,
    list: [],
  }),
];

test('an empty cabinet that only its owner sees says so, with the way to grant others access', async () => {
  const { screen, t, press, dialog, inputsOf } = await openPage('/knowledge/index?id=5', {
    answers: answersFor({ rights: level.full, ownerOnly: true }),
  });
  await screen.findByText(t('documents.library.onlyYou'), { exact: false });
  await press(t('access.addGrant'));
  await dialog(t('access.rightsOf', { name: 'Contracts' }));
  expect(inputsOf(permissions.list)).toEqual([{ objId: '5' }]);
});

test.each([
  ['where others have access', { rights: level.full }],
  ['to who may grant none', { rights: level.view, ownerOnly: true as const }],
])('a cabinet says nothing of that %s', async (_, facts) => {
  const { screen, t } = await openPage('/knowledge/index?id=5', { answers: answersFor(facts) });
  await screen.findByText(t('documents.library.emptyCabinet'));
  expect(screen.queryByText(t('documents.library.onlyYou'), { exact: false })).toBeNull();
});

test('who creates a cabinet learns that nobody else sees it yet, and can grant access at once', async () => {
  let made = false;
  const { screen, t, press, fill, dialog, inputsOf } = await openPage('/knowledge/index', {
    answers: [
      ...answersFor({ rights: level.full, ownerOnly: true }),
      answer(library.cabinets, () => pageOf(made ? [cabinet] : [])),
      answer(library.createCabinet, () => {
        made = true;
        return { id: '5' };
      }),
    ],
  });
  await press(t('documents.library.newCabinet'));
  const form = await dialog(t('documents.library.newCabinet'));
  await fill(t('documents.library.name'), 'Contracts', form);
  await press(t('documents.library.create'), form);
  await screen.findByText(t('documents.library.cabinetCreated'));
  await press(t('access.addGrant'));
  await dialog(t('access.rightsOf', { name: 'Contracts' }));
  expect(inputsOf(permissions.list)).toEqual([{ objId: '5' }]);
});
