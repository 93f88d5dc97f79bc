import type { Department } from '@dossier/contract/departments';
import { people } from '@dossier/contract/people';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { AskDialog } from './ask-dialog.tsx';
import { PersonSelect } from './person-select.tsx';

/** Opens the dialog that says who heads a department. */
export function openHeads(department: Department): void {
  openDialog((close) => <HeadsDialog department={department} close={close} />);
}

function HeadsDialog({ department, close }: { department: Department; close: () => void }): ReactNode {
  const t = useText('people');
  const { id, name, heads } = department;
  const set = useSend(people.setHeads, { refresh: [people.departments, people.users, people.roles, people.roleMembers] });
  return (
    <AskDialog<{ userIds: string[] }>
      title={t('headsOf', { name })}
      ok={t('save')}
      initial={{ userIds: heads.map((head) => head.id) }}
      save={({ userIds }) => set.mutateAsync({ id, userIds })}
      close={close}
    >
      <Form.Item name="userIds" label={t('heads')} extra={t('headsHint')}>
        <PersonSelect known={heads} />
      </Form.Item>
    </AskDialog>
  );
}
