import { moduleType, objType, right } from '@dossier/contract/core/rights';
import { documentTemplates } from '@dossier/contract/classification/document-templates';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import type { OutputOf } from '@dossier/contract/core/route';
import { mostKeptOffline, offlineCopies } from '@dossier/contract/preview/offline-copies';
import { flows } from '@dossier/contract/workflows/flows';
import { fireEvent } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Answer, answer, pageOf } from '../../../../test/answers.ts';
import { standInForCaches } from '../../../../test/caches-stand-in.ts';
import { documentOf } from '../../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../../test/page.ts';
import { menuAnswers, nothingWaits, shellAnswers } from '../../../../test/shell-answers.ts';
import {
  forgetOffline,
  hasOfflineStore,
  offlineCopiesHere,
  openOffline,
  putOffline,
  readOffline,
  setOfflineCode,
} from '../../../platform/offline-copies.ts';

beforeEach(standInForCaches);

const code = 'four random words';
const day = 24 * 60 * 60_000;
const owner = '1/1';
const words = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const put = (id: string, revisionId = `${id}0`, of = owner) =>
  putOffline({
    owner: of,
    copy: { id, revisionId, form: 'text', shownAs: 'text', size: 2500, keptAt: Date.now() - day },
    title: { name: `${id}.txt`, ext: 'txt', versionLabel: '1.0' },
    bytes: words('old words'),
  });
type Stays = OutputOf<typeof offlineCopies.check>['list'][number];
const stays = (id: string, given: Partial<Stays> = {}): Stays => ({
  id,
  name: `Plan ${id}.txt`,
  ext: 'txt',
  form: 'text',
  revisionId: `${id}0`,
  versionLabel: '1.0',
  size: 2500,
  ...given,
});
const signedIn = (more: Answer[] = []): Answer[] => [...shellAnswers({ offlineDays: 14 }), ...nothingWaits, ...menuAnswers, ...more];
const checked = (list: Stays[], days = 14): Answer => answer(offlineCopies.check, { days, list });
const ids = async (): Promise<string[]> => (await offlineCopiesHere()).map((one) => one.id);
const keep: Answer = answer(offlineCopies.keep, ({ id }) => ({
  ...stays(id, { revisionId: '99', versionLabel: '1.1' }),
  downloadUrl: '/file/x/plan.txt',
}));

/** Answers the bytes of files, which are no calls, after some work; returns how they were fetched. */
function serveFiles(text: string, work = async (): Promise<void> => undefined): (RequestInit | undefined)[] {
  const calls = globalThis.fetch;
  const terms: (RequestInit | undefined)[] = [];
  vi.stubGlobal('fetch', async (...[target, init]: Parameters<typeof fetch>) => {
    if (typeof target !== 'string' || !target.startsWith('/file/')) return calls(target, init);
    terms.push(init);
    await work();
    return new Response(text);
  });
  return terms;
}

const lease = documentOf({ rights: right.visible | right.read | right.download | right.pdf });
const listAnswers = (more: Answer[] = []): Answer[] => [
  ...signedIn(),
  answer(library.items, pageOf([lease])),
  answer(library.ancestors, [{ id: '5', name: 'Contracts', moduleType: moduleType.enterprise, objType: objType.cabinet }]),
  answer(library.tree, []),
  answer(library.cabinetDetail, {
    ...documentOf({ id: '5', name: 'Contracts', objType: objType.cabinet, ext: undefined, size: undefined }),
    path: '',
    ownerId: '1',
    ownerName: 'Ana',
  }),
  answer(library.documentDetail, { ...lease, path: '', ownerId: '1', ownerName: 'Ana' }),
  answer(flows.choices, { list: [] }),
  answer(documentTemplates.choices, []),
  answer(session.setListLayout, {}),
  ...more,
];
async function openMenu({ screen }: OpenPage): Promise<void> {
  const cell = await screen.findByText('lease', { selector: '[role=row] *' });
  fireEvent.contextMenu(cell.closest('[role=row]') as HTMLElement);
  await screen.findAllByRole('menuitem');
}
async function choose({ screen, user }: OpenPage, label: string): Promise<void> {
  const found = await screen.findAllByText(label, { selector: '[role=menuitem] *' });
  await user.click(found.at(-1) as HTMLElement);
}

