import { DownloadOutlined, UploadOutlined, UserDeleteOutlined, UserSwitchOutlined } from '@ant-design/icons';
import type { Permission } from '@dossier/contract/core/administrative-permissions';
import { admin } from '@dossier/contract/identity/user-administration';
import { call } from '../../platform/call.ts';
import { saveFile } from '../../platform/save-file.ts';
import { session } from '../../platform/sessions.ts';
import { knownPerson } from './current-user.ts';
import { userAction, userListAction } from './user-extensions.ts';
import { importPath } from './users/user-pages.ts';
import { mayViewAs, openViewAs } from './view-as.ts';

/** Whether the signed-in user has an administrative permission, outside a view-as session. */
const may = (permission: Permission): boolean => knownPerson()?.deeds.includes(permission) === true && !session.viewsAs();

/** This module's actions on users. */
export const userActions = [
  userAction('identity.sign-in', {
    id: 'session.viewAs',
    label: (t) => t('viewAsThem'),
    icon: <UserSwitchOutlined />,
    shown: ({ id }) => mayViewAs(id),
    run: ({ id }) => openViewAs(id),
  }),
  userAction('identity.import', {
    id: 'admin.delete',
    label: (t) => t('deletePerson'),
    icon: <UserDeleteOutlined />,
    danger: true,
    shown: ({ id, guestOf }) => guestOf === undefined && may('people.remove') && knownPerson()?.id !== id,
    run: async (person) => (await import('./users/remove-user-dialog.tsx')).openRemoveUser(person),
  }),
];

async function fetchTable(format: 'csv' | 'xlsx'): Promise<void> {
  const { downloadUrl, fileName } = await call(admin.exportPeople, { format });
  saveFile(downloadUrl, fileName);
}

/** This module's actions on the user list. */
export const userListTools = [
  userListAction('identity.import', {
    id: 'admin.import',
    label: (t) => t('import'),
    icon: <UploadOutlined />,
    shown: () => may('people.edit'),
    path: importPath,
  }),
  userListAction('identity.import', {
    id: 'admin.export',
    label: (t) => t('export'),
    icon: <DownloadOutlined />,
    shown: () => may('people.see'),
    choices: [
      { id: 'xlsx', label: (t) => t('exportXlsx'), run: () => fetchTable('xlsx') },
      { id: 'csv', label: (t) => t('exportCsv'), run: () => fetchTable('csv') },
    ],
  }),
];
