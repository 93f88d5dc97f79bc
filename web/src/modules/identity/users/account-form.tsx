import { people } from '@dossier/contract/identity/users';
import { Checkbox, Form, Input, Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { useCloseChanged } from '../../../platform/ui/close-changed.ts';
import { Text } from '../../../platform/ui/layout.tsx';
import { useRoleName } from '../role-names.ts';
import { CopiedButton, SecretCard, strongPassword, untilCopied } from './new-password.tsx';

/** The credentials of an account. */
export interface Account {
  loginName: string;
  password: string;
}

interface AccountDialogProps<T> {
  title: string;
  /** The title after the account was created. */
  made: string;
  initial?: Partial<T>;
  create: (values: T, account: Account) => Promise<unknown>;
  close: () => void;
  children: ReactNode;
}

/** A dialog that creates an account with further data, and then shows its password once. */
export function AccountDialog<T extends { loginName: string; mustChange: boolean }>(props: AccountDialogProps<T>): ReactNode {
  const { title, made, initial, create, close, children } = props;
  const t = useText('identity.users');
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const [account, setAccount] = useState<Account & { mustChange: boolean }>();
  const [form] = Form.useForm<T>();
  const save = async (values: T): Promise<void> => {
    setBusy(true);
    const next = { loginName: values.loginName.trim(), password: strongPassword() };
    try {
      await create(values, next);
      setAccount({ ...next, mustChange: values.mustChange });
    } finally {
      setBusy(false);
    }
  };
  const closeDialog = (): void => setOpen(false);
  const closing = useCloseChanged(() => account === undefined && form.isFieldsTouched(), closeDialog);
  return (
    <Modal
      open={open}
      title={account ? made : title}
      width={460}
      okText={t('create')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      {...closing}
      afterClose={close}
      {...(account && { ...untilCopied, footer: <CopiedButton done={closeDialog} /> })}
    >
      {account ? (
        <SecretCard {...account} />
      ) : (
        <Form<T>
          form={form}
          layout="vertical"
          {...(initial && { initialValues: initial })}
          onFinish={(values) => void save(values).catch(() => undefined)}
        >
          {children}
          {/* Without a submit button a form with several fields does not submit on Enter. */}
          <button type="submit" hidden />
        </Form>
      )}
    </Modal>
  );
}

/** The login name. */
export function LoginNameField(): ReactNode {
  const t = useText('identity.users');
  return (
    <Form.Item name="loginName" label={t('loginName')} rules={[{ required: true, whitespace: true, message: t('loginNameNeeded') }]}>
      <Input maxLength={64} autoComplete="off" autoCapitalize="none" spellCheck={false} />
    </Form.Item>
  );
}

/** Whether the user must change the password first. */
export function MustChangeField(): ReactNode {
  const t = useText('identity.users');
  return (
    <Form.Item name="mustChange" valuePropName="checked" initialValue={true}>
      <Checkbox>{t('mustChange')}</Checkbox>
    </Form.Item>
  );
}

/** Says that a password will be generated. */
export function MadePassword(): ReactNode {
  const t = useText('identity.users');
  return (
    <Form.Item label={t('password')}>
      <Text tone="muted">{t('passwordGenerated')}</Text>
    </Form.Item>
  );
}

/** A user's name, required. */
export function FullNameField({ first = false }: { first?: boolean }): ReactNode {
  const t = useText('identity.users');
  return (
    <Form.Item name="fullName" label={t('fullName')} rules={[{ required: true, whitespace: true, message: t('fullNameNeeded') }]}>
      <Input autoFocus={first} maxLength={100} autoComplete="off" />
    </Form.Item>
  );
}

/** The mail address, optional. */
export function MailField(): ReactNode {
  const t = useText('identity.users');
  return (
    <Form.Item name="mail" label={t('mail')} extra={t('mailHint')} rules={[{ type: 'email', message: t('mailIllegal') }]}>
      <Input type="email" maxLength={254} autoComplete="off" />
    </Form.Item>
  );
}

/** The roles, optional. */
export function RolesField({ hint }: { hint?: string }): ReactNode {
  const t = useText('identity.users');
  const roleName = useRoleName();
  const roles = useCall(people.roles, { pageNo: 1, pageSize: 1000 });
  return (
    <Form.Item name="roleIds" label={t('roles')} {...(hint && { extra: hint })}>
      <Select
        mode="multiple"
        showSearch={{ optionFilterProp: 'label' }}
        loading={roles.isPending}
        options={(roles.data?.list ?? []).map((role) => ({ value: role.id, label: roleName(role.name) }))}
      />
    </Form.Item>
  );
}
