import { permissions } from '@dossier/contract/access/permissions';
import type { Lang } from '@dossier/contract/core/shapes';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { expect } from 'vitest';
import { button, choose, dialog, menuItem, notice, press } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();

/** Names for each language, so that two journeys on one server do not collide. */
const casts: Partial<Record<Lang, { branch: string; head: string; guest: string; here: string; there: string }>> = {
  en: { branch: 'Northern Branch', head: 'head', guest: 'gwen', here: 'Plans of ours', there: 'Plans of the North' },
  cn: { branch: '华北分公司', head: 'zhuguan', guest: 'fangke', here: '总部图纸', there: '华北图纸' },
};

for (const [lang, cast] of firstOrAll(Object.entries(casts) as [Lang, NonNullable<(typeof casts)[Lang]>][])) {
  dossier.journey(
    `a second organisation, a guest in it, and the way back (${lang})`,
    { as: admin, lang },
    async ({ page, open, another, t }) => {
      const ours = (await dossier.admin.call(session.current, {})).spaceName;
      const guest = { loginName: cast.guest, password: 'their-pass-word' };
      const { id: guestId } = await dossier.admin.call(people.createUser, { ...guest, fullName: cast.guest });
      const { id: hereId } = await dossier.admin.call(library.createCabinet, { name: cast.here, moduleType: 3 });
      const toGuest = { granteeType: 'user', granteeId: guestId, level: 3, reach: 'all' } as const;
      await dossier.admin.call(permissions.grant, { ...toGuest, objId: hereId });

      // the site's administrator creates it
      await open('/site-admin/index/site-userManger/site-organization');
      await page.getByText(t('identity.users.firstOrganisation')).waitFor();
      await button(page, t('identity.users.newOrganisation')).click();
      const asking = dialog(page, t('identity.users.newOrganisation'));
      await asking.getByLabel(t('identity.users.organisationName')).fill(cast.branch);
      await asking.getByLabel(t('identity.users.fullName'), { exact: true }).fill(cast.head);
      await asking.getByLabel(t('identity.users.loginName')).fill(cast.head);
      await asking.getByRole('checkbox', { name: t('identity.users.mustChange') }).uncheck();
      await button(asking, t('identity.users.create')).click();
      const told = dialog(page, t('identity.users.organisationCreated'));
      const head = { loginName: cast.head, password: await told.locator('dd').nth(1).innerText() };
      await press(told, t('identity.users.haveCopied'));
      await page.getByRole('row').filter({ hasText: cast.branch }).waitFor();

      // its own administrator signs in, sees nothing of ours, and invites
      const chief = await another({ lang });
      await chief.open('/login');
      await chief.signIn(head);
      await chief.page.waitForURL('**/home');
      await chief.open('/admin/index/userManger/partment');
      await chief.page.getByRole('row').filter({ hasText: cast.head }).waitFor();
      expect(await chief.page.getByText('admin', { exact: true }).count()).toBe(0);
      await button(chief.page, t('identity.users.inviteGuest')).click();
      const inviting = dialog(chief.page, t('identity.users.inviteGuest'));
      await inviting.getByLabel(t('identity.users.guestAccount')).fill(guest.loginName);
      await button(inviting, t('identity.users.inviteNext')).click();
      await press(dialog(chief.page, t('identity.users.inviteAsk', { name: cast.guest, organisation: ours })), t('identity.users.invite'));
      await notice(chief.page, t('identity.users.guestAdded', { name: cast.guest, organisation: ours })).waitFor();
      await chief.page.getByText(t('identity.users.guestOf', { name: ours })).waitFor();
      const calls = await dossier.as(head);
      const { id: thereId } = await calls.call(library.createCabinet, { name: cast.there, moduleType: 3 });
      await calls.call(permissions.grant, { ...toGuest, objId: thereId });

      // the guest enters the space, sees only what is granted there, and returns
      const visit = await another({ as: guest, lang });
      await visit.open('/knowledge/index');
      const tree = visit.page.getByRole('navigation', { name: t('app.shell.sidebar') });
      await tree.getByText(cast.here).waitFor();
      await button(visit.page, t('app.shell.spaceHere', { name: ours })).click();
      const drawer = dialog(visit.page, t('identity.sign-in.switchSpace'));
      await drawer.locator('[aria-current=true]').filter({ hasText: ours }).waitFor();
      await button(drawer, t('identity.sign-in.spaceEnterName', { name: cast.branch })).click();
      await button(visit.page, t('app.shell.spaceHere', { name: cast.branch })).waitFor();
      await visit.open('/knowledge/index');
      await tree.getByText(cast.there).waitFor();
      expect(await tree.getByText(cast.here).count()).toBe(0);
      await visit.open('/home-setting/index');
      await button(visit.page, t('identity.sign-in.spaceEnterName', { name: ours })).click();
      await button(visit.page, t('app.shell.spaceHere', { name: ours })).waitFor();
      await visit.open('/knowledge/index');
      await tree.getByText(cast.here).waitFor();
      expect(await tree.getByText(cast.there).count()).toBe(0);

      // removed while working there: the window reloads at home
      await choose(visit.page, t('app.shell.personMenu', { name: cast.guest }), t('app.shell.switchSpace'));
      await button(
        dialog(visit.page, t('identity.sign-in.switchSpace')),
        t('identity.sign-in.spaceEnterName', { name: cast.branch }),
      ).click();
      await button(visit.page, t('app.shell.spaceHere', { name: cast.branch })).waitFor();
      await visit.page.evaluate(() => void (document.documentElement.dataset['before'] = 'yes'));
      await chief.page.getByRole('row').filter({ hasText: cast.guest }).getByRole('button').click();
      await menuItem(chief.page, t('identity.users.endGuest')).click();
      await press(dialog(chief.page, t('identity.users.endGuestAsk', { name: cast.guest })), t('identity.users.endGuest'));
      // the automatic navigation is complete before the next one
      await visit.page.locator('html:not([data-before])').waitFor();
      await button(visit.page, t('app.shell.personMenu', { name: cast.guest })).waitFor();
      await button(visit.page, t('app.shell.spaceHere', { name: cast.branch })).waitFor({ state: 'detached' });
      await visit.open('/knowledge/index');
      await tree.getByText(cast.here).waitFor();
    },
  );
}
