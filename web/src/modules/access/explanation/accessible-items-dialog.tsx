import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import type { ListedUser } from '../../identity/user-extensions.ts';
import { AccessibleItems } from './accessible-items.tsx';

function AccessibleItemsDialog({ person, own, close }: { person: ListedUser; own: boolean; close: () => void }): ReactNode {
  const t = useText('access');
  const [open, setOpen] = useState(true);
  const title = own ? t('ownReach') : t('reachOfTitle', { name: person.fullName });
  return (
    <Modal open={open} title={title} width={900} footer={null} onCancel={() => setOpen(false)} afterClose={close}>
      <AccessibleItems person={person} hint={t(own ? 'ownReachHint' : 'reachOfHint')} />
    </Modal>
  );
}

/** Shows the items that a user has access to, and why. */
export function openAccessibleItems(person: ListedUser, own = false): void {
  openDialog((close) => <AccessibleItemsDialog person={person} own={own} close={close} />);
}
