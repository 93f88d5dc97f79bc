import { codes } from '@dossier/contract/core/codes';
import { session } from '@dossier/contract/identity/sessions';
import { Form, type FormInstance, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { CallError } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCallMutation } from '../../../platform/query.ts';

interface Passwords {
  oldPwd: string;
  newPwd: string;
  confirmPwd: string;
}

/** The dialog that changes the user's own password. */
export function ChangePassword({ close }: { close: () => void }): ReactNode {
  const t = useText('identity.sign-in');
  const [open, setOpen] = useState(true);
  const [form] = Form.useForm<Passwords>();
  const send = useCallMutation(session.changePassword, { quiet: true });
  const save = async (values: Passwords): Promise<void> => {
    try {
      await send.mutateAsync(values);
    } catch (error) {
      return refuse(form, error);
    }
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
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void save(values)}>
        <p style={{ color: 'var(--ink-2)', marginTop: 0 }}>{t('changePasswordHint')}</p>
        <PasswordFields />
        {/* Without a submit button a form with several fields does not submit on Enter. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}

/** Shows a refusal at its field. */
function refuse(form: FormInstance<Passwords>, error: unknown): void {
  if (!(error instanceof CallError)) throw error;
  const name = fieldOf[error.code];
  if (name === undefined) return notice.error(error.message);
  form.setFields([{ name, errors: [error.message] }]);
  form.focusField(name);
}

const fieldOf: Record<number, keyof Passwords> = {
  [codes.invalidPassword.code]: 'oldPwd',
  [codes.passwordTooShort.code]: 'newPwd',
  [codes.passwordTooLong.code]: 'newPwd',
  [codes.passwordTooSimple.code]: 'newPwd',
  [codes.passwordUnchanged.code]: 'newPwd',
  [codes.passwordRepeated.code]: 'newPwd',
  [codes.passwordsDiffer.code]: 'confirmPwd',
};

function PasswordFields(): ReactNode {
  const t = useText('identity.sign-in');
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