test('the first document that is kept asks for a code, and the menu takes it from the device again', async () => {
  const page = await openPage('/knowledge/index?id=5', { answers: listAnswers([keep, checked([stays('7')])]) });
  const { t, screen, dialog, fill, press } = page;
  const fetches = serveFiles('new words');
  await openMenu(page);
  await choose(page, t('preview.offline.keep'));
  const box = await dialog(t('preview.offline.codeTitle'));
  await fill(t('preview.offline.code'), 'short', box);
  await press(t('preview.offline.setCode'), box);
  await box.findByText(t('preview.offline.codeShort', { count: 8 }));
  await fill(t('preview.offline.code'), code, box);
  await fill(t('preview.offline.codeAgain'), `${code}.`, box);
  await press(t('preview.offline.setCode'), box);
  await box.findByText(t('preview.offline.codesDiffer'));
  await fill(t('preview.offline.codeAgain'), code, box);
  await press(t('preview.offline.setCode'), box);
  await screen.findByText(t('preview.offline.kept', { name: 'Plan 7.txt' }));
  const opened = await openOffline(code);
  expect(new TextDecoder().decode(await readOffline('7', opened!))).toBe('new words');
  // a cache of the browser would have it as it is
  expect(fetches.map((terms) => terms?.cache)).toEqual(['no-store']);
  await openMenu(page);
  await choose(page, t('preview.offline.remove'));
  await expect.poll(hasOfflineStore).toBe(false);
});

test('a refusal is told, and leaves no code behind', async () => {
  const refusal = answer(offlineCopies.keep, { refused: 'notKeptOffline', message: 'Not this one' });
  const page = await openPage('/knowledge/index?id=5', { answers: listAnswers([refusal]) });
  const { t, screen, dialog, fill, press } = page;
  await openMenu(page);
  await choose(page, t('preview.offline.keep'));
  const box = await dialog(t('preview.offline.codeTitle'));
  await fill(t('preview.offline.code'), code, box);
  await fill(t('preview.offline.codeAgain'), code, box);
  await press(t('preview.offline.setCode'), box);
  await screen.findByText('Not this one');
  await expect.poll(hasOfflineStore).toBe(false);
});

test.each([
  ['the site has turned it off', { offlineDays: undefined }, lease],
  ['it may not be downloaded', { offlineDays: 14 }, documentOf({ canDownload: false })],
  ['it is too large', { offlineDays: 14 }, { ...lease, size: 2 ** 30 }],
])('it is not offered where %s', async (_, user, item) => {
  const answers = [...listAnswers(), ...shellAnswers(user), answer(library.items, pageOf([item]))];
  const page = await openPage('/knowledge/index?id=5', { answers });
  await openMenu(page);
  expect(page.screen.queryByText(page.t('preview.offline.keep'))).toBeNull();
});

test('the page lists what may stay, fetches a newer version, forgets what may not, and removes one or all', async () => {
  await setOfflineCode(code, { owner, days: 14 });
  for (const id of ['5', '6', '7']) await put(id);
  const newer = stays('6', { revisionId: '99', versionLabel: '1.1' });
  const keepNewer = answer(offlineCopies.keep, { ...newer, downloadUrl: '/file/x/plan.txt' });
  const { screen, t, user, press, dialog } = await openPage('/me', {
    answers: signedIn([checked([stays('5'), newer]), keepNewer]),
    phone: true,
  });
  serveFiles('newer words');
  await user.click(await screen.findByText(t('preview.offline.offline')));
  expect((await screen.findByText('Plan 6.txt')).getAttribute('href')).toBe('/docpreview?id=6');
  expect(screen.queryByText('Plan 7.txt')).toBeNull();
  expect((await ids()).toSorted()).toEqual(['5', '6']);
  const opened = await openOffline(code);
  await expect.poll(async () => new TextDecoder().decode(await readOffline('6', opened!))).toBe('newer words');
  await press(t('preview.offline.removeOne', { name: 'Plan 5.txt' }));
  await expect.poll(ids).toEqual(['6']);
  await press(t('preview.offline.removeAll'));
  await press(t('preview.offline.removeAll'), await dialog(t('preview.offline.removeAllQuestion', { count: 1 })));
  await screen.findByText(t('preview.offline.nothing'));
  expect(await hasOfflineStore()).toBe(false);
});

test('everything is forgotten where the site keeps nothing any more', async () => {
  await setOfflineCode(code, { owner, days: 14 });
  await put('5');
  const { screen, t } = await openPage('/offline', { answers: signedIn([checked([], 0)]), phone: true });
  await screen.findByText(t('preview.offline.nothing'));
  expect(await hasOfflineStore()).toBe(false);
});

