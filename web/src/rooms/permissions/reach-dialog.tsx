import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import type { ShownPerson } from '../../ground/person-action.ts';
import { useText } from '../../ground/text.ts';
import { ReachList } from './reach-list.tsx';

function ReachDialog({ person, own, close }: { person: ShownPerson; own: boolean; close: () => void }): ReactNode {
  const t = useText('permissions');
  const [open, setOpen] = useState(true);
  const title = own ? t('ownReach') : t('reachOfTitle', { name: person.fullName });
  return (
    <Modal open={open} title={title} width={900} footer={null} onCancel={() => setOpen(false)} afterClose={close}>
      <ReachList person={person} hint={t(own ? 'ownReachHint' : 'reachOfHint')} />
    </Modal>
  );
}

/** Shows the places that a person reaches, and why. */
export function openReach(person: ShownPerson, own = false): void {
  openDialog((close) => <ReachDialog person={person} own={own} close={close} />);
}
