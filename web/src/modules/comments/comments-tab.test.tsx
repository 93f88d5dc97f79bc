import { permissions } from '@dossier/contract/access/permissions';
import { type Comment, type CommentThread, comments } from '@dossier/contract/comments/comments';
import { moduleType, objType, right } from '@dossier/contract/core/rights';
import { type Item, library } from '@dossier/contract/documents/library';
import { flows } from '@dossier/contract/workflows/flows';
import { fireEvent } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answer, answer, pageOf } from '../../../test/answers.ts';
import { documentOf } from '../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const time = '2026-01-01T00:00:00.000Z';

const commentOf = (given: Partial<Comment>): Comment => ({
  id: '1',
  content: 'Why May?',
  authorName: 'Ben',
  own: false,
  mayDelete: false,
  createTime: time,
  mentions: [],
  ...given,
});

const threadOf = (given: Partial<CommentThread>): CommentThread => ({
  ...commentOf({}),
  revisionId: '70',
  revisionLabel: '1.0',
  resolved: false,
  mayResolve: false,
  replyCount: given.replies?.length ?? 0,
  replies: [],
  ...given,
});

interface Given {
  threads?: CommentThread[];
  item?: Partial<Item>;
  off?: boolean;
  more?: Answer[];
}

/** The list of a cabinet with one document, whose comments these calls change. */
function commentAnswers({ threads = [], item: given = {}, off = false, more = [] }: Given): Answer[] {
  let all = threads;
  let next = 100;
  const open = (): CommentThread[] => all.filter(({ resolved }) => !resolved);
  const item = (): Item => documentOf({ ...given, ...(open().length > 0 && { openComments: open().length }) });
  const cabinet = documentOf({ id: '5', name: 'Contracts', objType: objType.cabinet });
  return [
    ...more,
    ...shellAnswers(),
    answer(library.items, () => pageOf([item()])),
    answer(library.documentDetail, () => ({ ...item(), path: 'Contracts', ownerId: '1', ownerName: 'Ana' })),
    answer(comments.list, ({ state, pageNo, pageSize }) => {
      const some = state === 'all' ? all : all.filter(({ resolved }) => resolved === (state === 'resolved'));
      const list = some.slice((pageNo - 1) * pageSize, pageNo * pageSize);
      return { list, pageNo, pageSize, totalNumber: some.length, openCount: open().length, ...(off && { off }) };
    }),
    answer(comments.create, ({ content, threadId, mentions = [] }) => {
      const written = { id: String(next++), content, own: true, mayDelete: true, authorName: 'Ana' };
      all =
        threadId === undefined
          ? [threadOf({ ...written, mayResolve: true }), ...all]
          : all.map((one) =>
              one.id === threadId ? { ...one, replyCount: one.replyCount + 1, replies: [...one.replies, commentOf(written)] } : one,
            );
      return {
        id: written.id,
        ...(mentions.includes('9') ? { unaware: [{ id: '9', name: 'Eve Stone' }], managers: ['Cleo'] } : { unaware: [] }),
      };
    }),
    answer(comments.update, ({ id, content }) => {
      all = all.map((one) => (one.id === id ? { ...one, content, updateTime: '2026-01-02T00:00:00.000Z' } : one));
      return { unaware: [] };
    }),
    answer(comments.delete, ({ id }) => {
      all = all.filter((one) => one.id !== id);
      return {};
    }),
    answer(comments.resolve, ({ id, resolved }) => {
      all = all.map((one) => (one.id === id ? { ...one, resolved, ...(resolved && { resolvedBy: 'Ana', resolvedTime: time }) } : one));
      return {};
    }),
    answer(library.ancestors, [{ id: '5', name: 'Contracts', moduleType: moduleType.enterprise, objType: objType.cabinet }]),
    answer(library.tree, []),
    answer(flows.choices, { list: [] }),
    answer(library.cabinetDetail, { ...cabinet, path: '', ownerId: '1', ownerName: 'Ana' }),
  ];
}

