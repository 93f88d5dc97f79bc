import { LeftOutlined, PlusOutlined, RightOutlined, TeamOutlined } from '@ant-design/icons';
import { type MeetingRow, type MeetingState, meetingStates, meetings } from '@dossier/contract/meetings/meetings';
import { Button, Segmented, Select, type TableColumnsType } from 'antd';
import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import { type ReactNode, useState } from 'react';
import { languageTags, useLanguage, useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { enumParam, idParam } from '../../../platform/page-query.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Heading, Row, Stack, Text, VisuallyHidden } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { SearchBar } from '../../../platform/ui/list-bars.tsx';
import { NameCell } from '../../../platform/ui/list-cells.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { type EmptyList, type PageResult, type PagedSearch, PagedTable, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import styles from '../meetings.module.css';
import { meetingTabs, meetingsPath } from '../paths.ts';
import { ScoresList, VotesList } from '../votes/vote-lists.tsx';
import { openNewMeeting, useMeetingActions } from './meeting-actions.tsx';
import { MeetingPage } from './meeting-page.tsx';
import { MeetingTag, MeetingTime } from './meeting-facts.tsx';

/** More than a month ever shows; the list is complete. */
const maxMeetings = 1000;

/** Meetings of a month by day; on a phone only the days with meetings. */
function MonthView({ keyword }: { keyword: string }): ReactNode {
  const t = useText('meetings.meetings');
  const language = useLanguage();
  const [month, setMonth] = useState(() => dayjs().startOf('month'));
  const days = monthDays(month);
  const [first = month, last = month] = [days[0], days.at(-1)];
  const asked = { from: first.toDate().toISOString(), to: last.add(1, 'day').toDate().toISOString(), pageSize: maxMeetings };
  const found = useCall(meetings.list, { ...asked, ...(keyword && { keyword }) }, { keep: true });
  if (found.error && !found.data) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  const byDay = Map.groupBy(found.data?.list ?? [], (entry) => dayjs(entry.startTime).format('YYYY-MM-DD'));
  const name = new Intl.DateTimeFormat(languageTags[language], { year: 'numeric', month: 'long' }).format(month.toDate());
  const count = (found.data?.list ?? []).filter((entry) => dayjs(entry.startTime).isSame(month, 'month')).length;
  return (
    <section aria-label={name} aria-busy={found.isFetching}>
      <Row gap={2}>
        <Button icon={<LeftOutlined />} aria-label={t('monthBefore')} onClick={() => setMonth(month.subtract(1, 'month'))} />
        <Heading level={2} size="l" aria-live="polite">
          {name}
        </Heading>
        <Button icon={<RightOutlined />} aria-label={t('monthAfter')} onClick={() => setMonth(month.add(1, 'month'))} />
        <Button onClick={() => setMonth(dayjs().startOf('month'))}>{t('today')}</Button>
      </Row>
      <Text as="div" size="xs" tone="muted" className={styles.weekdays} aria-hidden="true">
        {days.slice(0, 7).map((day) => (
          <span key={day.day()}>{day.format('ddd')}</span>
        ))}
      </Text>
      <Stack as="ol" className={styles.days}>
        {days.map((day) => (
          <Day key={day.format('YYYY-MM-DD')} day={day} month={month} list={byDay.get(day.format('YYYY-MM-DD')) ?? []} />
        ))}
      </Stack>
      {found.data && count === 0 && <Hint>{t('emptyMonth')}</Hint>}
    </section>
  );
}

function Day({ day, month, list }: { day: Dayjs; month: Dayjs; list: MeetingRow[] }): ReactNode {
  const isToday = day.isSame(dayjs(), 'day');
  const phone = useMedia('phone');
  return (
    <li
      data-out={!day.isSame(month, 'month') || undefined}
      data-empty={list.length === 0 || undefined}
      {...(isToday && { 'aria-current': 'date' as const })}
    >
      <Text as="b" strong className={styles.day}>
        <time dateTime={day.format('YYYY-MM-DD')}>
          {/* on a phone no weekdays stand above the days */}
          {phone ? day.format('D ddd') : day.format('D')}
          {!phone && <VisuallyHidden> {day.format('ddd')}</VisuallyHidden>}
        </time>
      </Text>
      {list.map((entry) => (
        <AppLink key={entry.id} to={meetingsPath} query={{ id: entry.id }} title={entry.title}>
          <time dateTime={entry.startTime}>{dayjs(entry.startTime).format('HH:mm')}</time>{' '}
          {entry.state === 'cancelled' ? <s>{entry.title}</s> : entry.title}
        </AppLink>
      ))}
    </li>
  );
}

type Shown = 'coming' | 'past' | 'month';

interface MeetingFiltersProps {
  shown: Shown;
  show: (next: Shown) => void;
  state: MeetingState | undefined;
  narrow: (next: MeetingState | undefined) => void;
}

function MeetingFilters({ shown, show, state, narrow }: MeetingFiltersProps): ReactNode {
  const t = useText('meetings.meetings');
  return (
    <>
      {shown !== 'month' && (
        <Select<MeetingState>
          aria-label={t('state')}
          placeholder={t('anyState')}
          allowClear
          {...(state && { value: state })}
          onChange={narrow}
          options={meetingStates.map((entry) => ({ value: entry, label: t(`state_${entry}`) }))}
        />
      )}
      <Segmented<Shown>
        aria-label={t('shownAs')}
        value={shown}
        onChange={show}
        options={[
          { value: 'coming', label: t('asComing') },
          { value: 'past', label: t('asPast') },
          { value: 'month', label: t('asMonth') },
        ]}
      />
    </>
  );
}

/** The user's meetings to come or past, or those of a month. */
function MeetingsList({ children }: { children: ReactNode }): ReactNode {
  const t = useText('meetings.meetings');
  const go = useNavigate();
  const asked = usePagedSearch();
  const [shown, setShown] = useState<Shown>('coming');
  const [state, setState] = useState<MeetingState>();
  const found = useCall(
    meetings.list,
    { ...asked.input, when: shown === 'past' ? 'past' : 'coming', ...(state && { state }) },
    { keep: true },
  );
  const isNarrowed = asked.keyword !== '' || state !== undefined;
  const isEmpty = shown === 'coming' && !isNarrowed && found.data?.totalNumber === 0;
  const none = {
    icon: <TeamOutlined />,
    title: t(shown === 'past' ? 'noPast' : 'noMeetings'),
    hint: t(shown === 'past' ? 'noPastHint' : 'noMeetingsHint'),
  };
  const newButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => openNewMeeting((id) => go(meetingsPath, { id }))}>
      {t('newMeeting')}
    </Button>
  );
  const show = (next: Shown): void => {
    setShown(next);
    asked.setPage({ ...asked.page, pageNo: 1 });
  };
  const narrow = (next: MeetingState | undefined): void => {
    setState(next);
    asked.setPage({ ...asked.page, pageNo: 1 });
  };
  return (
    <Page>
      <SearchBar
        label={t('findMeetings')}
        search={asked}
        views={children}
        filters={<MeetingFilters {...{ shown, show, state, narrow }} />}
        action={!isEmpty && newButton}
      />
      {shown === 'month' ? (
        <MonthView keyword={asked.keyword} />
      ) : (
        <Listed
          found={found}
          asked={asked}
          empty={isNarrowed ? { title: t('nothingFound') } : { ...none, action: shown === 'coming' && newButton }}
        />
      )}
    </Page>
  );
}

