import { type Grant, permissions } from '@dossier/contract/access/permissions';
import { level, moduleType, objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../../test/answers.ts';
import { cabinetAnswers, documentOf } from '../../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const own = { id: '5', name: 'Contracts', moduleType: moduleType.enterprise, objType: objType.cabinet, parentId: undefined };
const cabinet = documentOf({ ...own, rights: level.full, ext: undefined, size: undefined });
const grant: Grant = {
  id: '70',
  granteeType: 'department',
  granteeId: '8',
  granteeName: 'Maintenance',
  level: level.view,
  reach: 'all',
  inherited: false,
  expired: false,
};
const given = { granteeType: grant.granteeType, granteeId: grant.granteeId, level: grant.level, reach: grant.reach };
const source = {
  id: '6',
  name: 'Offers',
  path: '',
  objType: objType.cabinet,
  moduleType: moduleType.enterprise,
  level: level.full,
  inside: 0,
  owner: true,
  sources: [],
};

/** Copies the permissions of another cabinet, and undoes that; `isOvertaken` says that somebody has changed them since. */
async function copyAndUndo(isOvertaken: boolean): Promise<OpenPage> {
  let list: Grant[] = [];
  const page = await openPage('/knowledge/index?id=5', {
    answers: [
      ...shellAnswers(),
      answer(library.items, pageOf([])),
      ...cabinetAnswers(level.full),
      answer(library.cabinetDetail, {
        ...cabinet,
        path: 'Contracts',
        ownerId: '1',
        ownerName: 'Ana',
        childCount: 0,
        rights: level.full,
        ownerOnly: true,
      }),
      answer(permissions.list, () => ({
        inherit: true,
        canInherit: false,
        ownerId: '1',
        ownerName: 'Ana',
        rights: level.full,
        mayGive: level.full,
        capped: false,
        list,
      })),
      answer(people.grantees, []),
      answer(permissions.reachOf, pageOf([source])),
      answer(permissions.copyPreview, { given: [grant], taken: [], kept: 0 }),
      answer(permissions.copy, () => {
        list = [grant];
        return { before: [], after: [given] };
      }),
      answer(permissions.replace, () => {
        if (isOvertaken) return { refused: 'changedMeanwhile', message: 'Changed' };
        list = [];
        return { before: [given], after: [] };
      }),
    ],
  });
  const { screen, t, press, pick, dialog } = page;
  await press(t('access.addGrant'));
  const box = await dialog(t('access.rightsOf', { name: 'Contracts' }));
  await press(t('access.copyRights'), box);
  await pick(t('access.copyFrom'), 'Offers', box);
  await press(t('access.copyNow'), box);
  await screen.findByText(t('access.rightsCopied', { name: 'Contracts' }));
  await press(t('access.undo'));
  return page;
}

test('copied permissions are put back, where nobody has changed them since', async () => {
  const { t, screen, inputsOf } = await copyAndUndo(false);
  await screen.findByText(t('access.noOwnGrants'));
  expect(inputsOf(permissions.replace)).toMatchObject([{ objId: '5', grants: [], seen: [given] }]);
});

test('who undoes a copy is told that somebody has changed the permissions since', async () => {
  const { t, screen } = await copyAndUndo(true);
  await screen.findByText(t('access.copyOvertaken', { name: 'Contracts' }));
  expect(screen.queryByText(t('access.noOwnGrants'))).toBeNull();
});
