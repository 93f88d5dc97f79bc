import { type PushDevice, push } from '@dossier/contract/notifications/push';
import { call } from '../../platform/call.ts';
import { registerServiceWorker, serviceWorkerHere } from '../../platform/service-worker.ts';
import { session } from '../../platform/sessions.ts';

/** What this browser says of notifications. */
export type PushAbility = 'impossible' | 'blocked' | 'possible';

export function pushAbility(): PushAbility {
  const isThere = globalThis.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  if (!isThere) return 'impossible';
  return Notification.permission === 'denied' ? 'blocked' : 'possible';
}

/** Who turned notifications on here, and in which session the server was told last. */
const keptKey = 'dossier-push';

interface Kept {
  person: string;
  /** The end of the token. */
  session: string;
}

function kept(): Kept | undefined {
  try {
    return (JSON.parse(localStorage.getItem(keptKey) ?? 'null') as Kept | null) ?? undefined;
  } catch {
    return undefined;
  }
}

const sessionEnd = (): string => (session.token() ?? '').slice(-8);

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
const base64Url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The subscription of this browser with the key of the site; one with another key, of a site that was set up anew, is replaced. */
async function subscriptionFor(publicKey: string): Promise<PushSubscription> {
  if ((await serviceWorkerHere()) === undefined) await registerServiceWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before !== null && base64Url(before.options.applicationServerKey) === publicKey) return before;
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
}

async function tellServer(subscription: PushSubscription, person: string): Promise<void> {
  const { endpoint } = subscription;
  const keys = { p256dh: base64Url(subscription.getKey('p256dh')), auth: base64Url(subscription.getKey('auth')) };
  await call(push.subscribe, { endpoint, ...keys });
  localStorage.setItem(keptKey, JSON.stringify({ person, session: sessionEnd() } satisfies Kept));
}

/** Turns notifications on in this browser, which asks its user; answers whether they allowed it. Call it where a button was pressed. */
export async function turnOnPush(publicKey: string, person: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await tellServer(await subscriptionFor(publicKey), person);
  return true;
}

/** Turns them off in this browser. */
export async function turnOffPush(device: PushDevice | undefined): Promise<void> {
  localStorage.removeItem(keptKey);
  if (device !== undefined) await call(push.unsubscribe, { id: device.id });
  const subscription = await (await serviceWorkerHere())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** Which of the devices of the user this browser is. */
export async function thisDevice(devices: readonly PushDevice[]): Promise<PushDevice | undefined> {
  if (devices.length === 0 || pushAbility() === 'impossible') return undefined;
  const subscription = await (await serviceWorkerHere())?.pushManager.getSubscription();
  if (!subscription) return undefined;
  const key = base64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint)));
  return devices.find((device) => device.key === key);
}

/**
 * After signing in again, tells the server of this browser once more, as a device ends with its session; only for who turned notifications on here, and
 * while the browser allows them.
 */
export async function renewPush(person: string): Promise<void> {
  const before = kept();
  if (before?.person !== person || before.session === sessionEnd() || pushAbility() !== 'possible') return;
  if (Notification.permission !== 'granted') return;
  const { enabled, publicKey } = await call(push.state, {}, { quiet: true });
  if (enabled) await tellServer(await subscriptionFor(publicKey), person);
}

/** After signing out: what was shown is closed. The server has ended the device with the session. */
export async function forgetShownNotices(): Promise<void> {
  localStorage.removeItem(keptKey);
  for (const shown of (await (await serviceWorkerHere())?.getNotifications()) ?? []) shown.close();
}
