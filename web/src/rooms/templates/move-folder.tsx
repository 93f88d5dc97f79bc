import type { TemplateFolder } from '@dossier/contract/templates';
import { Form, Select } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import type { Folders } from './use-folders.ts';

interface MoveTerms {
  folder: TemplateFolder;
  folders: Folders;
  move: (folder: TemplateFolder, parentId: string) => Promise<void>;
}

/** Asks into which folder of the template another one is to go. */
export function openMoveFolder(terms: MoveTerms): void {
  openDialog((close) => <MoveFolder {...terms} close={close} />);
}

function MoveFolder({ folder, folders, move, close }: MoveTerms & { close: () => void }): ReactNode {
  const t = useText('templates');
  const places = folders.all
    .filter(({ id }) => id !== folder.parentId && !folders.isWithin(id, folder.id))
    .map(({ id }) => ({ value: id, label: folders.way(id).join('/') || t('topFolder') }));
  return (
    <AskDialog<{ parentId: string }>
      title={t('moveTitle', { name: folder.name })}
      ok={t('move')}
      save={({ parentId }) => move(folder, parentId)}
      close={close}
    >
      <Form.Item name="parentId" label={t('newPlace')} rules={[{ required: true, message: t('newPlaceNeeded') }]}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={places} notFoundContent={t('nothingFound')} />
      </Form.Item>
    </AskDialog>
  );
}
