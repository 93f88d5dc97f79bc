import type { ParsedOf, Route } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import type { TextKeys } from '@dossier/contract/core/text-keys';
import { type Queries, configure, fireEvent, queries, waitFor, within } from '@testing-library/dom';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';
import type { TextFiles } from '../src/platform/text-files.ts';
import { type Answer, type ReceivedCall, fetchFrom } from './answers.ts';
import { standInForBrowser } from './browser-stand-ins.ts';

type Keys = TextKeys<TextFiles>;
type WordKey = { [N in keyof Keys]: `${N}.${Keys[N]}` }[keyof Keys];

type Finder = ReturnType<typeof within<Queries & typeof queries>>;

/** An open page of the client and its user. What acts waits for the element; `inside` narrows it to a dialog or another part. */
export interface OpenPage {
  /** Finds elements in the whole document, dialogs and notices included. */
  screen: Finder;
  user: UserEvent;
  /** Says a text of the client: `t('identity.users.newRole')`. */
  t: (key: WordKey, values?: Record<string, string | number>) => string;
  /** The inputs of the calls of a route so far. */
  inputsOf: <R extends Route>(route: R) => ParsedOf<R>[];
  /** The topmost dialog whose text contains these words. */
  dialog: (words: string) => Promise<Finder>;
  /** Presses the button of this name. */
  press: (name: string, inside?: Finder) => Promise<void>;
  /** Replaces the content of the field of this label. */
  fill: (label: string, text: string, inside?: Finder) => Promise<void>;
  /** Opens a menu by its button and chooses from it. */
  choose: (opener: string, entry: string) => Promise<void>;
  /** Opens a list of options by its label, narrows it by typing, and takes the option of this name. */
  pick: (label: string, option: string, inside?: Finder) => Promise<void>;
  /** Waits until the address has this path and query. */
  leadsTo: (address: string | RegExp) => Promise<void>;
}

interface PageTerms {
  answers: Answer[];
  lang?: Lang;
  /** Opened by somebody who has not signed in. */
  signedOut?: boolean;
  /** In the window of a phone. */
  phone?: boolean;
}

/** Media queries look at the width of the window. */
const widthOf = { desk: 1024, phone: 390 };

// A slow machine on which others work needs many times what a quiet one does.
configure({
  asyncUtilTimeout: 60_000,
  getElementError: (message, container) => {
    const error = new Error(`${message ?? ''}\n${container.textContent ?? ''}`);
    error.name = 'NotFound';
    return error;
  },
});

/** Listeners that the client adds to the window, to be removed with it. */
function collectListeners(): () => void {
  const added: [EventTarget, string, EventListenerOrEventListenerObject | null, boolean | AddEventListenerOptions | undefined][] = [];
  const targets = [globalThis, document];
  for (const target of targets) {
    const add = target.addEventListener.bind(target);
    vi.spyOn(target as unknown as Window, 'addEventListener').mockImplementation((type, listener, options) => {
      added.push([target, type, listener, options]);
      add(type, listener, options);
    });
  }
  return () => {
    for (const [target, type, listener, options] of added) target.removeEventListener(type, listener, options);
  };
}

/** Notes the timers of the client, to be ended with it: a late one would speak for the page of another test. */
function collectTimers(): () => void {
  const begun: ReturnType<typeof setTimeout>[] = [];
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const begin = globalThis[name] as typeof setTimeout;
    vi.spyOn(globalThis, name).mockImplementation(((...given: Parameters<typeof setTimeout>) => {
      const timer = begin(...given);
      begun.push(timer);
      return timer;
    }) as typeof begin & typeof setInterval);
  }
  return () => {
    for (const timer of begun) clearTimeout(timer);
  };
}

const harmless = [
  // React Query's hint, in development only, that one component reads what another one asked for
  /No queryFn was passed as an option/,
  // the grid of workbooks, where a page of another file loaded it in this process before
  /^Identifier ".*" already exists\. Returning the cached identifier decorator\.$/,
  // the list of a select scrolls to what is chosen, which a DOM without a layout gives no place
  /^Warning: Seems `scrollTo` with `rc-virtual-list` reach the max limitation/,
];

/** Collects what the client reports as an error or a warning. */
function watchConsole(faults: string[]): void {
  const note = (...words: unknown[]): void => {
    const text = words.map(String).join(' ');
    if (!harmless.some((hint) => hint.test(text))) faults.push(text);
  };
  vi.spyOn(console, 'error').mockImplementation(note);
  vi.spyOn(console, 'warn').mockImplementation(note);
}

