import { people } from '@dossier/contract/people';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import { AskDialog } from './ask-dialog.tsx';
import { RolesField } from './person-fields.tsx';

interface Invited {
  account: string;
  roleIds?: string[];
}

/** Opens the dialog that lets somebody of another organisation work in this one. */
export function openInviteGuest(): void {
  openDialog((close) => <InviteGuest close={close} />);
}

function InviteGuest({ close }: { close: () => void }): ReactNode {
  const t = useText('people');
  const find = useSend(people.findGuest);
  const add = useSend(people.addGuest, { refresh: [people.users, people.roles, people.roleMembers] });
  const save = async ({ account, roleIds = [] }: Invited): Promise<boolean> => {
    const { ticket, fullName, organisation, here } = await find.mutateAsync({ account: account.trim() });
    const values = { name: fullName, organisation };
    if (here) {
      notice.info(t('guestKnown', values));
      return false;
    }
    // names and addresses can be made to look like those of others: whoever invites sees first whom
    if (!(await confirm({ title: t('inviteAsk', values), text: t('inviteText'), ok: t('invite') }))) return false;
    const { added } = await add.mutateAsync({ ticket, ...(roleIds.length > 0 && { roleIds }) });
    if (added) notice.success(t('guestAdded', values));
    else notice.info(t('guestKnown', values));
    return true;
  };
  return (
    <AskDialog<Invited> title={t('inviteGuest')} ok={t('inviteNext')} save={save} close={close}>
      <Form.Item
        name="account"
        label={t('guestAccount')}
        extra={t('guestAccountHint')}
        rules={[{ required: true, whitespace: true, message: t('guestAccountNeeded') }]}
      >
        <Input autoFocus maxLength={254} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <RolesField hint={t('guestRolesHint')} />
    </AskDialog>
  );
}
