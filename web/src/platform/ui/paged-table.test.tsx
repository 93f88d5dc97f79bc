import type { AddressSegment } from '@dossier/contract/identity/address-restrictions';
import { addresses } from '@dossier/contract/identity/address-restrictions';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { fireEvent } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../test/answers.ts';
import { type OpenPage, openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const all: AddressSegment[] = Array.from({ length: 130 }, (_, at) => ({
  id: String(at + 1),
  name: `Range ${at + 1}`,
  addresses: `10.0.0.${at}`,
  scope: 'signIn',
  kind: 'block',
  enabled: true,
}));

const open = (list: object = {}): Promise<OpenPage> =>
  openPage('/admin/index/userManger/ipmanagement', {
    answers: [
      ...shellAnswers({ listLayout: JSON.stringify({ list }) }),
      answer(addresses.segments, ({ pageNo, pageSize }) => ({
        list: all.slice((pageNo - 1) * pageSize, pageNo * pageSize),
        pageNo,
        pageSize,
        totalNumber: all.length,
      })),
      answer(addresses.tryAddress, { address: '10.1.1.1', fullName: 'Ana', answers: [] }),
      answer(people.users, pageOf([])),
      answer(session.setListLayout, {}),
    ],
  });

test('a table tells the total, goes to a page that is typed, and keeps its size with the account', async () => {
  const { screen, user, t, inputsOf } = await open();
  await screen.findByText('Range 30');
  await screen.findByText(t('platform.itemsInAll', { count: 130 }));
  const box = document.querySelector('.ant-pagination-options-quick-jumper input') as HTMLInputElement;
  fireEvent.input(box, { target: { value: '4' } });
  fireEvent.keyUp(box, { key: 'Enter', keyCode: 13 });
  await screen.findByText('Range 120');
  expect(screen.queryByText('Range 90')).toBeNull();
  await user.click(document.querySelector('.ant-pagination-options input[role=combobox]') as HTMLElement);
  await user.click(await screen.findByText(/^50\b/));
  await screen.findByText('Range 50');
  expect(inputsOf(addresses.segments).map(({ pageNo, pageSize }) => [pageNo, pageSize])).toEqual([
    [1, 30],
    [4, 30],
    [1, 50],
  ]);
  const kept = () => inputsOf(session.setListLayout).map(({ value }) => (JSON.parse(value) as { list: object }).list);
  await expect.poll(kept, { timeout: 5000 }).toEqual([expect.objectContaining({ pageSize: 50 })]);
});

test('a table begins with as many rows as its user has chosen', async () => {
  const { screen, inputsOf } = await open({ pageSize: 100 });
  await screen.findByText('Range 100');
  expect(inputsOf(addresses.segments)).toMatchObject([{ pageNo: 1, pageSize: 100 }]);
});
