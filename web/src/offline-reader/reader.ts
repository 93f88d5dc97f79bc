import type { Lang } from '@dossier/contract/core/shapes';
import {
  type OfflineCopy,
  type OfflineTitle,
  forgetAllOffline,
  forgetOffline,
  offlineState,
  openOffline,
  readOffline,
  titledOfflineCopies,
} from '../platform/offline-copies.ts';
import { showDocument } from './show-document.ts';
import { readerTexts } from './texts.ts';

/*
 * Reads what is kept on this device, in the page that the service worker shows without a network (`web/public/offline.html`). A client of its own:
 * nothing of the other one may be there, and nothing here asks the server.
 */

type Titled = OfflineCopy & OfflineTitle;

const lang = (document.documentElement.dataset.lang ?? 'en') as Lang;
const t = readerTexts[lang];
const tag = document.documentElement.lang;

/** As the client stores its session: without one, the copies are locked until their user has signed in again. */
const isSignedIn = (): boolean => localStorage.getItem('dossier-token') !== null;

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  facts: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), facts);
  made.append(...children);
  return made;
}

const root = element('section', { id: 'reader' });
document.body.append(root);
const show = (...parts: Node[]): void => root.replaceChildren(...parts);

/** While somebody reads, the page is not left when the network is back. */
function setReading(isReading: boolean): void {
  if (isReading) document.body.dataset.reading = '';
  else delete document.body.dataset.reading;
}

/** Whether copies may still be read: another window may have signed out, and a page on a phone stays open for weeks. */
const mayRead = async (): Promise<boolean> => isSignedIn() && (await offlineState()) === 'open';

async function start(): Promise<void> {
  const state = await offlineState();
  if (state === 'none') return show();
  if (state === 'overdue') {
    await forgetAllOffline();
    return show(element('p', { textContent: t.overdue }));
  }
  const heading = element('h2', { textContent: t.documents });
  if (!isSignedIn()) return show(heading, element('p', { textContent: t.signIn }));
  if (state === 'setBack') return show(heading, element('p', { textContent: t.setBack }));
  show(heading, codeForm());
}

function codeForm(): HTMLFormElement {
  const field = element('input', { type: 'password', autocomplete: 'off', required: true, id: 'code' });
  const button = element('button', { textContent: t.open });
  const wrong = element('p', { role: 'alert' });
  const form = element('form', {}, element('label', { htmlFor: 'code', textContent: t.code }), field, wrong, button);
  const enter = async (): Promise<void> => {
    Object.assign(button, { disabled: true, textContent: t.opening });
    wrong.textContent = '';
    const opened = await openOffline(field.value);
    Object.assign(button, { disabled: false, textContent: t.open });
    if (opened !== undefined) return showList(opened);
    wrong.textContent = t.wrongCode;
    field.select();
  };
  field.addEventListener('input', () => setReading(field.value !== ''));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void enter();
  });
  return form;
}

const units = ['byte', 'kilobyte', 'megabyte'] as const;

function sizeOf(bytes: number): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const format = { style: 'unit', unit: units[step] ?? 'byte', unitDisplay: 'short', maximumFractionDigits: step === 2 ? 1 : 0 } as const;
  return new Intl.NumberFormat(tag, format).format(bytes / 1000 ** step);
}

const dateOf = (time: number): string => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(time);

async function showList(opened: CryptoKey): Promise<void> {
  if (!(await mayRead())) return lock();
  setReading(true);
  document.body.dataset.open = '';
  const copies = await titledOfflineCopies(opened);
  if (copies.length === 0) return leave();
  const all = element('button', { textContent: t.removeAll, className: 'quiet' });
  all.addEventListener('click', () => {
    if (globalThis.confirm(t.sureAll)) void forgetAllOffline().then(leave);
  });
  show(element('h1', { textContent: t.documents }), element('ul', {}, ...copies.map((copy) => line(copy, opened))), all);
}

/** Back to the question for the code, or to what is in its way. */
function lock(): Promise<void> {
  leave();
  return start();
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden || document.body.dataset.open === undefined) return;
  void mayRead().then((may) => (may ? undefined : lock()));
});

/** Back to the words about the network. */
function leave(): void {
  delete document.body.dataset.open;
  setReading(false);
  show();
}

function line(copy: Titled, opened: CryptoKey): HTMLLIElement {
  const { id, name, versionLabel, size, keptAt } = copy;
  const about = element('small', { textContent: `${versionLabel} · ${sizeOf(size)} · ${dateOf(keptAt)}` });
  const open = element('button', { className: 'entry' }, element('span', { textContent: name }), about);
  open.addEventListener('click', () => void read(copy, opened));
  const remove = element('button', { className: 'remove', textContent: '✕', ariaLabel: t.remove(name), title: t.remove(name) });
  remove.addEventListener('click', () => {
    if (globalThis.confirm(t.sure(name))) void forgetOffline([id]).then(() => showList(opened));
  });
  return element('li', {}, open, remove);
}

async function read(copy: Titled, opened: CryptoKey): Promise<void> {
  if (!(await mayRead())) return lock();
  const back = element('button', { textContent: '←', ariaLabel: t.back, title: t.back, className: 'back' });
  const place = element('div', { className: 'document' });
  const title = element('h1', { textContent: copy.name, tabIndex: -1 });
  show(element('header', {}, back, title), place);
  title.focus();
  let [end, isClosed] = [(): void => undefined, false];
  // the key of phones that leads back
  history.pushState({ reading: true }, '');
  const close = (): void => {
    isClosed = true;
    end();
    void showList(opened);
  };
  addEventListener('popstate', close, { once: true });
  back.addEventListener('click', () => history.back());
  try {
    const bytes = await readOffline(copy.id, opened);
    if (bytes === undefined) throw new Error('The copy is gone');
    end = await showDocument(place, { shownAs: copy.shownAs, bytes, ext: copy.ext, pageName: t.page });
    if (isClosed) end();
  } catch (error) {
    console.error(error);
    place.replaceChildren(element('p', { role: 'alert', textContent: t.failed }));
  }
}

/** `offline.html` tells that the server is there again, once. */
addEventListener(
  'dossier-online',
  () => {
    const again = element('button', { textContent: t.reload });
    again.addEventListener('click', () => location.reload());
    document.body.prepend(element('p', { id: 'online', role: 'status' }, t.online, ' ', again));
  },
  { once: true },
);

void start();