/** Opens the tab by its shortcut. */
async function openComments(given: Given): Promise<OpenPage> {
  const page = await openPage('/knowledge/index?id=5', { answers: commentAnswers(given) });
  const { screen, user, t } = page;
  await user.click(await screen.findByText('lease'));
  await user.keyboard('c');
  await screen.findByRole('tab', { name: t('comments.comments'), selected: true });
  return page;
}

const words = { selector: 'p' };

test('a thread is begun in the field that the shortcut focuses, marks the document, is edited, and settled', async () => {
  const { screen, user, t, press, inputsOf } = await openComments({});
  const field = await screen.findByRole('textbox', { name: t('comments.write') });
  await expect.poll(() => document.activeElement).toBe(field);
  await user.keyboard('First line{Enter}second');
  expect(inputsOf(comments.create)).toEqual([]);
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await screen.findByText(/First line/, words);
  expect(inputsOf(comments.create)).toEqual([{ objId: '7', content: 'First line\nsecond', mentions: [] }]);
  await screen.findByRole('img', { name: t('documents.library.openComments', { count: 1 }) });
  await press(t('comments.edit'));
  const edited = await screen.findByRole('textbox', { name: t('comments.edit') });
  await user.clear(edited);
  await user.type(edited, 'Better');
  await press(t('comments.save'));
  await screen.findByText('Better', words);
  await press(t('comments.resolve'));
  await screen.findByText(t('comments.none_open'));
  await user.click(await screen.findByText(t('comments.resolvedOnes')));
  await screen.findByText(t('comments.resolvedBy', { name: 'Ana' }), { exact: false });
  await press(t('comments.reopen'));
  await expect.poll(() => inputsOf(comments.resolve).map(({ resolved }) => resolved)).toEqual([true, false]);
});

test('a reply is written, and a draft of one is there after the document was left', async () => {
  const { screen, user, t, press, inputsOf } = await openComments({ threads: [threadOf({})] });
  await screen.findByText('Why May?', words);
  await press(t('comments.reply'));
  await user.type(await screen.findByRole('textbox', { name: t('comments.writeReply') }), 'It ends');
  await user.click(screen.getByRole('tab', { name: t('documents.library.details') }));
  await user.click(screen.getByRole('tab', { name: t('comments.comments') }));
  const field = await screen.findByRole('textbox', { name: t('comments.writeReply') });
  expect(field).toHaveProperty('value', 'It ends');
  await user.type(field, ' then');
  await press(t('comments.reply'));
  await screen.findByText('It ends then', words);
  expect(inputsOf(comments.create)).toEqual([{ objId: '7', content: 'It ends then', mentions: [], threadId: '1' }]);
});

test('somebody mentioned who may not read the document is named, and gets the right from who manages it', async () => {
  const people = [
    { id: '8', name: 'Ed Field', mayRead: true },
    { id: '9', name: 'Eve Stone', mayRead: false },
  ];
  const { screen, user, t, press, inputsOf } = await openComments({
    item: { rights: right.visible | right.read | right.manage },
    more: [
      answer(comments.people, ({ keyword }) => ({ list: people.filter(({ name }) => name.toLowerCase().includes(keyword)) })),
      answer(permissions.grant, { ids: ['1'] }),
      answer(comments.mention, { unaware: [] }),
    ],
  });
  const field = await screen.findByRole('textbox', { name: t('comments.write') });
  await user.type(field, 'Look, @e');
  await user.click(await screen.findByText(t('comments.mayNotRead')));
  await press(t('comments.send'));
  const named = { count: 1, names: 'Eve Stone', document: 'lease.txt' };
  await screen.findByText(t('comments.giveAsk', named));
  await press(t('comments.giveView'));
  await screen.findByText(t('comments.told', named));
  expect(inputsOf(comments.create)).toEqual([{ objId: '7', content: 'Look, @Eve Stone', mentions: ['9'] }]);
  expect(inputsOf(permissions.grant)).toMatchObject([{ granteeType: 'user', granteeId: '9', level: 3 }]);
  expect(inputsOf(comments.mention)).toEqual([{ id: '100', userIds: ['9'] }]);
});

