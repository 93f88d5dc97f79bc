import { readFile } from 'node:fs/promises';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import type { Lang } from '@dossier/contract/core/shapes';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { expect } from 'vitest';
import { button, choose, dialog, fromMenu, notice, row } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();

const casts: Partial<Record<Lang, { cabinet: string; folder: string; department: string; login: string; name: string }>> = {
  en: { cabinet: 'Tenders', folder: 'Bids', department: 'Purchasing', login: 'petra', name: 'Petra Price' },
  cn: { cabinet: '招标资料', folder: '投标', department: '采购部', login: 'caigou', name: '蔡购' },
};

for (const [lang, cast] of firstOrAll(Object.entries(casts) as [Lang, NonNullable<(typeof casts)[Lang]>][])) {
  dossier.journey(
    `who sees a folder, why, and what one person reaches (${lang})`,
    { as: admin, lang },
    async ({ page, open, another, t }) => {
      const person = { loginName: cast.login, password: 'their-pass-word' };
      const { id: departmentId } = await dossier.admin.call(people.createDepartment, { name: cast.department });
      await dossier.admin.call(people.createUser, { ...person, fullName: cast.name, departmentIds: [departmentId] });
      const { id: cabinetId } = await dossier.admin.call(library.createCabinet, { name: cast.cabinet, moduleType: 3 });
      await dossier.admin.call(library.createFolder, { name: cast.folder, parentId: cabinetId });
      const deadline = '2099-12-31T12:00:00.000Z';
      const give = { granteeType: 'department', granteeId: departmentId, level: level.view, deadline } as const;
      await dossier.admin.call(permissions.grant, { ...give, objId: cabinetId });

      // who sees the folder, and why
      await open(`/knowledge/index?id=${cabinetId}`);
      await fromMenu(page, cast.folder, t('access.rights'));
      const rights = dialog(page, t('access.rightsOf', { name: cast.folder }));
      await rights.getByRole('tab', { name: t('access.reachers') }).click();
      await rights.getByText(t('access.nReach', { count: 2 })).waitFor();
      const line = rights.getByRole('row').filter({ hasText: cast.name });
      await line.getByText(t('access.level_view'), { exact: true }).waitFor();
      await line.getByText('2099-12-31').waitFor();
      await line.getByRole('button').first().click();
      await rights.getByText(`${t('access.from', { name: cast.cabinet })} · ${t('access.until', { time: '2099-12-31' })} · `).waitFor();
      await rights.getByRole('listitem').filter({ hasText: cast.department }).waitFor();

      // found by name, and saved as a table
      await rights.getByLabel(t('access.findReacher')).fill(cast.login);
      await rights.getByText(t('access.nReach', { count: 1 })).waitFor();
      const [file] = await Promise.all([page.waitForEvent('download'), button(rights, t('access.exportCsv')).click()]);
      const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
      expect(file.suggestedFilename()).toMatch(/\.csv$/);
      expect(lines.filter((one) => one.startsWith(`${cast.name},${cast.login},${t('access.level_view')},2099-12-31`))).toHaveLength(1);

      // the items that the user can reach, for an administrator
      await open('/site-admin/index/site-userManger/site-user');
      await choose(page, t('identity.users.actionsOf', { name: cast.name }), t('access.reachOf'));
      const accessible = dialog(page, t('access.reachOfTitle', { name: cast.name }));
      const place = accessible.getByRole('row').filter({ hasText: cast.cabinet });
      await place.getByText(t('access.level_view'), { exact: true }).waitFor();
      await place.getByRole('button').click();
      await accessible.getByText(t('access.givenHere')).waitFor();

      // and for the user
      const ownSession = await another({ as: person, lang });
      await ownSession.open('/home');
      await choose(ownSession.page, t('app.shell.personMenu', { name: cast.name }), t('access.ownReach'));
      const own = dialog(ownSession.page, t('access.ownReach'));
      await own.getByRole('row').filter({ hasText: cast.cabinet }).waitFor();
    },
  );
}

dossier.journey('rights are copied from another place, and put back', { as: admin, long: true }, async ({ page, open, t }) => {
  const { id: cabinetId } = await dossier.admin.call(library.createCabinet, { name: 'Plants', moduleType: 3 });
  const { id: fromId } = await dossier.admin.call(library.createFolder, { name: 'North plant', parentId: cabinetId });
  await dossier.admin.call(library.createFolder, { name: 'South plant', parentId: cabinetId });
  const { id: departmentId } = await dossier.admin.call(people.createDepartment, { name: 'Maintenance' });
  await dossier.admin.call(permissions.grant, { objId: fromId, granteeType: 'department', granteeId: departmentId, level: level.download });
  await open(`/knowledge/index?id=${cabinetId}`);
  await fromMenu(page, 'South plant', t('access.rights'));
  const box = dialog(page, t('access.rightsOf', { name: 'South plant' }));
  await box.getByText(t('access.noOwnGrants')).waitFor();
  await button(box, t('access.copyRights')).click();
  await box.getByRole('combobox', { name: t('access.copyFrom') }).fill('North');
  await page.getByRole('option').filter({ hasText: 'North plant' }).or(page.getByTitle('Plants/North plant')).last().click();
  const given = box.getByRole('region', { name: t('access.wouldGive') });
  await given.getByText('Maintenance').waitFor();
  await button(box, t('access.copyNow')).click();
  await button(box, t('access.takeBackFrom', { name: 'Maintenance' })).waitFor();
  await button(page, t('access.undo')).click();
  await box.getByText(t('access.noOwnGrants')).waitFor();
});

dossier.journey('a move that lets others see something asks first', { as: admin }, async ({ page, open, t }) => {
  const { id: cabinetId } = await dossier.admin.call(library.createCabinet, { name: 'Offers', moduleType: 3 });
  const { id: openId } = await dossier.admin.call(library.createFolder, { name: 'Shown', parentId: cabinetId });
  const { id: draftId } = await dossier.admin.call(library.createFolder, { name: 'Draft', parentId: cabinetId });
  const { id } = await dossier.admin.call(people.createUser, { loginName: 'gainer', fullName: 'Gina Gainer', password: 'their-pass-word' });
  await dossier.admin.call(permissions.grant, { objId: openId, granteeType: 'user', granteeId: id, level: level.view });
  await open(`/knowledge/index?id=${cabinetId}`);
  await fromMenu(page, 'Draft', t('documents.library.cut'));
  await notice(page, t('documents.library.wasCut', { what: t('documents.library.quoted', { name: 'Draft' }) })).waitFor();
  await row(page, 'Shown').dblclick();
  await page.getByRole('heading', { name: 'Shown' }).waitFor();
  await page
    .getByRole('button', { name: t('documents.library.newFolder'), exact: true })
    .first()
    .waitFor();
  await page.keyboard.press('Control+v');
  const asking = dialog(page, t('documents.library.reachChanges'));
  await asking.getByText(t('documents.library.theseGain', { names: 'Gina Gainer' })).waitFor();
  expect((await dossier.admin.call(library.items, { parentId: openId })).totalNumber).toBe(0);
  await button(asking, t('documents.library.moveAnyway')).click();
  await page.getByText(t('documents.library.moved', { what: t('documents.library.quoted', { name: 'Draft' }) })).waitFor();
  expect((await dossier.admin.call(library.items, { parentId: openId })).list.map((item) => item.id)).toEqual([draftId]);
});
