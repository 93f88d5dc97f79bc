import { module, moduleType, objType, right } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { type CurrentUser, session } from '@dossier/contract/identity/sessions';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Answer, answer, pageOf } from '../../../test/answers.ts';
import { standInForCaches } from '../../../test/caches-stand-in.ts';
import { documentOf } from '../../../test/documents.ts';
import { openPage } from '../../../test/page.ts';
import { administrator, nothingWaits, shellAnswers, signInAnswers } from '../../../test/shell-answers.ts';
import { confirmReceived, forgetReceived, keepReceived, receivedFiles } from '../../platform/received-files.ts';

beforeEach(() => {
  standInForCaches();
  localStorage.removeItem('dossier-received-confirmed');
});

const signedIn = (user: Partial<CurrentUser> = {}): Answer[] => [...shellAnswers(user), ...nothingWaits];
const day = 24 * 60 * 60_000;
const photo = (name: string, text = 'picture'): File => new File([text], name, { type: 'image/jpeg', lastModified: 5 });
const names = async (now?: number): Promise<string[]> => (await receivedFiles(now)).map(({ file }) => file.name);
const cabinet = { id: '5', name: 'Contracts', moduleType: moduleType.enterprise, objType: objType.cabinet };
const folder = { id: '6', name: 'Receipts', moduleType: moduleType.enterprise, objType: objType.folder };
const detail = (place: typeof folder | typeof cabinet, rights: number) => ({
  ...documentOf({ ...place, rights, ext: undefined, size: undefined }),
  path: '',
  ownerId: '1',
  ownerName: 'Ana',
});
const places = [
  answer(library.ancestors, ({ id }) => (id === '6' ? [cabinet, folder] : [cabinet])),
  answer(library.folderDetail, detail(folder, right.visible | right.read | right.upload)),
  answer(library.cabinetDetail, detail(cabinet, right.visible | right.read)),
];
/** The last places of the user. */
const layout = { listLayout: JSON.stringify({ places: ['6', '5'] }) };

test('shared files keep their names, kinds and times, alike ones get numbers, and what nobody comes back for is dropped', async () => {
  await keepReceived([photo('image.jpg'), photo('Übersicht.txt', 'words')], 10);
  await keepReceived([photo('Image.jpg')], 5);
  const [first, second] = await receivedFiles(20);
  expect(await names(20)).toEqual(['Image.jpg', 'image (2).jpg', 'Übersicht.txt']);
  expect([first?.file.type, first?.file.lastModified]).toEqual(['image/jpeg', 5]);
  await forgetReceived([second?.key ?? '']);
  expect(await names(20)).toEqual(['Image.jpg', 'Übersicht.txt']);
  expect(await names(day + 8)).toEqual(['Übersicht.txt']);
  expect(await names(20)).toEqual(['Übersicht.txt']);
});

test('shared files are uploaded to the folder that is chosen, of the last ones that take uploads, and are forgotten then', async () => {
  await keepReceived([photo('a.jpg'), photo('b.jpg')]);
  const { screen, t, user, press, leadsTo, dialog, inputsOf } = await openPage('/receive', {
    answers: [
      ...signedIn(layout),
      ...places,
      answer(content.checkNames, ({ names: asked }) => ({ taken: asked.map((name) => ({ name, id: '9' })) })),
      answer(library.items, pageOf([])),
      answer(library.tree, []),
      answer(session.setListLayout, {}),
    ],
    phone: true,
  });
  await press(t('app.phone.filesAreMine'));
  expect((await screen.findByRole('radio', { name: /Receipts/ })).closest('label')?.textContent).toContain('Contracts');
  // its user may not upload there
  expect(screen.queryByRole('radio', { name: /^Contracts/ })).toBeNull();
  expect(screen.getByRole('radio', { name: /Receipts/ })).toHaveProperty('checked', true);
  await press(t('app.phone.removeReceived', { name: 'a.jpg' }));
  expect(await names()).toEqual(['b.jpg']);
  await press(t('app.phone.uploadReceived', { count: 1 }));
  const taken = await dialog(t('documents.content.takenTitle', { count: 1, folder: 'Receipts' }));
  await user.click(taken.getByRole('radio', { name: new RegExp(t('documents.content.skip')) }));
  await press(t('documents.content.upload'), taken);
  await leadsTo('/knowledge/index?id=6');
  expect(inputsOf(content.checkNames)).toEqual([{ parentId: '6', names: ['b.jpg'] }]);
  await expect.poll(() => names()).toEqual([]);
});

