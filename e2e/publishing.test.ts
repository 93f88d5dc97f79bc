import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import { expect } from 'vitest';
import { button, dialog, openDetailsTab, press, row } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();
const password = 'their-pass-word';
/** Time to look at what is before it; a machine that takes longer sees only what comes after. */
const aheadMs = 10_000;

dossier.journey(
  'a controlled document is published into a cabinet made for it, revised from a time on, and abolished',
  { as: admin },
  async ({ page, open, another, t }) => {
    const make = async (loginName: string, fullName: string): Promise<string> =>
      (await dossier.admin.call(people.createUser, { loginName, fullName, password })).id;
    const [author, approver, reader] = [await make('ann', 'Ann Author'), await make('bob', 'Bob Boss'), await make('rita', 'Rita Reader')];
    const { id: drafts } = await dossier.admin.call(library.createCabinet, { name: 'Drafts', moduleType: 3 });
    const grantTo = (objId: string, granteeId: string, given: number) =>
      dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId, level: given, reach: 'all' });
    await grantTo(drafts, author, level.full);

    // the cabinet
    await open('/knowledge/index');
    await button(page, t('documents.library.newCabinet')).first().click();
    const box = dialog(page, t('documents.library.newCabinet'));
    await box.getByLabel(t('documents.library.name'), { exact: true }).fill('Rules');
    await box.getByRole('checkbox', { name: t('documents.library.publishingCabinet') }).press('Space');
    await press(box, t('documents.library.create'));
    await row(page, 'Rules')
      .getByRole('img', { name: t('documents.library.publishingCabinet') })
      .waitFor();
    const { list } = await dossier.admin.call(library.cabinets, { moduleType: 3 });
    const cabinet = list.find((one) => one.name === 'Rules')?.id ?? '';
    await grantTo(cabinet, author, level.view);
    await grantTo(cabinet, reader, level.view);

    // the template that publishes into it
    await open('/admin/index/dataManger/flow');
    await button(page, t('workflows.newTemplate')).click();
    const choose = async (label: string, option: string): Promise<void> => {
      await page.getByRole('combobox', { name: label, exact: true }).click();
      await page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
        .filter({ has: page.getByText(option, { exact: true }) })
        .click();
    };
    await choose(t('workflows.kind'), t('workflows.kind_publish'));
    await choose(t('workflows.cabinet'), 'Rules');
    await page.getByLabel(t('workflows.name'), { exact: true }).fill('New rule');
    await page.getByRole('tab', { name: t('designer.tabFlow') }).click();
    await page.locator('#flow-node-step1').click();
    await page.getByRole('combobox', { name: t('workflows.addPerson') }).fill('Bob');
    await page
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
      .filter({ hasText: 'Bob Boss' })
      .click();
    await button(page, t('workflows.save')).click();
    await page.getByRole('link', { name: 'New rule', exact: true }).waitFor();
    const steps = [{ name: 'Approval', approvers: [{ kind: 'person' as const, id: approver }] }];
    const templateFor = async (flowKind: 'revise' | 'abolish'): Promise<string> =>
      (await dossier.admin.call(flowTemplates.create, { flowKind, name: flowKind, cabinetId: cabinet, steps, enabled: true })).id;

    // the author begins in the empty cabinet
    const ann = await dossier.as({ loginName: 'ann', password });
    await ann.upload(drafts, 'Manual.txt', 'First edition.');
    const asking = await another({ as: { loginName: 'ann', password } });
    await asking.open(`/knowledge/index?id=${cabinet}`);
    await asking.page.getByText(t('documents.library.publishedHere')).waitFor();
    expect(await button(asking.page, t('documents.library.newFolder')).count()).toBe(0);
    await button(asking.page, t('workflows.publishHere')).last().click();
    await asking.page.waitForURL(/publishForm/);
    await asking.page.getByTitle('Rules').waitFor();
    await asking.page.getByLabel(t('workflows.title'), { exact: true }).fill('Our manual');
    await asking.page.getByLabel(t('workflows.reason'), { exact: true }).fill('There is none');
    await asking.page.getByRole('combobox', { name: t('workflows.addDocument') }).fill('Manual');
    await asking.page.locator('.ant-select-item-option').filter({ hasText: 'Manual.txt' }).click();
    await button(asking.page, t('workflows.handIn')).click();
    await asking.page.getByRole('heading', { name: 'Our manual' }).waitFor();
    const bob = await dossier.as({ loginName: 'bob', password });
    const passNewest = async (): Promise<void> => {
      const waiting = await bob.call(flows.list, { scope: 'waiting' });
      await bob.call(flows.decide, { id: waiting.list[0]?.id ?? '', decision: 'ratify' });
    };
    await passNewest();

    // the reader has it, and the next version from its time on
    const reading = await another({ as: { loginName: 'rita', password } });
    await reading.open(`/knowledge/index?id=${cabinet}`);
    await row(reading.page, 'Manual.txt').waitFor();
    const published = (await dossier.admin.call(library.items, { parentId: cabinet })).list[0]?.id ?? '';
    const next = await ann.upload(drafts, 'Manual 2.txt', 'Second edition.');
    const form = { title: 'x', reason: 'It is out of date', submit: true };
    const effectiveTime = new Date(Date.now() + aheadMs).toISOString();
    const revision = { templateId: await templateFor('revise'), documents: [{ id: next }], targetId: published, effectiveTime };
    await ann.call(flows.save, { ...form, ...revision });
    await passNewest();
    const rita = await dossier.as({ loginName: 'rita', password });
    const labelSeen = async () => (await rita.call(library.documentDetail, { id: published })).versionLabel;
    const before = await labelSeen();
    if (Date.now() < Date.parse(effectiveTime)) expect(before).toBe('1.0');
    await expect.poll(labelSeen).toBe('2.0');
    await reading.page.reload();
    await row(reading.page, 'Manual.txt').click();
    await reading.page.keyboard.press('i');
    await openDetailsTab(reading.page, t, t('documents.library.facts'));
    await reading.page.getByText(/^In effect since/).waitFor();
    await openDetailsTab(reading.page, t, t('documents.content.versions'));
    await reading.page.getByText(t('documents.content.versionN', { label: '2.0' })).waitFor();
    expect(await reading.page.getByText(t('documents.content.versionN', { label: '1.0' })).count()).toBe(0);

    // abolished: gone for the reader, kept for who manages the cabinet
    await ann.call(flows.save, { ...form, templateId: await templateFor('abolish'), documents: [{ id: published }] });
    await passNewest();
    await reading.page.reload();
    await reading.page.getByText(t('documents.library.publishedHere')).waitFor();
    await open(`/knowledge/index?id=${cabinet}`);
    await row(page, 'Manual.txt')
      .getByRole('img', { name: t('documents.library.abolished') })
      .waitFor();
    await row(page, 'Manual.txt').click();
    await page.keyboard.press('i');
    await openDetailsTab(page, t, t('documents.library.facts'));
    await page.getByText('It is out of date').waitFor();
  },
);
