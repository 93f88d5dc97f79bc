import { Form, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { PersonSelect } from './person-select.tsx';

interface AddTerms {
  title: string;
  save: (userIds: string[]) => Promise<unknown>;
}

/** Asks whom to put into a department, group or role. */
export function askPeople(terms: AddTerms): void {
  openDialog((close) => <AddPeople terms={terms} close={close} />);
}

function AddPeople({ terms, close }: { terms: AddTerms; close: () => void }): ReactNode {
  const t = useText('people');
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const [form] = Form.useForm<{ userIds: string[] }>();
  const save = async ({ userIds }: { userIds: string[] }): Promise<void> => {
    setBusy(true);
    try {
      await terms.save(userIds);
      setOpen(false);
    } catch {
      // `call` has said why; the dialog stays for another try.
      setBusy(false);
    }
  };
  return (
    <Modal
      open={open}
      title={terms.title}
      width={480}
      okText={t('add')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void save(values)}>
        <Form.Item name="userIds" label={t('people')} rules={[{ required: true, message: t('peopleNeeded') }]}>
          <PersonSelect />
        </Form.Item>
      </Form>
    </Modal>
  );
}
