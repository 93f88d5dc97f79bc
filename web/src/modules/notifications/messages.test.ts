import { objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { type Message, messages, msgType } from '@dossier/contract/notifications/messages';
import { flowObjectType } from '@dossier/contract/workflows/flow-shapes';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ReceivedCall, answer, fetchFrom } from '../../../test/answers.ts';
import { documentOf } from '../../../test/documents.ts';
import { openMessage } from './messages.ts';

let asked: ReceivedCall[];
let faults: string[];
beforeEach(() => {
  [asked, faults] = [[], []];
  const answers = [
    answer(messages.markRead, {}),
    answer(library.folderDetail, { ...documentOf({ id: '8', objType: objType.folder, ext: undefined, size: undefined }), ...owned }),
    answer(library.cabinetDetail, { ...documentOf({ id: '5', objType: objType.cabinet, ext: undefined, size: undefined }), ...owned }),
    answer(library.documentDetail, { ...documentOf({ id: '7' }), ...owned }),
  ];
  vi.stubGlobal('fetch', fetchFrom(answers, { asked, faults }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

const owned = { path: 'Rules', ownerId: '1', ownerName: 'Ana' };
const message = (given: Partial<Message>): Message => ({
  id: '3',
  msgType: msgType.rightGiven,
  content: 'News',
  createdDt: '2026-01-05T08:00:00Z',
  read: false,
  ...given,
});

/** What a message opens: the path of a page, or the item that is handed to who opens items. */
async function opened(given: Partial<Message>): Promise<string[]> {
  const led: string[] = [];
  const open = async (item: { id: string; objType: number }) => void led.push(`${item.objType} ${item.id}`);
  await openMessage(message(given), open, { place: 'home', go: (path: string) => void led.push(path) } as never);
  return led;
}

test('a message about a flow leads to it: to what waits where it waits for its reader, otherwise to the flow as it is', async () => {
  const flow = { objType: flowObjectType, objId: '40' };
  for (const type of ['flowWaiting', 'flowUrged', 'flowDue', 'flowEscalated'] as const)
    expect(await opened({ ...flow, msgType: msgType[type] })).toEqual(['/flow/index/waittodo?flowId=40']);
  for (const type of ['flowPassed', 'flowRejected'] as const)
    expect(await opened({ ...flow, msgType: msgType[type] })).toEqual(['/flow/index/finshFlow?flowId=40']);
  expect(asked.filter(({ path }) => path === messages.markRead.path)).toHaveLength(6);
});

test.each([
  ['folder', '8', library.folderDetail],
  ['cabinet', '5', library.cabinetDetail],
  ['document', '7', library.documentDetail],
] as const)('a message about a %s opens it', async (kind, id, route) => {
  expect(await opened({ objType: objType[kind], objId: id })).toEqual([`${objType[kind]} ${id}`]);
  expect(asked.filter(({ path }) => path === route.path)).toMatchObject([{ input: { id } }]);
});