test('a name that was typed faster than the list came mentions that person, and a comment whose name is nobody or several waits', async () => {
  const people = ['Ed Field', 'Eve Stone', 'Eva Stone'].map((name, at) => ({ id: String(at + 8), name, mayRead: true }));
  const { screen, user, t, press, inputsOf } = await openComments({
    threads: [threadOf({ own: true })],
    more: [answer(comments.people, ({ keyword }) => ({ list: people.filter(({ name }) => name.toLowerCase().includes(keyword)) }))],
  });
  const field = await screen.findByRole('textbox', { name: t('comments.write') });
  await user.type(field, 'Look, @ed{Enter}');
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await expect.poll(() => inputsOf(comments.create)).toMatchObject([{ content: 'Look, @Ed Field', mentions: ['8'] }]);
  await expect.poll(() => field).toHaveProperty('value', '');
  // two of that name, and nobody of the other
  fireEvent.change(field, { target: { value: '@stone and @zoe' } });
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await screen.findByText(t('comments.mentionedWhom', { word: 'stone' }));
  await screen.findByText(t('comments.mentionedNobody', { word: 'zoe' }));
  await press('Eva Stone');
  expect(field).toHaveProperty('value', '@Eva Stone and @zoe');
  await press(t('comments.changeMention', { word: 'zoe' }));
  expect(document.activeElement).toBe(field);
  expect((field as HTMLTextAreaElement).selectionStart).toBe('@Eva Stone and @'.length);
  expect(inputsOf(comments.create).length).toBe(1);
  await press(t('comments.sendAsItIs'));
  await expect.poll(() => inputsOf(comments.create)[1]).toMatchObject({ content: '@Eva Stone and @zoe', mentions: ['10'] });
  // the same where a comment is changed, and in a reply
  await press(t('comments.edit'));
  const edited = await screen.findByRole('textbox', { name: t('comments.edit') });
  fireEvent.change(edited, { target: { value: 'Why, @ed?' } });
  fireEvent.keyDown(edited, { key: 'Enter', ctrlKey: true });
  await expect.poll(() => inputsOf(comments.update)).toMatchObject([{ content: 'Why, @Ed Field?', mentions: ['8'] }]);
  await press(t('comments.reply'));
  const reply = await screen.findByRole('textbox', { name: t('comments.writeReply') });
  fireEvent.change(reply, { target: { value: '@zoe' } });
  fireEvent.keyDown(reply, { key: 'Enter', ctrlKey: true });
  await screen.findByText(t('comments.mentionedNobody', { word: 'zoe' }));
  expect(inputsOf(comments.create).length).toBe(2);
});

test('people are offered for what is written without keys, and nobody else is mentioned', async () => {
  const people = ['Ana Wu', 'Ed Field', '周杰'].map((name, at) => ({ id: String(at + 7), name, mayRead: true }));
  const { screen, user, t, inputsOf } = await openComments({
    more: [answer(comments.people, ({ keyword }) => ({ list: people.filter(({ name }) => name.toLowerCase().includes(keyword)) }))],
  });
  const field = await screen.findByRole('textbox', { name: t('comments.write') });
  // an input method, dictation and pasting change the text alone
  const write = (value: string): void => void fireEvent.change(field, { target: { value } });
  const enter = (): void => void fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  await user.type(field, '@');
  await screen.findByRole('menuitem', { name: 'Ana Wu' });
  write('@周');
  await expect.poll(() => screen.queryByRole('menuitem', { name: 'Ana Wu' })).toBeNull();
  await screen.findByRole('menuitem', { name: '周杰' });
  enter();
  await expect.poll(() => field).toHaveProperty('value', '@周杰 ');
  // a list that only a text has opened, and one that it closes again
  write('Hello @ed');
  await screen.findByRole('menuitem', { name: 'Ed Field' });
  write('Hello @nobody');
  enter();
  expect(field).toHaveProperty('value', 'Hello @nobody');
  write('Hello @ed,\n');
  await expect.poll(() => screen.queryByRole('menuitem')).toBeNull();
  write('Hello @ed');
  await screen.findByRole('menuitem', { name: 'Ed Field' });
  enter();
  await expect.poll(() => field).toHaveProperty('value', 'Hello @Ed Field ');
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await expect.poll(() => inputsOf(comments.create)).toMatchObject([{ content: 'Hello @Ed Field', mentions: ['8'] }]);
});

