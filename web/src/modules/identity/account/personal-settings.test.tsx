import { session } from '@dossier/contract/identity/sessions';
import { expect, test } from 'vitest';
import { answer } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

test('where the site has an office server, one chooses which viewer shows office documents', async () => {
  const { screen, user, t, inputsOf } = await openPage('/user-setting/index', {
    answers: [...shellAnswers({ officeServer: true }), answer(session.setViewType, {})],
  });
  await user.click(await screen.findByRole('radio', { name: t('identity.sign-in.viewOffice') }));
  await expect.poll(() => inputsOf(session.setViewType)).toEqual([{ value: 2 }]);
  await expect.poll(() => screen.getByRole<HTMLInputElement>('radio', { name: t('identity.sign-in.viewOffice') }).checked).toBe(true);
});

test('where it has none, there is nothing to choose', async () => {
  const { screen, t } = await openPage('/user-setting/index', { answers: shellAnswers() });
  await screen.findByRole('radio', { name: t('identity.sign-in.doubleClickEdit') });
  expect(screen.queryByText(t('identity.sign-in.viewType'))).toBeNull();
});