interface ListedProps {
  found: PageResult<MeetingRow>;
  asked: PagedSearch;
  empty: EmptyList;
}

function Listed({ found, asked, empty }: ListedProps): ReactNode {
  const t = useText('meetings.meetings');
  const actionsOf = useMeetingActions();
  const columns = useColumns();
  return (
    <PagedTable
      found={found}
      page={asked.page}
      setPage={asked.setPage}
      columns={columns}
      empty={empty}
      menuOf={actionsOf}
      menuName={({ title }) => t('actionsOf', { name: title })}
    />
  );
}

function MeetingName({ meeting }: { meeting: MeetingRow }): ReactNode {
  const phone = useMedia('phone');
  return (
    <NameCell phoneMore={<MeetingTime start={meeting.startTime} end={meeting.endTime} />}>
      <AppLink to={meetingsPath} query={{ id: meeting.id }}>
        {meeting.title}
      </AppLink>
      {phone && <MeetingTag state={meeting.state} />}
    </NameCell>
  );
}

function useColumns(): TableColumnsType<MeetingRow> {
  const t = useText('meetings.meetings');
  return [
    { key: 'title', title: t('title'), render: (_, entry) => <MeetingName meeting={entry} /> },
    { key: 'state', title: t('state'), width: 110, render: (_, entry) => <MeetingTag state={entry.state} /> },
    { key: 'time', title: t('time'), width: 200, render: (_, entry) => <MeetingTime start={entry.startTime} end={entry.endTime} /> },
    { key: 'place', title: t('place'), width: 160, ellipsis: true, render: (_, entry) => entry.place || '–' },
    { key: 'host', title: t('host'), width: 130, ellipsis: true, render: (_, entry) => entry.hostName },
    { key: 'answer', title: t('myAnswer'), width: 150, render: (_, entry) => t(`answer_${entry.answer}`) },
  ];
}

const Query = { id: idParam, tab: enumParam(meetingTabs) };

/** The user's meetings, votes and score sheets, or one meeting. */
export function MeetingsPage(): ReactNode {
  const t = useText('meetings.minutes');
  const go = useNavigate();
  const { id, tab = 'meetings' } = usePageQuery(Query);
  const narrow = useMedia('narrow');
  if (id !== undefined) return <MeetingPage key={id} id={id} />;
  // beside them the sidebar has the same three
  const choice = narrow && (
    <Segmented
      aria-label={t('areas')}
      value={tab}
      onChange={(next) => go(meetingsPath, next === 'meetings' ? {} : { tab: next }, { replace: true })}
      options={meetingTabs.map((entry) => ({ value: entry, label: t(`area_${entry}`) }))}
    />
  );
  if (tab === 'votes') return <VotesList>{choice}</VotesList>;
  if (tab === 'scores') return <ScoresList>{choice}</ScoresList>;
  return <MeetingsList>{choice}</MeetingsList>;
}

/** The days of the whole weeks, from Monday, that cover a month. */
export function monthDays(month: Dayjs): Dayjs[] {
  const first = month.startOf('month');
  const before = (first.day() + 6) % 7;
  const weeks = Math.ceil((before + month.daysInMonth()) / 7);
  return Array.from({ length: weeks * 7 }, (_, at) => first.add(at - before, 'day'));
}