test('who may not give the right to somebody mentioned learns who can', async () => {
  const eve = { id: '9', name: 'Eve Stone', mayRead: false };
  const { screen, user, t, press } = await openComments({ more: [answer(comments.people, { list: [eve] })] });
  await user.type(await screen.findByRole('textbox', { name: t('comments.write') }), '@eve');
  await press(t('comments.send'));
  await screen.findByText(t('comments.managersGive', { count: 1, names: 'Cleo' }));
  expect(screen.queryByRole('button', { name: t('comments.giveView') })).toBeNull();
});

test('an own thread that is deleted comes back by undo', async () => {
  const { screen, t, press, inputsOf } = await openComments({
    threads: [threadOf({ own: true, mayDelete: true, authorName: 'Ana' }), threadOf({ id: '2', content: 'Sign here', authorName: 'Cleo' })],
  });
  await screen.findByText('Why May?', words);
  await press(t('comments.delete'));
  await expect.poll(() => screen.queryByText('Why May?', words)).toBeNull();
  await press(t('comments.undo'));
  await screen.findByText('Why May?', words);
  expect(inputsOf(comments.create)).toMatchObject([{ content: 'Why May?', revisionId: '70' }]);
});

test('a comment of somebody else is read alone, and who manages the document is asked before it is deleted', async () => {
  const { screen, t, press, dialog, inputsOf } = await openComments({
    threads: [threadOf({ mayDelete: true, replies: [commentOf({ id: '3', content: 'May' })] })],
  });
  await screen.findByText('May', words);
  expect(screen.queryByRole('button', { name: t('comments.edit') })).toBeNull();
  await press(t('comments.delete'));
  await press(t('comments.delete'), await dialog(t('comments.deleteAsk', { name: 'Ben' })));
  await expect.poll(() => inputsOf(comments.delete)).toEqual([{ id: '1' }]);
});

test('a thread whose mark in the document is chosen is shown, also where it is not among the loaded ones', async () => {
  const far = threadOf({ id: '55', content: 'On page nine', place: { kind: 'area', page: 9, x: 0, y: 0, width: 0.5, height: 0.5 } });
  const { screen, inputsOf } = await openComments({ threads: [threadOf({})], more: [answer(comments.thread, far)] });
  await screen.findByText('Why May?', words);
  // the page has modules of its own
  const { useCommentPlaces } = await import('../../platform/comment-places.ts');
  useCommentPlaces.setState({ viewed: { id: '7', revisionId: '70' }, selected: '55' });
  await screen.findByText('On page nine', words);
  expect(screen.getByText('Why May?', words)).toBeTruthy();
  useCommentPlaces.setState({ selected: '1' });
  await expect.poll(() => screen.queryByText('On page nine', words)).toBeNull();
  expect(inputsOf(comments.thread)).toEqual([{ id: '55' }]);
});

