import { DownloadOutlined, UploadOutlined, UserDeleteOutlined } from '@ant-design/icons';
import { admin } from '@dossier/contract/admin';
import type { Deed } from '@dossier/contract/deeds';
import { call } from '../../ground/call.ts';
import { peopleTool, personAction } from '../../ground/person-action.ts';
import { session } from '../../ground/session.ts';
import { save } from '../content/download-document.ts';
import { knownPerson } from '../session/current-user.ts';
import { importPath } from './paths.ts';

/** Whether the office of whoever is signed in lets them do something, and this is no look as somebody else. */
const may = (deed: Deed): boolean => knownPerson()?.deeds.includes(deed) === true && !session.viewsAs();

/** What this room adds to people. */
export const personActions = [
  personAction('admin', {
    id: 'admin.delete',
    label: (t) => t('deletePerson'),
    icon: <UserDeleteOutlined />,
    danger: true,
    shown: ({ id, guestOf }) => guestOf === undefined && may('people.remove') && knownPerson()?.id !== id,
    run: async (person) => (await import('./delete-dialog.tsx')).openDelete(person),
  }),
];

async function fetchTable(format: 'csv' | 'xlsx'): Promise<void> {
  const { downloadUrl, fileName } = await call(admin.exportPeople, { format });
  save(downloadUrl, fileName);
}

/** What this room adds to the list of people as a whole. */
export const peopleTools = [
  peopleTool('admin', {
    id: 'admin.import',
    label: (t) => t('import'),
    icon: <UploadOutlined />,
    shown: () => may('people.edit'),
    path: importPath,
  }),
  peopleTool('admin', {
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
