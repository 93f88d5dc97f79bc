import type { Lang } from '@dossier/contract/core/shapes';
import { people } from '@dossier/contract/identity/users';
import { expect } from 'vitest';
import { button, dialog, notice, press } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();

const casts: Partial<Record<Lang, { role: string; clerk: string; head: string; unit: string; below: string; beside: string }>> = {
  en: { role: 'Reception', clerk: 'clara', head: 'hugo', unit: 'Works', below: 'Hall', beside: 'Office' },
  cn: { role: '前台', clerk: 'qiantai', head: 'zhuren', unit: '工厂', below: '车间', beside: '办公室' },
};

for (const [lang, cast] of firstOrAll(Object.entries(casts) as [Lang, NonNullable<(typeof casts)[Lang]>][])) {
  dossier.journey(
    `a role lets do what its table says, and no page shows more (${lang})`,
    { as: admin, lang },
    async ({ page, open, another, t }) => {
      const clerk = { loginName: cast.clerk, password: 'their-pass-word' };
      const { id } = await dossier.admin.call(people.createUser, { ...clerk, fullName: cast.clerk });

      await open('/admin/index/userManger/userrole');
      await button(page, t('identity.users.newRole')).click();
      const asking = dialog(page, t('identity.users.newRole'));
      await asking.getByLabel(t('identity.users.name'), { exact: true }).fill(cast.role);
      await press(asking, t('identity.users.create'));
      await page.getByRole('button', { name: cast.role }).first().click();
      await page.getByRole('heading', { name: cast.role }).waitFor();
      await page.getByText(t('identity.users.officeLabel'), { exact: true }).click();
      const ofPeople = page.getByRole('group', { name: t('identity.permissions.officePeople') });
      await ofPeople.getByLabel(t('identity.permissions.deedSee'), { exact: true }).check();
      await button(page, t('identity.users.save')).click();
      await notice(page, t('identity.users.roleSaved', { name: cast.role })).waitFor();
      const [role] = (await dossier.admin.call(people.roles, { keyword: cast.role })).list;
      expect(role?.deeds).toEqual(['people.see']);
      await dossier.admin.call(people.addToRole, { id: role?.id ?? '', userIds: [id] });

      const clerkSession = await another({ as: clerk, lang });
      await clerkSession.open('/admin/index');
      await clerkSession.page.waitForURL('**/partment');
      await clerkSession.page.getByRole('row').filter({ hasText: 'admin' }).waitFor();
      for (const deed of ['newPerson', 'inviteGuest'] as const)
        expect(await button(clerkSession.page, t(`identity.users.${deed}`)).count()).toBe(0);
      await clerkSession.open('/admin/index/userManger/onliner');
      await clerkSession.page.waitForURL('**/401');

      // a removed permission is gone with the next page
      await page
        .getByRole('group', { name: t('identity.permissions.officePeople') })
        .getByLabel(t('identity.permissions.deedSee'), { exact: true })
        .uncheck();
      await button(page, t('identity.users.save')).click();
      await expect.poll(async () => (await dossier.admin.call(people.roles, { keyword: cast.role })).list[0]?.deeds).toEqual([]);
      await clerkSession.open('/admin/index/userManger/partment');
      await clerkSession.page.waitForURL('**/401');
    },
  );

  dossier.journey(`the head of a department does their part, and only theirs (${lang})`, { lang }, async ({ another, t }) => {
    const head = { loginName: cast.head, password: 'their-pass-word' };
    const { id } = await dossier.admin.call(people.createUser, { ...head, fullName: cast.head });
    const unit = (await dossier.admin.call(people.createDepartment, { name: cast.unit })).id;
    const below = (await dossier.admin.call(people.createDepartment, { name: cast.below, parentId: unit })).id;
    const beside = (await dossier.admin.call(people.createDepartment, { name: cast.beside })).id;
    const person = { password: 'their-pass-word', fullName: `${cast.below} 1`, loginName: `${cast.head}.1` };
    await dossier.admin.call(people.createUser, { ...person, departmentIds: [below] });
    await dossier.admin.call(people.createUser, {
      ...person,
      fullName: `${cast.beside} 1`,
      loginName: `${cast.head}.2`,
      departmentIds: [beside],
    });
    await dossier.admin.call(people.setHeads, { id: unit, userIds: [id] });

    const { page, open } = await another({ as: head, lang });
    await open('/admin/index');
    await page
      .getByRole('row')
      .filter({ hasText: `${cast.below} 1` })
      .waitFor();
    expect(
      await page
        .getByRole('row')
        .filter({ hasText: `${cast.beside} 1` })
        .count(),
    ).toBe(0);
    await page
      .getByRole('treeitem', { name: new RegExp(cast.unit) })
      .first()
      .click();
    await page.getByRole('heading', { name: cast.unit }).waitFor();
    await button(page, t('identity.users.newPerson')).click();
    const asking = dialog(page, t('identity.users.newPerson'));
    await asking.getByLabel(t('identity.users.fullName'), { exact: true }).fill(`${cast.unit} 2`);
    await asking.getByLabel(t('identity.users.loginName')).fill(`${cast.head}.3`);
    await button(asking, t('identity.users.create')).click();
    await press(dialog(page, t('identity.users.personCreated')), t('identity.users.haveCopied'));
    await page
      .getByRole('row')
      .filter({ hasText: `${cast.unit} 2` })
      .waitFor();
    const [made] = (await dossier.admin.call(people.users, { keyword: `${cast.head}.3` })).list;
    expect(made?.departments.map((one) => one.name)).toEqual([cast.unit]);
  });
}
