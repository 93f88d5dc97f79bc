import { limits } from '@dossier/contract/identity/quotas';
import { activeSessions } from '@dossier/contract/identity/sessions';
import { type Person, type PersonDetail, people } from '@dossier/contract/identity/users';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { nothingWaits, shellAnswers } from '../../../../test/shell-answers.ts';

const usersPath = '/site-admin/index/site-userManger/site-user';
const named = (id: string, name: string) => ({ id, name });
const mia: Person = {
  id: '11',
  loginName: 'mia',
  fullName: 'Mia Miller',
  roleType: 0,
  enabled: true,
  departments: [named('5', 'Sales')],
  roles: [named('7', 'Staff')],
  groups: [named('9', 'Bids')],
  lang: 'en',
  createTime: '2026-01-01T08:00:00.000Z',
  secondStep: false,
};
const otto: Person = { ...mia, id: '12', loginName: 'otto', fullName: 'Otto Off', enabled: false };
const gast: Person = {
  id: '13',
  loginName: 'gast',
  fullName: 'Gast',
  roleType: 0,
  enabled: true,
  guestOf: 'Elsewhere',
  departments: [],
  roles: [],
  groups: [],
};
const detail: PersonDetail = {
  ...mia,
  headOf: [named('5', 'Sales')],
  codeByMail: true,
  authenticator: false,
  passkeys: 2,
  passwordDue: true,
};

const answers = [
  answer(people.users, pageOf([mia, otto, gast])),
  answer(
    people.roles,
    pageOf([{ ...named('7', 'Staff'), roleType: 0, moduleTypes: [], deeds: [], branch: false, builtIn: true, memberCount: 1 }]),
  ),
  answer(people.groups, pageOf([{ ...named('9', 'Bids'), memberCount: 1 }])),
  answer(people.findDepartments, [{ ...named('5', 'Sales'), way: [] }]),
  answer(people.user, detail),
  answer(people.updateUsers, {}),
  answer(people.addToGroup, {}),
  answer(people.requireNewPassword, {}),
  answer(activeSessions.onlineSessions, pageOf([])),
  answer(limits.quotas, pageOf([{ id: '11', loginName: 'mia', fullName: 'Mia Miller', enabled: true, used: 10, most: 100 }])),
  answer(operationLog.log, {
    ...pageOf([{ id: '1', time: '2026-01-05T08:00:00.000Z', action: 301, userId: '11', userName: 'Mia Miller', objName: 'Offer.docx' }]),
    more: false,
  }),
];
const openUsers = (path = usersPath, user = {}) => openPage(path, { answers: [...shellAnswers(user), ...answers] });

test('the list is narrowed by filters and sorted by its columns', async () => {
  const { screen, user, t, inputsOf, leadsTo } = await openUsers();
  await screen.findByRole('link', { name: 'Mia Miller' });
  await user.click(await screen.findByRole('combobox', { name: t('identity.users.filterState') }));
  await user.click(await screen.findByTitle(t('identity.users.state_disabled')));
  await expect.poll(() => inputsOf(people.users).at(-1)).toMatchObject({ state: 'disabled', sort: 'name', pageNo: 1 });
  await user.click(screen.getByRole('columnheader', { name: t('identity.users.lastSeen') }));
  await expect.poll(() => inputsOf(people.users).at(-1)).toMatchObject({ state: 'disabled', sort: 'lastLogin', sortDirection: 'asc' });
  await leadsTo(usersPath);
});

test('a user has a page beside the list, at an address of its own', async () => {
  const { screen, user, t, dialog, leadsTo } = await openUsers();
  await user.click(await screen.findByRole('link', { name: 'Mia Miller' }));
  await leadsTo(`${usersPath}?user=11`);
  const page = await dialog('Mia Miller');
  for (const text of ['identity.users.mustChange', 'identity.users.stepMail', 'identity.users.notSignedIn'] as const)
    await page.findByText(t(text));
  await page.findByText('Bids');
  await page.findByRole('meter');
  expect((await page.findByRole('link', { name: t('reporting.log.allOfUser') })).getAttribute('href')).toContain('userId=11');
  await user.keyboard('{Escape}');
  await leadsTo(usersPath);
});

test('the page of a user opens from its address, and shows what the permissions allow', async () => {
  const { screen, t } = await openUsers(`${usersPath}?user=11`, { deeds: ['people.see'] });
  await screen.findByRole('heading', { level: 2, name: 'Mia Miller' });
  expect(screen.queryByRole('button', { name: t('identity.users.editPerson') })).toBeNull();
  expect(screen.queryByRole('heading', { name: t('identity.users.onliner') })).toBeNull();
  expect(screen.queryByRole('meter')).toBeNull();
});

test('several users are changed at once, guests excepted', async () => {
  const { screen, user, t, press, pick, choose, dialog, inputsOf } = await openUsers();
  expect((await screen.findByRole('checkbox', { name: 'Gast' })).hasAttribute('disabled')).toBe(true);
  const select = async (): Promise<void> => {
    for (const name of ['Mia Miller', 'Otto Off']) await user.click(await screen.findByRole('checkbox', { name }));
    await screen.findByText(t('identity.users.chosenUsers', { count: 2 }));
  };
  await select();
  await press(t('identity.users.disable'));
  await press(t('identity.users.disable'), await dialog(t('identity.users.disableManyAsk', { count: 2 })));
  await screen.findByText(t('identity.users.manyDisabled', { count: 2 }));
  expect(inputsOf(people.updateUsers)).toEqual([{ userIds: ['11', '12'], enabled: false }]);
  expect(screen.queryByRole('toolbar', { name: t('identity.users.bulkActions') })).toBeNull();
  await select();
  await choose(t('identity.users.moreActions'), t('identity.users.addGroup'));
  const box = await dialog(t('identity.users.addGroupTo', { count: 2 }));
  await pick(t('identity.users.group'), 'Bids', box);
  await press(t('identity.users.add'), box);
  await expect.poll(() => inputsOf(people.addToGroup)).toEqual([{ id: '9', userIds: ['11', '12'] }]);
});

test('who only sees users has nothing to choose them for', async () => {
  const { screen } = await openUsers(usersPath, { deeds: ['people.see'] });
  await screen.findByRole('link', { name: 'Mia Miller' });
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('on a phone the filters and the other actions stand behind a button each', async () => {
  const { screen, t, press } = await openPage(usersPath, { answers: [...shellAnswers(), ...nothingWaits, ...answers], phone: true });
  await screen.findByText('Mia Miller');
  for (const hidden of [t('identity.users.inviteGuest'), t('identity.users.filterState')]) expect(screen.queryByText(hidden)).toBeNull();
  await press(t('identity.users.filters'));
  await screen.findByText(t('identity.users.filterState'));
  await press(t('identity.users.moreActions'));
  await screen.findByRole('menuitem', { name: new RegExp(t('identity.users.inviteGuest')) });
});
