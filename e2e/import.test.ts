import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Lang } from '@dossier/contract/core/shapes';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { expect } from 'vitest';
import { xlsxStream } from '../server/src/platform/tables/table-streams.ts';
import { dialog, menuItem, notice, press } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();
const users = '/site-admin/index/site-userManger/site-user';

/** A workbook with 200 users and one with an invalid address. */
async function workbook(prefix: string): Promise<Buffer> {
  const everybody = Array.from({ length: 200 }, (_, n) => [
    `${prefix}${n}`,
    `${prefix} 人 ${n}`,
    n % 2 === 0 ? '研发 / 平台' : 'Sales',
    '',
  ]);
  async function* rows() {
    yield [['登录名', 'Name', '部门', 'E-Mail'], ...everybody, [`${prefix}-bad`, 'Bad', '', 'no address']];
  }
  return buffer(xlsxStream(rows(), { name: 'people', widths: [20, 20, 20, 20] }));
}

for (const [lang, prefix] of firstOrAll(Object.entries({ en: 'walter', cn: 'wang' }) as [Lang, string][])) {
  dossier.journey(`200 people come in from a workbook, and one goes with a handover (${lang})`, { as: admin, lang }, async (journey) => {
    const { page, open, another, t } = journey;
    await open(users);
    await page.getByRole('button', { name: t('identity.import.import'), exact: true }).click();
    await page.getByRole('heading', { name: t('identity.import.fileTitle') }).waitFor();
    const name = 'people.xlsx';
    await page.locator('[data-import-file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: await workbook(prefix) });
    await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('checkbox', { name: t('identity.import.mustChange') }).uncheck();
    await page.getByRole('button', { name: t('identity.import.check'), exact: true }).click();

    // the fate of each row, before anything is written
    await page.getByText(`${t('identity.import.fate_create')} 200`).waitFor();
    await page.getByText(`${t('identity.import.fate_refuse')} 1`).click();
    await page.getByText('no address').waitFor();
    expect((await dossier.admin.call(people.users, { keyword: prefix })).totalNumber).toBe(0);

    await page.getByRole('button', { name: t('identity.import.writeN', { count: 200 }) }).click();
    await page.getByRole('heading', { name: t('identity.import.doneTitle') }).waitFor();
    expect((await dossier.admin.call(people.users, { keyword: prefix })).totalNumber).toBe(200);

    // leaving without the passwords asks first
    await page.getByRole('button', { name: t('identity.import.toUsers') }).click();
    await page.getByRole('dialog').getByText(t('identity.import.leavePasswords')).waitFor();
    await press(page.getByRole('dialog'), t('platform.cancel'));
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: t('identity.import.savePasswords') }).click();
    const saved = await readFile(await (await file).path(), 'utf8');
    const passwords = new Map(
      saved
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => [line.split(',')[0] ?? '', line.split(',')[2] ?? '']),
    );
    expect(passwords.size).toBe(200);

    // one of them signs in and creates a document
    const leaving = { loginName: `${prefix}7`, password: passwords.get(`${prefix}7`) ?? '' };
    const own = await dossier.as(leaving);
    const { id } = await own.call(library.createCabinet, { name: 'Notes', moduleType: 2 });
    await own.upload(id, 'left-behind.txt', 'what was left behind');
    await page.getByRole('button', { name: t('identity.import.toUsers') }).click();
    await page.getByLabel(t('identity.users.findPeople')).fill(leaving.loginName);
    const row = page.getByRole('row').filter({ has: page.getByText(leaving.loginName, { exact: true }) });
    await row.getByRole('button').click();
    await menuItem(page, t('identity.import.deletePerson')).click();
    const fullName = `${prefix} 人 7`;
    const ask = dialog(page, t('identity.import.deleteTitle', { name: fullName }));
    await ask.getByText(t('identity.import.cabinets', { count: 1, names: 'Notes' })).waitFor();
    await ask.getByLabel(t('identity.import.heir')).fill(`${prefix}8`);
    await page.getByTitle(`${prefix} 人 8 (${prefix}8)`).click();
    await press(ask, t('identity.import.delete'));
    await notice(page, t('identity.import.wasDeleted', { name: fullName })).waitFor();
    expect(
      (await dossier.admin.call(people.users, { keyword: leaving.loginName })).list.filter((one) => one.loginName === leaving.loginName),
    ).toEqual([]);

    // the heir finds the documents
    const heir = await another({ as: { loginName: `${prefix}8`, password: passwords.get(`${prefix}8`) ?? '' }, lang });
    await heir.open('/doc-my/index');
    await heir.page
      .getByText(/^Notes ?[(（]/)
      .first()
      .dblclick();
    await heir.page.getByText('left-behind', { exact: false }).first().waitFor();
  });
}
