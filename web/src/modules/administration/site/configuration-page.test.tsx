import { site } from '@dossier/contract/core/site';
import { settingGroups } from '@dossier/contract/core/site-settings';
import { emails } from '@dossier/contract/notifications/emails';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { answer } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const defaults = z.object(settingGroups).parse(Object.fromEntries(Object.keys(settingGroups).map((group) => [group, {}])));

test('the mail server is set up, tried and saved; going away unsaved is asked about', async () => {
  const { screen, user, t, fill, press, dialog, inputsOf } = await openPage(
    '/site-admin/index/site-userManger/site-configuration?group=mail',
    {
      answers: [
        ...shellAnswers(),
        answer(site.settings, { ...defaults, mail: { ...defaults.mail, host: 'mail.example.org', from: 'post@example.org' } }),
        answer(site.trySettings, ({ values }) =>
          values['password'] === 'wrong' ? { works: false, problem: 'The mail server does not take this password' } : { works: true },
        ),
        answer(site.saveSettings, {}),
        answer(emails.delivery, { problem: '', waiting: 0 }),
      ],
    },
  );
  await fill(t('administration.configuration.label_password'), 'wrong');
  await press(t('administration.configuration.tryIt'));
  await screen.findByText('The mail server does not take this password');
  await user.click((await screen.findAllByRole('link', { name: t('identity.users.users') }))[0] as HTMLElement);
  await press(t('platform.cancel'), await dialog(t('administration.configuration.leaveAsk')));
  await press(t('administration.configuration.discard'));
  await fill(t('administration.configuration.label_from'), 'Dossier <post@example.org>');
  await press(t('administration.configuration.save'));
  await screen.findByText(t('administration.configuration.saved', { name: t('administration.configuration.group_mail') }));
  expect(inputsOf(site.saveSettings)).toMatchObject([{ group: 'mail', values: { from: 'Dossier <post@example.org>' } }]);
  expect(inputsOf(site.saveSettings)[0]?.values).not.toMatchObject({ password: 'wrong' });
});

test('a mail server that takes no emails is told with its answer, and how many wait', async () => {
  const { screen, t } = await openPage('/site-admin/index/site-userManger/site-configuration?group=mail', {
    answers: [
      ...shellAnswers(),
      answer(site.settings, defaults),
      answer(emails.delivery, { failingSince: '2026-01-05T08:00:00.000Z', problem: '452 No space left', waiting: 3 }),
    ],
  });
  await screen.findByText(/452 No space left/);
  expect(await screen.findByText(t('administration.configuration.mailWaits', { count: 3 }))).toBeDefined();
});