test.each([
  ['another account has signed in', { owner: '2/1', days: 14 }, Date.now()],
  ['there was no contact for too long', { owner, days: 2 }, Date.now() - 3 * day],
])('everything is forgotten, without asking about it, where %s', async (_, terms, since) => {
  await setOfflineCode(code, terms, since);
  await put('5', '50', terms.owner);
  const { screen, t, inputsOf } = await openPage('/offline', { answers: signedIn(), phone: true });
  await screen.findByText(t('preview.offline.nothing'));
  expect([await hasOfflineStore(), inputsOf(offlineCopies.check)]).toEqual([false, []]);
});

test('one more than a device keeps, by two windows at once, is forgotten: the oldest', async () => {
  await setOfflineCode(code, { owner, days: 14 });
  const all = Array.from({ length: mostKeptOffline.documents + 1 }, (_, at) => String(at + 1));
  for (const id of all) await put(id);
  const { screen, inputsOf } = await openPage('/offline', { answers: signedIn([checked([stays('5')])]), phone: true });
  await screen.findByText('Plan 5.txt');
  expect(inputsOf(offlineCopies.check).map((input) => input.ids.length)).toEqual([mostKeptOffline.documents]);
  expect(await ids()).toEqual(['5']);
});

test('signing out forgets everything, and the menu of the user leads to the page', async () => {
  await setOfflineCode(code, { owner, days: 14 });
  await put('5');
  const more = [checked([stays('5')]), answer(session.logout, {})];
  const { screen, t, user, leadsTo } = await openPage('/me', { answers: signedIn(more), phone: true });
  await user.click(await screen.findByText(t('preview.offline.offline')));
  await leadsTo('/offline');
  await screen.findByText('Plan 5.txt');
  history.back();
  await leadsTo('/me');
  await user.click(await screen.findByText(t('app.shell.signOut')));
  await expect.poll(hasOfflineStore).toBe(false);
});

test('the page says where nothing is kept, and where the server is missing how to read without it', async () => {
  await setOfflineCode(code, { owner, days: 14 });
  await put('5');
  const failing = answer(offlineCopies.check, { refused: 'systemError', message: 'No answer' });
  const { screen, t } = await openPage('/offline', { answers: signedIn([failing]), phone: true });
  await screen.findByText('No answer');
  await screen.findByRole('button', { name: t('preview.offline.openReader') });
  expect(await ids()).toEqual(['5']);
});

const newerOf = (id: string, given: Partial<Stays> = {}): Stays => stays(id, { revisionId: '99', versionLabel: '1.1', ...given });

test('an older version is told as one, where the newer one does not come', async () => {
  await setOfflineCode(code, { owner, days: 14 });
  await put('5');
  const failing = answer(offlineCopies.keep, { refused: 'systemError', message: 'No answer' });
  const { screen, t } = await openPage('/offline', { answers: signedIn([checked([newerOf('5')]), failing]), phone: true });
  await screen.findByText(t('preview.offline.older', { label: '1.1' }), { exact: false });
  expect(await ids()).toEqual(['5']);
});

test('another form takes the copy before it comes, and what is removed while a newer version comes stays away', async () => {
  await setOfflineCode(code, { owner, days: 14 });
  for (const id of ['5', '6', '7']) await put(id);
  const list = [stays('5', { form: 'rendition' }), newerOf('6'), stays('7')];
  const meanwhile: string[][] = [];
  const keepNewer = answer(offlineCopies.keep, ({ id }) =>
    id === '5' ? { refused: 'systemError', message: 'No answer' } : { ...newerOf(id), downloadUrl: '/file/x/plan.txt' },
  );
  const { screen, t } = await openPage('/me', { answers: signedIn([checked(list), keepNewer]), phone: true });
  serveFiles('newer words', async () => {
    meanwhile.push((await ids()).toSorted());
    await forgetOffline(['6']);
  });
  await screen.findByText(t('preview.offline.offline'));
  history.pushState(null, '', '/offline');
  dispatchEvent(new PopStateEvent('popstate'));
  await screen.findByText('Plan 7.txt');
  expect([meanwhile, await ids()]).toEqual([[['6', '7']], ['7']]);
});

test('what may not stay is forgotten on a device that is full, too', async () => {
  await setOfflineCode(code, { owner, days: 14 });
  await put('5');
  await put('6');
  const { open } = caches;
  caches.open = async (name) => {
    const store = await open.call(caches, name);
    return Object.assign(store, { put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) });
  };
  await openPage('/offline', { answers: signedIn([checked([stays('5')])]), phone: true });
  await expect.poll(ids).toEqual(['5']);
});