test('a place is told in words of its kind, and leads to it in the version that is viewed', async () => {
  const places = [
    [{ kind: 'cell', sheet: 'Prices', row: 4, column: 28 }, 'Prices!AB4'],
    [{ kind: 'moment', seconds: 151.4 }, 'comments.atMoment'],
    [{ kind: 'point', page: 1, x: 0.5, y: 0.5 }, 'comments.atPoint'],
    [{ kind: 'point', page: 3, x: 0, y: 1 }, 'comments.atPointOn'],
  ] as const;
  const { screen, user, t } = await openComments({
    threads: places.map(([place], at) => threadOf({ id: String(at + 1), content: `Thread ${at}`, place, revisionId: '69' })),
  });
  await screen.findByText('Thread 0', words);
  for (const text of ['Prices!AB4', t('comments.atMoment', { time: '2:31' }), t('comments.atPoint'), t('comments.atPointOn', { page: 3 })])
    expect(screen.getByText(text)).toBeTruthy();
  const { useCommentPlaces } = await import('../../platform/comment-places.ts');
  useCommentPlaces.setState({ viewed: { id: '7', revisionId: '70' }, sheets: ['Costs', 'Prices'] });
  // a cell is in every version that has its sheet, all else in its own alone
  await user.click(await screen.findByRole('button', { name: 'Prices!AB4' }));
  expect(useCommentPlaces.getState().shown).toMatchObject({ threadId: '1', place: { row: 4 } });
  expect(screen.getAllByText(t('comments.placeGone')).length).toBe(3);
  useCommentPlaces.setState({ sheets: ['Costs'] });
  await expect.poll(() => screen.getAllByText(t('comments.placeGone')).length).toBe(4);
  useCommentPlaces.setState({ viewed: { id: '7', revisionId: '69' }, sheets: undefined });
  await expect.poll(() => screen.queryByText(t('comments.placeGone'))).toBeNull();
  // what is shown of the document has cells alone
  expect(screen.getByRole('button', { name: t('comments.atPoint') })).toBeTruthy();
  useCommentPlaces.setState({ viewed: { id: '7', revisionId: '69', shows: ['cell'] }, sheets: ['Prices'] });
  await expect.poll(() => screen.queryByRole('button', { name: t('comments.atPoint') })).toBeNull();
  expect(screen.getByText(t('comments.atPoint'))).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Prices!AB4' })).toBeTruthy();
});

test('where comments are switched off they are read alone, and a long thread shows all its replies on demand', async () => {
  const replies = Array.from({ length: 12 }, (_, at) => commentOf({ id: String(at + 20), content: `Reply ${at}` }));
  const all = Array.from({ length: 30 }, (_, at) => commentOf({ id: String(at + 20), content: `Reply ${at}` }));
  const { screen, t, press } = await openComments({
    threads: [threadOf({ replies, replyCount: 30, revisionId: '69', revisionLabel: '0.9' })],
    off: true,
    more: [answer(comments.replies, ({ pageNo, pageSize }) => ({ ...pageOf(all), pageNo, pageSize }))],
  });
  await screen.findByText(t('comments.off'));
  await screen.findByText(t('comments.onVersion', { label: '0.9' }));
  expect(screen.queryByRole('button', { name: t('comments.reply') })).toBeNull();
  await press(t('comments.moreReplies', { count: 18 }));
  await screen.findByText('Reply 29', words);
});

test('a thread says which version it was written on where another one is shown, also without its place', async () => {
  const older = { revisionId: '69', revisionLabel: '1.0' };
  const { screen, t } = await openComments({ threads: [threadOf({ id: '2', content: 'On the new one' }), threadOf({ ...older })] });
  await screen.findByText('On the new one', words);
  expect(screen.getAllByText(t('comments.onVersion', { label: '1.0' }))).toHaveLength(1);
  const { useCommentPlaces } = await import('../../platform/comment-places.ts');
  // an older version is looked at: now the other thread is on another one
  useCommentPlaces.setState({ viewed: { id: '7', revisionId: '69', shows: [] } });
  await expect
    .poll(() => screen.getByText(t('comments.onVersion', { label: '1.0' })).closest('li')?.textContent)
    .toContain('On the new one');
});
