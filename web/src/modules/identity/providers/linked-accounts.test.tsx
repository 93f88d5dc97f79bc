import { account } from '@dossier/contract/identity/account';
import { type Binding, signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { expect, test } from 'vitest';
import { answer } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { menuAnswers, shellAnswers } from '../../../../test/shell-answers.ts';

const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const unlinked: Binding = { app: 'messagingApp', name: 'WeChat', bound: false };
const linked: Binding = { ...unlinked, bound: true, nickname: 'Xiao Wang', headimgurl: picture, sex: 2 };

test('an account of the messaging app is linked by its QR code, and is shown with its picture and sex', async () => {
  let binding = unlinked;
  const { screen, t, press, fill, dialog } = await openPage('/user-setting/index?section=security', {
    answers: [
      ...shellAnswers(),
      ...menuAnswers,
      answer(signInProviders.bindings, () => ({ list: [binding] })),
      answer(account.passkeys, { enabled: false, list: [] }),
      answer(account.detail, { mailWorks: false, hasPassword: true, policy: 'off', mailStep: false, totp: false, recoveryCodes: 0 }),
      answer(signInProviders.beginBind, { url: '/wx/authorize?app=messagingApp&bind=ticket' }),
    ],
  });
  await press(t('identity.providers.linkedAccounts'));
  await screen.findByText(t('identity.providers.notBound'));
  await press(t('identity.providers.bind'));
  const proof = await dialog(t('identity.providers.bindAt', { name: 'WeChat' }));
  await fill(t('identity.account.ownPassword'), 'their-pass-word');
  await press(t('identity.providers.bind'), proof);
  const frame = await screen.findByTitle<HTMLIFrameElement>(t('identity.providers.scanToLink', { name: 'WeChat' }));
  expect(frame.getAttribute('src')).toBe('/wx/authorize?app=messagingApp&bind=ticket&frame=1');
  // a message from elsewhere changes nothing
  dispatchEvent(new MessageEvent('message', { data: 'dossier-account-linked', origin: 'https://elsewhere.example', source: window }));
  expect(screen.queryByText(t('identity.providers.notBound'))).not.toBeNull();
  binding = linked;
  dispatchEvent(new MessageEvent('message', { data: 'dossier-account-linked', origin: location.origin, source: frame.contentWindow }));
  await screen.findByText(t('identity.providers.boundAs', { name: 'Xiao Wang' }), { exact: false });
  await screen.findByText(t('identity.providers.sexFemale'), { exact: false });
  expect(document.querySelector(`img[src="${picture}"]`)).not.toBeNull();
});
