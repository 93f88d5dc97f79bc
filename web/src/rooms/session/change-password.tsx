import { session } from '@dossier/contract/session';
import { Form, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';

interface Passwords {
  oldPwd: string;
  newPwd: string;
  confirmPwd: string;
}

/** The dialog in which a person changes their own password. */
export function ChangePassword({ close }: { close: () => void }): ReactNode {
  const t = useText('session');
  const [open, setOpen] = useState(true);
  const [form] = Form.useForm<Passwords>();
  const send = useSend(session.changePassword);
  const save = async (values: Passwords): Promise<void> => {
    await send.mutateAsync(values);
    notice.success(t('passwordChanged'));
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('changePassword')}
      width={420}
      okText={t('changePassword')}
      confirmLoading={send.isPending}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void save(values).catch(() => undefined)}>
        <p style={{ color: 'var(--ink-2)', marginTop: 0 }}>{t('changePasswordHint')}</p>
        <PasswordFields />
        {/* Without a button of its own a form with several fields does not take Enter. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}

function PasswordFields(): ReactNode {
  const t = useText('session');
  return (
    <>
      <Form.Item name="oldPwd" label={t('oldPassword')} rules={[{ required: true, message: t('passwordNeeded') }]}>
        <Input.Password autoComplete="current-password" autoFocus />
      </Form.Item>
      <Form.Item
        name="newPwd"
        label={t('newPassword')}
        rules={[
          { required: true, message: t('passwordNeeded') },
          { min: 6, message: t('passwordShort') },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="confirmPwd"
        label={t('confirmPassword')}
        dependencies={['newPwd']}
        rules={[
          { required: true, message: t('confirmNeeded') },
          ({ getFieldValue }) => ({
            validator: (_, value?: string) =>
              !value || value === getFieldValue('newPwd') ? Promise.resolve() : Promise.reject(new Error(t('passwordsDiffer'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  );
}
