import type { OutputOf } from '@dossier/contract/core/route';
import { EmailSettings } from '@dossier/contract/core/site-settings';
import { type EmailKind, emails } from '@dossier/contract/notifications/emails';
import { push } from '@dossier/contract/notifications/push';
import { expect, test } from 'vitest';
import { answer } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.ts';
import { administrator, menuAnswers, shellAnswers } from '../../../test/shell-answers.ts';

type Choices = OutputOf<typeof emails.choices>;

const { digestHour, ...defaults } = EmailSettings.parse({});
const choices: Choices = { enabled: true, address: 'ana@example.org', kinds: defaults, defaults, digestHour, zone: 'Asia/Shanghai' };

const noKinds = Object.fromEntries(Object.keys(defaults).map((kind) => [kind, true])) as Record<EmailKind, boolean>;

/** The page with choices that it changes. */
function answersFor(given: Partial<Choices> = {}) {
  let kept = { ...choices, ...given };
  return [
    ...shellAnswers(),
    ...menuAnswers,
    answer(emails.choices, () => kept),
    answer(push.state, { enabled: false, publicKey: '', kinds: noKinds, devices: [] }),
    answer(emails.choose, ({ kinds, digestHour: hour = kept.digestHour, zone = kept.zone }) => {
      kept = { ...kept, kinds: { ...kept.kinds, ...kinds }, digestHour: hour, zone };
      return {};
    }),
  ];
}

const path = '/user-setting/notifications';

test('each kind has its frequency, which is saved at once; those of the account cannot be turned off', async () => {
  const { screen, t, pick, inputsOf } = await openPage(path, { answers: answersFor() });
  await screen.findByText(t('notifications.sentTo', { address: 'ana@example.org' }));
  await pick(t('notifications.kind_comments'), t('notifications.frequency_never'));
  await expect.poll(() => inputsOf(emails.choose)).toMatchObject([{ kinds: { comments: 'never' }, zone: expect.any(String) as string }]);
  await screen.findByText(t('notifications.saved'), { exact: false });
  expect(screen.getByText(t('notifications.alwaysNow'))).toBeDefined();
  expect(screen.queryByLabelText(t('notifications.kind_security'))).toBeNull();
});

test('a choice that could not be saved says so, and is back as it was', async () => {
  const answers = [...answersFor(), answer(emails.choose, { refused: 'systemError', message: 'It is full' })];
  const { screen, t, pick } = await openPage(path, { answers });
  const shown = (): unknown => screen.getByLabelText(t('notifications.kind_comments')).closest('.ant-select')?.textContent;
  await screen.findByText(t('notifications.sentTo', { address: 'ana@example.org' }));
  const before = shown();
  await pick(t('notifications.kind_comments'), t('notifications.frequency_never'));
  await screen.findByText(t('notifications.notSaved'));
  await screen.findByText('It is full');
  expect(shown()).toBe(before);
});

test('the hour of the digest is saved with the time zone of the browser', async () => {
  const { screen, user, t, inputsOf } = await openPage(path, { answers: answersFor() });
  await user.click(await screen.findByRole('combobox', { name: t('notifications.digestHour') }));
  await user.click(await screen.findByTitle('09:00'));
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await expect.poll(() => inputsOf(emails.choose)).toEqual([{ kinds: {}, digestHour: 9, zone }]);
});

test('it is a section of the settings', async () => {
  const { screen, user, t, choose, leadsTo } = await openPage('/401', { answers: answersFor() });
  await choose(t('app.shell.personMenu', { name: administrator.fullName }), t('app.shell.personalSettings'));
  await user.click(await screen.findByRole('link', { name: t('app.settings.notifications') }));
  await leadsTo(path);
  expect(location.pathname).toBe(path);
});

test('who gets no emails learns why', async () => {
  const { address: _, ...withoutAddress } = choices;
  const answers = [...answersFor(), answer(emails.choices, withoutAddress)];
  const { screen, t } = await openPage(path, { answers });
  expect(await screen.findByText(t('notifications.noAddress'))).toBeDefined();
});

test('a site without email says so', async () => {
  const { screen, t } = await openPage(path, { answers: answersFor({ enabled: false }) });
  expect(await screen.findByText(t('notifications.siteSendsNone'))).toBeDefined();
});

test('a failure can be tried again', async () => {
  const answers = [...answersFor(), answer(emails.choices, { refused: 'systemError', message: 'It is down' })];
  const { screen } = await openPage(path, { answers });
  expect(await screen.findByText('It is down')).toBeDefined();
});
