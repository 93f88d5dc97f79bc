import { type AcknowledgementRequest, type AskedPerson, acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { moduleType, objType, right } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import { type Item, library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { flows } from '@dossier/contract/workflows/flows';
import { expect, test } from 'vitest';
import { type Answer, answer, pageOf } from '../../../test/answers.ts';
import { documentOf } from '../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const time = '2026-01-01T00:00:00.000Z';

const document = documentOf({ name: 'rule.txt' });

type Detail = OutputOf<typeof acknowledgements.detail>;

const request: NonNullable<Detail['request']> = {
  id: '90',
  revisionId: '70',
  revisionLabel: '1.0',
  renewal: 'never',
  creatorName: 'Ben Archer',
  createTime: time,
  current: true,
  asked: false,
};

interface Given {
  item: Partial<Item>;
  detail: () => Detail;
  earlier?: AcknowledgementRequest[];
  asked?: AskedPerson[];
  leftOut?: OutputOf<typeof acknowledgements.leftOut>;
  more?: Answer[];
}

async function openTab({
  item: given,
  detail,
  earlier = [],
  asked = [],
  leftOut = { names: [], total: 0, mayNow: 0 },
  more = [],
}: Given): Promise<OpenPage> {
  const item = { ...document, ...given };
  const cabinet = { ...document, id: '5', name: 'Rules', objType: objType.cabinet };
  const page = await openPage('/knowledge/index?id=5', {
    answers: [
      ...more,
      ...shellAnswers(),
      answer(library.items, () => pageOf([item])),
      answer(library.documentDetail, () => ({ ...item, path: 'Rules', ownerId: '1', ownerName: 'Ana' })),
      answer(acknowledgements.detail, detail),
      answer(acknowledgements.requests, () => ({ list: earlier })),
      answer(acknowledgements.leftOut, () => leftOut),
      answer(acknowledgements.people, ({ state }) =>
        pageOf(asked.filter((one) => state === 'all' || (one.acknowledgedTime !== undefined) === (state === 'done'))),
      ),
      answer(library.ancestors, [{ id: '5', name: 'Rules', moduleType: moduleType.enterprise, objType: objType.cabinet }]),
      answer(library.tree, []),
      answer(flows.choices, { list: [] }),
      answer(library.cabinetDetail, { ...cabinet, path: '', ownerId: '1', ownerName: 'Ana' }),
    ],
  });
  const { screen, user, t } = page;
  await user.click(await screen.findByText('rule'));
  await user.keyboard('i');
  await user.click(await screen.findByRole('tab', { name: t('acknowledgements.tab') }));
  return page;
}

test('who manages the document reads who was left out, and asks those who may view it by now', async () => {
  const leftOut = { names: ['Tim Roth', 'Eve Moss'], total: 52, mayNow: 1 };
  const { screen, t, press, dialog, inputsOf, user } = await openTab({
    item: { rights: right.visible | right.read | right.manage },
    detail: () => ({ mayAsk: true, request: { ...request, counts: { asked: 3, done: 1 } } }),
    leftOut,
    more: [
      answer(people.grantees, []),
      answer(acknowledgements.askLeftOut, () => {
        Object.assign(leftOut, { names: [], total: 0, mayNow: 0 });
        return { asked: 1, withoutRight: 51 };
      }),
    ],
  });
  const names = t('acknowledgements.namesAndMore', { names: 'Tim Roth, Eve Moss', count: 50 });
  const line = await screen.findByText(t('acknowledgements.notAsked', { names }));
  await press(t('acknowledgements.askLeftOut'));
  await screen.findByText(t('acknowledgements.askedOf', { count: 1 }));
  expect(inputsOf(acknowledgements.askLeftOut)).toEqual([{ id: '90' }]);
  await expect.poll(() => line.isConnected).toBe(false);
  // the entry of the menu opens the dialog itself, which says that a request is open
  await user.pointer({ target: screen.getAllByText('rule')[0] ?? globalThis.document.body, keys: '[MouseRight]' });
  await user.hover(await screen.findByRole('menuitem', { name: new RegExp(t('documents.library.menuApproval')) }));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(t('acknowledgements.askDots')) }));
  const box = await dialog(t('acknowledgements.askTitle', { name: 'rule.txt' }));
  await box.findByText(t('acknowledgements.endsOpen', { done: 1, asked: 3, label: '1.0' }));
});

