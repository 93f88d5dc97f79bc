import { account } from '@dossier/contract/identity/account';
import { session } from '@dossier/contract/identity/sessions';
import { expect, test } from 'vitest';
import { answer } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { menuAnswers, shellAnswers } from '../../../../test/shell-answers.ts';

test('a drawer changes the password, and says what is wrong with the new one', async () => {
  const changed: Record<string, never> = {};
  const { screen, t, press, fill, dialog, inputsOf } = await openPage('/user-setting/index?section=security', {
    answers: [
      ...shellAnswers(),
      ...menuAnswers,
      answer(account.detail, { mailWorks: false, hasPassword: true, policy: 'off', mailStep: false, totp: false, recoveryCodes: 0 }),
      answer(account.passkeys, { enabled: false, list: [] }),
      answer(session.changePassword, ({ oldPwd }) =>
        oldPwd === 'right-pass' ? changed : { refused: 'invalidPassword', message: 'This is not your password' },
      ),
    ],
  });
  await press(t('identity.sign-in.changePassword'));
  const drawer = await dialog(t('identity.sign-in.changePassword'));
  const submit = (): Promise<void> => press(t('identity.sign-in.changePassword'), drawer);
  await submit();
  await screen.findByText(t('identity.sign-in.newPasswordNeeded'));
  await screen.findByText(t('identity.sign-in.confirmNeeded'));
  expect((await screen.findByText(t('identity.sign-in.passwordFormat'))).closest('[role=alert]')).not.toBeNull();
  await fill(t('identity.sign-in.oldPassword'), 'wrong-pass');
  await fill(t('identity.sign-in.newPassword'), 'a-fresh-pass-1');
  await fill(t('identity.sign-in.confirmPassword'), 'a-fresh-pass-2');
  await submit();
  await screen.findByText(t('identity.sign-in.passwordsUnequal'));
  expect(inputsOf(session.changePassword)).toEqual([]);
  await fill(t('identity.sign-in.confirmPassword'), 'a-fresh-pass-1');
  await submit();
  await screen.findByText('This is not your password');
  await fill(t('identity.sign-in.oldPassword'), 'right-pass');
  await submit();
  await expect
    .poll(() => inputsOf(session.changePassword).at(-1))
    .toEqual({
      oldPwd: 'right-pass',
      newPwd: 'a-fresh-pass-1',
      confirmPwd: 'a-fresh-pass-1',
    });
  await screen.findByText(t('identity.sign-in.passwordChanged'));
});
