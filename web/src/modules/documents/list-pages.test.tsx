import { right } from '@dossier/contract/core/rights';
import { type Item, library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { fireEvent } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answer, answer } from '../../../test/answers.ts';
import { cabinetAnswers, documentOf } from '../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const rights = right.visible | right.read;
const all: Item[] = Array.from({ length: 130 }, (_, at) =>
  documentOf({ id: String(1000 + at), name: `Paper ${at + 1}.txt`, ext: 'txt', rights, parentId: '5' }),
);

const answersFor = (list: object): Answer[] => [
  ...shellAnswers({ listLayout: JSON.stringify({ list }) }),
  answer(library.items, ({ pageNo, pageSize }) => ({
    list: all.slice((pageNo - 1) * pageSize, pageNo * pageSize),
    pageNo,
    pageSize,
    totalNumber: all.length,
  })),
  ...cabinetAnswers(),
  answer(session.setListLayout, {}),
];
const open = (pageNo: number, list: object = { paging: 'pages', pageSize: 50 }): Promise<OpenPage> =>
  openPage(`/knowledge/index?id=5&pageNo=${pageNo}`, { answers: answersFor(list) });
const rowIsShown = ({ screen }: OpenPage, name: string): Promise<unknown> => screen.findByText(name, { selector: '[role=row] *' });
const pageInAddress = (): string | null => new URLSearchParams(location.search).get('pageNo');

test('a list in pages tells the total, shows the page of its address, and turns by pointer and keys', async () => {
  const page = await open(2);
  const { screen, t, user } = page;
  await screen.findByText(t('platform.itemsInAll', { count: 130 }));
  await rowIsShown(page, 'Paper 51');
  expect(screen.queryByText('Paper 50', { selector: '[role=row] *' })).toBeNull();
  const bar = screen.getByRole('navigation', { name: t('platform.pages') });
  await user.click(bar.querySelector('.ant-pagination-item-3') as HTMLElement);
  await rowIsShown(page, 'Paper 101');
  expect(pageInAddress()).toBe('3');
  // the last page has thirty rows, and a header
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('31');
  await user.keyboard('{Alt>}{PageUp}{/Alt}');
  await rowIsShown(page, 'Paper 51');
  await user.keyboard('{Alt>}{PageUp}{/Alt}');
  await rowIsShown(page, 'Paper 1');
  expect(pageInAddress()).toBeNull();
  const box = (): HTMLInputElement => bar.querySelector('.ant-pagination-options-quick-jumper input') as HTMLInputElement;
  fireEvent.input(box(), { target: { value: '2' } });
  await expect.poll(() => box().value).toBe('2');
  fireEvent.keyUp(box(), { key: 'Enter', keyCode: 13 });
  await expect.poll(pageInAddress).toBe('2');
  await rowIsShown(page, 'Paper 51');
});

test('a page behind the last one shows the last', async () => {
  const page = await open(9);
  await rowIsShown(page, 'Paper 101');
  expect(page.screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('31');
});

test('a list to scroll through has no pages', async () => {
  const page = await open(1, { paging: 'scroll' });
  await rowIsShown(page, 'Paper 1');
  expect(page.screen.queryByRole('navigation', { name: page.t('platform.pages') })).toBeNull();
});

test('a list to scroll through keeps no page in its address', async () => {
  const page = await open(3, { paging: 'scroll' });
  await rowIsShown(page, 'Paper 1');
  await expect.poll(pageInAddress).toBeNull();
  expect(new URLSearchParams(location.search).get('id')).toBe('5');
});

test('the choice is kept with the account', async () => {
  const { screen, user, t, inputsOf } = await openPage('/user-setting/index', { answers: answersFor({ paging: 'scroll' }) });
  await user.click(await screen.findByRole('radio', { name: t('identity.sign-in.listsPages') }));
  await expect
    .poll(() => inputsOf(session.setListLayout).map(({ value }) => (JSON.parse(value) as { list: object }).list), { timeout: 3000 })
    .toEqual([expect.objectContaining({ paging: 'pages', pageSize: 30 })]);
});
