import { type Person, people } from '@dossier/contract/people';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { useMay } from '../session/roles.ts';
import { AskDialog } from './ask-dialog.tsx';
import { FullNameField, MailField } from './person-fields.tsx';

interface Changed {
  fullName: string;
  mail?: string;
}

/** Opens the dialog that changes a person's name and mail address. */
export function openEditPerson(person: Person): void {
  openDialog((close) => <EditPerson person={person} close={close} />);
}

function EditPerson({ person, close }: { person: Person; close: () => void }): ReactNode {
  const t = useText('people');
  const update = useSend(people.updateUser, { refresh: [people.users, people.groupMembers, people.roleMembers] });
  // whoever sets an address sets a way to a new password
  const may = useMay();
  const save = ({ fullName, mail = '' }: Changed): Promise<unknown> =>
    update.mutateAsync({ id: person.id, fullName: fullName.trim(), ...(may('people.secrets') && { mail: mail.trim() }) });
  return (
    <AskDialog<Changed>
      title={t('editPersonTitle', { name: person.fullName })}
      ok={t('save')}
      initial={{ fullName: person.fullName, mail: person.mail ?? '' }}
      save={save}
      close={close}
    >
      <FullNameField first />
      {may('people.secrets') && <MailField />}
    </AskDialog>
  );
}
