import { type Device, account } from '@dossier/contract/identity/account';
import { offlineCopies } from '@dossier/contract/preview/offline-copies';
import { webdav } from '@dossier/contract/webdav/devices';
import { session } from '@dossier/contract/identity/sessions';
import { expect, test, vi } from 'vitest';
import { answer } from '../../../../test/answers.ts';
import { standInForCaches } from '../../../../test/caches-stand-in.ts';
import { openPage } from '../../../../test/page.ts';
import { administrator, menuAnswers, shellAnswers } from '../../../../test/shell-answers.ts';
import { hasOfflineStore, setOfflineCode } from '../../../platform/offline-copies.ts';

const detail = { mailWorks: true, hasPassword: true, policy: 'optional', mailStep: false, totp: false, recoveryCodes: 0 } as const;
const device = (id: string, current: boolean): Device => ({
  id,
  browser: 'Firefox',
  system: 'Linux',
  address: '192.0.2.1',
  since: '2026-01-01T00:00:00.000Z',
  lastSeen: '2026-01-01T00:00:00.000Z',
  current,
});
const noPasskeys = answer(account.passkeys, { enabled: false, list: [] });
const noDisk = answer(webdav.own, { enabled: false, allowed: false, readOnly: false, loginName: 'admin', list: [] });

test('an authenticator is set up, and its recovery codes are shown', async () => {
  let isOn = false;
  const { screen, user, t, choose, press, fill, dialog, inputsOf } = await openPage('/401', {
    answers: [
      ...shellAnswers(),
      noPasskeys,
      answer(account.detail, () => ({ ...detail, totp: isOn, recoveryCodes: isOn ? 10 : 0 })),
      ...menuAnswers,
      noDisk,
      answer(account.devices, [device('1', true)]),
      answer(account.beginTotp, {
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/x',
        image: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
      }),
      answer(account.confirmTotp, () => {
        isOn = true;
        return { recoveryCodes: Array.from({ length: 10 }, (_, n) => `code-${n}`) };
      }),
    ],
  });
  await choose(t('app.shell.personMenu', { name: administrator.fullName }), t('app.shell.personalSettings'));
  await user.click(await screen.findByRole('link', { name: t('app.settings.security') }));
  await press(t('identity.account.setUp'));
  const asking = await dialog(t('identity.account.ownPassword'));
  await fill(t('identity.account.ownPassword'), 'their-pass-word', asking);
  await press(t('identity.account.next'), asking);
  const setting = await dialog(t('identity.account.scanIt'));
  await setting.findByAltText(t('identity.account.qrCode'));
  await setting.findByText('JBSW Y3DP EHPK 3PXP');
  await fill(t('identity.account.appCode'), '123456', setting);
  await press(t('identity.account.confirm'), setting);
  const kept = await dialog(t('identity.account.recoveryHint'));
  expect((await kept.findAllByRole('listitem')).map((item) => item.textContent)).toContain('code-9');
  await press(t('identity.account.kept'), kept);
  await screen.findByText(t('identity.account.totpOn', { count: 10 }));
  expect(inputsOf(account.beginTotp)).toEqual([{ password: 'their-pass-word' }]);
});

test('who has to sign in again finds what is kept on this device afterwards', async () => {
  standInForCaches();
  await setOfflineCode('four random words', { owner: '1/1', days: 14 });
  const { t, press, dialog, inputsOf } = await openPage('/user-setting/index?section=security', {
    answers: [
      ...shellAnswers(),
      noPasskeys,
      answer(account.detail, { ...detail, hasPassword: false }),
      noDisk,
      answer(account.devices, [device('1', true)]),
      ...menuAnswers,
      answer(offlineCopies.check, { days: 14, list: [] }),
      answer(session.logout, {}),
    ],
  });
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  await press(t('identity.account.setUp'));
  await press(t('identity.account.signInAgain'), await dialog(t('identity.account.staleHint')));
  await expect.poll(() => assign.mock.lastCall?.[0]).toMatch(/^\/login\?redirect=/);
  expect([inputsOf(session.logout).length, localStorage.getItem('dossier-token'), await hasOfflineStore()]).toEqual([1, null, true]);
});

test('another device is signed out from here', async () => {
  let devices = [device('1', true), device('2', false)];
  const { screen, t, press, inputsOf } = await openPage('/user-setting/index?section=devices', {
    answers: [
      ...shellAnswers(),
      answer(account.detail, detail),
      noDisk,
      answer(account.devices, () => devices),
      answer(account.endSession, () => {
        devices = devices.slice(0, 1);
        return { ended: 1 };
      }),
    ],
  });
  await screen.findByText(t('identity.account.thisDevice'));
  const ends = (): HTMLElement[] => screen.queryAllByRole('button', { name: new RegExp(`^${t('identity.account.endThere')}`) });
  expect(ends()).toHaveLength(1);
  await press(ends()[0]?.getAttribute('aria-label') ?? t('identity.account.endThere'));
  await screen.findByText(t('identity.account.signedOut', { count: 1 }));
  await expect.poll(ends).toEqual([]);
  expect(inputsOf(account.endSession)).toEqual([{ id: '2' }]);
});
