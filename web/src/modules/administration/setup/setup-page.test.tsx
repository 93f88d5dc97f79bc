import { type SetupStep, site } from '@dossier/contract/core/site';
import { settingGroups } from '@dossier/contract/core/site-settings';
import { people } from '@dossier/contract/identity/users';
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Answer, type RefusedAnswer, answer, pageOf } from '../../../../test/answers.ts';
import { homeAnswers } from '../../../../test/home-answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const time = '2026-01-01T00:00:00.000Z';
const organisation = {
  id: '1',
  name: 'Dossier',
  description: '',
  first: true,
  enabled: true,
  expired: false,
  createTime: time,
  people: 1,
  guests: 0,
  documents: 0,
  bytes: 0,
};
const person = {
  id: '1',
  loginName: 'admin',
  fullName: 'Administrator',
  roleType: 1,
  enabled: true,
  departments: [],
  roles: [],
  groups: [],
};

const firstSettings = z.object(settingGroups).parse(Object.fromEntries(Object.keys(settingGroups).map((group) => [group, {}])));

/** The setup of an empty site, which remembers what is saved. */
function setupAnswers(): Answer[] {
  const state: { open: boolean; done: SetupStep[]; skipped: SetupStep[] } = { open: true, done: [], skipped: [] };
  return [
    ...shellAnswers(),
    answer(site.setup, () => ({ ...state })),
    answer(site.saveSetup, ({ step, state: became, close }) => {
      if (step !== undefined) state[became] = [...state[became], step];
      if (close === true) state.open = false;
      return {};
    }),
    answer(site.settings, firstSettings),
    answer(people.organisations, pageOf([organisation])),
    answer(people.updateOrganisation, {}),
    answer(people.users, pageOf([person])),
  ];
}

test('goes through its steps, each done or skipped, and leads home', async () => {
  const { screen, t, press, fill, user, dialog, inputsOf, leadsTo } = await openPage('/', { answers: [...setupAnswers(), ...homeAnswers] });
  await leadsTo('/setup');
  const at = (step: SetupStep | 'end') => screen.findByRole('heading', { level: 2, name: t(`administration.setup.step_${step}`) });
  await at('language');
  await press(t('administration.setup.goOn'));
  await at('organisation');
  await fill(t('identity.organisations.ownName'), 'Lanjiang Engineering');
  await press(t('administration.setup.saveAndGoOn'));
  const mail = await at('mail');
  expect(document.activeElement).toBe(mail);
  // the buttons Save, Test, Skip and Back stand in one row
  const foot = screen.getByRole('button', { name: t('administration.configuration.tryIt') }).closest('footer') as HTMLElement;
  for (const name of ['skip', 'back'] as const) within(foot).getByRole('button', { name: t(`administration.setup.${name}`) });
  expect(inputsOf(people.updateOrganisation)).toEqual([{ id: '1', name: 'Lanjiang Engineering', title: 'Lanjiang Engineering' }]);
  await press(t('administration.setup.skip'));
  await at('people');
  await press(t('administration.setup.goOn'));
  await at('end');
  expect(inputsOf(site.saveSetup)).toEqual([
    { step: 'language', state: 'done' },
    { step: 'organisation', state: 'done' },
    { step: 'mail', state: 'skipped' },
    { step: 'people', state: 'done' },
  ]);
  await press(t('administration.setup.changePassword'));
  await dialog(t('identity.sign-in.changePassword'));
  await user.keyboard('{Escape}');
  await press(t('administration.setup.finish'));
  await leadsTo('/home');
});

test('the form of the mail server has its place before its settings are known', async () => {
  const settings = Promise.withResolvers<typeof firstSettings>();
  const { screen, t } = await openPage('/setup', {
    answers: [
      ...setupAnswers(),
      answer(site.setup, { open: true, done: ['language', 'organisation'], skipped: [] }),
      answer(site.settings, () => settings.promise),
    ],
  });
  const server = await screen.findByLabelText(t('administration.configuration.label_host'));
  expect(server.closest('[inert]')).not.toBeNull();
  settings.resolve({ ...firstSettings, mail: { ...firstSettings.mail, host: 'smtp.example.org' } });
  await expect.poll(() => server.closest('[inert]')).toBeNull();
  expect((server as HTMLInputElement).value).toBe('smtp.example.org');
});

test('is taken up where it was left, and any step again', async () => {
  const { screen, user, t } = await openPage('/setup', {
    answers: [...setupAnswers(), answer(site.setup, { open: true, done: ['language'], skipped: ['organisation'] })],
  });
  await screen.findByRole('heading', { level: 2, name: t('administration.setup.step_mail') });
  const steps = within(screen.getByRole('navigation', { name: t('administration.setup.steps') }));
  expect(steps.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    `${t('administration.setup.step_language')} (${t('administration.setup.state_done')})`,
    `${t('administration.setup.step_organisation')} (${t('administration.setup.state_skipped')})`,
    `3${t('administration.setup.step_mail')}`,
    `4${t('administration.setup.step_people')}`,
  ]);
  await user.click(steps.getAllByRole('button')[1] as HTMLElement);
  await screen.findByRole('heading', { level: 2, name: t('administration.setup.step_organisation') });
});

test.each([
  ['is set up', { open: false, done: [], skipped: [] }],
  ['cannot say whether it is set up', { refused: 'systemError', message: 'Out of order' }],
] as const)('a site that %s starts with its users', async (_, given) => {
  const { leadsTo, screen } = await openPage('/', {
    answers: [
      ...setupAnswers(),
      answer(site.setup, given as RefusedAnswer),
      answer(people.departments, []),
      answer(people.findDepartments, []),
      answer(people.roles, pageOf([])),
    ],
  });
  await leadsTo('/site-admin/index/site-userManger/site-user');
  expect(screen.queryByText('Out of order')).toBeNull();
});
