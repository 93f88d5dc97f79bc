import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import { expect } from 'vitest';
import { button, menuItem, notice, row } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();
const password = 'their-pass-word';

dossier.journey(
  'a template of two steps is built by hand and key, a document and an attachment handed in with it, looked at by who decides, and passed',
  { as: admin },
  async ({ page, open, another, t }) => {
    const make = async (loginName: string, fullName: string): Promise<string> =>
      (await dossier.admin.call(people.createUser, { loginName, fullName, password })).id;
    const applicant = await make('ann', 'Ann Applicant');
    await make('bob', 'Bob Boss');
    const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: 'Contracts', moduleType: 3 });
    await dossier.admin.upload(cabinet, 'Lease.txt', 'We rent the house.');
    const grant = { objId: cabinet, granteeType: 'user', granteeId: applicant, level: level.view } as const;
    await dossier.admin.call(permissions.grant, grant);

    // two steps, the first one inserted by key
    await open('/admin/index/dataManger/flow');
    await button(page, t('workflows.newTemplate')).click();
    await page.getByLabel(t('workflows.name'), { exact: true }).fill('Leases');
    await page.getByRole('tab', { name: t('designer.tabFlow') }).click();
    const setStep = async (name: string): Promise<void> => {
      await page.getByRole('textbox', { name: t('workflows.stepName') }).fill(name);
      await page.getByRole('combobox', { name: t('workflows.addPerson') }).fill('Bob');
      await page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
        .filter({ hasText: 'Bob Boss' })
        .click();
    };
    await page.locator('#flow-node-step1').click();
    await setStep('Second');
    await page.locator('#flow-node-start').press('Insert');
    await menuItem(page, t('designer.insert_approval')).press('Enter');
    await setStep('First');
    await page.getByText(t('designer.noProblems')).waitFor();
    await button(page, t('workflows.save')).click();
    await page.getByRole('link', { name: 'Leases', exact: true }).waitFor();

    // a user who can only view submits a document
    const asking = await another({ as: { loginName: 'ann', password } });
    await asking.open('/flow/index/flowadd');
    await asking.page.getByRole('link', { name: /Leases/ }).click();
    await asking.page.getByLabel(asking.t('workflows.title'), { exact: true }).fill('The lease of the house');
    await asking.page.getByLabel(asking.t('workflows.reason'), { exact: true }).fill('The old one ends');
    await asking.page.getByRole('combobox', { name: asking.t('workflows.addDocument') }).fill('Lease');
    await asking.page.locator('.ant-select-item-option').filter({ hasText: 'Lease.txt' }).click();
    // a file of the computer, for which the form is kept as a draft
    const choosing = asking.page.waitForEvent('filechooser');
    await button(asking.page, asking.t('documents.attachments.add')).press('Enter');
    await (await choosing).setFiles({ name: 'Quotation.txt', mimeType: 'text/plain', buffer: Buffer.from('Ten a month.') });
    await asking.page.getByRole('link', { name: 'Quotation.txt' }).waitFor();
    await button(asking.page, asking.t('workflows.handIn')).click();
    await asking.page.getByRole('heading', { name: 'The lease of the house' }).waitFor();

    // the approver finds it at home, reads what they could not see otherwise, and decides in both steps
    const deciding = await another({ as: { loginName: 'bob', password } });
    await deciding.open('/home');
    await deciding.page.getByRole('link', { name: /The lease of the house/ }).click();
    await deciding.page.getByRole('link', { name: 'Lease.txt' }).click();
    await deciding.page.waitForURL(/flowPreviewPdf/);
    await deciding.page.getByRole('heading', { name: 'Lease.txt' }).waitFor();
    await deciding.page.goBack();
    await deciding.page.getByRole('link', { name: 'Quotation.txt' }).click();
    await deciding.page.getByText('Ten a month.').first().waitFor();
    await deciding.page.goBack();
    await button(deciding.page, deciding.t('workflows.veto')).click();
    await deciding.page.getByText(deciding.t('workflows.opinionNeeded')).waitFor();
    await button(deciding.page, deciding.t('workflows.ratify')).click();
    await notice(deciding.page, deciding.t('workflows.said_ratify', { name: 'The lease of the house' }))
      .first()
      .waitFor();
    await deciding.page.getByRole('combobox', { name: deciding.t('workflows.returnTo') }).waitFor();
    await deciding.page.getByLabel(deciding.t('workflows.opinion'), { exact: true }).fill('A good house');
    await button(deciding.page, deciding.t('workflows.ratify')).click();
    await deciding.page.getByText(deciding.t('workflows.status_passed'), { exact: true }).waitFor();

    // the applicant sees the decisions
    await asking.open('/flow/index/finshFlow');
    await asking.page.getByRole('link', { name: 'The lease of the house' }).click();
    await asking.page.getByText('A good house').waitFor();
    expect((await dossier.admin.call(flows.list, { scope: 'all' })).list.map((flow) => flow.status)).toEqual(['passed']);
  },
);

