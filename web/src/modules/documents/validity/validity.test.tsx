import { moduleType, objType } from '@dossier/contract/core/rights';
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
