import { type Person, people } from '@dossier/contract/people';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { useMay } from '../../ground/office.ts';
import { AskDialog } from './ask-dialog.tsx';
import { DepartmentSelect } from './department-select.tsx';
import { FullNameField, MailField } from './person-fields.tsx';

interface Changed {
  fullName: string;
  mail?: string;
  departmentIds?: string[];
}

/** Opens the dialog that changes a person's name, departments and mail address. */
export function openEditPerson(person: Person): void {
  openDialog((close) => <EditPerson person={person} close={close} />);
}

function EditPerson({ person, close }: { person: Person; close: () => void }): ReactNode {
  const t = useText('people');
  const update = useSend(people.updateUser, { refresh: [people.users, people.departments, people.groupMembers, people.roleMembers] });
  // whoever sets an address sets a way to a new password
  const may = useMay();
  const before = person.departments.map((one) => one.id);
  const save = ({ fullName, mail = '', departmentIds = [] }: Changed): Promise<unknown> =>
    update.mutateAsync({
      id: person.id,
      fullName: fullName.trim(),
      ...(may('people.secrets') && { mail: mail.trim() }),
      // what was left alone may hold departments that are not this administrator's to give
      ...(departmentIds.join() !== before.join() && { departmentIds }),
    });
  return (
    <AskDialog<Changed>
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
    </AskDialog>
  );
}
