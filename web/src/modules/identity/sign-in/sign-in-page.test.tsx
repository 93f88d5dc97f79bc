import { home } from '@dossier/contract/core/home';
import { site } from '@dossier/contract/core/site';
import { account } from '@dossier/contract/identity/account';
import { handheldEntries, session } from '@dossier/contract/identity/sessions';
import { signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { messages } from '@dossier/contract/notifications/messages';
import { expect, test } from 'vitest';
import { type Answer, answer } from '../../../../test/answers.ts';
import { type OpenPage, openPage } from '../../../../test/page.ts';
import { shellAnswers, signInAnswers } from '../../../../test/shell-answers.ts';

const emptyPage = { list: [], pageNo: 1, pageSize: 8, totalNumber: 0 };
const password = 'their-pass-word';

async function signIn({ t, fill, press }: OpenPage): Promise<void> {
  await fill(t('identity.sign-in.loginName'), 'reader');
  await fill(t('identity.sign-in.password'), password);
  await press(t('identity.sign-in.signIn'));
}

/** The second step by this channel, which takes one code. */
const secondStep = (channel: 'mail' | 'totp', right: string): Answer[] => [
  ...signInAnswers,
  ...shellAnswers(),
  answer(session.login, { sessionId: 'ticket', validate: { validateId: '5', channel, sentTo: 'r***@example.org' } }),
  answer(session.msgLogin, ({ validateCode }) =>
    validateCode === right ? { sessionId: 'session' } : { refused: 'messageCodeWrong', message: 'This code is wrong' },
  ),
];

test('a code by mail stands between the password and the page asked for', async () => {
  const page = await openPage('/login?redirect=%2F401', { answers: secondStep('mail', '123456'), signedOut: true });
  const { screen, t, fill, press, inputsOf, leadsTo } = page;
  await signIn(page);
  await screen.findByText(t('identity.sign-in.codeSentTo', { mail: 'r***@example.org' }));
  // the ticket is stored nowhere
  expect(localStorage.getItem('dossier-token')).toBeNull();
  await fill(t('identity.sign-in.mailCode'), '000000');
  await press(t('identity.sign-in.signIn'));
  expect((await screen.findByText('This code is wrong')).closest('[role=alert]')).not.toBeNull();
  await fill(t('identity.sign-in.mailCode'), '123456');
  await page.user.keyboard('{Enter}');
  await leadsTo('/401');
  expect(localStorage.getItem('dossier-token')).toBe('session');
  expect(inputsOf(session.msgLogin).at(-1)).toEqual({ sessionId: 'ticket', validateId: '5', validateCode: '123456' });
});

test('a recovery code stands in for the authenticator', async () => {
  const page = await openPage('/login?redirect=%2F401', { answers: secondStep('totp', 'abcd-efgh-ijkl'), signedOut: true });
  await signIn(page);
  await page.fill(page.t('identity.sign-in.appCode'), 'abcd-efgh-ijkl');
  await page.press(page.t('identity.sign-in.signIn'));
  await page.leadsTo('/401');
  expect(page.inputsOf(session.msgLogin).map(({ validateCode }) => validateCode)).toEqual(['abcd-efgh-ijkl']);
});

test('a forgotten password is replaced, and the sign-in comes back by itself', async () => {
  const { screen, t, fill, press, inputsOf } = await openPage('/login', {
    signedOut: true,
    answers: [
      ...signInAnswers,
      answer(site.doors, { forgotPassword: true, scan: false, passkeys: false, clients: [], handOff: false }),
      answer(session.captcha, ({ always }) =>
        always ? { required: true, captchaId: '8', image: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' } : { required: false },
      ),
      answer(account.askReset, { validateId: '5' }),
      answer(account.checkReset, { ticket: 'reset' }),
      answer(account.resetForgotten, {}),
    ],
  });
  await press(t('identity.sign-in.forgotPassword'));
  await fill(t('identity.sign-in.captcha'), 'w4rd');
  await fill(t('identity.sign-in.loginName'), 'reader');
  await press(t('identity.sign-in.next'));
  await fill(t('identity.sign-in.mailCode'), '123456');
  await press(t('identity.sign-in.next'));
  await fill(t('identity.sign-in.newPassword'), 'a-fresh-pass-1');
  await fill(t('identity.sign-in.confirmPassword'), 'a-fresh-pass-2');
  await press(t('identity.sign-in.setPassword'));
  expect((await screen.findByText(t('identity.sign-in.passwordsDiffer'))).closest('[role=alert]')).not.toBeNull();
  expect(inputsOf(account.resetForgotten)).toEqual([]);
  await fill(t('identity.sign-in.confirmPassword'), 'a-fresh-pass-1');
  await press(t('identity.sign-in.setPassword'));
  const began = performance.now();
  await screen.findByText(t('identity.sign-in.resetDone'));
  await screen.findByLabelText(t('identity.sign-in.loginName'));
  expect(performance.now() - began).toBeGreaterThan(2500);
  expect(inputsOf(account.askReset)).toEqual([{ loginName: 'reader', captchaId: '8', captcha: 'w4rd' }]);
  expect(inputsOf(account.resetForgotten)[0]).toMatchObject({ ticket: 'reset', newPwd: 'a-fresh-pass-1' });
});

test.each(Object.entries(handheldEntries))(
  'the sign-in page of a %s sends p and leads to its overview',
  async (p, { page: path, landing }) => {
    const page = await openPage(path, {
      signedOut: true,
      answers: [
        ...signInAnswers,
        ...shellAnswers(),
        answer(session.login, { sessionId: 'session', landing }),
        answer(home.open, emptyPage),
        answer(home.departmentDocs, emptyPage),
        answer(messages.list, emptyPage),
        answer(signInProviders.redirect, {}),
      ],
    });
    await signIn(page);
    await page.leadsTo(landing);
    expect(page.inputsOf(session.login)).toMatchObject([{ p }]);
  },
);

test('the platforms name the browser, and clients that have an installer', async () => {
  const { screen, t } = await openPage('/login', {
    signedOut: true,
    answers: [
      ...signInAnswers,
      answer(site.doors, { forgotPassword: false, scan: false, passkeys: false, clients: ['desktop'], handOff: false }),
    ],
  });
  const list = await screen.findByRole('list', { name: t('identity.sign-in.clients') });
  await screen.findByRole('link', { name: t('identity.sign-in.client_desktop') });
  expect([...list.children].map((entry) => entry.textContent)).toEqual([
    t('identity.sign-in.client_browser'),
    t('identity.sign-in.client_desktop'),
  ]);
});
