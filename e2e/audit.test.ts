import { readFile } from 'node:fs/promises';
import { permissions } from '@dossier/contract/access/permissions';
import { level, module } from '@dossier/contract/core/rights';
import type { Lang } from '@dossier/contract/core/shapes';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { expect } from 'vitest';
import { button } from './page-actions.ts';
import { useTestServer } from './journey.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();
const path = '/admin/index/reportManger/logs';

const casts: Partial<Record<Lang, { auditor: string; clerk: string; cabinet: string; hidden: string }>> = {
  en: { auditor: 'audrey', clerk: 'clement', cabinet: 'Tenders', hidden: 'Salaries' },
  cn: { auditor: 'shenji', clerk: 'wenyuan', cabinet: '招标文件', hidden: '薪资' },
};

for (const [lang, cast] of firstOrAll(Object.entries(casts) as [Lang, NonNullable<(typeof casts)[Lang]>][])) {
  dossier.journey(`an auditor asks the log, and nothing more (${lang})`, { lang }, async ({ another, t }) => {
    const auditor = { loginName: cast.auditor, password: 'their-pass-word' };
    const auditRole = { name: `Audit ${lang}`, moduleTypes: [module.home, module.enterprise], deeds: ['log.see' as const] };
    const role = await dossier.admin.call(people.createRole, auditRole);
    const made = await dossier.admin.call(people.createUser, { ...auditor, fullName: cast.auditor, roleIds: [role.id] });
    const clerk = await dossier.admin.call(people.createUser, { ...auditor, loginName: cast.clerk, fullName: cast.clerk });
    const cabinet = await dossier.admin.call(library.createCabinet, { name: cast.cabinet, moduleType: module.enterprise });
    const hidden = await dossier.admin.call(library.createCabinet, { name: cast.hidden, moduleType: module.enterprise });
    const give = { granteeType: 'user', reach: 'all' } as const;
    await dossier.admin.call(permissions.grant, { ...give, objId: cabinet.id, granteeId: made.id, level: level.view });
    for (const bits of [level.view, level.download])
      for (const objId of [cabinet.id, hidden.id])
        await dossier.admin.call(permissions.grant, { ...give, objId, granteeId: clerk.id, level: bits });

    const auditorSession = await another({ as: auditor, lang });
    const { page } = auditorSession;
    await auditorSession.open('/admin/index');
    await page.waitForURL(`**${path}`);
    for (const closed of ['/admin/index/userManger/partment', '/site-admin/index/site-userManger/site-user']) {
      await auditorSession.open(closed);
      await page.waitForURL('**/401');
    }
    await auditorSession.open(path);
    await page.getByRole('row').filter({ hasText: cast.clerk }).first().waitFor();
    expect(await page.getByText(cast.hidden).count()).toBe(0);

    // the rights that were granted, on a visible item and on a hidden one
    await page.getByRole('combobox', { name: t('reporting.log.whatWasDone') }).fill(t('reporting.log.permissionGrant'));
    await page.locator('.ant-select-tree-title').getByText(t('reporting.log.permissionGrant'), { exact: true }).click();
    await page.keyboard.press('Escape');
    const lines = page.locator('tbody tr.ant-table-row');
    await expect.poll(() => lines.filter({ hasNotText: t('reporting.log.permissionGrant') }).count()).toBe(0);
    await page.getByLabel(t('reporting.log.findObject'), { exact: true }).fill(cast.cabinet);
    await expect.poll(() => lines.count()).toBe(3);
    await lines.first().locator('.ant-table-row-expand-icon').click();
    const facts = page
      .getByRole('table')
      .filter({ hasText: t('reporting.log.before') })
      .last();
    const changed = facts.getByRole('row').filter({ hasText: t('access.level') });
    expect(await changed.getByRole('cell').allTextContents()).toEqual([t('access.level_view'), t('access.level_download')]);
    await page.getByLabel(t('reporting.log.findObject'), { exact: true }).fill(cast.hidden);
    await page.getByText(t('reporting.log.nothingFound')).waitFor();

    // without filters; then the actions of one user
    await button(page, t('reporting.log.clearFilters')).click();
    await page
      .getByRole('row')
      .filter({ hasText: t('reporting.log.hiddenItem') })
      .first()
      .waitFor();
    const own = page
      .getByRole('row')
      .filter({ hasText: t('reporting.log.userSignIn') })
      .filter({ hasText: cast.auditor })
      .first();
    await own.getByRole('button', { name: cast.auditor, exact: true }).click();
    await page.getByText(t('reporting.log.byPerson', { name: cast.auditor })).waitFor();
    await expect.poll(() => lines.filter({ hasText: cast.clerk }).count()).toBe(0);

    const [download] = await Promise.all([page.waitForEvent('download'), button(page, t('reporting.log.exportCsv')).click()]);
    const table = await readFile(await download.path(), 'utf8');
    expect(table.split('\r\n')[0]).toContain([t('reporting.log.when'), t('reporting.log.who'), t('reporting.log.whatWasDone')].join(','));
    expect(table).toContain(t('reporting.log.userSignIn'));
    expect(table).not.toContain(cast.hidden);
  });
}
