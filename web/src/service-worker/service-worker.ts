import { shareTarget } from '@dossier/contract/core/share-target';
import { isSharePage } from '@dossier/contract/sharing/share-pages';
import { hasOfflineStore } from '../platform/offline-copies.ts';
import { keepReceived } from '../platform/received-files.ts';
import { isForeignForm } from './foreign-forms.ts';
import { dropOtherBuilds, keepFiles, keepReader, readerFolder } from './reader-files.ts';

/*
 * The service worker of the client for signed-in users. It keeps one page and its image, which say that there is no network, and nothing else of the
 * site: neither the client, which therefore is always the one that the server has, nor any answer of a call. Where documents are kept on this device, it
 * keeps the reader of these as well. It takes the files that other apps share with the installed client, and shows notifications that a push service
 * brings.
 */

/** Set by the build. */
declare const buildName: string;

/** What TypeScript knows of a service worker stands in a library that cannot be used beside that of pages. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface InstallEvent extends WorkerEvent {
  addRoutes?: (routes: object[]) => Promise<void>;
}
interface NavigationFetch extends WorkerEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface MessageArrival extends WorkerEvent {
  data: unknown;
}
interface PushArrival extends WorkerEvent {
  data: { json(): unknown } | null;
}
interface NotificationPress extends WorkerEvent {
  notification: Notification;
}
interface WindowClient {
  url: string;
  focus(): Promise<WindowClient>;
}
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(terms: { type: 'window' }): Promise<WindowClient[]>;
    openWindow(path: string): Promise<WindowClient | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<E extends WorkerEvent>(name: string, listen: (event: E) => void): void;
}

const worker = globalThis as unknown as WorkerScope;
const offlinePage = '/offline.html';
const kept = [offlinePage, '/mark.svg'];

worker.addEventListener<InstallEvent>('install', (event) => {
  event.waitUntil(install());
  // browsers that can leave all but pages to the network, without starting this script for each request
  const served = { or: [{ requestMode: 'navigate' }, { urlPattern: { pathname: `${readerFolder}*` } }] };
  void event.addRoutes?.([{ condition: { not: served }, source: 'network' }]).catch(() => undefined);
});

async function install(): Promise<void> {
  await keepFiles(buildName, kept);
  // one without the network of its install gets it by the next message
  if (await hasOfflineStore()) await keepReader(buildName).catch(() => undefined);
  // it serves no part of the client, so pages of an older build lose nothing by it
  await worker.skipWaiting();
}

worker.addEventListener<MessageArrival>('message', (event) => {
  if (event.data === 'keep-reader') event.waitUntil(keepWanted().catch(() => undefined));
});

async function keepWanted(): Promise<void> {
  await keepReader(buildName);
  await dropOtherBuilds(buildName);
}

worker.addEventListener('activate', (event) => event.waitUntil(activate()));

async function activate(): Promise<void> {
  await dropOtherBuilds(buildName);
  // pages are requested while this script starts
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

worker.addEventListener<NavigationFetch>('fetch', (event) => {
  const { request } = event;
  const { pathname, searchParams, origin } = new URL(request.url);
  if (origin === location.origin && pathname.startsWith(readerFolder)) event.respondWith(readerFile(pathname, request));
  if (request.mode !== 'navigate' || pathname.startsWith(readerFolder)) return;
  if (request.method === 'POST' && pathname === shareTarget.path) event.respondWith(receive(request));
  if (request.method !== 'GET') return;
  // visitors of links have a client of their own
  if (isSharePage(pathname, searchParams)) return;
  event.respondWith(openPage(event));
});

async function openPage({ request, preloadResponse }: NavigationFetch): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match(offlinePage)) ?? Response.error();
  }
}

/** A file of the reader, of the oldest build that is kept: it is whole. Those of PDF.js are kept under the names that viewers know. */
async function readerFile(pathname: string, request: Request): Promise<Response> {
  const path = pathname.replace(`${readerFolder}pdfjs/`, '/pdfjs/');
  return (await caches.match(path, { ignoreVary: true })) ?? fetch(request);
}

/** Keeps shared files here, and shows the page that asks where they go: nothing is sent before somebody has answered. What another site sends is not kept. */
async function receive(request: Request): Promise<Response> {
  if (isForeignForm(request, location.origin)) return Response.redirect(shareTarget.failedPath, 303);
  try {
    const fields = (await request.formData()).getAll(shareTarget.field);
    await keepReceived(fields.filter((value) => value instanceof File));
    return Response.redirect(shareTarget.path, 303);
  } catch {
    // no room left, or the other app has withdrawn a file
    return Response.redirect(shareTarget.failedPath, 303);
  }
}

/** As the server encrypts it: `server/src/modules/notifications/send-push.ts`. */
interface PushContent {
  title: string;
  body: string;
  path: string;
  tag: string;
  lang: string;
}

worker.addEventListener<PushArrival>('push', (event) => {
  const content = event.data?.json() as PushContent | undefined;
  if (content === undefined) return;
  const { title, body, tag, lang, path } = content;
  const shown = { body, tag, lang, icon: '/icon-192.png', badge: '/badge-96.png', data: { path } };
  event.waitUntil(worker.registration.showNotification(title, shown));
});

worker.addEventListener<NotificationPress>('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data as { path: string };
  event.waitUntil(open(path));
});

/** Shows a page of this site: in the window that shows it already, otherwise in one of its own, as others may hold unsaved work. */
async function open(path: string): Promise<void> {
  const address = new URL(path, location.origin);
  if (address.origin !== location.origin) return;
  const windows = await worker.clients.matchAll({ type: 'window' });
  const shown = windows.find(({ url }) => url === address.href);
  if (shown === undefined) await worker.clients.openWindow(address.href);
  else await shown.focus();
}
