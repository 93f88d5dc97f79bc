import { flows } from '@dossier/contract/flows';
import { library } from '@dossier/contract/library';
import { people } from '@dossier/contract/people';
import { permissions } from '@dossier/contract/permissions';
import { level } from '@dossier/contract/rights';
import { expect } from 'vitest';
import { button, notice } from './hands.ts';
import { admin, useHouse } from './house.ts';

const house = useHouse();
const password = 'their-pass-word';

house.journey(
  'a template of two steps is built by hand and key, a document handed in with it, looked at by who decides, and passed',
  { as: admin },
  async ({ page, open, another, t }) => {
    const make = async (loginName: string, fullName: string): Promise<string> =>
      (await house.admin.call(people.createUser, { loginName, fullName, password })).id;
    const applicant = await make('ann', 'Ann Applicant');
    await make('bob', 'Bob Boss');
    const { id: cabinet } = await house.admin.call(library.createCabinet, { name: 'Contracts', moduleType: 3 });
    await house.admin.upload(cabinet, 'Lease.txt', 'We rent the house.');
    const grant = { objId: cabinet, granteeType: 'user', granteeId: applicant, level: level.view } as const;
    await house.admin.call(permissions.grant, grant);

    // two steps, put in order by key
    await open('/admin/index/dataManger/flow');
    await button(page, t('flows.newTemplate')).click();
    await page.getByLabel(t('flows.name'), { exact: true }).fill('Leases');
    const names = page.getByRole('textbox', { name: t('flows.stepName') });
    await names.fill('Second');
    await button(page, t('flows.addStep')).click();
    await names.nth(1).fill('First');
    for (const at of [0, 1]) {
      await page
        .getByRole('combobox', { name: t('flows.addPerson') })
        .nth(at)
        .fill('Bob');
      await page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
        .filter({ hasText: 'Bob Boss' })
        .click();
    }
    await page.getByRole('button', { name: t('flows.place', { name: 'First', n: 2, of: 2 }) }).press('ArrowUp');
    await expect.poll(() => names.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual(['First', 'Second']);
    await button(page, t('flows.save')).click();
    await page.getByRole('link', { name: 'Leases', exact: true }).waitFor();

    // somebody who can only look hands a document in
    const asking = await another({ as: { loginName: 'ann', password } });
    await asking.open('/flow/index/flowadd');
    await asking.page.getByRole('link', { name: /Leases/ }).click();
    await asking.page.getByLabel(asking.t('flows.title'), { exact: true }).fill('The lease of the house');
    await asking.page.getByLabel(asking.t('flows.reason'), { exact: true }).fill('The old one ends');
    await asking.page.getByRole('combobox', { name: asking.t('flows.addDocument') }).fill('Lease');
    await asking.page.locator('.ant-select-item-option').filter({ hasText: 'Lease.txt' }).click();
    await button(asking.page, asking.t('flows.handIn')).click();
    await asking.page.getByRole('heading', { name: 'The lease of the house' }).waitFor();

    // who decides finds it at home, reads what they could not see otherwise, and says their word in both steps
    const deciding = await another({ as: { loginName: 'bob', password } });
    await deciding.open('/home');
    await deciding.page.getByRole('link', { name: /The lease of the house/ }).click();
    await deciding.page.getByRole('link', { name: 'Lease.txt' }).click();
    await deciding.page.waitForURL(/flowPreviewPdf/);
    await deciding.page.getByRole('heading', { name: 'Lease.txt' }).waitFor();
    await deciding.page.goBack();
    await button(deciding.page, deciding.t('flows.veto')).click();
    await deciding.page.getByText(deciding.t('flows.opinionNeeded')).waitFor();
    await button(deciding.page, deciding.t('flows.ratify')).click();
    await notice(deciding.page, deciding.t('flows.said_ratify', { name: 'The lease of the house' }))
      .first()
      .waitFor();
    await deciding.page.getByRole('combobox', { name: deciding.t('flows.returnTo') }).waitFor();
    await deciding.page.getByLabel(deciding.t('flows.opinion'), { exact: true }).fill('A good house');
    await button(deciding.page, deciding.t('flows.ratify')).click();
    await deciding.page.getByText(deciding.t('flows.status_passed'), { exact: true }).waitFor();

    // and whoever applied sees what was said
    await asking.open('/flow/index/finshFlow');
    await asking.page.getByRole('link', { name: 'The lease of the house' }).click();
    await asking.page.getByText('A good house').waitFor();
    expect((await house.admin.call(flows.list, { scope: 'all' })).list.map((flow) => flow.status)).toEqual(['passed']);
  },
);
