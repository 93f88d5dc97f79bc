import { type Meeting, type MeetingRow, meetings } from '@dossier/contract/meetings/meetings';
import { minutes } from '@dossier/contract/meetings/minutes';
import { scores, votes } from '@dossier/contract/meetings/votes';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const row = (id: string, title: string): MeetingRow => ({
  id,
  title,
  startTime: '2026-01-02T09:00:00.000Z',
  endTime: '2026-01-02T10:00:00.000Z',
  place: '',
  state: 'planned',
  hostName: 'Ana',
  answer: 'open',
  leads: true,
});

test('the list begins with what is to come; what is over stands apart', async () => {
  const { screen, t, user, inputsOf } = await openPage('/meeting/index', {
    answers: [
      ...shellAnswers(),
      answer(meetings.list, ({ when }) => pageOf(when === 'past' ? [row('2', 'Budget')] : [row('1', 'Roadmap')])),
    ],
  });
  await screen.findByRole('link', { name: 'Roadmap' });
  expect(screen.queryByRole('link', { name: 'Budget' })).toBeNull();
  await user.click(screen.getByText(t('meetings.meetings.asPast')));
  await screen.findByRole('link', { name: 'Budget' });
  expect(inputsOf(meetings.list).map(({ when }) => when)).toEqual(['coming', 'past']);
});

const meeting = (state: 'planned' | 'running', text = '') => [
  ...shellAnswers(),
  answer(meetings.show, {
    ...row('1', 'Roadmap'),
    state,
    description: '',
    link: '',
    organiserId: '1',
    organiserName: 'Ana',
    hostId: '1',
    secretaryName: '',
    version: 1,
    present: false,
    counts: { invited: 1, yes: 0, perhaps: 0, no: 0, present: 0 },
    agenda: [],
    papers: [],
  } satisfies Meeting),
  answer(meetings.people, { list: [] }),
  answer(minutes.show, { text, revision: 0, updaterName: '', writes: true, tasks: [] }),
  answer(votes.list, pageOf([])),
  answer(scores.list, pageOf([])),
];

test('a planned meeting asks who will attend, and takes nobody in yet', async () => {
  const before = await openPage('/meeting/index?id=1', { answers: meeting('planned') });
  await before.screen.findByText(before.t('meetings.meetings.doYouCome'));
  expect(before.screen.queryByRole('button', { name: before.t('meetings.meetings.signIn') })).toBeNull();
});

test('a running meeting offers to check in, and asks no more who will attend', async () => {
  const { screen, t } = await openPage('/meeting/index?id=1', { answers: meeting('running') });
  await screen.findByRole('button', { name: t('meetings.meetings.signIn') });
  expect(screen.queryByText(t('meetings.meetings.doYouCome'))).toBeNull();
});

test('minutes are called saved only once there are any', async () => {
  const { screen, t } = await openPage('/meeting/index?id=1', { answers: meeting('running') });
  await screen.findByRole('textbox', { name: t('meetings.minutes.minutes') });
  expect(screen.queryByText(t('meetings.minutes.saving_saved'))).toBeNull();
});

test('minutes that were written before are saved', async () => {
  const { screen, t } = await openPage('/meeting/index?id=1', { answers: meeting('running', 'We agree') });
  expect((await screen.findByText(t('meetings.minutes.saving_saved'))).getAttribute('role')).toBe('status');
});