dossier.journey(
  'somebody who only sees a folder asks from there to upload a file of their computer, who manages it lets it in, and it lies there',
  { as: admin },
  async ({ another }) => {
    const make = async (loginName: string, fullName: string): Promise<string> =>
      (await dossier.admin.call(people.createUser, { loginName, fullName, password })).id;
    const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: 'Archive', moduleType: 3 });
    const { id: folder } = await dossier.admin.call(library.createFolder, { parentId: cabinet, name: 'Surveys' });
    const give = (granteeId: string, of: number) =>
      dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId, level: of, reach: 'all' });
    await give(await make('sue', 'Sue Surveyor'), level.title);
    await give(await make('max', 'Max Manager'), level.full);

    const asking = await another({ as: { loginName: 'sue', password } });
    const { page, t } = asking;
    await asking.open(`/knowledge/index?id=${folder}`);
    await page.getByText(t('documents.library.emptyFolder')).waitFor();
    // offered once there is a template for it
    expect(await button(page, t('workflows.askToUpload')).count()).toBe(0);
    const steps = [{ name: 'Let in', approvers: [{ kind: 'manager' as const }] }];
    await dossier.admin.call(flowTemplates.create, { flowKind: 'upload', name: 'Into the archive', steps, enabled: true });
    await asking.open(`/knowledge/index?id=${folder}`);
    await button(page, t('workflows.askToUpload')).first().press('Enter');

    // the form shows the folder, and its approvers
    await page.waitForURL(/uploadForm/);
    await page.getByTitle('Surveys').waitFor();
    await page.getByText('Max Manager').waitFor();
    await button(page, t('workflows.handIn')).click();
    await page.getByText(t('workflows.titleNeeded')).waitFor();
    await page.getByLabel(t('workflows.title'), { exact: true }).fill('A survey');
    await page.getByLabel(t('workflows.reason'), { exact: true }).fill('It is done');
    await button(page, t('workflows.handIn')).click();
    await page.getByText(t('workflows.documentsNeeded')).waitFor();
    const file = { name: 'Survey.txt', mimeType: 'text/plain', buffer: Buffer.from('We measured the house.') };
    await page.locator('input[type=file]').setInputFiles(file);
    await button(page, t('workflows.removeNamed', { name: 'Survey.txt' })).waitFor();
    await button(page, t('workflows.handIn')).click();
    await page.getByRole('heading', { name: 'A survey' }).waitFor();

    const deciding = await another({ as: { loginName: 'max', password } });
    await deciding.open('/home');
    await deciding.page.getByRole('link', { name: /A survey/ }).click();
    await deciding.page.getByRole('link', { name: 'Surveys' }).waitFor();
    await button(deciding.page, deciding.t('workflows.ratify')).click();
    await deciding.page.getByText(deciding.t('workflows.status_passed'), { exact: true }).waitFor();
    // the applicant's document is private again, the result is not
    await deciding.page.getByRole('link', { name: deciding.t('workflows.result', { name: 'Survey.txt' }) }).click();
    await row(deciding.page, 'Survey.txt').waitFor();
    const { list } = await dossier.admin.call(library.items, { parentId: folder });
    const { downloadUrl } = await dossier.admin.call(content.download, { id: list[0]?.id ?? '' });
    expect(await (await fetch(new URL(downloadUrl, dossier.url))).text()).toBe('We measured the house.');

    // the applicant keeps their own in its folder, and sees the copy in the target folder
    await asking.open(`/knowledge/index?id=${folder}`);
    await row(page, 'Survey.txt').waitFor();
    await asking.open('/doc-my/index');
    await row(page, t('workflows.ownCabinet')).dblclick();
    await row(page, 'Survey.txt').waitFor();
  },
);
