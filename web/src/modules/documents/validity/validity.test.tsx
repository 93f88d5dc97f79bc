import { moduleType, objType, right } from '@dossier/contract/core/rights';
import { type Item, library } from '@dossier/contract/documents/library';
import { validity } from '@dossier/contract/documents/validity';
import { fireEvent } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answer, answer, pageOf } from '../../../../test/answers.ts';
import { documentOf } from '../../../../test/documents.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const full = 255;
const day = 24 * 3600_000;
const at = (days: number): string => new Date(Date.now() + days * day).toISOString();
const one = (given: Partial<Item>): Item => documentOf({ rights: full, ...given });

const inFolder = (list: Item[], more: Answer[] = []): Answer[] => [
  ...shellAnswers(),
  answer(library.items, pageOf(list)),
  answer(library.ancestors, [{ id: '5', name: 'Rules', moduleType: moduleType.enterprise, objType: objType.cabinet }]),
  answer(library.tree, []),
  answer(library.cabinetDetail, { ...one({ id: '5', objType: objType.cabinet }), path: 'Rules', ownerId: '1', ownerName: 'Ana' }),
  ...more,
];

test('a list marks what has expired, expires soon or is due for review, and nothing else', async () => {
  const { screen, t } = await openPage('/knowledge/index?id=5', {
    answers: inFolder([
      one({ id: '21', name: 'old.txt', validUntil: at(-2), expired: true }),
      one({ id: '22', name: 'soon.txt', validUntil: at(5) }),
      one({ id: '23', name: 'review.txt', reviewTime: at(-1) }),
      one({ id: '24', name: 'later.txt', validUntil: at(90), reviewTime: at(60) }),
    ]),
  });
  await screen.findByRole('img', { name: /^Expired on / });
  await screen.findByRole('img', { name: t('documents.validity.expiresIn', { count: 5 }) });
  await screen.findByRole('img', { name: t('documents.validity.reviewDue') });
  expect(screen.queryAllByRole('img', { name: /Expire|Review due/ })).toHaveLength(3);
});

test('the list of what is due is narrowed, and says when it is empty', async () => {
  const { screen, user, t, inputsOf } = await openPage('/document/due', {
    answers: [
      ...shellAnswers(),
      answer(validity.due, ({ window }) => pageOf(window === '30' ? [one({ name: 'lease.txt', validUntil: at(9) })] : [])),
    ],
  });
  await screen.findByText('lease');
  await user.click(await screen.findByText(t('documents.validity.overdue')));
  await screen.findByText(t('documents.validity.noneOverdue'));
  expect(inputsOf(validity.due).map(({ window }) => window)).toEqual(['30', 'overdue']);
});

test('the list of what is due offers to load again where it fails', async () => {
  const refusal = 'Not now';
  const { screen, t } = await openPage('/document/due', {
    answers: [...shellAnswers(), answer(validity.due, { refused: 'systemError', message: refusal })],
  });
  await screen.findByText(refusal);
  expect(screen.queryByText(t('documents.validity.noneDue'))).toBeNull();
});

test('the dates of several documents are set at once, and one that is left alone stays', async () => {
  const list = [one({ id: '21', name: 'one.txt', validUntil: at(5) }), one({ id: '22', name: 'two.txt', validUntil: at(9) })];
  const { screen, user, t, dialog, press, inputsOf } = await openPage('/knowledge/index?id=5', {
    answers: inFolder(list, [answer(validity.set, {})]),
  });
  await user.click(await screen.findByText('one'));
  await user.keyboard('{Control>}a{/Control}');
  await user.pointer({ keys: '[MouseRight]', target: screen.getByText('one') });
  await user.hover(await screen.findByText(t('documents.library.menuOrganise')));
  await user.click(await screen.findByText(t('documents.validity.setDots')));
  const box = await dialog(t('documents.validity.titleOfMany', { count: 2 }));
  await screen.findByText(t('documents.validity.differ'));
  const review = box.getByLabelText(t('documents.validity.reviewOn'));
  await user.click(review);
  fireEvent.change(review, { target: { value: '2031-05-04' } });
  await user.keyboard('{Enter}');
  await press(t('documents.validity.save'), box);
  await screen.findByText(t('documents.validity.saved', { count: 2 }));
  const [sent] = inputsOf(validity.set);
  expect(sent).toMatchObject({ objIds: ['21', '22'] });
  expect(sent).not.toHaveProperty('validUntil');
  expect(new Date(String(sent?.reviewTime)).getFullYear()).toBe(2031);
});

