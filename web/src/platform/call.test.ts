import { favourites } from '@dossier/contract/classification/favourites';
import { library } from '@dossier/contract/documents/library';
import { messages } from '@dossier/contract/notifications/messages';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Answer, type ReceivedCall, answer, fetchFrom, pageOf } from '../../test/answers.ts';
import { call, endDoubleClick } from './call.ts';
import { type Notice, hostNotices } from './notices.ts';

let asked: ReceivedCall[];
let faults: string[];
let notices: Notice[];
let unhost: () => void;

beforeEach(() => {
  [asked, faults, notices] = [[], [], []];
  unhost = hostNotices(
    (entry) => notices.push(entry),
    () => undefined,
  );
});

afterEach(() => {
  unhost();
  vi.unstubAllGlobals();
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

const serve = (...answers: Answer[]) => vi.stubGlobal('fetch', fetchFrom(answers, { asked, faults }));
const folder = (name: string) => call(library.createFolder, { parentId: '1', name });
let made = 0;
const makes = answer(library.createFolder, () => ({ id: String(++made) }));

it('a double click changes something once, and both halves get the same answer', async () => {
  serve(makes);
  const [first, second] = await Promise.all([folder('A'), folder('A')]);
  expect([second, await folder('A')]).toEqual([first, first]);
  expect(asked).toHaveLength(1);
});

it('the same change is made again after another one, after three seconds, and after a refusal', async () => {
  serve(makes, answer(favourites.addFavorite, {}));
  await folder('B');
  await call(favourites.addFavorite, { objIds: ['1'] });
  await folder('B');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3001);
  await folder('B');
  vi.restoreAllMocks();
  expect(asked.map(({ path }) => path)).toEqual(['/folder/create', '/favorite/add', '/folder/create', '/folder/create']);
  serve(answer(library.createFolder, { refused: 'folderNameExists', message: 'taken' }));
  for (let click = 0; click < 2; click++) await expect(folder('C')).rejects.toThrow('taken');
  expect(asked).toHaveLength(6);
});

it('a paste is made as often as it is asked for', async () => {
  serve(answer(library.paste, { ids: ['2'], moved: false, skipped: 0 }));
  for (let key = 0; key < 2; key++) await call(library.paste, { parentId: '1' });
  expect(asked).toHaveLength(2);
});

it('the same change is made again after one that may repeat, and after one that can be given up', async () => {
  serve(
    makes,
    answer(library.cut, {}),
    answer(library.paste, { ids: ['2'], moved: true, skipped: 0 }),
    answer(favourites.addFavorite, {}),
    answer(library.items, pageOf([])),
  );
  for (const parentId of ['1', '3']) {
    await call(library.cut, { objIds: ['2'] });
    await call(library.paste, { parentId });
  }
  expect(asked.map(({ path }) => path)).toEqual(['/dms/cut', '/dms/paste', '/dms/cut', '/dms/paste']);
  asked.length = 0;
  await folder('E');
  await call(favourites.addFavorite, { objIds: ['1'] }, { signal: new AbortController().signal });
  await folder('E');
  // what only reads, as a list that is fetched anew, comes between the halves of a double click
  await call(library.items, { parentId: '1' });
  await folder('E');
  expect(asked.filter(({ path }) => path === '/folder/create')).toHaveLength(2);
});

it('messages that come after all were marked as read are marked too', async () => {
  serve(answer(messages.markRead, {}));
  for (let time = 0; time < 2; time++) await call(messages.markRead, {});
  expect(asked).toHaveLength(2);
});

it('a refused list is told in a warning of its own, and a refused change in the words of the server', async () => {
  serve(
    answer(library.items, { refused: 'noRightToOperate', message: 'No Permission' }),
    answer(library.move, { refused: 'noRightToOperate', message: 'No Permission' }),
  );
  await expect(call(library.items, { parentId: '1' })).rejects.toThrow('No Permission');
  await expect(call(library.move, { parentId: '1', objIds: ['2'] })).rejects.toThrow('No Permission');
  expect(notices).toMatchObject([
    { kind: 'warning', text: 'This list doesn’t exist, or you don’t have permission to open it.' },
    { kind: 'warning', text: 'No Permission' },
  ]);
});

it('the same change is made again after an upload, which is no call', async () => {
  serve(makes);
  await folder('D');
  endDoubleClick();
  await folder('D');
  expect(asked).toHaveLength(2);
});

it('codes 0, 200, 503 and 4614 pass as successes, and other codes are refusals', async () => {
  const outcomes: unknown[] = [];
  for (const given of ['ok', 'done', 'linkNotSignedIn', 'editFallsBackToView', 'documentLocked'] as const) {
    serve(answer(favourites.addFavorite, { refused: given, message: given }));
    outcomes.push(await call(favourites.addFavorite, { objIds: [String(given.length)] }).catch((error: { code: number }) => error.code));
  }
  expect(outcomes).toEqual([{}, {}, {}, {}, 4619]);
  expect(notices).toMatchObject([{ kind: 'error', text: 'documentLocked' }]);
});

it('a code that is being scanned is no notice, as its page shows its state: 2038 and 2039', async () => {
  for (const [refused, code] of [
    ['scanWaiting', 2038],
    ['scanExpired', 2039],
  ] as const) {
    serve(answer(favourites.addFavorite, { refused, message: refused }));
    await expect(call(favourites.addFavorite, { objIds: ['1'] })).rejects.toMatchObject({ code });
  }
  expect(notices).toEqual([]);
});

it('a call without an answer ends after a minute, and says so', async () => {
  const within: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    within.push(ms);
    return AbortSignal.abort(new DOMException('', 'TimeoutError'));
  });
  serve(answer(library.items, { list: [], pageNo: 1, pageSize: 30, totalNumber: 0 }));
  await expect(call(library.items, { parentId: '1' })).rejects.toThrow('The server didn’t respond in time');
  vi.restoreAllMocks();
  expect(within).toEqual([60_000]);
});
