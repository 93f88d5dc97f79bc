import { Form, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';

interface NameTerms {
  title: string;
  /** The verb on the button. */
  ok: string;
  name?: string;
  save: (name: string) => Promise<unknown>;
}

/** Asks for the name of a department, group or role, and saves it. */
export function askName(terms: NameTerms): void {
  openDialog((close) => <NameDialog terms={terms} close={close} />);
}

function NameDialog({ terms, close }: { terms: NameTerms; close: () => void }): ReactNode {
  const t = useText('people');
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const [form] = Form.useForm<{ name: string }>();
  const save = async ({ name }: { name: string }): Promise<void> => {
    setBusy(true);
    try {
      await terms.save(name.trim());
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
      width={420}
      okText={terms.ok}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ name: terms.name ?? '' }}
        onFinish={(values) => void save(values)}
      >
        <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
          <Input autoFocus maxLength={100} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
