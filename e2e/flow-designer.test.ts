import { AxeBuilder } from '@axe-core/playwright';
import { people } from '@dossier/contract/identity/users';
import { flows } from '@dossier/contract/workflows/flows';
import { expect } from 'vitest';
import { admin, useTestServer } from './journey.ts';
import { button, menuItem } from './page-actions.ts';

const dossier = useTestServer();
const password = 'their-pass-word';

dossier.journey(
  'a flow with a branch and a parallel part is designed by mouse and keys, goes both ways, and its picture shows where it is',
  { as: admin },
  async ({ page, open, another, t }) => {
    for (const [loginName, fullName] of [
      ['ann', 'Ann Applicant'],
      ['bob', 'Bob Boss'],
      ['liz', 'Liz Lawyer'],
    ] as const)
      await dossier.admin.call(people.createUser, { loginName, fullName, password });
    const setStep = async (name: string, person: string): Promise<void> => {
      await page.getByRole('textbox', { name: t('workflows.stepName') }).fill(name);
      await page.getByRole('combobox', { name: t('workflows.addPerson') }).fill(person);
      await page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
        .filter({ hasText: person })
        .click();
    };
    const card = (name: string) => page.getByRole('button', { name: new RegExp(`^${t('designer.kind_approval')} · ${name} ·`) });

    // a field, which the branch asks for
    await open('/admin/index/dataManger/flow');
    await button(page, t('workflows.newTemplate')).click();
    await page.getByLabel(t('workflows.name'), { exact: true }).fill('Purchases');
    await page.getByRole('tab', { name: t('designer.tabForm') }).click();
    await button(page, t('designer.addField')).click();
    await menuItem(page, t('designer.field_number')).click();
    await page.getByRole('textbox', { name: t('designer.fieldName') }).fill('Amount');

    // the branch by mouse, the parallel part by key, and one step with undo and redo
    await page.getByRole('tab', { name: t('designer.tabFlow') }).click();
    await page.locator('#flow-node-step1').click();
    await setStep('Manager', 'Bob Boss');
    await button(page, t('designer.insertBetween', { from: 'Manager', to: t('designer.endPassed') })).click();
    await menuItem(page, t('designer.insert_branch')).click();
    await page.getByRole('spinbutton', { name: t('designer.testValues') }).fill('1000');
    await page.getByText(`If Amount ≥ 1,000`).waitFor();
    await card('Step 2').press('Insert');
    // a menu takes the focus some frames after it is there
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem');
    await menuItem(page, t('designer.insert_parallel')).press('Enter');
    // what is new is in sight, and its name is typed next
    const name = page.locator('#flow-node-name');
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await expect
      .poll(async () => {
        const [of, within] = await Promise.all([
          page.locator('button[aria-current]').boundingBox(),
          page.locator('.react-flow').boundingBox(),
        ]);
        return of !== null && within !== null && of.y >= within.y && of.y + of.height <= within.y + within.height;
      })
      .toBe(true);
    // both lie below the edge of the canvas, and come into sight with the focus
    await card('Step 3').press('Enter');
    await setStep('Finance', 'Bob Boss');
    await card('Step 4').press('Enter');
    await setStep('Legal', 'Liz Lawyer');
    await card('Step 2').press('Delete');
    await expect.poll(() => card('Step 2').count()).toBe(0);
    await page.locator('#flow-node-start').press('Control+z');
    await card('Step 2').waitFor();
    await page.locator('#flow-node-start').press('Control+y');
    await page.getByText(t('designer.noProblems')).waitFor();
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    await button(page, t('workflows.save')).click();
    await page.getByRole('link', { name: 'Purchases', exact: true }).waitFor();

    // a small and a large amount
    const asking = await another({ as: { loginName: 'ann', password } });
    for (const [title, amount] of [
      ['A lamp', '20'],
      ['A car', '20000'],
    ] as const) {
      await asking.open('/flow/index/flowadd');
      await asking.page.getByRole('link', { name: /Purchases/ }).click();
      await asking.page.getByLabel(asking.t('workflows.title'), { exact: true }).fill(title);
      await asking.page.getByLabel(asking.t('workflows.reason'), { exact: true }).fill('We need it');
      await asking.page.getByLabel('Amount', { exact: true }).fill(amount);
      const path = asking.page.getByRole('region', { name: asking.t('workflows.whoDecides') });
      await expect.poll(() => path.getByText('Liz Lawyer').count()).toBe(title === 'A car' ? 1 : 0);
      await button(asking.page, asking.t('workflows.handIn')).click();
      await asking.page.getByRole('heading', { name: title }).waitFor();
    }

    // one is over with the manager, the other one goes on in two steps at once
    const boss = await another({ as: { loginName: 'bob', password } });
    const approve = async ({ open: openPage, page: window, t: words }: typeof boss, title: string): Promise<void> => {
      await openPage('/flow/index/waittodo');
      await window.getByRole('link', { name: title }).click();
      await button(window, words('workflows.ratify')).click();
    };
    await approve(boss, 'A lamp');
    await boss.page.getByText(boss.t('workflows.status_passed'), { exact: true }).waitFor();
    await approve(boss, 'A car');
    await boss.page.getByRole('img', { name: /Legal · .*Liz Lawyer/ }).waitFor();
    // the button of the first decision is busy until the lists beside it are refreshed
    await expect.poll(() => boss.page.locator('.ant-btn-loading').count()).toBe(0);
    await boss.page.getByText(boss.t('workflows.said_ratify', { name: 'A car' })).waitFor();
    await button(boss.page, boss.t('workflows.ratify')).click();
    await boss.page.locator('[role=img][data-state=done]').filter({ hasText: 'Finance' }).waitFor();
    const lawyer = await another({ as: { loginName: 'liz', password } });
    await approve(lawyer, 'A car');
    await lawyer.page.getByText(lawyer.t('workflows.status_passed'), { exact: true }).waitFor();
    expect((await dossier.admin.call(flows.list, { scope: 'all' })).list.map(({ status }) => status)).toEqual(['passed', 'passed']);
  },
);
