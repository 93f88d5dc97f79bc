import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.ts';
import { shellAnswers, signInAnswers } from '../../../test/shell-answers.ts';

const rolesPage = '/admin/index/userManger/userrole';
const token = (): string | null => localStorage.getItem('dossier-token');

test('a token that the server no longer knows is put away without a call, and leads back after the sign-in', async () => {
  const { screen, t, inputsOf, leadsTo } = await openPage('/recycle/index?keyword=a', {
    answers: [...shellAnswers(), ...signInAnswers, answer(session.current, { refused: 'notSignedIn', message: 'Not signed in' })],
  });
  await leadsTo(/^\/login\?redirect=%2Frecycle%2Findex%3Fkeyword%3Da$/);
  await screen.findByText(t('platform.signedOut'));
  expect(token()).toBeNull();
  expect(inputsOf(session.logout)).toEqual([]);
});

test('a token that names nobody is put away, and it says so', async () => {
  const { screen, t, leadsTo } = await openPage('/recycle/index', {
    answers: [...shellAnswers(), ...signInAnswers, answer(session.current, { unshaped: {} })],
  });
  await leadsTo(/^\/login\?redirect=/);
  await screen.findByText(t('identity.sign-in.verificationFailed'));
  expect(token()).toBeNull();
});

test.each([rolesPage, '/admin/index/userManger/partment', '/site-admin/index/site-userManger/site-user'])(
  'who is no administrator is led away from %s',
  async (path) => {
    const { screen, t, leadsTo } = await openPage(path, { answers: shellAnswers({ deeds: [] }) });
    await leadsTo('/401');
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(t('app.shell.deniedTitle'));
  },
);

test('a permission opens no other page, and neither does a role in the browser storage', async () => {
  localStorage.setItem('role', 'admin');
  const { leadsTo, inputsOf } = await openPage(rolesPage, { answers: shellAnswers({ deeds: ['log.see'] }) });
  await leadsTo('/401');
  expect(inputsOf(people.roles)).toEqual([]);
});

test('the permission that a page needs opens it', async () => {
  const { screen, t } = await openPage(rolesPage, {
    answers: [...shellAnswers({ deeds: ['people.see'] }), answer(people.roles, pageOf([])), answer(people.groups, pageOf([]))],
  });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(t('identity.users.rolesAndGroups'));
});

test('a sign-in page goes on to what it was opened for, where somebody has signed in in another tab', async () => {
  const { screen, t, leadsTo } = await openPage('/login?redirect=%2F401%3Ffrom%3Dmail', { answers: shellAnswers() });
  await leadsTo('/401?from=mail');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(t('app.shell.deniedTitle'));
});
