import { accessRequests } from '@dossier/contract/access/requests';
import { reviews } from '@dossier/contract/access/reviews';
import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { module, objType } from '@dossier/contract/core/rights';
import { meetings } from '@dossier/contract/meetings/meetings';
import { scores, votes } from '@dossier/contract/meetings/votes';
import { flows } from '@dossier/contract/workflows/flows';
import { within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { answer } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.ts';
import { administrator, menuAnswers, nothingWaits, shellAnswers } from '../../../test/shell-answers.ts';
import { tabOf } from './phone-tabs.tsx';

/** The link of these words, without those of its icon, which the build takes away. */
const linkOf = (links: HTMLElement[], words: string): HTMLElement =>
  links.find((link) => link.textContent === words) ?? expect.fail(`no link with: ${words}`);

const page = { pageNo: 1, pageSize: 20 };
const none = { ...page, list: [], totalNumber: 0 };
const request = {
  id: '3',
  personId: '4',
  personName: 'Anna',
  note: '',
  askedAt: '2026-01-01T12:00:00.000Z',
  objId: '5',
  objName: 'Secret',
  objType: objType.folder,
  moduleType: 3,
};
const review = { objId: '7', objName: 'Archive', objType: objType.cabinet, moduleType: 2, ownerName: 'Ole', months: 12, manages: true };
const meeting = {
  title: 'Kick-off',
  startTime: '2026-01-01T12:00:00.000Z',
  endTime: '2026-01-01T13:00:00.000Z',
  place: '',
  hostName: 'Ben',
  leads: false,
} as const;
const vote = {
  id: '31',
  question: 'Which colour?',
  kind: 'opinion',
  secret: false,
  state: 'open',
  creatorName: 'Anna',
  openTime: '2026-01-01T12:00:00.000Z',
  asked: true,
  voted: false,
  voters: 3,
  votes: 1,
} as const;
const sheet = {
  id: '41',
  title: 'Rate the bids',
  state: 'open',
  creatorName: 'Anna',
  asked: true,
  given: false,
  judges: 3,
  givenBy: 1,
} as const;
const somethingWaits = [
  answer(scores.list, { ...page, list: [sheet], totalNumber: 1 }),
  answer(votes.list, { ...page, list: [vote], totalNumber: 1 }),
  answer(meetings.coming, {
    list: [
      { ...meeting, id: '21', state: 'running', answer: 'yes' },
      { ...meeting, id: '22', title: 'Declined', state: 'running', answer: 'no' },
      { ...meeting, id: '23', title: 'Tomorrow', state: 'planned', answer: 'yes' },
    ],
  }),
  answer(flows.list, none),
  answer(accessRequests.waiting, { ...page, list: [request], totalNumber: 41 }),
  answer(acknowledgements.pending, none),
  answer(reviews.states, {
    ...page,
    list: [
      { ...review, overdue: true, nextAt: '2026-01-01T12:00:00.000Z' },
      { ...review, objId: '8', objName: 'Not yet', overdue: false },
    ],
    totalNumber: 2,
  }),
];

test('a phone has five tabs, of which the present one is marked, and neither drawer nor top bar repeats them', async () => {
  const { screen, t, user, leadsTo } = await openPage('/401', {
    answers: [...shellAnswers(), ...menuAnswers, ...nothingWaits],
    phone: true,
  });
  const tabs = within(await screen.findByRole('navigation', { name: t('app.phone.navigation') }));
  const links = tabs.getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual([
    t('app.shell.areaHome'),
    t('app.phone.files'),
    t('app.phone.todo'),
    t('app.shell.search'),
    t('app.phone.me'),
  ]);
  expect(links.filter((link) => link.getAttribute('aria-current') === 'page')).toEqual([]);
  expect(screen.queryByRole('button', { name: t('app.shell.personMenu', { name: administrator.fullName }) })).toBeNull();
  await user.click(linkOf(tabs.getAllByRole('link'), t('app.phone.me')));
  await leadsTo('/me');
  await screen.findByText(t('app.shell.signOut'));
  expect(linkOf(tabs.getAllByRole('link'), t('app.phone.me')).getAttribute('aria-current')).toBe('page');
  await user.click(await screen.findByTitle(t('app.shell.openSidebar')));
  const drawer = within(await screen.findByRole('dialog'));
  expect(drawer.queryByRole('link', { name: t('app.shell.areaHome') })).toBeNull();
  expect(await drawer.findByRole('link', { name: t('app.shell.areaDocuments') })).toBeDefined();
});

test.each([
  ['/user-setting/index?section=devices', 'me'],
  ['/user-info/index', 'me'],
  ['/user-setting/notifications', 'me'],
  ['/rights/ending', 'me'],
  ['/help', 'me'],
  ['/flow/index/myflow', 'todo'],
  ['/flow/index/flowaddform/normalForm', 'todo'],
  ['/home-setting/agent-setting', 'todo'],
  ['/rights/requests', 'todo'],
  ['/document/due', 'files'],
  ['/meeting/index', undefined],
  ['/admin/index', undefined],
])('%s belongs to the tab %s', (address, tab) => expect(tabOf(address.split('?')[0] ?? '')).toBe(tab));

test('the tab counts what waits, and its page lists it with a way to each', async () => {
  const { screen, t, user, leadsTo, inputsOf } = await openPage('/401', {
    answers: [
      ...shellAnswers(),
      ...somethingWaits,
      answer(accessRequests.list, { ...none, objName: 'Secret', objType: 1, moduleType: 2, mayGive: 0 }),
    ],
    phone: true,
  });
  await user.click(await screen.findByRole('link', { name: t('app.phone.todoCount', { count: 45 }) }));
  await leadsTo('/todo');
  const requests = within(await screen.findByRole('region', { name: t('app.phone.requests') }));
  await screen.findByText('Archive');
  for (const name of ['Not yet', 'Declined', 'Tomorrow']) expect(screen.queryByText(name)).toBeNull();
  const running = within(screen.getByRole('region', { name: t('app.phone.running') }));
  expect(running.getByRole('link', { name: /Kick-off/ }).getAttribute('href')).toBe('/meeting/index?id=21');
  const ballots = within(screen.getByRole('region', { name: t('app.phone.votes') }));
  expect(ballots.getByRole('link', { name: /Which colour/ }).getAttribute('href')).toBe('/voteData?id=31');
  const sheets = within(screen.getByRole('region', { name: t('app.phone.scores') }));
  expect(sheets.getByRole('link', { name: /Rate the bids/ }).getAttribute('href')).toBe('/scoreSummary?id=41');
  expect(inputsOf(scores.list)).toEqual([{ waiting: true, pageNo: 1, pageSize: 20 }]);
  expect(inputsOf(votes.list)).toEqual([{ waiting: true, pageNo: 1, pageSize: 20 }]);
  expect(screen.queryByRole('region', { name: t('app.phone.approvals') })).toBeNull();
  await user.click(requests.getByRole('button', { name: t('app.phone.showAll', { count: 41 }) }));
  await expect.poll(() => inputsOf(accessRequests.waiting).map(({ pageSize }) => pageSize)).toEqual([20, 100]);
  await user.click(requests.getByRole('link', { name: /Secret/ }));
  await leadsTo('/rights/requests?id=5');
});

test('where nothing waits the page says so, and flows are asked for by those only who have them', async () => {
  const moduleTypes = administrator.moduleTypes.filter((type) => type !== module.flows);
  const { screen, t, inputsOf } = await openPage('/todo', { answers: [...shellAnswers({ moduleTypes }), ...nothingWaits], phone: true });
  await screen.findByText(t('app.phone.nothingTodo'));
  expect(linkOf(screen.getAllByRole('link'), t('app.phone.todo')).getAttribute('aria-current')).toBe('page');
  expect(inputsOf(flows.list)).toEqual([]);
});

test.each([
  [1, '/flow/index/waittodo'],
  [0, '/flow/index/myflow'],
])('with %i flows that wait, flows open on %s', async (waiting, path) => {
  const { leadsTo, inputsOf } = await openPage('/flow/index', {
    answers: [...shellAnswers(), answer(flows.counts, { waiting, drafts: 0 }), answer(flows.list, none)],
  });
  await leadsTo(path);
  await expect.poll(() => inputsOf(flows.list).length).toBe(1);
});

test('a keyboard on the screen takes the place of the tabs', async () => {
  const view = Object.assign(new EventTarget(), { width: 390, height: 844, scale: 1 });
  vi.stubGlobal('visualViewport', view);
  const { screen, t, user } = await openPage('/todo', { answers: [...shellAnswers(), ...nothingWaits], phone: true });
  const tabs = () => screen.queryByRole('navigation', { name: t('app.phone.navigation') });
  await screen.findByText(t('app.phone.nothingTodo'));
  expect(tabs()).not.toBeNull();
  const field = document.createElement('input');
  document.body.append(field);
  await user.click(field);
  expect(tabs()).not.toBeNull();
  view.height = 500;
  view.dispatchEvent(new Event('resize'));
  await expect.poll(tabs).toBeNull();
  field.blur();
  await expect.poll(tabs).not.toBeNull();
});
