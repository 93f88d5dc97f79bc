import { accessRequests } from '@dossier/contract/access/requests';
import { reviews } from '@dossier/contract/access/reviews';
import { home } from '@dossier/contract/core/home';
import { module, moduleType, objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { scores, votes } from '@dossier/contract/meetings/votes';
import { flows } from '@dossier/contract/workflows/flows';
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../test/answers.ts';
import { documentOf } from '../../../test/documents.ts';
import { openPage } from '../../../test/page.ts';
import { homeAnswers } from '../../../test/home-answers.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';
import { formatExactTime } from '../../platform/ui/formatted-values.tsx';

const panelsOf = (main: HTMLElement): string[] =>
  within(main)
    .queryAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);

const handbook = documentOf({ id: '7', name: 'Handbook.pdf', ext: 'pdf' });
const filled = [home.open, home.favorite].map((route) => answer(route, { list: [handbook] }));
const flowAnswers = [answer(flows.counts, { waiting: 0, drafts: 0 }), answer(flows.list, pageOf([]))];
const time = '2026-01-01T00:00:00.000Z';

test('the home page has the panels that somebody wants, in their order, and keeps them with the account', async () => {
  const { screen, user, t, press, dialog, inputsOf } = await openPage('/home', {
    answers: [
      ...shellAnswers({ moduleTypes: [0] }),
      ...homeAnswers,
      ...filled,
      answer(home.tags, { list: [{ id: '3', name: 'Urgent', kind: 'system', colour: 'red', count: 2 }] }),
      answer(session.setListLayout, {}),
    ],
  });
  await screen.findByRole('heading', { level: 2, name: t('app.home.recent') });
  const arrange = t('app.home.choosePanels');
  const panels = (): string[] => panelsOf(screen.getByRole('main'));
  expect(panels()).toContain(t('classification.labels.tags'));
  await user.click(screen.getAllByRole('button', { name: arrange })[0] as HTMLElement);
  const box = await dialog(arrange);
  await user.click(box.getByRole('checkbox', { name: t('classification.labels.tags') }));
  await press(t('app.home.panelUp', { name: t('app.home.favorites') }), box);
  await expect.poll(() => panels().slice(0, 2)).toEqual([t('app.home.favorites'), t('app.home.recent')]);
  expect(panels()).not.toContain(t('classification.labels.tags'));
  await expect.poll(() => inputsOf(session.setListLayout).length).toBe(1);
});

test('the readings and downloads of the own documents have a panel each, and the ranking counts views', async () => {
  const { screen, t } = await openPage('/home', {
    answers: [
      ...shellAnswers({ moduleTypes: [0] }),
      ...homeAnswers,
      answer(home.statistics, { views: 1200, downloads: 0, documents: 3 }),
      answer(home.view, { list: [{ ...handbook, count: 5 }] }),
    ],
  });
  await screen.findByText('1.2k');
  await screen.findByText(t('app.home.ownUseOf', { count: 3 }));
  await screen.findByText(t('app.home.reads', { count: 5 }));
  expect(panelsOf(screen.getByRole('main'))).toEqual([t('app.home.read'), t('app.home.readCount'), t('app.home.firstSteps')]);
  // what is empty is folded, and says what would stand there
  const folded = screen.getByText(t('app.home.downloadCountEmpty'));
  expect(folded.closest('details')?.open).toBe(false);
});

test('what waits stands first, whatever else there is', async () => {
  const request = {
    id: '1',
    personId: '2',
    personName: 'Nora',
    askedAt: time,
    objId: '7',
    objName: 'Handbook.pdf',
    objType: 33,
    moduleType: 3,
  };
  const state = { objId: '5', objName: 'Contracts', objType: objType.cabinet, moduleType: 3, ownerName: 'Ana', months: 6, manages: true };
  const vote = {
    id: '31',
    question: 'Which colour?',
    kind: 'opinion' as const,
    secret: false,
    state: 'open' as const,
    creatorName: 'Nora',
    openTime: time,
    asked: true,
    voted: false,
    voters: 3,
    votes: 1,
  };
  const sheet = {
    id: '41',
    title: 'Rate the bids',
    state: 'open' as const,
    creatorName: 'Nora',
    closeTime: time,
    asked: true,
    given: false,
    judges: 3,
    givenBy: 1,
  };
  const { screen, t } = await openPage('/home', {
    answers: [
      ...shellAnswers({ moduleTypes: [0] }),
      ...homeAnswers,
      ...filled,
      answer(accessRequests.waiting, pageOf([{ ...request, note: '' }])),
      answer(
        reviews.states,
        pageOf([
          { ...state, overdue: true, nextAt: time },
          { ...state, objId: '6', objName: 'Plans', overdue: false },
        ]),
      ),
      answer(votes.list, ({ waiting }) => pageOf(waiting ? [vote] : [])),
      answer(scores.list, ({ waiting }) => pageOf(waiting ? [sheet] : [])),
    ],
  });
  const list = within(await screen.findByRole('region', { name: t('app.home.waitingForYou') }));
  expect(panelsOf(screen.getByRole('main'))[0]).toBe(t('app.home.waitingForYou'));
  const asked = within(list.getByRole('region', { name: t('access.requestsWaiting') })).getByRole('link', { name: /Handbook\.pdf.*Nora/ });
  expect(asked.getAttribute('href')).toBe('/rights/requests?id=7');
  const due = within(list.getByRole('region', { name: t('access.reviewsDue') }));
  expect(due.getAllByRole('link').map(({ title }) => title)).toEqual(['Contracts']);
  const ballots = within(list.getByRole('region', { name: t('meetings.votes.waitingVotes') }));
  expect(ballots.getByRole('link', { name: /Which colour/ }).getAttribute('href')).toBe('/voteData?id=31');
  const sheets = within(list.getByRole('region', { name: t('meetings.votes.waitingScores') }));
  const rated = sheets.getByRole('link', { name: /Rate the bids/ });
  expect(rated.getAttribute('href')).toBe('/scoreSummary?id=41');
  expect(rated.textContent).toContain(t('meetings.votes.time_open', { time: formatExactTime(time).slice(0, 10) }));
});

