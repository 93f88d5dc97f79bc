import { permissions } from '@dossier/contract/access/permissions';
import { level, right } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { expect } from 'vitest';
import { button, choose, dialog, fromMenu } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();
const password = 'their-pass-word';

const person = async (loginName: string, fullName: string): Promise<string> =>
  (await dossier.admin.call(people.createUser, { loginName, fullName, password })).id;

dossier.journey('a right with a deadline is seen as ending, reviewed, and extended', { as: admin }, async ({ page, open, another, t }) => {
  const userId = await person('enda', 'Enda Ending');
  const { id: objId } = await dossier.admin.call(library.createCabinet, { name: 'Tenders', moduleType: 3 });
  const deadline = new Date(Date.now() + 5 * 24 * 3600_000).toISOString();
  await dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: userId, level: level.view, deadline });

  // where the right was granted
  await open('/knowledge/index');
  await fromMenu(page, 'Tenders', t('access.rights'));
  const ends = t('access.endsOn', { time: '' }).trim();
  const rights = dialog(page, t('access.rightsOf', { name: 'Tenders' }));
  await rights.getByText(new RegExp(`${ends} \\d`)).waitFor();

  // and is reviewed
  await rights.getByRole('tab', { name: t('access.review') }).click();
  await button(rights, t('access.reviewStart')).click();
  await page.getByRole('heading', { name: t('access.reviewTitle', { name: 'Tenders' }) }).waitFor();
  await page.getByText(t('access.nOpen', { count: 1 }), { exact: true }).waitFor();

  // as its holder reads it
  const visit = await another({ as: { loginName: 'enda', password } });
  await visit.open('/home');
  await choose(visit.page, t('app.shell.personMenu', { name: 'Enda Ending' }), t('access.endingTitle'));
  const line = visit.page.getByRole('row').filter({ hasText: 'Tenders' });
  await line.getByText(ends).waitFor();
  expect(await line.getByRole('button', { name: t('access.actionsOf', { name: 'Enda Ending · Tenders' }) }).count()).toBe(0);

  // extended by a manager, undone, and extended again
  await open('/rights/ending');
  await page.getByText(t('access.endingManaged'), { exact: true }).click();
  await choose(page, t('access.actionsOf', { name: 'Enda Ending · Tenders' }), t('access.extendBy', { count: 90 }));
  await page.getByText(t('access.endingNone')).waitFor();
  await button(page, t('access.undo')).last().click();
  await page.getByRole('row').filter({ hasText: 'Tenders' }).waitFor();
  await choose(page, t('access.actionsOf', { name: 'Enda Ending · Tenders' }), t('access.extendBy', { count: 90 }));
  await page.getByText(t('access.endingNone')).waitFor();
  const { list } = await dossier.admin.call(permissions.list, { objId });
  expect(Date.parse(list[0]?.deadline ?? '') - Date.now()).toBeGreaterThan(94 * 24 * 3600_000);
});

dossier.journey('a manager with a ceiling gives no more than it', { as: admin }, async ({ page, open, another, t }) => {
  const managerId = await person('cora', 'Cora Capped');
  const friendId = await person('fred', 'Fred Friend');
  const { id: objId } = await dossier.admin.call(library.createCabinet, { name: 'Capped', moduleType: 3 });
  await open('/knowledge/index');
  await fromMenu(page, 'Capped', t('access.rights'));
  const rights = dialog(page, t('access.rightsOf', { name: 'Capped' }));
  await dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: managerId, level: level.full });
  await page.reload();
  await fromMenu(page, 'Capped', t('access.rights'));
  await rights.getByLabel(t('access.handsOn')).click();
  await page.getByTitle(t('access.handsOnLevel', { level: t('access.level_view') }), { exact: true }).click();
  await expect.poll(async () => (await dossier.admin.call(permissions.list, { objId })).list[0]?.handOn).toBe(level.view);

  const visit = await another({ as: { loginName: 'cora', password } });
  await visit.open('/knowledge/index');
  await fromMenu(visit.page, 'Capped', t('access.rights'));
  const theirs = dialog(visit.page, t('access.rightsOf', { name: 'Capped' }));
  await theirs.getByText(t('access.cappedNote', { level: t('access.level_view') })).waitFor();
  await theirs.getByText(t('access.aboveYours')).waitFor();
  expect(await theirs.getByText(t('access.changeOwner')).count()).toBe(0);
  await theirs.getByLabel(t('access.level')).click();
  await visit.page.getByTitle(t('access.level_title'), { exact: true }).waitFor();
  expect(await visit.page.getByTitle(t('access.level_download'), { exact: true }).count()).toBe(0);
  const client = await dossier.as({ loginName: 'cora', password });
  const give = { objId, granteeType: 'user', granteeId: friendId } as const;
  for (const bits of [level.download, level.full, right.manage | level.view])
    await expect(client.call(permissions.grant, { ...give, level: bits })).rejects.toThrow();
  await client.call(permissions.grant, { ...give, level: level.view });
});
