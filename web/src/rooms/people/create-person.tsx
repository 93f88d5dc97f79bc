import { people } from '@dossier/contract/people';
import { Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { useMay } from '../../ground/office.ts';
import { type Account, CreateAccount, LoginNameField, MadePassword, MustChangeField } from './create-account.tsx';
import { DepartmentSelect } from './department-select.tsx';
import { knownHeaded } from './known-headed.ts';
import { FullNameField, MailField, RolesField } from './person-fields.tsx';
import { useInBranch, useMe } from './use-me.ts';

interface NewPerson {
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

/** Opens the dialog that creates a person, in a department when one is chosen. */
export function openCreatePerson(department?: Named): void {
  openDialog((close) => <CreatePerson {...(department && { department })} close={close} />);
}

function CreatePerson({ department, close }: { department?: Named; close: () => void }): ReactNode {
  const t = useText('people');
  const may = useMay();
  const me = useMe();
  // who heads departments makes people in them and nowhere else
  const inBranch = useInBranch('people.edit');
  const [first] = useState(() => department ?? (inBranch ? knownHeaded(me.id) : undefined));
  const create = useSend(people.createUser, { refresh: [people.users, people.departments, people.roles, people.roleMembers] });
  const save = (values: NewPerson, account: Account): Promise<unknown> => {
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
    <CreateAccount<NewPerson>
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
    </CreateAccount>
  );
}
