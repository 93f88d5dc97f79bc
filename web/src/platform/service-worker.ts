import { askForNewBuild } from './build.ts';

const address = '/service-worker.js';
/** A window that is seen again asks for a new service worker, and by that for a new build, after this time in milliseconds. */
const askAfterMs = 60 * 60_000;

const isPossible = (): boolean => import.meta.env.PROD && globalThis.isSecureContext && 'serviceWorker' in navigator;

/**
 * Registers the service worker of signed-in users, by which browsers offer to install the client. Its script is another one with each build: when a
 * new one takes over, the user is told that there is a new version.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!isPossible()) return;
  const { serviceWorker } = navigator;
  let askedAt = Date.now();
  const registration = await serviceWorker.register(address);
  if (serviceWorker.controller !== null) serviceWorker.addEventListener('controllerchange', () => void askForNewBuild());
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - askedAt < askAfterMs) return;
    askedAt = Date.now();
    // fails without a network
    registration.update().catch(() => undefined);
  });
}

/** The service worker of this site, where it is registered. */
export async function serviceWorkerHere(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration('/') : undefined;
}