test('dates that differ say so, and are removed from all on request', async () => {
  const list = [one({ id: '21', name: 'one.txt', validUntil: at(5) }), one({ id: '22', name: 'two.txt' })];
  const { screen, user, t, dialog, press, inputsOf } = await openPage('/knowledge/index?id=5', {
    answers: inFolder(list, [answer(validity.set, {})]),
  });
  await user.click(await screen.findByText('one'));
  await user.keyboard('{Control>}a{/Control}');
  await user.pointer({ keys: '[MouseRight]', target: screen.getByText('one') });
  await user.hover(await screen.findByText(t('documents.library.menuOrganise')));
  await user.click(await screen.findByText(t('documents.validity.setDots')));
  const box = await dialog(t('documents.validity.titleOfMany', { count: 2 }));
  expect(box.getByLabelText(t('documents.validity.validUntil')).getAttribute('placeholder')).toBe(t('documents.validity.different'));
  expect(box.getByLabelText(t('documents.validity.reviewOn')).getAttribute('placeholder')).toBe(t('documents.validity.noReview'));
  await press(t('documents.validity.removeAll'), box);
  await press(t('documents.validity.save'), box);
  await expect.poll(() => inputsOf(validity.set)).toEqual([{ objIds: ['21', '22'], validUntil: null }]);
});

test('a day that has passed is warned of, before and after, with who then still sees the document', async () => {
  const list = [one({ id: '21', name: 'one.txt', rights: right.visible | right.read | right.modify, cabinetId: '5' })];
  const { screen, user, t, dialog, press } = await openPage('/knowledge/index?id=5', {
    answers: [
      answer(library.cabinetDetail, {
        ...one({ id: '5', objType: objType.cabinet, expiredFor: 'manage' }),
        path: 'Rules',
        ownerId: '1',
        ownerName: 'Ana',
      }),
      ...inFolder(list, [answer(validity.set, {})]).filter(({ route }) => route !== library.cabinetDetail),
    ],
  });
  await user.click(await screen.findByText('one'));
  await user.pointer({ keys: '[MouseRight]', target: screen.getByText('one') });
  await user.hover(await screen.findByText(t('documents.library.menuOrganise')));
  await user.click(await screen.findByText(t('documents.validity.setDots')));
  const box = await dialog(t('documents.validity.titleOf', { name: 'one.txt' }));
  const until = box.getByLabelText(t('documents.validity.validUntil'));
  await user.click(until);
  fireEvent.change(until, { target: { value: '2020-05-04' } });
  await user.keyboard('{Enter}');
  await screen.findByText(
    [
      t('documents.validity.expireAtOnce', { count: 1 }),
      t('documents.validity.seenThenBy_manage'),
      t('documents.validity.unseenThen', { count: 1 }),
    ].join(' '),
  );
  await press(t('documents.validity.save'), box);
  expect(await screen.findByText(t('documents.validity.savedExpired', { count: 1 }))).toBeDefined();
});

test('the palette offers what can be done with the selection, and the details of a document its dates', async () => {
  const list = [one({ id: '21', name: 'one.txt', reviewTime: at(-1) })];
  const { screen, user, t } = await openPage('/knowledge/index?id=5', {
    answers: inFolder(list, [answer(library.documentDetail, { ...list[0]!, path: 'Rules / one.txt', ownerId: '1', ownerName: 'Ana' })]),
  });
  await user.click(await screen.findByText('one'));
  await user.keyboard('i');
  await screen.findByText(t('documents.validity.setDots'), { selector: 'button *' });
  await screen.findByText(t('documents.validity.reviewDots'), { selector: 'button *' });
  await user.keyboard('{Control>}k{/Control}');
  const group = await screen.findByRole('group', { name: t('app.shell.commandsSelected') });
  expect(group.textContent).toContain(t('documents.validity.setDots'));
  expect(group.textContent).toContain(t('documents.validity.reviewDots'));
});

test('a review is recorded with the next date; without the right to modify it is not offered', async () => {
  const list = [one({ id: '21', name: 'one.txt', reviewTime: at(-1) })];
  const { screen, user, t, dialog, press, inputsOf } = await openPage('/knowledge/index?id=5', {
    answers: inFolder(list, [answer(validity.review, {})]),
  });
  await user.pointer({ keys: '[MouseRight]', target: await screen.findByText('one') });
  await user.hover(await screen.findByText(t('documents.library.menuOrganise')));
  await user.click(await screen.findByText(t('documents.validity.reviewDots')));
  await press(t('documents.validity.confirmReview'), await dialog(t('documents.validity.reviewTitle', { name: 'one.txt' })));
  await screen.findByText(t('documents.validity.reviewed', { name: 'one.txt' }));
  expect(Date.parse(String(inputsOf(validity.review)[0]?.reviewTime))).toBeGreaterThan(Date.now());
});