test('somebody without documents finds what they may do first, and nothing that they may not', async () => {
  const places = answer(library.cabinets, pageOf([documentOf({ id: '5', name: 'Handbooks', objType: objType.cabinet })]));
  const { screen, t } = await openPage('/home', {
    answers: [...shellAnswers({ moduleTypes: [module.home, module.my, module.enterprise], deeds: [] }), ...homeAnswers, places],
  });
  const steps = within(await screen.findByRole('region', { name: t('app.home.firstSteps') }));
  await steps.findByRole('button', { name: 'Handbooks' });
  const offered = (['upload', 'cabinet', 'people', 'flow', 'meeting', 'folders', 'help'] as const).filter(
    (id) => steps.queryByText(t(`app.home.step_${id}`)) !== null,
  );
  expect(offered).toEqual(['upload', 'folders', 'help']);
});

test('the first upload makes the cabinet that it needs', async () => {
  const { screen, t, user, inputsOf, leadsTo } = await openPage('/home', {
    answers: [
      ...shellAnswers({ moduleTypes: [module.home, module.my], deeds: [] }),
      ...homeAnswers,
      answer(library.cabinets, pageOf([])),
      answer(library.createCabinet, { id: '9' }),
      answer(library.items, pageOf([])),
      answer(library.cabinetDetail, {
        ...documentOf({ id: '9', name: 'My files', objType: objType.cabinet, moduleType: moduleType.my }),
        path: '',
        ownerId: '1',
        ownerName: 'Ana',
      }),
      answer(library.tree, []),
      answer(library.ancestors, [{ id: '9', name: 'My files', moduleType: moduleType.my, objType: objType.cabinet }]),
    ],
  });
  await user.click(await screen.findByText(t('app.home.step_upload')));
  await leadsTo(/^\/doc-my\/index\?id=9/);
  expect(inputsOf(library.createCabinet)).toEqual([expect.objectContaining({ moduleType: moduleType.my })]);
});

test('a panel that fails says so, and the others stand', async () => {
  const { screen, t } = await openPage('/home', {
    answers: [
      ...shellAnswers({ moduleTypes: [0] }),
      ...homeAnswers,
      ...filled,
      answer(home.newest, { refused: 'systemError', message: 'Out of order' }),
    ],
  });
  const failed = within(await screen.findByRole('region', { name: t('app.home.newest') }));
  await failed.findByText('Out of order');
  expect(screen.getByRole('region', { name: t('app.home.favorites') })).toBeDefined();
});

test('hints are skipped one by one or all at once, and stay away', async () => {
  const { screen, t, press, inputsOf } = await openPage('/home', {
    answers: [...shellAnswers({ moduleTypes: [0] }), ...homeAnswers, ...filled, answer(session.setListLayout, {})],
  });
  const hint = await screen.findByRole('complementary', { name: t('help.hints.label') });
  within(hint).getByText(t('help.hints.title_list'));
  await press(t('help.hints.next'));
  within(hint).getByText(t('help.hints.title_share'));
  await press(t('help.hints.skipAll'));
  await expect.poll(() => screen.queryByRole('complementary', { name: t('help.hints.label') })).toBeNull();
  await expect
    .poll(() => JSON.parse(inputsOf(session.setListLayout).at(-1)?.value ?? '{}') as unknown)
    .toMatchObject({ hints: { seen: ['list', 'share', 'search', 'commands'] } });
});

test.each([
  [
    'en',
    'Recently opened, Favorites, Pending flows, More flows, New documents, Popular downloads, Knowledge ranking, Tags, Custom folders, Intelligent recommendation, My internal shares, Reading count, Download count',
  ],
  ['cn', '最近打开, 收藏, 待办流程, 更多流程, 最新文档, 热门下载, 知识排行, 标签, 我的定义, 智能推荐, 我的内部分享, 阅读量, 下载量'],
] as const)('the home page offers its thirteen panels by name (%s)', async (lang, names) => {
  const { screen, user, t, dialog } = await openPage('/home', {
    lang,
    answers: [...shellAnswers({ moduleTypes: [module.home, module.flows], lang }), ...homeAnswers, ...filled, ...flowAnswers],
  });
  await screen.findByRole('heading', { level: 2, name: t('app.home.recent') });
  await user.click(screen.getAllByRole('button', { name: t('app.home.choosePanels') })[0] as HTMLElement);
  const box = await dialog(t('app.home.choosePanels'));
  const offered = box.getAllByRole('checkbox').map((field) => field.closest('label')?.textContent);
  expect(offered).toEqual(expect.arrayContaining(names.split(', ')));
});
