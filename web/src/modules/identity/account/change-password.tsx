import { codes } from '@dossier/contract/core/codes';
import { session } from '@dossier/contract/identity/sessions';
import { Alert, Button, Drawer, Form, type FormInstance, Input } from 'antd';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { CallError } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { useCloseChanged } from '../../../platform/ui/close-changed.ts';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Row, Stack } from '../../../platform/ui/layout.tsx';

interface Passwords {
  oldPwd: string;
  newPwd: string;
  confirmPwd: string;
}

/** The drawer that changes the user's own password. */
export function ChangePassword({ close }: { close: () => void }): ReactNode {
  const t = useText('identity.sign-in');
  const words = useText('platform');
  const [open, setOpen] = useState(true);
  const [isRefused, setRefused] = useState(false);
  const isChanged = useRef(false);
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
  const { onCancel } = useCloseChanged(
    () => isChanged.current,
    () => setOpen(false),
  );
  return (
    <Drawer
      open={open}
      title={t('changePassword')}
      size={400}
      onClose={(event) => onCancel(event as MouseEvent<HTMLButtonElement>)}
      afterOpenChange={(shown) => !shown && close()}
    >
      <Form
        form={form}
        layout="vertical"
        onValuesChange={() => {
          isChanged.current = true;
          setRefused(false);
        }}
        onFinish={(values) => void save(values)}
        onFinishFailed={() => setRefused(true)}
        scrollToFirstError={{ focus: true }}
      >
        <Hint spaced>{t('changePasswordHint')}</Hint>
        <PasswordFields />
        <Stack gap={4}>
          {isRefused && <Alert type="warning" showIcon title={t('passwordFormat')} />}
          <Row gap={2} justify="end">
            <Button onClick={() => setOpen(false)}>{words('cancel')}</Button>
            <Button type="primary" htmlType="submit" loading={send.isPending}>
              {t('changePassword')}
            </Button>
          </Row>
        </Stack>
      </Form>
    </Drawer>
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
          { required: true, message: t('newPasswordNeeded') },
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
              !value || value === getFieldValue('newPwd') ? Promise.resolve() : Promise.reject(new Error(t('passwordsUnequal'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  );
}
