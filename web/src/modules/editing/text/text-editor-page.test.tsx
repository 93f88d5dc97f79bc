import { comments } from '@dossier/contract/comments/comments';
import { codes } from '@dossier/contract/core/codes';
import { library } from '@dossier/contract/documents/library';
import { type RoomNotice, editing, roomMessage, sharedText } from '@dossier/contract/editing/editing';
import { waitFor } from '@testing-library/dom';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import * as sync from 'y-protocols/sync';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { answer } from '../../../../test/answers.ts';
import { documentOf } from '../../../../test/documents.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';
import { RoomConnection } from './room-connection.ts';

const opened = { sessionId: '5', name: 'notes.txt', ext: 'txt', encoding: 'utf-8', roomUrl: '/edit/room?ticket=1' };

/** The server's side of a room: has a text, and does with an update what `take` says. */
class TestRoom extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly all: TestRoom[] = [];
  static entered: (room: TestRoom) => void = (room) => room.greet();
  static take: (room: TestRoom) => void = () => undefined;
  readyState = 0;
  binaryType = '';
  private readonly doc = new Y.Doc();

  constructor() {
    super();
    TestRoom.all.push(this);
    queueMicrotask(() => {
      this.readyState = 1;
      // a room tells what it has before it listens
      TestRoom.entered(this);
      this.dispatchEvent(new Event('open'));
    });
  }

  greet(): void {
    this.say((message) => sync.writeSyncStep1(message, this.doc));
  }

  private say(write: (message: encoding.Encoder) => void, kind: number = roomMessage.sync): void {
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, kind);
    write(message);
    const { buffer } = encoding.toUint8Array(message).slice();
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: buffer })));
  }

  tell(notice: RoomNotice): void {
    this.say((message) => encoding.writeVarString(message, JSON.stringify(notice)), roomMessage.fromServer);
  }

  send(data: Uint8Array): void {
    const decoder = decoding.createDecoder(data);
    if (decoding.readVarUint(decoder) !== roomMessage.sync) return;
    if (decoding.readVarUint(decoder) === sync.messageYjsSyncStep1) {
      const state = decoding.readVarUint8Array(decoder);
      return this.say((message) => sync.writeSyncStep2(message, this.doc, state));
    }
    // an answer without anything new is two bytes
    if (decoding.readVarUint8Array(decoder).length > 2) TestRoom.take(this);
  }

  close(code = 1000): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('close'), { code })));
  }
}

beforeEach(() => {
  TestRoom.all.length = 0;
  TestRoom.entered = (room) => room.greet();
  TestRoom.take = () => undefined;
  vi.stubGlobal('WebSocket', TestRoom);
});
afterEach(() => void vi.useRealTimers());

/** A connection that was entered, whose delays pass at once. */
async function entered(): Promise<RoomConnection> {
  vi.useFakeTimers();
  // a connection that is silent for long asks whether the server is there: it is
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  const room = new RoomConnection('7', () => Promise.resolve(opened));
  await room.connect();
  await vi.waitFor(() => expect(room.state.getState().phase).toBe('open'));
  return room;
}

test('words that the room refuses again and again are not sent for ever', async () => {
  const room = await entered();
  TestRoom.take = (one) => one.close(1008);
  room.doc.getText(sharedText).insert(0, 'refused');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(room.state.getState()).toMatchObject({ phase: 'open', isRefused: true, unkept: true });
  expect(TestRoom.all).toHaveLength(3);
  room.stop();
});

test('refusals are counted anew once words are kept, and losses of the connection are none', async () => {
  const room = await entered();
  let count = 0;
  // refused twice, then kept
  TestRoom.take = (one) => (++count % 3 === 0 ? one.tell({ kind: 'kept', count: 2 }) : one.close(1008));
  for (const word of ['one', 'two', 'three']) {
    room.doc.getText(sharedText).insert(0, word);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(room.state.getState()).toMatchObject({ phase: 'open', unkept: false });
  }
  TestRoom.take = (one) => one.close(1006);
  room.doc.getText(sharedText).insert(0, 'lost');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(room.state.getState().isRefused).toBeUndefined();
  expect(TestRoom.all.length).toBeGreaterThan(9);
  room.stop();
});

test('says why there is no place in the rooms, and tries again on request', async () => {
  const message = 'as many documents as are allowed';
  TestRoom.entered = (room) => {
    room.tell({ kind: 'full', code: codes.editRoomsFull.code, message });
    room.close(1013);
  };
  const { screen, press, t } = await openPage('/edit?id=7', { answers: [...shellAnswers(), answer(editing.open, opened)] });
  await screen.findByText(message);
  expect(TestRoom.all).toHaveLength(1);
  await press(t('editing.editor.tryAgain'));
  await waitFor(() => expect(TestRoom.all).toHaveLength(2));
});

test.each([false, true])(
  'comments stand beside a text that is edited, and begin at its words unless they are switched off (%s)',
  async (off) => {
    const nothing = { list: [], ...(off && { off }) };
    const { screen, press, user, t } = await openPage('/edit?id=7', {
      answers: [
        ...shellAnswers(),
        answer(editing.open, opened),
        answer(library.documentDetail, { ...documentOf(), path: 'Notes', ownerId: '1', ownerName: 'Ana' }),
        answer(comments.list, { ...nothing, pageNo: 1, pageSize: 20, totalNumber: 0, openCount: 0 }),
        answer(comments.places, nothing),
      ],
    });
    await screen.findByRole('button', { name: t('editing.editor.commentsOf') });
    await press(t('editing.editor.commentsOf'));
    await screen.findByText(t('comments.none_open'));
    expect(screen.queryByText(t('comments.off')) !== null).toBe(off);
    expect(screen.queryByRole('button', { name: t('editing.editor.commentWords') }) === null).toBe(off);
    if (!off) {
      // an empty text has no words to be selected
      await press(t('editing.editor.commentWords'));
      await screen.findByText(t('editing.editor.selectWords'));
    }
    // the key leads to the field, or to the pane, which Escape closes
    await user.click(screen.getByRole('heading', { name: t('editing.editor.commentsOf') }));
    if (!off) await user.keyboard('{Control>}{Alt>}m{/Alt}{/Control}');
    if (!off) await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: t('comments.write') })));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  },
);