test('without own documents or a last folder a folder is to be chosen, and what is refused stays', async () => {
  await keepReceived([photo('a.jpg')]);
  const moduleTypes = administrator.moduleTypes.filter((type) => type !== module.my);
  const { screen, t, press, dialog } = await openPage('/receive?failed=1', {
    answers: [...signedIn({ moduleTypes }), answer(library.tree, [])],
    phone: true,
  });
  await press(t('app.phone.filesAreMine'));
  await screen.findByText(new RegExp(t('app.phone.notReceived')));
  expect(await screen.findAllByRole('radio')).toHaveLength(1);
  await press(t('app.phone.uploadReceived', { count: 1 }));
  await screen.findByText(t('documents.library.choosePlace'), { selector: '[role=alert]' });
  expect(await names()).toEqual(['a.jpg']);
  await press(t('app.phone.discard'));
  await press(t('app.phone.discard'), await dialog(t('app.phone.discardQuestion', { count: 1 })));
  await screen.findByText(t('app.phone.notReceived'));
  expect(await names()).toEqual([]);
});

test('in a browser tab, where a website may have sent them, shared files are asked for first', async () => {
  await keepReceived([photo('a.jpg')]);
  const answers = [...signedIn(), answer(library.tree, [])];
  const { screen, t, press } = await openPage('/receive', { answers, phone: true });
  await screen.findByText(t('app.phone.whoseFiles', { count: 1 }));
  expect(screen.getByText('a.jpg').isConnected).toBe(true);
  expect(screen.queryByText(t('app.phone.uploadReceived', { count: 1 }))).toBeNull();
  await press(t('app.phone.discard'));
  await screen.findByText(t('app.phone.nothingReceived'));
  expect(await names()).toEqual([]);
});

test('files that are not confirmed are forgotten, confirmed ones stay', async () => {
  await keepReceived([photo('mine.jpg')], Date.now() - 10);
  confirmReceived(Date.now() - 5);
  await keepReceived([photo('a.jpg')]);
  const { screen, t } = await openPage('/receive', { answers: [...signedIn(), answer(library.tree, [])], phone: true });
  await screen.findByText(t('app.phone.whoseFiles', { count: 1 }));
  dispatchEvent(new Event('pagehide'));
  await expect.poll(() => names()).toEqual(['mine.jpg']);
});

test('the window of the installed client, which the share menu opens, asks at once where they go', async () => {
  const ask = matchMedia.bind(globalThis);
  const inWindow = (query: string): MediaQueryList => ask(query === '(display-mode: browser)' ? '(max-width: 1px)' : query);
  vi.stubGlobal('matchMedia', inWindow);
  await keepReceived([photo('a.jpg')]);
  const { screen, t } = await openPage('/receive', { answers: [...signedIn(), answer(library.tree, [])], phone: true });
  await screen.findByText(t('app.phone.uploadReceived', { count: 1 }));
  expect(screen.queryByText(t('app.phone.whoseFiles', { count: 1 }))).toBeNull();
});

test.each([
  ['/receive', 'app.phone.nothingReceived'],
  ['/receive?failed=1', 'app.phone.notReceived'],
] as const)('%s without files says why', async (address, title) => {
  const { screen, t } = await openPage(address, { answers: signedIn(), phone: true });
  expect(await screen.findByText(t(title))).toBeDefined();
});

test('what waits to be uploaded stands among what waits for the user', async () => {
  await keepReceived([photo('a.jpg')]);
  const { screen, t, user, leadsTo } = await openPage('/todo', { answers: [...signedIn(), answer(library.tree, [])], phone: true });
  await user.click(await screen.findByRole('link', { name: new RegExp(t('app.phone.received', { count: 1 })) }));
  await leadsTo('/receive');
  expect(await screen.findByText('a.jpg')).toBeDefined();
});

test('a sign-in comes before, and files wait for it', async () => {
  await keepReceived([photo('a.jpg')]);
  const { leadsTo } = await openPage('/receive', { answers: signInAnswers, signedOut: true, phone: true });
  await leadsTo('/login?redirect=%2Freceive');
  expect(await names()).toEqual(['a.jpg']);
});

test('signing out forgets them, for whoever comes next: also where a password is due', async () => {
  await keepReceived([photo('a.jpg')]);
  const { t, press, leadsTo } = await openPage('/password', {
    answers: [
      ...signedIn({ passwordDue: true, passwordTerms: { reason: 'given', length: 8, classes: 1 } }),
      answer(session.logout, {}),
      ...signInAnswers,
    ],
    phone: true,
  });
  await press(t('identity.sign-in.dueOther'));
  await leadsTo('/login');
  expect(await names()).toEqual([]);
});