test('who is asked sees it in the list, reads why and until when, and acknowledges once', async () => {
  let given = false;
  const detail = (): Detail => ({
    mayAsk: false,
    request: {
      ...request,
      asked: true,
      note: 'Before the audit',
      dueTime: '2026-03-01T12:00:00.000Z',
      ...(given && { acknowledgedTime: '2026-02-03T00:00:00.000Z' }),
    },
  });
  const { screen, t, press, dialog, inputsOf } = await openTab({
    item: { acknowledgement: 'asked' },
    detail,
    more: [
      answer(acknowledgements.acknowledge, () => {
        given = true;
        return {};
      }),
    ],
  });
  await screen.findByRole('img', { name: t('documents.library.toRead') });
  await screen.findByText('Before the audit');
  await screen.findByText(t('acknowledgements.wasDue', { time: '2026-03-01' }));
  await press(t('acknowledgements.acknowledge'));
  // it cannot be taken back, so it is asked for
  const box = await dialog(t('acknowledgements.acknowledgeTitle', { name: 'rule.txt', label: '1.0' }));
  await box.findByText(t('acknowledgements.acknowledgeText'));
  expect(inputsOf(acknowledgements.acknowledge)).toEqual([]);
  await press(t('acknowledgements.acknowledge'), box);
  await screen.findByText(t('acknowledgements.youAcknowledged', { label: '1.0', time: '2026-02-03' }));
  expect(inputsOf(acknowledgements.acknowledge)).toEqual([{ id: '90' }]);
  // who does not manage the document asks for no list of people
  expect(inputsOf(acknowledgements.people)).toEqual([]);
  expect(inputsOf(acknowledgements.requests)).toEqual([]);
});

test('who manages the document asks a group by a date, and sees who has not acknowledged', async () => {
  let detail: Detail = { mayAsk: true };
  const { screen, t, press, pick, dialog, inputsOf, user } = await openTab({
    item: { rights: right.visible | right.read | right.manage },
    detail: () => detail,
    earlier: [{ ...request, id: '80', revisionLabel: '0.9', asked: 1, done: 1, closedTime: time }],
    asked: [
      { name: 'Cleo Marsh', openedTime: time },
      { name: 'Dan Gone', lost: true },
      { name: 'Eve Stone', acknowledgedTime: time },
    ],
    more: [
      answer(people.grantees, [{ type: 'group', id: '12', name: 'Readers' }]),
      answer(acknowledgements.create, () => {
        detail = { mayAsk: true, request: { ...request, counts: { asked: 3, done: 1 } } };
        return { id: '90', asked: 3, withoutRight: 2 };
      }),
      answer(acknowledgements.export, ({ format }) => ({ downloadUrl: `/report.${format}`, fileName: `report.${format}` })),
      answer(acknowledgements.remind, { reminded: 2 }),
      answer(acknowledgements.close, () => {
        detail = { mayAsk: true };
        return {};
      }),
    ],
  });
  await press(t('acknowledgements.askDots'));
  const box = await dialog(t('acknowledgements.askTitle', { name: 'rule.txt' }));
  await press(t('acknowledgements.ask'), box);
  await box.findByText(t('acknowledgements.whoNeeded'));
  await user.type(box.getByLabelText(t('acknowledgements.note')), 'Before the audit');
  // what was entered is not lost by a key
  await user.keyboard('{Escape}');
  const question = await dialog(t('platform.discardQuestion'));
  await press(t('platform.keepEditing'), question);
  await pick(t('acknowledgements.who'), 'Readers', box);
  await press(t('acknowledgements.ask'), box);
  await screen.findByText(t('acknowledgements.withoutRight', { count: 2 }));
  expect(inputsOf(acknowledgements.create)).toEqual([
    { objId: '7', principals: [{ granteeType: 'group', granteeId: '12' }], note: 'Before the audit', renewal: 'never' },
  ]);
  await screen.findByText(t('acknowledgements.countsOf', { done: 1, asked: 3, label: '1.0' }));
  await screen.findByText('Cleo Marsh');
  await screen.findByText(t('acknowledgements.openedOnly'));
  await screen.findByText(t('acknowledgements.lost'));
  await press(t('acknowledgements.saveExcel'));
  await press(t('acknowledgements.saveCsv'));
  expect(inputsOf(acknowledgements.export)).toEqual([
    { id: '90', format: 'xlsx' },
    { id: '90', format: 'csv' },
  ]);
  expect(screen.queryByText('Eve Stone')).toBeNull();
  await user.click(screen.getByText(t('acknowledgements.people_done')));
  await screen.findByText('Eve Stone');
  await press(t('acknowledgements.remind'));
  await screen.findByText(t('acknowledgements.reminded', { count: 2 }));
  await press(t('acknowledgements.countsOf', { done: 1, asked: 1, label: '0.9' }));
  await expect.poll(() => inputsOf(acknowledgements.people).map(({ id }) => id)).toContain('80');
  await press(t('acknowledgements.endDots'));
  await press(t('acknowledgements.end'), await dialog(t('acknowledgements.endAsk')));
  await screen.findByText(t('acknowledgements.nobodyAsked'));
});
