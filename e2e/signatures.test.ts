import { permissions } from '@dossier/contract/access/permissions';
import { level, moduleType } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { signatures } from '@dossier/contract/signatures/signatures';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pdfOfWords } from '../server/test/pdf-of-words.ts';
import { pdfTexts } from '../server/test/pdf-texts.ts';
import type { Person } from './calls.ts';
import { admin, useTestServer } from './journey.ts';
import { button, dialog, fromMenu, notice, openDetailsTab } from './page-actions.ts';

const dossier = useTestServer();
const wang: Person = { loginName: 'wangfang', password: 'pass-word-1' };
const ann: Person = { loginName: 'annlee', password: 'pass-word-2' };

const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

dossier.journey(
  'two people sign a contract, one beside the document and one from the list, and the file says so',
  {},
  async ({ another }) => {
    const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: 'Contracts', moduleType: moduleType.enterprise });
    for (const [person, fullName] of [
      [wang, '王芳'],
      [ann, 'Ann Lee'],
    ] as const) {
      const { id } = await dossier.admin.call(people.createUser, { ...person, fullName });
      await dossier.admin.call(permissions.grant, {
        objId: cabinet,
        granteeType: 'user',
        granteeId: id,
        level: level.modify,
        reach: 'all',
      });
    }
    const id = await dossier.admin.upload(cabinet, 'lease.pdf', await pdfOfWords(['Lease of the second floor', 'Second page of it']));

    const desk = await another({ as: wang, lang: 'cn', dark: true });
    await desk.open(`/pdfViewer?id=${id}`);
    await desk.page.locator('.page canvas').first().waitFor();
    await button(desk.page, desk.t('preview.changes.signDots')).click();
    const first = dialog(desk.page, desk.t('signatures.signTitle', { name: 'lease.pdf' }));
    await first.getByLabel(desk.t('signatures.reason')).fill('同意租约条款');
    await first.getByLabel(desk.t('identity.account.ownPassword')).fill('not this one');
    await shot(desk.page, 'sign-cn-dark');
    // a wrong password is refused, and can be typed again
    desk.faults.allow(/422/);
    const refused = desk.page.waitForResponse(/signature\/sign/);
    await button(first, desk.t('signatures.sign')).click();
    expect((await refused).status()).toBe(422);
    await first.getByLabel(desk.t('identity.account.ownPassword')).fill(wang.password);
    await desk.page.keyboard.press('Enter');
    await notice(desk.page, desk.t('signatures.signed', { label: '1.1' })).waitFor();
    // the viewer shows the new version with its page of signatures
    await desk.page.locator('.page[data-page-number="3"]').waitFor({ state: 'attached' });
    await desk.page.keyboard.press('i');
    await openDetailsTab(desk.page, desk.t, desk.t('signatures.tab'));
    await desk.page.getByText('同意租约条款').first().waitFor();
    await shot(desk.page, 'signed-cn-dark');

    const second = await another({ as: ann, lang: 'en' });
    await second.open(`/knowledge/index?id=${cabinet}`);
    await fromMenu(second.page, 'lease.pdf', second.t('signatures.signDots'));
    const box = dialog(second.page, second.t('signatures.signTitle', { name: 'lease.pdf' }));
    await box.getByLabel(second.t('identity.account.ownPassword')).fill(ann.password);
    await shot(second.page, 'sign-en');
    await button(box, second.t('signatures.sign')).click();
    await notice(second.page, second.t('signatures.signed', { label: '1.2' })).waitFor();

    await second.open(`/pdfViewer?id=${id}`);
    await second.page.locator('.page canvas').first().waitFor();
    await second.page.keyboard.press('i');
    await openDetailsTab(second.page, second.t, second.t('signatures.tab'));
    await button(second.page, second.t('signatures.verify')).click();
    await second.page.getByText(second.t('signatures.issuedBy_own')).waitFor();
    await second.page.getByText(`${second.t('signatures.verdict_holds')}: `).waitFor();
    await second.page.getByText('Signed by 王芳, Ann Lee').waitFor();
    await shot(second.page, 'verified-en');
    await second.page.locator('.page[data-page-number="3"]').scrollIntoViewIfNeeded();
    await second.page.locator('.page[data-page-number="3"] canvas').waitFor();
    await shot(second.page, 'page-en');

    const { downloadUrl } = await dossier.admin.call(content.download, { id });
    const texts = await pdfTexts(Buffer.from(await (await fetch(new URL(downloadUrl, dossier.url))).arrayBuffer()));
    expect(texts).toHaveLength(3);
    for (const words of ['王芳', '同意租约条款', 'Ann Lee']) expect(texts[2]?.join('\n')).toContain(words);
    expect((await dossier.admin.call(signatures.verify, { id })).list).toMatchObject([{ verdict: 'holds', issuedBy: 'own' }]);

    const phone = await another({ as: wang, lang: 'cn', phone: true });
    await phone.open(`/pdfViewer?id=${id}&tab=signatures`);
    await button(phone.page, phone.t('signatures.verify')).click();
    await phone.page.getByText(phone.t('signatures.issuedBy_own')).waitFor();
    await shot(phone.page, 'verified-cn-phone');

    const office = await another({ as: admin, lang: 'en' });
    await office.open('/site-admin/index/site-userManger/site-configuration?group=signing');
    await button(office.page, office.t('signatures.certificateSave')).waitFor();
    await shot(office.page, 'settings-en');
    const [saved] = await Promise.all([
      office.page.waitForEvent('download'),
      button(office.page, office.t('signatures.certificateSave')).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('dossier-seal.pem');
  },
);
