import { CloseOutlined, UserAddOutlined } from '@ant-design/icons';
import { type Attendee, type Meeting, meetings } from '@dossier/contract/meetings';
import { Button, Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import record from '../../ground/ui/record.module.css';
import { openInvite } from './invite-dialog.tsx';
import styles from './meetings.module.css';

const refresh = [meetings.people, meetings.show];
const doing = (work: Promise<unknown>): void => void work.catch(() => undefined);

/** Who is invited, what they said, and who is there. */
export function PeoplePart({ meeting }: { meeting: Meeting }): ReactNode {
  const t = useText('meetings');
  const found = useCall(meetings.people, { id: meeting.id });
  const isOpen = meeting.state === 'planned' || meeting.state === 'running';
  return (
    <section className={record.part}>
      <div className={styles.partHead}>
        <h2>{t('people')}</h2>
        {meeting.leads && isOpen && (
          <Button icon={<UserAddOutlined />} onClick={() => openInvite(meeting.id)}>
            {t('invite')}
          </Button>
        )}
      </div>
      {found.error && !found.data && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      <ul className={styles.people}>
        {found.data?.list.map((one) => (
          <Person key={one.id} person={one} meeting={meeting} />
        ))}
      </ul>
    </section>
  );
}

function Person({ person, meeting: { id, leads, state } }: { person: Attendee; meeting: Meeting }): ReactNode {
  const t = useText('meetings');
  const sign = useSend(meetings.sign, { refresh });
  const leaveOut = useSend(meetings.leaveOut, { refresh });
  const hasBegun = state === 'running' || state === 'ended' || state === 'archived';
  const mayLeaveOut = leads && !person.leads && (state === 'planned' || state === 'running');
  return (
    <li>
      {hasBegun && (
        <Checkbox
          aria-label={t('isPresent', { name: person.name })}
          checked={person.present}
          disabled={!leads || state === 'archived'}
          onChange={({ target }) => doing(sign.mutateAsync({ id, userId: person.id, present: target.checked }))}
        />
      )}
      <span title={person.name}>{person.name}</span>
      <small data-answer={person.answer}>{t(`answer_${person.answer}`)}</small>
      {mayLeaveOut && (
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('leaveOut', { name: person.name })}
          title={t('leaveOut', { name: person.name })}
          onClick={() => doing(leaveOut.mutateAsync({ id, userId: person.id }))}
        />
      )}
    </li>
  );
}