/** Loads the client anew, as a browser does: its modules keep nothing of the test before. */
async function loadClient() {
  vi.resetModules();
  const { App, startFirstPage } = await import('../src/app/routing/router.tsx');
  const { applyDocumentTheme } = await import('../src/app/theme/document-theme.ts');
  const { textOf } = await import('../src/platform/i18n.ts');
  applyDocumentTheme();
  await startFirstPage();
  const root = createRoot(document.getElementById('root') as HTMLElement);
  root.render(createElement(App));
  return { root, textOf };
}

/** Opens the client on a path, signed in, as after loading it; what it asks is answered by these answers. */
export async function openPage(path: string, { answers, lang = 'en', signedOut = false, phone = false }: PageTerms): Promise<OpenPage> {
  const [asked, faults]: [ReceivedCall[], string[]] = [[], []];
  const { pushState, replaceState } = history;
  standInForBrowser();
  if (phone) Object.assign(globalThis, { innerWidth: widthOf.phone });
  watchConsole(faults);
  vi.stubGlobal('fetch', fetchFrom(answers, { asked, faults }));
  const [removeListeners, endTimers] = [collectListeners(), collectTimers()];
  if (!signedOut) localStorage.setItem('dossier-token', 'token');
  localStorage.setItem('dossier-lang', lang);
  document.body.innerHTML = '<div id="root"></div>';
  history.replaceState(null, '', path);
  const { root, textOf } = await loadClient();
  onTestFinished(() => {
    root.unmount();
    removeListeners();
    endTimers();
    if (phone) Object.assign(globalThis, { innerWidth: widthOf.desk });
    Object.assign(history, { pushState, replaceState });
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    localStorage.clear();
    sessionStorage.clear();
    for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=')[0] ?? ''}=; path=/; max-age=0`;
    document.body.innerHTML = '';
    document.head.innerHTML = '';
    document.documentElement.removeAttribute('style');
    expect(faults).toEqual([]);
  });
  const t: OpenPage['t'] = (key, values) => {
    const at = key.lastIndexOf('.');
    return textOf(key.slice(0, at) as keyof Keys)(key.slice(at + 1) as never, values);
  };
  const inputsOf: OpenPage['inputsOf'] = (route) => asked.filter((call) => call.path === route.path).map((call) => call.input) as never;
  return { t, inputsOf, ...handsOf(within(document.body)) };
}

function missing(what: string): never {
  throw new Error(what);
}

/** An element by its role and its words; the words of its icon, which the build takes away, do not count. */
function findNamed(inside: Finder, { role, name }: { role: string; name: string }): Promise<HTMLElement> {
  const wordsOf = (element: HTMLElement): string => element.getAttribute('aria-label') ?? element.textContent.trim();
  return waitFor(() => {
    const found = inside
      .queryAllByRole(role)
      .find((element) => wordsOf(element) === name && !element.matches(':disabled, .ant-btn-loading'));
    return found ?? missing(`No ${role} with: ${name}\n${document.body.textContent}`);
  });
}

/** What a user does on a page. */
function handsOf(screen: Finder): Omit<OpenPage, 't' | 'inputsOf'> {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const open = (role: string): HTMLElement[] => screen.queryAllByRole(role);
  const press: OpenPage['press'] = async (name, inside = screen) => user.click(await findNamed(inside, { role: 'button', name }));
  return {
    screen,
    user,
    press,
    dialog: (words) =>
      waitFor(() => {
        const found = open('dialog').findLast((box) => `${box.getAttribute('aria-label') ?? ''} ${box.textContent}`.includes(words));
        return within(found ?? missing(`No dialog with: ${words}\n${document.body.textContent}`));
      }),
    fill: async (label, text, inside = screen) => {
      const field = await inside.findByLabelText(label, { selector: 'input, textarea' });
      await user.click(field);
      fireEvent.input(field, { target: { value: text } });
    },
    choose: async (opener, entry) => {
      await press(opener);
      await user.click(await findNamed(screen, { role: 'menuitem', name: entry }));
    },
    pick: async (label, option, inside = screen) => {
      const field = await inside.findByRole('combobox', { name: label });
      await user.click(field);
      fireEvent.input(field, { target: { value: option } });
      await user.click(await screen.findByTitle(option));
    },
    leadsTo: (address) => waitFor(() => expect(location.pathname + location.search).toMatch(address)),
  };
}
