import { type Item, library } from '@dossier/contract/library';
import { Form, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../ground/dialogs.ts';
import { useText } from '../../../ground/text.ts';
import { useSend } from '../../../ground/use-call.ts';
import { refreshLists } from '../area.ts';
import { PlaceFields, type PlaceValues } from './place-fields.tsx';

function EditDialog({ item, close }: { item: Item; close: () => void }): ReactNode {
  const t = useText('library');
  const [open, setOpen] = useState(true);
  const [form] = Form.useForm<PlaceValues>();
  const update = useSend(library.update);
  const save = async () => {
    const { name, description, sortNumber } = await form.validateFields();
    await update.mutateAsync({
      id: item.id,
      name: name.trim(),
      description: description?.trim() ?? '',
      sortNumber: sortNumber ?? item.sortNumber,
    });
    await refreshLists();
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('editTitle', { name: item.name })}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={update.isPending}
      onOk={() => void save().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={close}
      width={460}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ name: item.name, description: item.description, sortNumber: item.sortNumber }}
        onFinish={() => void save().catch(() => undefined)}
      >
        <PlaceFields order />
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}

/** Changes the name, description and order of an item. */
export function openEdit(item: Item): void {
  openDialog((close) => <EditDialog item={item} close={close} />);
}
