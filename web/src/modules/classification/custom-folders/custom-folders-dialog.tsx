import { DeleteOutlined, DownOutlined, EditOutlined, HolderOutlined, UpOutlined } from '@ant-design/icons';
import { type CustomFolder, customFolders } from '@dossier/contract/classification/custom-folders';
import { Form, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';

const refresh = { refresh: [customFolders.list] };

function RenameDialog({ entry, close }: { entry: CustomFolder; close: () => void }): ReactNode {
  const t = useText('classification.customFolders');
  const update = useCallMutation(customFolders.update, refresh);
  return (
    <FormDialog<{ name: string }>
      title={t('renameTitle', { name: entry.name })}
      ok={t('save')}
      initial={{ name: entry.name }}
      save={({ name }) => update.mutateAsync({ id: entry.id, name: name.trim() })}
      close={close}
    >
      <Form.Item
        name="name"
        label={t('name')}
        extra={t('ownNameHint', { name: entry.folder?.name ?? entry.name })}
        rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}

interface LineProps {
  list: readonly CustomFolder[];
  at: number;
  /** Puts the entry of one place before or after that of another. */
  move: (from: number, to: number) => void;
}

/** One entry: dragged by its handle, or moved by its buttons. */
function Line({ list, at, move }: LineProps): ReactNode {
  const t = useText('classification.customFolders');
  const remove = useCallMutation(customFolders.delete, refresh);
  const entry = list[at];
  if (entry === undefined) return null;
  const { id, name, folder } = entry;
  return (
    <Row
      as="li"
      gap={1}
      draggable
      onDragStart={(event) => event.dataTransfer.setData('text/plain', String(at))}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        move(Number(event.dataTransfer.getData('text/plain')), at);
      }}
    >
      <HolderOutlined aria-hidden="true" />
      <Text grow truncate title={folder?.name ?? t('gone')} tone={folder === undefined ? 'muted' : undefined}>
        {folder === undefined ? t('goneOf', { name }) : name}
      </Text>
      <ToolButton label={t('up', { name })} icon={<UpOutlined />} disabled={at === 0} onClick={() => move(at, at - 1)} />
      <ToolButton label={t('down', { name })} icon={<DownOutlined />} disabled={at === list.length - 1} onClick={() => move(at, at + 1)} />
      <ToolButton
        label={t('renameTitle', { name })}
        icon={<EditOutlined />}
        onClick={() => openDialog((close) => <RenameDialog entry={entry} close={close} />)}
      />
      <ToolButton label={t('remove', { name })} icon={<DeleteOutlined />} onClick={() => remove.mutate({ ids: [id] })} />
    </Row>
  );
}

function CustomFoldersDialog({ close }: { close: () => void }): ReactNode {
  const t = useText('classification.customFolders');
  const [open, setOpen] = useState(true);
  const found = useCall(customFolders.list, {});
  const sort = useCallMutation(customFolders.sort, refresh);
  const list = found.data?.list ?? [];
  const move = (from: number, to: number): void => {
    const moved = list[from];
    if (moved === undefined || from === to) return;
    const ids = list
      .map(({ id }) => id)
      .toSpliced(from, 1)
      .toSpliced(to, 0, moved.id);
    sort.mutate({ ids });
  };
  return (
    <Modal open={open} width={460} title={t('arrange')} footer={null} onCancel={() => setOpen(false)} afterClose={close}>
      {found.error !== null && found.data === undefined && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {list.length === 0 ? (
        <Hint>{t('empty')}</Hint>
      ) : (
        <Stack as="ul" gap={2}>
          {list.map(({ id }, at) => (
            <Line key={id} list={list} at={at} move={move} />
          ))}
        </Stack>
      )}
    </Modal>
  );
}

/** Lets a user name, order and remove their custom folders. */
export const openCustomFolders = (): void => openDialog((close) => <CustomFoldersDialog close={close} />);
