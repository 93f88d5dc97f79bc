import type { Lang } from '@dossier/contract/core/shapes';
import { site } from '@dossier/contract/core/site';
import { people } from '@dossier/contract/identity/users';
import { beforeAll, expect } from 'vitest';
import { davWith } from '../server/test/dav-client.ts';
import { button, dialog, menuItem, notice, press } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();
beforeAll(() => dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true } }));

const casts: Partial<Record<Lang, { loginName: string; fullName: string; device: string }>> = {
  en: { loginName: 'dora', fullName: 'Dora Drive', device: 'Laptop at home' },
  cn: { loginName: 'wangpan', fullName: '网盘员工', device: '家里的电脑' },
};

const everyCast = Object.entries(casts) as [Lang, { loginName: string; fullName: string; device: string }][];
for (const [lang, { loginName, fullName, device }] of firstOrAll(everyCast)) {
  dossier.journey(`a device of the sync disk is added, used, closed and taken back (${lang})`, { lang }, async ({ another }) => {
    const person = { loginName, password: 'their-pass-word' };
    await dossier.admin.call(people.createUser, { ...person, fullName });
    const { page, open, t } = await another({ as: person, lang });
    await open('/home');
    await open('/user-setting/index?section=devices');

    // the user's password confirms adding a device
    await button(page, t('identity.account.addDiskDevice')).click();
    const asking = dialog(page, t('identity.account.addDiskDevice')).last();
    await asking.getByLabel(t('identity.account.diskDeviceName')).fill(device);
    await asking.getByLabel(t('identity.account.ownPassword')).fill(person.password);
    await button(asking, t('identity.account.next')).click();
    const shown = page.getByRole('dialog').filter({ hasText: t('identity.account.diskPasswordHint') });
    await shown.waitFor();
    const [address = '', account = '', password = ''] = await shown.locator('code').allInnerTexts();
    expect([new URL(address).pathname, account]).toEqual(['/dav/', loginName]);
    const request = async (): Promise<number> => {
      const drive = davWith(address, `${account}:${password}`);
      return (await drive.ask('PROPFIND', '/dav/', { headers: { depth: '1' } })).status;
    };
    expect(await request()).toBe(207);
    await press(shown, t('identity.account.kept'));

    // shown once: not here, and not to administrators, who close it and open it again
    await page.reload();
    await open('/user-setting/index?section=devices');
    const remove = page.getByRole('button', { name: `${t('identity.account.remove')}: ${device}` });
    await remove.waitFor();
    expect(await page.content()).not.toContain(password);
    const office = await another({ as: admin, lang });
    await office.open('/admin/index/userManger/syncdisk');
    const row = office.page.getByRole('row').filter({ hasText: fullName });
    await row.getByText(device).waitFor();
    await row.getByRole('button').click();
    await menuItem(office.page, t('webdav.close')).click();
    await press(dialog(office.page, t('webdav.closeAsk', { name: device })), t('webdav.close'));
    await notice(office.page, t('webdav.wasClosed', { name: device })).waitFor();
    expect(await request()).toBe(403);
    await row.getByRole('button').click();
    await menuItem(office.page, t('webdav.open')).click();
    await notice(office.page, t('webdav.wasOpened', { name: device })).waitFor();
    expect(await request()).toBe(207);

    // a removed device has no access any more
    await remove.click();
    await press(dialog(page, t('identity.account.removeDiskDevice', { name: device })), t('identity.account.remove'));
    await remove.waitFor({ state: 'detached' });
    expect(await request()).toBe(401);
  });
}
