import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { standInForCaches } from '../../test/caches-stand-in.ts';
import {
  forgetAllOffline,
  forgetOffline,
  hasOfflineStore,
  noteOfflineContact,
  offlineCopiesHere,
  offlineOwner,
  offlineState,
  openOffline,
  putOffline,
  readOffline,
  setOfflineCode,
  titledOfflineCopies,
} from './offline-copies.ts';

beforeEach(standInForCaches);

const day = 24 * 60 * 60_000;
const code = 'four random words here';
const words = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const put = (id: string, text: string, keptAt = 1, owner = '7/1') =>
  putOffline({
    owner,
    copy: { id, revisionId: `r${id}`, form: 'text', shownAs: 'text', size: text.length, keptAt },
    title: { name: `Secret plan ${id}.txt`, ext: 'txt', versionLabel: '1.0' },
    bytes: words(text),
  });
/** Does something once while a copy is encrypted, as another window may. */
function whileEncrypting(work: () => Promise<void>): void {
  const { subtle } = crypto;
  const wrap = subtle.wrapKey.bind(subtle);
  const spy = vi.spyOn(subtle, 'wrapKey').mockImplementationOnce(async (...terms) => {
    const wrapped = await wrap(...terms);
    await work();
    return wrapped;
  });
  onTestFinished(() => spy.mockRestore());
}
/** All that lies in the browser, as somebody reads it who has copied its storage. */
async function stored(): Promise<string> {
  const store = await caches.open('dossier-copies');
  const parts = await Promise.all(
    [...(await store.keys())].map(async (key) => {
      const answer = await store.match(key);
      return `${key.url}${JSON.stringify([...(answer?.headers ?? [])])}${Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer()).toString('latin1')}`;
    }),
  );
  return parts.join('\n');
}

test('copies are kept without the code and opened with it alone; names and contents lie encrypted', async () => {
  expect([await hasOfflineStore(), await offlineState(), await openOffline(code)]).toEqual([false, 'none', undefined]);
  await setOfflineCode(code, { owner: '7/1', days: 14 });
  await put('5', 'the words of a contract', 1);
  await put('6', 'others', 2);
  expect(await offlineOwner()).toBe('7/1');
  expect((await offlineCopiesHere()).map(({ id, size }) => [id, size])).toEqual([
    ['6', 6],
    ['5', 23],
  ]);
  const all = await stored();
  for (const hidden of ['Secret', 'contract', code]) expect(all).not.toContain(hidden);
  expect(await openOffline(`${code}.`)).toBeUndefined();
  const opened = await openOffline(code);
  expect(opened).toBeDefined();
  expect((await titledOfflineCopies(opened!)).map(({ name }) => name)).toEqual(['Secret plan 6.txt', 'Secret plan 5.txt']);
  expect(new TextDecoder().decode(await readOffline('5', opened!))).toBe('the words of a contract');
  expect(opened!.extractable).toBe(false);
  expect(await readOffline('9', opened!)).toBeUndefined();
});

test('a newer version takes the place of the older one, and the last copy takes the code with it', async () => {
  await setOfflineCode(code, { owner: '7/1', days: 14 });
  await put('5', 'first');
  await put('5', 'second');
  const opened = await openOffline(code);
  expect(new TextDecoder().decode(await readOffline('5', opened!))).toBe('second');
  await put('6', 'other');
  await forgetOffline(['5']);
  expect((await offlineCopiesHere()).map(({ id }) => id)).toEqual(['6']);
  await forgetOffline(['6']);
  expect([await hasOfflineStore(), await openOffline(code)]).toEqual([false, undefined]);
});

test('a new code forgets what the one before opened, and everything can be forgotten', async () => {
  await setOfflineCode(code, { owner: '7/1', days: 14 });
  await put('5', 'first');
  await setOfflineCode('another code', { owner: '8/1', days: 14 });
  expect([await offlineCopiesHere(), await offlineOwner()]).toEqual([[], '8/1']);
  await forgetAllOffline();
  expect(await offlineState()).toBe('none');
  await expect(put('5', 'without a code')).rejects.toThrow('no code');
});

test('copies are open for the days of the site after the last contact, and not with a clock that was set back', async () => {
  await setOfflineCode(code, { owner: '7/1', days: 2 }, 10 * day);
  expect(await offlineState(12 * day)).toBe('open');
  expect(await offlineState(12 * day + 1)).toBe('overdue');
  await noteOfflineContact(3, 12 * day);
  expect(await offlineState(12 * day - 60_000)).toBe('open');
  expect(await offlineState(11 * day)).toBe('setBack');
  // set back to after the contact, to before the last look at it
  expect(await offlineState(14 * day)).toBe('open');
  expect(await offlineState(13 * day)).toBe('setBack');
  expect(await offlineState(15 * day)).toBe('open');
});

test('nothing is kept of a document that another window forgets everything beside, and no contact brings the code back', async () => {
  await setOfflineCode(code, { owner: '7/1', days: 14 });
  whileEncrypting(forgetAllOffline);
  await expect(put('5', 'first')).rejects.toThrow('meanwhile');
  expect(await hasOfflineStore()).toBe(false);
  await setOfflineCode(code, { owner: '7/1', days: 14 });
  await put('5', 'first');
  const { json } = Response.prototype;
  const spy = vi.spyOn(Response.prototype, 'json').mockImplementation(async function (this: Response) {
    const facts: unknown = await json.call(this);
    await forgetAllOffline();
    return facts;
  });
  await noteOfflineContact(14);
  spy.mockRestore();
  expect([await hasOfflineStore(), await openOffline(code)]).toEqual([false, undefined]);
});

test('a document of one account does not come under the code of another, which opens its own all the same', async () => {
  await setOfflineCode(code, { owner: '7/1', days: 14 });
  const other = 'another code altogether';
  whileEncrypting(async () => {
    await setOfflineCode(other, { owner: '8/1', days: 14 });
    await put('6', 'of the other', 1, '8/1');
  });
  await expect(put('5', 'first')).rejects.toThrow('meanwhile');
  await expect(put('5', 'first')).rejects.toThrow('no code');
  const opened = await openOffline(other);
  expect((await titledOfflineCopies(opened!)).map(({ id }) => id)).toEqual(['6']);
});
