import { type Person, people } from '@dossier/contract/identity/users';
import { Form, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { knownHeadedDepartment, useInDepartmentScope, useOwnPermissions } from '../department-scope.ts';
import { DepartmentSelect } from '../department-select.tsx';
import {
  type Account,
  AccountDialog,
  FullNameField,
  LoginNameField,
  MadePassword,
  MailField,
  MustChangeField,
  RolesField,
} from './account-form.tsx';

interface NewUser {
  fullName: string;
  loginName: string;
  mail?: string;
  departmentIds?: string[];
  roleIds?: string[];
  mustChange: boolean;
}

interface Named {
  id: string;
  name: string;
}

/** Opens the dialog that creates a user, in a department if given. */
export function openCreateUser(department?: Named): void {
  openDialog((close) => <CreateUser {...(department && { department })} close={close} />);
}

function CreateUser({ department, close }: { department?: Named; close: () => void }): ReactNode {
  const t = useText('identity.users');
  const may = usePermissions();
  const me = useOwnPermissions();
  // with department scope only, users are created in the headed departments
  const inBranch = useInDepartmentScope('people.edit');
  const [first] = useState(() => department ?? (inBranch ? knownHeadedDepartment(me.id) : undefined));
  const create = useCallMutation(people.createUser, { refresh: [people.users, people.departments, people.roles, people.roleMembers] });
  const save = (values: NewUser, account: Account): Promise<unknown> => {
    const { departmentIds = [], roleIds = [], mail = '', mustChange } = values;
    return create.mutateAsync({
      ...account,
      fullName: values.fullName.trim(),
      mustChange,
      ...(mail.trim() !== '' && { mail: mail.trim() }),
      ...(departmentIds.length > 0 && { departmentIds }),
      ...(roleIds.length > 0 && { roleIds }),
    });
  };
  return (
    <AccountDialog<NewUser>
      title={t('newPerson')}
      made={t('personCreated')}
      initial={{ departmentIds: first ? [first.id] : [] }}
      create={save}
      close={close}
    >
      <FullNameField first />
      <LoginNameField />
      <MailField />
      <MadePassword />
      <MustChangeField />
      <Form.Item
        name="departmentIds"
        label={t('departments')}
        rules={inBranch ? [{ required: true, type: 'array', message: t('headedDepartmentNeeded') }] : []}
      >
        <DepartmentSelect {...(first && { known: [first] })} />
      </Form.Item>
      {may('roles.assign') && <RolesField />}
    </AccountDialog>
  );
}

interface ChangedUser {
  fullName: string;
  mail?: string;
  departmentIds?: string[];
}

/** Opens the dialog that changes a user's name, departments and mail address. */
export function openEditUser(person: Person): void {
  openDialog((close) => <EditUser person={person} close={close} />);
}

function EditUser({ person, close }: { person: Person; close: () => void }): ReactNode {
  const t = useText('identity.users');
  const update = useCallMutation(people.updateUser, {
    refresh: [people.users, people.user, people.departments, people.groupMembers, people.roleMembers],
  });
  // the mail address can reset the password, so it needs the permission for secrets
  const may = usePermissions();
  const before = person.departments.map((entry) => entry.id);
  const save = ({ fullName, mail = '', departmentIds = [] }: ChangedUser): Promise<unknown> =>
    update.mutateAsync({
      id: person.id,
      fullName: fullName.trim(),
      ...(may('people.secrets') && { mail: mail.trim() }),
      // unchanged departments are not sent: they may include some outside the administrator's scope
      ...(departmentIds.join() !== before.join() && { departmentIds }),
    });
  return (
    <FormDialog<ChangedUser>
      title={t('editPersonTitle', { name: person.fullName })}
      ok={t('save')}
      initial={{ fullName: person.fullName, mail: person.mail ?? '', departmentIds: before }}
      save={save}
      close={close}
    >
      <FullNameField first />
      {may('people.secrets') && <MailField />}
      <Form.Item name="departmentIds" label={t('departments')}>
        <DepartmentSelect known={person.departments} />
      </Form.Item>
    </FormDialog>
  );
}

interface Invited {
  account: string;
  roleIds?: string[];
}

/** Opens the dialog that invites a user of another organisation as a guest. */
export function openInviteGuest(): void {
  openDialog((close) => <InviteGuest close={close} />);
}

function InviteGuest({ close }: { close: () => void }): ReactNode {
  const t = useText('identity.users');
  const find = useCallMutation(people.findGuest);
  const add = useCallMutation(people.addGuest, { refresh: [people.users, people.roles, people.roleMembers] });
  const save = async ({ account, roleIds = [] }: Invited): Promise<boolean> => {
    const { ticket, fullName, organisation, here } = await find.mutateAsync({ account: account.trim() });
    const values = { name: fullName, organisation };
    if (here) {
      notice.info(t('guestKnown', values));
      return false;
    }
    // names and addresses can imitate others: the user found is confirmed first
    if (!(await confirm({ title: t('inviteAsk', values), text: t('inviteText'), ok: t('invite') }))) return false;
    const { added } = await add.mutateAsync({ ticket, ...(roleIds.length > 0 && { roleIds }) });
    if (added) notice.success(t('guestAdded', values));
    else notice.info(t('guestKnown', values));
    return true;
  };
  return (
    <FormDialog<Invited> title={t('inviteGuest')} ok={t('inviteNext')} save={save} close={close}>
      <Form.Item
        name="account"
        label={t('guestAccount')}
        extra={t('guestAccountHint')}
        rules={[{ required: true, whitespace: true, message: t('guestAccountNeeded') }]}
      >
        <Input autoFocus maxLength={254} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <RolesField hint={t('guestRolesHint')} />
    </FormDialog>
  );
}
