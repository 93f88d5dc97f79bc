import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { Item } from '@dossier/contract/documents/library';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { textOf } from '../../platform/i18n.ts';
import { type Notice, hostNotices } from '../../platform/notices.ts';
import { revisionActions, uploadActions } from './content-actions.tsx';

const documentOf = (id: string, lock: Partial<Item> = {}): Item =>
  Item.parse({
    id,
    name: `${id}.txt`,
    objType: objType.document,
    moduleType: 3,
    ext: 'txt',
    rights: right.visible | right.read | right.modify,
    canView: true,
    canDownload: true,
    canEdit: true,
    capacityType: 3,
    editType: 1,
    sortNumber: 99,
    createTime: '2026-01-01T00:00:00.000Z',
    updateTime: '2026-01-01T00:00:00.000Z',
    creatorName: 'Ana',
    favorite: false,
    ...lock,
  });
const many = (n: number, lock: Partial<Item> = {}): Item[] => Array.from({ length: n }, (_, at) => documentOf(String(at + 1), lock));
const mine: Partial<Item> = { lockUserName: 'Ana', lockedByMe: true, mayUnlock: true };
const ofNamesake: Partial<Item> = { lockUserName: 'Ana', lockedByMe: false, mayUnlock: false };
const managed: Partial<Item> = { lockUserName: 'Berta', lockedByMe: false, mayUnlock: true };

const ctx = { place: 'list', go: () => undefined } as const;
const action = (id: string) => {
  const found = revisionActions.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no action ${id}`);
  return found;
};
const isShown = (id: string, items: Item[]): boolean => action(id).shown(items, ctx);

let asked: string[];
let locked: Set<string>;
let notices: Notice[];
let unhost: () => void;
beforeEach(() => {
  [asked, locked, notices] = [[], new Set(), []];
  unhost = hostNotices(
    (entry) => notices.push(entry),
    () => undefined,
  );
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    if (path !== content.lock.path && path !== content.unlock.path) throw new Error(`nobody expects ${path}`);
    const { id } = content.lock.input.parse(JSON.parse(body)) as { id: string };
    asked.push(`${path} ${id}`);
    const isRefused = locked.has(id);
    const answer = isRefused ? { code: codes.documentLocked.code, message: 'locked', data: {} } : { code: 200, message: 'OK', data: {} };
    return new Response(JSON.stringify(answer));
  });
});
afterEach(() => {
  unhost();
  vi.unstubAllGlobals();
});

it('offers to unlock by what the server says, not by names', () => {
  expect(isShown('content.unlock', [documentOf('1', mine)])).toBe(true);
  expect(isShown('content.unlock', [documentOf('1', managed)])).toBe(true);
  expect(isShown('content.unlock', [documentOf('1', ofNamesake)])).toBe(false);
  expect(isShown('content.newRevision', [documentOf('1', mine)])).toBe(true);
  for (const lock of [ofNamesake, managed]) expect(isShown('content.newRevision', [documentOf('1', lock)])).toBe(false);
});

it('offers to unlock no document whose lock ends with the editor, but one that stays locked', () => {
  const edited = { editors: ['Ana'], editedIn: 1 };
  expect(isShown('content.unlock', [documentOf('1', { ...mine, ...edited })])).toBe(false);
  expect(isShown('content.unlock', [documentOf('1', { ...managed, ...edited })])).toBe(false);
  for (const stays of [{ lockStays: true }, { checkedOut: true, lockStays: true }])
    expect(isShown('content.unlock', [documentOf('1', { ...mine, ...edited, ...stays })])).toBe(true);
  expect(action('content.unlock').label([documentOf('1', { ...mine, ...edited, lockStays: true })])).toBe(
    textOf('documents.content')('unlock'),
  );
});

it('offers to upload a folder on a desk', () => {
  const upload = uploadActions.find(({ id }) => id === 'upload.folder');
  const here = { ...ctx, parentId: '5' };
  expect([right.upload, right.read].map((parentRights) => upload?.shown([], { ...here, parentRights }))).toEqual([true, false]);
});

it('names what ends by how the documents are held', () => {
  const t = textOf('documents.content');
  const [byHand, out, edited] = [mine, { ...mine, checkedOut: true }, { ...managed, canEdit: false, editors: ['Berta'], editedIn: 1 }];
  const label = (...given: Partial<Item>[]) => action('content.unlock').label(given.map((one, at) => documentOf(String(at + 1), one)));
  expect([label(byHand), label(out), label(edited)]).toEqual([t('unlock'), t('undoCheckOut'), t('endEditing')]);
  expect(label({ ...out, editors: ['Ana'], editedIn: 1 })).toBe(t('undoCheckOut'));
  expect([label(out, out, {}), label(out, byHand)]).toEqual([t('undoCheckOut'), t('release')]);
});

it('locks more documents than one batch holds', async () => {
  const items = many(40);
  expect([isShown('content.lock', items), isShown('content.unlock', items)]).toEqual([true, false]);
  await action('content.lock').run(items, ctx);
  expect(asked).toEqual(items.map(({ id }) => `${content.lock.path} ${id}`));
  expect(notices.at(-1)).toMatchObject({ kind: 'success' });
});

it('acts on what can be acted on of a mixed selection', async () => {
  const folder = documentOf('90', { objType: objType.folder });
  const items = [...many(20), folder, documentOf('91', mine), documentOf('92', ofNamesake)];
  expect([isShown('content.lock', items), isShown('content.unlock', items)]).toEqual([true, true]);
  await action('content.unlock').run(items, ctx);
  expect(asked).toEqual([`${content.unlock.path} 91`]);
  await action('content.lock').run(items, ctx);
  expect(asked.slice(1)).toEqual(many(20).map(({ id }) => `${content.lock.path} ${id}`));
});

it('goes on after a refusal, and tells it once, with how many were done', async () => {
  locked = new Set(['3', '17']);
  await action('content.lock').run(many(20), ctx);
  expect(asked).toHaveLength(20);
  const shown = notices.filter(({ kind }) => kind !== 'info').map(({ kind }) => kind);
  expect(shown).toEqual(['error', 'warning', 'success']);
  expect(notices.filter(({ kind }) => kind === 'error').map(({ text }) => text)).toEqual(['locked']);
});
