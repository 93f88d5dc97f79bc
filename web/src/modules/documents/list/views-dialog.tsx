import { DeleteOutlined, EditOutlined, SaveOutlined } from '@ant-design/icons';
import { type ListView, type ViewSettings, listViews } from '@dossier/contract/documents/list-views';
import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { textOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes, useCall, useCallMutation } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { openNameDialog } from '../../../platform/ui/form-dialog.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { DividedList, Row, Text } from '../../../platform/ui/layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';

function openRename({ id, name }: ListView): void {
  const t = textOf('documents.library');
  openNameDialog({
    title: t('renameView', { name }),
    ok: t('save'),
    name,
    save: async (next) => {
      await call(listViews.update, { id, name: next });
      await invalidateRoutes(listViews.list);
    },
  });
}

async function remove({ id, name, settings }: ListView): Promise<void> {
  const t = textOf('documents.library');
  await call(listViews.delete, { ids: [id] });
  await invalidateRoutes(listViews.list);
  const bringBack = async (): Promise<void> => {
    await call(listViews.save, { name, settings });
    await invalidateRoutes(listViews.list);
  };
  notice.undo(t('viewDeleted', { name }), { label: t('undo'), run: () => void bringBack().catch(() => undefined) });
}

/** The saved views of the user, to rename, to replace with the list as it is now, and to delete. */
export function ViewsDialog({ current, close }: { current: ViewSettings; close: () => void }): ReactNode {
  const t = useText('documents.library');
  const [open, setOpen] = useState(true);
  const found = useCall(listViews.list, {});
  const replace = useCallMutation(listViews.update, {
    refresh: [listViews.list],
    onDone: () => notice.success(t('viewReplaced')),
  });
  const list = found.data?.list ?? [];
  return (
    <Modal open={open} width={460} title={t('manageViews')} footer={null} onCancel={() => setOpen(false)} afterClose={close}>
      {found.error !== null && found.data === undefined && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {found.data !== undefined && list.length === 0 && <Hint>{t('noViews')}</Hint>}
      {list.length > 0 && (
        <DividedList lines="compact">
          {list.map((view) => (
            <Row as="li" key={view.id} gap={1}>
              <Text grow truncate title={view.name}>
                {view.name}
              </Text>
              <ToolButton
                label={t('replaceView', { name: view.name })}
                icon={<SaveOutlined />}
                onClick={() => replace.mutate({ id: view.id, settings: current })}
              />
              <ToolButton label={t('renameView', { name: view.name })} icon={<EditOutlined />} onClick={() => openRename(view)} />
              <ToolButton
                label={t('deleteView', { name: view.name })}
                icon={<DeleteOutlined />}
                onClick={() => void remove(view).catch(() => undefined)}
              />
            </Row>
          ))}
        </DividedList>
      )}
    </Modal>
  );
}
