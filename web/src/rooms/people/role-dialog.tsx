import { module } from '@dossier/contract/rights';
import { Checkbox, Form, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';

interface RoleFields {
  name: string;
  moduleTypes: number[];
}

interface RoleTerms {
  title: string;
  ok: string;
  role?: RoleFields;
  save: (role: RoleFields) => Promise<unknown>;
}

const usual: number[] = [module.home, module.enterprise, module.my];

/** Asks for the name of a role and the areas that it opens. */
export function askRole(terms: RoleTerms): void {
  openDialog((close) => <RoleDialog terms={terms} close={close} />);
}

function RoleDialog({ terms, close }: { terms: RoleTerms; close: () => void }): ReactNode {
  const t = useText('people');
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const [form] = Form.useForm<RoleFields>();
  const save = async ({ name, moduleTypes }: RoleFields): Promise<void> => {
    setBusy(true);
    try {
      await terms.save({ name: name.trim(), moduleTypes });
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
        initialValues={terms.role ?? { name: '', moduleTypes: usual }}
        onFinish={(values) => void save(values)}
      >
        <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
          <Input autoFocus maxLength={100} />
        </Form.Item>
        <Form.Item name="moduleTypes" label={t('opens')}>
          <Checkbox.Group
            style={{ display: 'grid', gap: 8 }}
            options={[
              { value: module.home, label: t('areaHome') },
              { value: module.enterprise, label: t('areaEnterprise') },
              { value: module.my, label: t('areaMy') },
              { value: module.system, label: t('areaSystem') },
            ]}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
