import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import type { Lang } from '@dossier/contract/core/shapes';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { button, choose, dialog, fromMenu, namesIn, notice, row } from './page-actions.ts';
import { type Visit, admin, useTestServer } from './journey.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();

interface Cast {
  cabinet: string;
  folder: string;
  closed: string;
  department: string;
  login: string;
  name: string;
}

const casts: Partial<Record<Lang, Cast>> = {
  en: { cabinet: 'Contracts', folder: 'Open drafts', closed: 'Board', department: 'Legal', login: 'lena', name: 'Lena Legal' },
  cn: { cabinet: '合同', folder: '公开草稿', closed: '董事会', department: '法务部', login: 'fawu', name: '法律' },
};

/** A department with access to a cabinet, except for one folder in it. */
async function furnish(cast: Cast) {
  const { id: departmentId } = await dossier.admin.call(people.createDepartment, { name: cast.department });
  const password = 'their-pass-word';
  await dossier.admin.call(people.createUser, {
    loginName: cast.login,
    fullName: cast.name,
    password,
    departmentIds: [departmentId],
  });
  const { id: cabinetId } = await dossier.admin.call(library.createCabinet, { name: cast.cabinet, moduleType: 3 });
  await dossier.admin.call(library.createFolder, { name: cast.folder, parentId: cabinetId });
  const { id: closedId } = await dossier.admin.call(library.createFolder, { name: cast.closed, parentId: cabinetId });
  await dossier.admin.upload(cabinetId, 'deed.txt', 'words that stay closed');
  // they may rename here, so that only the view-as session prevents it
  const give = { objId: cabinetId, granteeType: 'department', granteeId: departmentId, level: level.modify } as const;
  await dossier.admin.call(permissions.grant, give);
  await dossier.admin.call(permissions.inherit, { objId: closedId, inherit: false });
  return { person: { loginName: cast.login, password }, cabinetId };
}

/** The tab that an action opens. */
async function newTab({ context }: Pick<Visit, 'context'>, open: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent('page'), open()]);
  return tab;
}

/** The log entries about view-as sessions of a user, oldest first. */
async function logged(name: string): Promise<number[]> {
  const { list } = await dossier.admin.call(operationLog.log, { actions: [action.viewBegin, action.viewEnd], objName: name });
  return list.map((entry) => entry.action).toReversed();
}

for (const [lang, cast] of firstOrAll(Object.entries(casts) as [Lang, Cast][])) {
  dossier.journey(
    `an administrator sees what somebody sees, and no more (${lang})`,
    { as: admin, lang },
    async ({ context, page, open, t }) => {
      const { person, cabinetId } = await furnish(cast);
      await open(`/knowledge/index?id=${cabinetId}`);
      await row(page, cast.closed).waitFor();
      await fromMenu(page, cast.folder, t('access.rights'));
      const rights = dialog(page, t('access.rightsOf', { name: cast.folder }));
      await rights.getByRole('tab', { name: t('access.reachers') }).click();

      // the users with access, and as one of them; nothing begins before the button is pressed
      const line = rights.getByRole('row').filter({ hasText: cast.name });
      const tab = await newTab({ context }, () => line.getByRole('button', { name: t('identity.sign-in.viewAsThem') }).click());
      await tab.getByText(t('identity.sign-in.viewAsTermTold', { name: cast.name })).waitFor();
      expect(await logged(cast.name)).toEqual([]);
      await button(tab, t('identity.sign-in.viewAsBegin')).click();
      const bar = tab.getByRole('complementary', { name: t('identity.sign-in.viewAsBar') });
      await bar.getByText(t('identity.sign-in.viewAsSees', { name: cast.name })).waitFor();
      await bar.getByText(t('identity.sign-in.viewAsLeft', { count: 30 })).waitFor();

      // the requested folder is open; around it the cabinet, without the folder closed to the user
      await tab.waitForURL('**/knowledge/index?id=*');
      await tab.goto(`/knowledge/index?id=${cabinetId}`);
      await row(tab, 'deed.txt').waitFor();
      expect(await namesIn(tab)).toEqual([cast.folder, 'deed.txt']);

      // no changing action is offered, by key, menu or bar
      await row(tab, cast.folder).click();
      await tab.keyboard.press('F2');
      expect(await tab.locator('[role=row] input').count()).toBe(0);
      await row(tab, cast.folder).click({ button: 'right' });
      await tab.getByRole('menuitem').first().waitFor();
      const offered = await tab.getByRole('menuitem').allInnerTexts();
      const allowed = [t('documents.library.open'), t('documents.library.details')];
      expect(offered.filter((one) => !allowed.some((label) => one.startsWith(label)))).toEqual([]);
      await tab.keyboard.press('Escape');

      // contents stay closed, with a message
      await row(tab, 'deed.txt').dblclick();
      await notice(tab, t('identity.sign-in.viewAsClosed')).waitFor();
      await tab.goto('/favorite/index');
      await tab.getByText(t('identity.sign-in.viewAsClosedTitle')).first().waitFor();

      // a reload keeps the view, the other tab its own user
      await tab.reload();
      await bar.getByText(t('identity.sign-in.viewAsSees', { name: cast.name })).waitFor();
      await page.reload();
      await row(page, cast.closed).waitFor();
      expect(await page.getByRole('complementary', { name: t('identity.sign-in.viewAsBar') }).count()).toBe(0);

      // after the end, only a button continues as oneself
      await button(bar, t('identity.sign-in.viewAsEnd')).click();
      await tab.getByRole('heading', { name: t('identity.sign-in.viewAsOver') }).waitFor();
      await tab.goto(`/knowledge/index?id=${cabinetId}`);
      await tab.getByRole('heading', { name: t('identity.sign-in.viewAsOver') }).waitFor();
      await button(tab, t('identity.sign-in.viewAsGoOn')).click();
      await tab
        .getByRole('button', { name: /admin|管理/i })
        .first()
        .waitFor();

      // the log has both ends, the user the message
      await expect.poll(() => logged(cast.name)).toEqual([action.viewBegin, action.viewEnd]);
      const theirs = await dossier.as(person);
      const told = async () => (await theirs.call(messages.list, {})).list.filter((one) => one.msgType === msgType.viewedAs);
      await expect.poll(async () => (await told()).length).toBe(1);
    },
  );
}

dossier.journey('the view ends with the session of who views', { as: admin }, async ({ context, page, open, faults, t }) => {
  faults.allow(/401/);
  const cast = { cabinet: 'Payroll', folder: 'Rates', closed: 'Bonus', department: 'Finance', login: 'fiona', name: 'Fiona Finance' };
  await furnish(cast);
  await open('/admin/index/userManger/partment');
  const tab = await newTab({ context }, () =>
    choose(page, t('identity.users.actionsOf', { name: cast.name }), t('identity.sign-in.viewAsThem')),
  );
  await button(tab, t('identity.sign-in.viewAsBegin')).click();
  await row(tab, cast.cabinet).waitFor();
  // the list of sessions marks it as a view-as session
  await open('/admin/index/userManger/onliner');
  await page.getByText(/is viewing as this user/).waitFor();
  await choose(page, t('app.shell.personMenu', { name: 'Administrator' }), t('app.shell.signOut'));
  await page.waitForURL('**/login**');
  await tab.getByRole('heading', { name: t('identity.sign-in.viewAsOver') }).waitFor();
});
