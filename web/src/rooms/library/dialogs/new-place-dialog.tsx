import { library } from '@dossier/contract/library';
import { Form, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../ground/dialogs.ts';
import { useText } from '../../../ground/text.ts';
import { useSend } from '../../../ground/use-call.ts';
import { refreshLists } from '../area.ts';
import { presentNew } from '../list/highlight.ts';
import { PlaceFields, type PlaceValues } from './place-fields.tsx';

/** Where the new one goes: a cabinet into an area, a folder into a folder. */
export type NewPlace = { moduleType: number } | { parentId: string };

const firstOrder = 99;

function NewPlaceDialog({ place, close }: { place: NewPlace; close: () => void }): ReactNode {
  const t = useText('library');
  const [open, setOpen] = useState(true);
  const [form] = Form.useForm<PlaceValues>();
  const cabinet = useSend(library.createCabinet);
  const folder = useSend(library.createFolder);
  const isCabinet = 'moduleType' in place;

  const create = async () => {
    const values = await form.validateFields();
    const description = values.description?.trim();
    const said = { ...values, name: values.name.trim(), description: description === '' ? undefined : description };
    const { id } = isCabinet
      ? await cabinet.mutateAsync({ ...said, moduleType: place.moduleType })
      : await folder.mutateAsync({ ...said, parentId: place.parentId });
    await refreshLists();
    presentNew([id]);
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t(isCabinet ? 'newCabinet' : 'newFolder')}
      okText={t('create')}
      cancelText={t('cancel')}
      confirmLoading={cabinet.isPending || folder.isPending}
      onOk={() => void create().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={close}
      width={460}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ sortNumber: firstOrder }}
        onFinish={() => void create().catch(() => undefined)}
      >
        <PlaceFields order />
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}

/** Asks for the name of a new cabinet or folder and creates it. */
export function openNewPlace(place: NewPlace): void {
  openDialog((close) => <NewPlaceDialog place={place} close={close} />);
}
