import { permissions } from '@dossier/contract/access/permissions';
import { level, moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { signatures } from '@dossier/contract/signatures/signatures';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pdfOfWords } from '../server/test/pdf-of-words.ts';
import type { Person } from './calls.ts';
import { admin, useTestServer } from './journey.ts';
import { button, dialog, notice } from './page-actions.ts';

const dossier = useTestServer();
const ann: Person = { loginName: 'annlee', password: 'pass-word-1' };
const wang: Person = { loginName: 'wangfang', password: 'pass-word-2' };

const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

dossier.journey(
  'a step of a template asks for a signature, who approves a lease in it signs on a phone, and the file says so',
  { as: admin },
  async ({ page, open, another, t }) => {
    const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: 'Contracts', moduleType: moduleType.enterprise });
    const { id: applicant } = await dossier.admin.call(people.createUser, { ...ann, fullName: 'Ann Lee' });
    await dossier.admin.call(people.createUser, { ...wang, fullName: '王芳' });
    await dossier.admin.call(permissions.grant, {
      objId: cabinet,
      granteeType: 'user',
      granteeId: applicant,
      level: level.modify,
      reach: 'all',
    });
    const id = await dossier.admin.upload(cabinet, 'lease.pdf', await pdfOfWords(['Lease of the second floor']));

    await open('/admin/index/dataManger/flow');
    await button(page, t('workflows.newTemplate')).click();
    await page.getByLabel(t('workflows.name'), { exact: true }).fill('Leases');
    await page.getByRole('tab', { name: t('designer.tabFlow') }).click();
    await page.locator('#flow-node-step1').click();
    await page.getByRole('combobox', { name: t('workflows.addPerson') }).fill('王芳');
    await page.locator('.ant-select-item-option').filter({ hasText: '王芳' }).click();
    await page.getByRole('checkbox', { name: t('workflows.stepSigns') }).press('Space');
    await shot(page, 'flow-sign-template-en');
    await button(page, t('workflows.save')).click();
    await page.getByRole('link', { name: 'Leases', exact: true }).waitFor();

    const asking = await another({ as: ann, lang: 'en' });
    await asking.open(`/flow/index/flowadd?docId=${id}`);
    await asking.page.getByRole('link', { name: /Leases/ }).click();
    await asking.page.getByText(asking.t('workflows.documentsSigned')).waitFor();
    await asking.page.getByLabel(asking.t('workflows.title'), { exact: true }).fill('Second floor');
    await asking.page.getByLabel(asking.t('workflows.reason'), { exact: true }).fill('We need the room');
    await shot(asking.page, 'flow-sign-form-en');
    await button(asking.page, asking.t('workflows.handIn')).click();
    await asking.page.getByRole('heading', { name: 'Second floor' }).waitFor();

    const phone = await another({ as: wang, lang: 'cn', phone: true });
    await phone.open('/flow/index/waittodo');
    await phone.page.getByRole('link', { name: 'Second floor' }).click();
    await phone.page.getByLabel(phone.t('workflows.opinion'), { exact: true }).fill('同意租约条款');
    await button(phone.page, phone.t('workflows.signAndRatify')).click();
    const box = dialog(phone.page, phone.t('workflows.signTitle', { name: 'Second floor' }));
    await box.getByText('lease.pdf').waitFor();
    await box.getByLabel(phone.t('identity.account.ownPassword')).fill(wang.password);
    await shot(phone.page, 'flow-sign-dialog-cn-phone');
    await phone.page.keyboard.press('Enter');
    await notice(phone.page, phone.t('workflows.saidSigned', { name: 'Second floor' })).waitFor();
    await phone.page.getByText(phone.t('workflows.status_passed'), { exact: true }).waitFor();
    await shot(phone.page, 'flow-signed-cn-phone');

    // the applicant sees who signed, and checks the signed version
    await asking.page.reload();
    const said = { name: '王芳', step: asking.t('workflows.firstStep') };
    await asking.page.getByText(asking.t('workflows.event_signed', said)).waitFor();
    await shot(asking.page, 'flow-signed-en');
    await asking.open(`/pdfViewer?id=${id}&tab=signatures`);
    await button(asking.page, asking.t('signatures.verify')).click();
    await asking.page.getByText(asking.t('signatures.issuedBy_own')).waitFor();
    await asking.page.getByText('同意租约条款').first().waitFor();
    await shot(asking.page, 'flow-verified-en');
    expect((await dossier.admin.call(signatures.verify, { id })).list).toMatchObject([{ verdict: 'holds', issuedBy: 'own' }]);
  },
);
