import { PlusOutlined } from '@ant-design/icons';
import { type MeetingRow, meetings, type MeetingState, meetingStates } from '@dossier/contract/meetings';
import { Button, Segmented, Select, type TableColumnsType } from 'antd';
import { type ReactNode, useState } from 'react';
import { useGo } from '../../ground/go.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { useCall } from '../../ground/use-call.ts';
import { FindBar } from '../people/find-bar.tsx';
import { PagedTable } from '../people/paged-table.tsx';
import people from '../people/people.module.css';
import { useAsked } from '../people/use-asked.ts';
import { openNewMeeting } from './meeting-dialog.tsx';
import { MonthView } from './month-view.tsx';
import { meetingsPath } from './paths.ts';
import { MeetingTag } from './state-tag.tsx';
import { useMeetingDeeds } from './use-meeting-deeds.tsx';
import { When } from './when.tsx';

/** The meetings of the person as a list or by days. */
export function MeetingsList({ children }: { children: ReactNode }): ReactNode {
  const t = useText('meetings');
  const go = useGo();
  const asked = useAsked();
  const [shown, setShown] = useState<'list' | 'month'>('list');
  const [state, setState] = useState<MeetingState>();
  const narrow = (next: MeetingState | undefined): void => {
    setState(next);
    asked.setPage({ ...asked.page, pageNo: 1 });
  };
  return (
    <div className={people.page}>
      <FindBar label={t('findMeetings')} asked={asked}>
        {children}
        {shown === 'list' && (
          <Select<MeetingState>
            className={people.choice ?? ''}
            aria-label={t('state')}
            placeholder={t('anyState')}
            allowClear
            style={{ minWidth: 120 }}
            {...(state && { value: state })}
            onChange={narrow}
            options={meetingStates.map((one) => ({ value: one, label: t(`state_${one}`) }))}
          />
        )}
        <Segmented<'list' | 'month'>
          className={people.choice ?? ''}
          aria-label={t('shownAs')}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'list', label: t('asList') },
            { value: 'month', label: t('asMonth') },
          ]}
        />
        <Button
          className={people.add ?? ''}
          type="primary"
          icon={<PlusOutlined />}
          onClick={() => openNewMeeting((id) => go(meetingsPath, { id }))}
        >
          {t('newMeeting')}
        </Button>
      </FindBar>
      {shown === 'month' ? <MonthView keyword={asked.keyword} /> : <Listed asked={asked} state={state} />}
    </div>
  );
}

function Listed({ asked, state }: { asked: ReturnType<typeof useAsked>; state: MeetingState | undefined }): ReactNode {
  const t = useText('meetings');
  const found = useCall(meetings.list, { ...asked.input, ...(state && { state }) }, { keep: true });
  const deeds = useMeetingDeeds();
  const columns = useColumns();
  const isSearched = asked.keyword !== '' || state !== undefined;
  return (
    <PagedTable
      found={found}
      page={asked.page}
      setPage={asked.setPage}
      columns={columns}
      empty={isSearched ? { title: t('nothingFound') } : { title: t('noMeetings'), hint: t('noMeetingsHint') }}
      menuOf={deeds}
      menuName={({ title }) => t('actionsOf', { name: title })}
    />
  );
}

function MeetingName({ meeting }: { meeting: MeetingRow }): ReactNode {
  const phone = useMedia('phone');
  return (
    <span className={people.person}>
      <GoLink to={meetingsPath} query={{ id: meeting.id }}>
        {meeting.title}
      </GoLink>
      {phone && (
        <>
          <MeetingTag state={meeting.state} />
          <span className={people.more}>
            <When start={meeting.startTime} end={meeting.endTime} />
          </span>
        </>
      )}
    </span>
  );
}

function useColumns(): TableColumnsType<MeetingRow> {
  const t = useText('meetings');
  return [
    { key: 'title', title: t('title'), render: (_, one) => <MeetingName meeting={one} /> },
    { key: 'state', title: t('state'), width: 110, render: (_, one) => <MeetingTag state={one.state} /> },
    { key: 'time', title: t('time'), width: 200, render: (_, one) => <When start={one.startTime} end={one.endTime} /> },
    { key: 'place', title: t('place'), width: 160, ellipsis: true, render: (_, one) => one.place || '–' },
    { key: 'host', title: t('host'), width: 130, ellipsis: true, render: (_, one) => one.hostName },
    { key: 'answer', title: t('myAnswer'), width: 150, render: (_, one) => t(`answer_${one.answer}`) },
  ];
}
