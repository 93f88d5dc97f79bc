import { emailKinds } from '@dossier/contract/core/site-settings';
import { emails } from '@dossier/contract/notifications/emails';
import { type PushDevice, push } from '@dossier/contract/notifications/push';
import { expect, test, vi } from 'vitest';
import { answer } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const path = '/user-setting/notifications';
const publicKey = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const kinds = Object.fromEntries(emailKinds.map((kind) => [kind, true])) as Record<(typeof emailKinds)[number], boolean>;
const frequencies = Object.fromEntries(emailKinds.map((kind) => [kind, 'now' as const])) as Record<(typeof emailKinds)[number], 'now'>;
const emailAnswers = answer(emails.choices, { enabled: false, kinds: frequencies, defaults: frequencies, digestHour: 8, zone: '' });
const tablet: PushDevice = { id: '2', browser: 'Safari', system: 'iPad', key: 'other', since: '2026-01-01T12:00:00.000Z' };

const buffer = (...bytes: number[]): ArrayBuffer => new Uint8Array(bytes).buffer;

/** What a browser with a push service has: it is asked for its consent, subscribes, and ends that. */
function standInForPush(permission: NotificationPermission) {
  const endpoint = 'https://push.example/abc';
  const calls: string[] = [];
  let subscription: object | null = null;
  const made = {
    endpoint,
    options: { applicationServerKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')).buffer },
    getKey: (name: string) => (name === 'auth' ? buffer(1, 2) : buffer(3, 4)),
    unsubscribe: async () => {
      calls.push('unsubscribe');
      subscription = null;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async (terms: PushSubscriptionOptionsInit) => {
      calls.push(`subscribe ${String(terms.userVisibleOnly)}`);
      subscription = made;
      return made;
    },
  };
  const registration = { pushManager, getNotifications: async () => [] };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', vi.fn());
  vi.stubGlobal('Notification', {
    permission: 'default',
    requestPermission: async () => {
      calls.push('ask');
      (Notification as unknown as { permission: string }).permission = permission;
      return permission;
    },
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
  });
  return { calls, endpoint };
}

async function keyOf(endpoint: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))).toString('base64url');
}

test('notifications are turned on with the consent that the button asks for, and off again', async () => {
  const { calls, endpoint } = standInForPush('granted');
  const here: PushDevice = { ...tablet, id: '1', browser: 'Chrome', system: 'Android', key: await keyOf(endpoint) };
  let devices: PushDevice[] = [];
  const { t, press, screen, inputsOf } = await openPage(path, {
    answers: [
      ...shellAnswers(),
      emailAnswers,
      answer(push.state, () => ({ enabled: true, publicKey, kinds, devices })),
      answer(push.subscribe, () => {
        devices = [here];
        return { id: '1' };
      }),
      answer(push.unsubscribe, () => {
        devices = [];
        return {};
      }),
    ],
  });
  await screen.findByText(t('notifications.pushOffHere'));
  expect(calls).toEqual([]);
  await press(t('notifications.pushTurnOn'));
  await screen.findByText(t('notifications.pushOnHere'));
  expect(calls).toEqual(['ask', 'subscribe true']);
  expect(inputsOf(push.subscribe)).toEqual([{ endpoint, p256dh: 'AwQ', auth: 'AQI' }]);
  await press(t('notifications.pushTurnOff'));
  await screen.findByText(t('notifications.pushOffHere'));
  expect(inputsOf(push.unsubscribe)).toEqual([{ id: '1' }]);
  expect(calls.at(-1)).toBe('unsubscribe');
});

test('who does not consent is told how to change that, and the server hears nothing', async () => {
  standInForPush('denied');
  const { t, press, screen, inputsOf } = await openPage(path, {
    answers: [...shellAnswers(), emailAnswers, answer(push.state, { enabled: true, publicKey, kinds, devices: [] })],
  });
  await press(t('notifications.pushTurnOn'));
  await screen.findByText(t('notifications.pushBlocked'));
  expect(inputsOf(push.subscribe)).toEqual([]);
});

test('kinds are chosen for all browsers of a user, and another one is removed', async () => {
  standInForPush('granted');
  let devices = [tablet];
  const { t, user, screen, inputsOf, press } = await openPage(path, {
    answers: [
      ...shellAnswers(),
      emailAnswers,
      answer(push.state, () => ({ enabled: true, publicKey, kinds, devices })),
      answer(push.choose, {}),
      answer(push.unsubscribe, () => {
        devices = [];
        return {};
      }),
    ],
  });
  await user.click(await screen.findByRole('switch', { name: t('notifications.kind_comments') }));
  await expect.poll(() => inputsOf(push.choose)).toEqual([{ kinds: { comments: false } }]);
  await press(t('notifications.pushRemoveNamed', { name: 'Safari · iPad' }));
  await expect.poll(() => inputsOf(push.unsubscribe)).toEqual([{ id: '2' }]);
  await expect.poll(() => screen.queryByText('Safari · iPad')).toBeNull();
});

test('a browser that cannot get any says so', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  const { t, screen } = await openPage(path, {
    answers: [...shellAnswers(), emailAnswers, answer(push.state, { enabled: true, publicKey, kinds, devices: [] })],
  });
  expect(await screen.findByText(t('notifications.pushImpossible'))).toBeDefined();
});

test('a site that sends no notifications to browsers says so', async () => {
  const { t, screen } = await openPage(path, {
    answers: [...shellAnswers(), emailAnswers, answer(push.state, { enabled: false, publicKey: '', kinds, devices: [] })],
  });
  expect(await screen.findByText(t('notifications.pushSiteOff'))).toBeDefined();
});
