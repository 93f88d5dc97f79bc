import { objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { type Message, messages, msgType } from '@dossier/contract/notifications/messages';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const about = { objType: objType.document, objId: '7', name: 'Plan.pdf', ext: 'pdf' };
const message = (id: string): Message => ({
  id,
  msgType: msgType.documentSigned,
  content: `News ${id}`,
  createdDt: '2026-01-05T08:00:00Z',
  read: false,
  ...about,
});

/** The drawer with messages that the page deletes and reads. */
async function openDrawer() {
  let list = ['3', '2', '1'].map(message);
  const page = await openPage('/401', {
    answers: [
      ...shellAnswers(),
      answer(messages.unread, () => ({ list, totalNumber: list.length })),
      answer(messages.list, () => pageOf(list)),
      answer(messages.markRead, {}),
      answer(messages.items, [about]),
      answer(library.tree, []),
      answer(library.ancestors, []),
      answer(library.cabinets, pageOf([])),
      answer(messages.delete, ({ ids, until }) => {
        list = list.filter(({ id }) => !ids?.includes(id) && (until === undefined || id > until));
        return {};
      }),
    ],
  });
  const { press, t, dialog } = page;
  await press(t('notifications.unreadCount', { count: 3 }));
  await press(t('notifications.allMessages'));
  return { ...page, box: await dialog(t('notifications.deleteAll')) };
}

test('a message is deleted alone, and after a question all that are shown', async () => {
  const { screen, user, press, t, dialog, box, inputsOf } = await openDrawer();
  await press(t('notifications.actionsOf', { text: 'News 2' }), box);
  await user.click(await screen.findByText(t('notifications.delete')));
  await expect.poll(() => box.queryByText('News 2')).toBeNull();
  await press(t('notifications.deleteAll'), box);
  await press(t('notifications.delete'), await dialog(t('notifications.deleteAllAsk')));
  await box.findByText(t('notifications.none'));
  expect(inputsOf(messages.delete)).toEqual([{ ids: ['2'] }, { until: '3' }]);
});

test('a message leads to its document in the folder', async () => {
  const { screen, user, press, t, box, inputsOf, leadsTo } = await openDrawer();
  await press(t('notifications.actionsOf', { text: 'News 3' }), box);
  await user.click(await screen.findByText(t('notifications.showInFolder')));
  await leadsTo(/^\/knowledge\/index\?/);
  expect([inputsOf(messages.items), inputsOf(messages.markRead)]).toEqual([[{ msgId: '3' }], [{ ids: ['3'] }]]);
});

test('five unread messages are asked for, and all of them by fifteen, thirty or fifty', async () => {
  const { screen, user, box, inputsOf } = await openDrawer();
  await box.findByText('News 3');
  expect(inputsOf(messages.unread).map(({ pageSize }) => pageSize)).toContain(5);
  expect(inputsOf(messages.list)).toMatchObject([{ pageNo: 1, pageSize: 15 }]);
  await user.click(box.getByRole('combobox'));
  await screen.findByText(/^50\b/);
  expect(screen.queryAllByText(/^(15|30|50) /).length).toBeGreaterThanOrEqual(3);
});
