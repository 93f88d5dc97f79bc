import { library } from '@dossier/contract/documents/library';
import { messages } from '@dossier/contract/notifications/messages';
import { afterEach, expect, it, vi } from 'vitest';
import { type Answer, type ReceivedCall, answer, fetchFrom } from '../../test/answers.ts';
import { call } from './call.ts';
const asked: ReceivedCall[] = [];
const faults: string[] = [];
afterEach(() => vi.unstubAllGlobals());
const serve = (...answers: Answer[]) => vi.stubGlobal('fetch', fetchFrom(answers, { asked, faults }));

it('what was cut, pasted and cut again is cut again', async () => {
  serve(answer(library.cut, {}), answer(library.paste, { ids: ['2'], moved: true, skipped: 0 }));
  await call(library.cut, { objIds: ['2'] });
  await call(library.paste, { parentId: '1' });
  await call(library.cut, { objIds: ['2'] });
  await call(library.paste, { parentId: '3' });
  expect(asked.map(({ path }) => path)).toEqual(['/dms/cut', '/dms/paste', '/dms/cut', '/dms/paste']);
});

it('messages that come after all were marked as read are marked too', async () => {
  serve(answer(messages.markRead, {}));
  asked.length = 0;
  await call(messages.markRead, {});
  await call(messages.markRead, {});
  expect(asked).toHaveLength(2);
});
