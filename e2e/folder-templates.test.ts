import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { templates } from '@dossier/contract/documents/folder-templates';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { expect } from 'vitest';
import { button, dialog, fromMenu, menuItem, notice, press, row } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();
const password = 'their-pass-word';

dossier.journey(
  'a template is built by hand, and makes a folder with its rights for somebody who could not give them',
  { as: admin },
  async ({ page, open, another, t }) => {
    const make = async (loginName: string, fullName: string): Promise<string> =>
      (await dossier.admin.call(people.createUser, { loginName, fullName, password })).id;
    await make('leo', 'Leo Legal');
    const maker = await make('mia', 'Mia Maker');
    const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: 'Clients', moduleType: 3 });
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: maker, level: level.upload });

    // by keyboard: a folder, another in it, a name changed, one removed and restored
    await open('/admin/index/dataManger/dirtemplate');
    await button(page, t('documents.folder-templates.newTemplate')).click();
    const asking = dialog(page, t('documents.folder-templates.newTemplate'));
    await asking.getByLabel(t('documents.folder-templates.name'), { exact: true }).fill('Client');
    await press(asking, t('documents.folder-templates.create'));
    const twig = (name: string) => page.getByRole('treeitem', { name, exact: true });
    const type = async (name: string): Promise<void> => {
      await page.getByRole('textbox', { name: t('documents.folder-templates.folderName') }).fill(name);
      await page.keyboard.press('Enter');
      await twig(name).waitFor();
    };
    await twig(t('documents.folder-templates.topFolder')).press('Insert');
    await type('Contract');
    await twig('Contract').press('Insert');
    await type('Signed');
    await twig('Contract').press('F2');
    await type('Contracts');
    await twig('Signed').press('Delete');
    await twig('Signed').waitFor({ state: 'detached' });
    await button(page, t('documents.folder-templates.undo')).last().click();
    await twig('Signed').waitFor();

    // the folder of contracts is closed to all but one
    await twig('Contracts').click();
    await page.getByRole('heading', { name: 'Contracts' }).waitFor();
    await page.getByRole('switch', { name: t('documents.folder-templates.inherit') }).click();
    const adding = page.getByRole('group', { name: t('documents.folder-templates.addRight') });
    await adding.getByRole('combobox', { name: t('documents.folder-templates.whom') }).fill('Leo');
    await page.locator('.ant-select-item-option').filter({ hasText: 'Leo Legal' }).click();
    await adding.getByLabel(t('documents.folder-templates.days')).fill('30');
    await button(adding, t('documents.folder-templates.add')).click();
    await page.getByRole('listitem').filter({ hasText: 'Leo Legal' }).waitFor();
    await page.getByRole('switch', { name: t('documents.folder-templates.offered') }).click();
    await expect.poll(async () => (await dossier.admin.call(templates.choices, {})).map((one) => one.name)).toEqual(['Client']);

    // a user who may upload creates a folder from it, and sees beforehand who gets which rights
    const visit = await another({ as: { loginName: 'mia', password } });
    await visit.open(`/knowledge/index?id=${cabinet}`);
    await button(visit.page, visit.t('documents.library.newFolder')).first().click();
    const newFolder = dialog(visit.page, visit.t('documents.library.newFolder'));
    await newFolder.getByLabel(visit.t('documents.library.name'), { exact: true }).fill('Acme');
    await newFolder.getByRole('combobox', { name: visit.t('documents.folder-templates.template') }).click();
    await visit.page.locator('.ant-select-item-option').filter({ hasText: 'Client' }).click();
    await newFolder.getByText(visit.t('documents.folder-templates.whoGets')).waitFor();
    await newFolder.getByRole('listitem').filter({ hasText: 'Leo Legal' }).waitFor();
    await press(newFolder, visit.t('documents.library.create'));
    await row(visit.page, 'Acme').dblclick();
    await visit.page.getByText(visit.t('documents.library.emptyFolder')).first().waitFor();

    // the named user sees the contracts, and nothing around them
    const named = await another({ as: { loginName: 'leo', password } });
    await named.open('/knowledge/index');
    await row(named.page, 'Contracts').dblclick();
    await row(named.page, 'Signed').waitFor();

    // the result becomes a template again
    await open(`/knowledge/index?id=${cabinet}`);
    await fromMenu(page, 'Acme', t('documents.folder-templates.takeFolder'));
    const taking = dialog(page, t('documents.folder-templates.takeTitle', { name: 'Acme' }));
    await press(taking, t('documents.folder-templates.create'));
    await notice(page, t('documents.folder-templates.taken', { name: 'Acme', folders: 2, rights: 1 })).waitFor();
    await button(page, t('documents.folder-templates.toTemplate')).click();
    await twig('Signed').waitFor();
    await twig('Signed').click({ button: 'right' });
    await menuItem(page, t('documents.folder-templates.moveTo')).waitFor();
  },
);
