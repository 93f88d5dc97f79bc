import { CloseOutlined, UserAddOutlined } from '@ant-design/icons';
import type { Principal } from '@dossier/contract/identity/users';
import { type Attendee, type Meeting, meetings } from '@dossier/contract/meetings/meetings';
import { Button, Checkbox, Form } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { DividedList, Row, Text } from '../../../platform/ui/layout.tsx';
import { Section } from '../../../platform/ui/page-parts.tsx';
import { PrincipalsField, principalInput } from '../../access/principals-field.tsx';
import { PrincipalSelect } from '../../access/principal-select.tsx';
import styles from '../meetings.module.css';

function InviteDialog({ id, close }: { id: string; close: () => void }): ReactNode {
  const t = useText('meetings.meetings');
  const invite = useCallMutation(meetings.invite, { refresh: [meetings.show, meetings.people] });
  const save = async ({ invited }: { invited: Principal[] }): Promise<void> => {
    const { added } = await invite.mutateAsync({ id, invited: principalInput(invited) });
    notice.success(t('nInvited', { count: added }));
  };
  return (
    <FormDialog<{ invited: Principal[] }> title={t('inviteMore')} ok={t('invite')} save={save} close={close}>
      <Form.Item name="invited" extra={t('invitedHint')} rules={[{ required: true, message: t('invitedNeeded') }]}>
        <PrincipalsField label={t('invited')} />
      </Form.Item>
    </FormDialog>
  );
}

/** Invites more people to a meeting. */
const openInvite = (id: string): void => openDialog((close) => <InviteDialog id={id} close={close} />);

const answerTones = { yes: 'done', no: 'danger', perhaps: 'muted', open: 'muted' } as const;

const attendeeRoutes = [meetings.people, meetings.show];
const ignoreRefusal = (work: Promise<unknown>): void => void work.catch(() => undefined);

/** The invited people, their answers, and who is present. */
export function AttendeesSection({ meeting }: { meeting: Meeting }): ReactNode {
  const t = useText('meetings.meetings');
  const found = useCall(meetings.people, { id: meeting.id });
  const isOpen = meeting.state === 'planned' || meeting.state === 'running';
  return (
    <Section
      title={t('people')}
      actions={
        meeting.leads &&
        isOpen && (
          <Button icon={<UserAddOutlined />} onClick={() => openInvite(meeting.id)}>
            {t('invite')}
          </Button>
        )
      }
    >
      {found.error && !found.data && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      <DividedList lines="compact" className={styles.people}>
        {found.data?.list.map((principal) => (
          <AttendeeRow key={principal.id} person={principal} meeting={meeting} />
        ))}
      </DividedList>
    </Section>
  );
}

function AttendeeRow({ person, meeting: { id, leads, state } }: { person: Attendee; meeting: Meeting }): ReactNode {
  const t = useText('meetings.meetings');
  const sign = useCallMutation(meetings.sign, { refresh: attendeeRoutes });
  const leaveOut = useCallMutation(meetings.leaveOut, { refresh: attendeeRoutes });
  const hasBegun = state === 'running' || state === 'ended' || state === 'archived';
  const mayLeaveOut = leads && !person.leads && (state === 'planned' || state === 'running');
  return (
    <Row as="li" gap={2}>
      {hasBegun && (
        <Checkbox
          aria-label={t('isPresent', { name: person.name })}
          checked={person.present}
          disabled={!leads || state === 'archived'}
          onChange={({ target }) => ignoreRefusal(sign.mutateAsync({ id, userId: person.id, present: target.checked }))}
        />
      )}
      <Text truncate grow title={person.name}>
        {person.name}
      </Text>
      <Text as="small" size="xs" tone={answerTones[person.answer]} nowrap>
        {t(`answer_${person.answer}`)}
      </Text>
      {mayLeaveOut && (
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('leaveOut', { name: person.name })}
          title={t('leaveOut', { name: person.name })}
          onClick={() => ignoreRefusal(leaveOut.mutateAsync({ id, userId: person.id }))}
        />
      )}
    </Row>
  );
}

interface PersonFieldProps {
  label: string;
  value?: Principal;
  onChange?: (person: Principal | undefined) => void;
}

/** Selects one colleague. */
export const PersonField = ({ label, value, onChange }: PersonFieldProps): ReactNode => (
  <PrincipalSelect value={value} onChange={(person) => onChange?.(person)} type="user" label={label} isLabeled />
);
