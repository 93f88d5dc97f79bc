import { people } from '@dossier/contract/people';
import { Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { useRoleName } from './role-name.ts';

/** A person's name, which must not be missing. */
export function FullNameField({ first = false }: { first?: boolean }): ReactNode {
  const t = useText('people');
  return (
    <Form.Item name="fullName" label={t('fullName')} rules={[{ required: true, whitespace: true, message: t('fullNameNeeded') }]}>
      <Input autoFocus={first} maxLength={100} autoComplete="off" />
    </Form.Item>
  );
}

/** The mail address, which may be missing. */
export function MailField(): ReactNode {
  const t = useText('people');
  return (
    <Form.Item name="mail" label={t('mail')} extra={t('mailHint')} rules={[{ type: 'email', message: t('mailIllegal') }]}>
      <Input type="email" maxLength={254} autoComplete="off" />
    </Form.Item>
  );
}

/** The roles, which may be none. */
export function RolesField({ hint }: { hint?: string }): ReactNode {
  const t = useText('people');
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
