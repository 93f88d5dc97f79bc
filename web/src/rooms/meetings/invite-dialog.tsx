import { meetings } from '@dossier/contract/meetings';
import type { Grantee } from '@dossier/contract/people';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import { InvitedField, invitedOf } from './invited-field.tsx';

function InviteDialog({ id, close }: { id: string; close: () => void }): ReactNode {
  const t = useText('meetings');
  const invite = useSend(meetings.invite, { refresh: [meetings.show, meetings.people] });
  const save = async ({ invited }: { invited: Grantee[] }): Promise<void> => {
    const { added } = await invite.mutateAsync({ id, invited: invitedOf(invited) });
    notice.success(t('nInvited', { n: added }));
  };
  return (
    <AskDialog<{ invited: Grantee[] }> title={t('inviteMore')} ok={t('invite')} save={save} close={close}>
      <Form.Item name="invited" extra={t('invitedHint')} rules={[{ required: true, message: t('invitedNeeded') }]}>
        <InvitedField label={t('invited')} />
      </Form.Item>
    </AskDialog>
  );
}

/** Invites more people to a meeting. */
export const openInvite = (id: string): void => openDialog((close) => <InviteDialog id={id} close={close} />);
