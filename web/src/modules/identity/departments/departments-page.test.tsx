import type { Department } from '@dossier/contract/identity/departments';
import { people } from '@dossier/contract/identity/users';
import { fireEvent, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const path = '/admin/index/userManger/partment';
const department = (id: string, name: string): Department => ({
  id,
  name,
  sortNumber: 99,
  hasChildren: false,
  memberCount: 0,
  wholeCount: 0,
  belowCount: 0,
  heads: [],
});

test('who may only see people is offered nothing that changes them', async () => {
  const { screen, t } = await openPage(path, {
    answers: [
      ...shellAnswers({ deeds: ['people.see'] }),
      answer(people.departments, [department('2', 'Desk')]),
      answer(people.findDepartments, []),
      answer(people.users, pageOf([])),
    ],
  });
  await screen.findByRole('treeitem', { name: /Desk/ });
  for (const operation of ['newPerson', 'inviteGuest', 'newDepartment'] as const)
    expect(screen.queryByText(t(`identity.users.${operation}`))).toBeNull();
  expect(screen.queryByRole('button', { name: t('identity.users.actionsOf', { name: 'Desk' }) })).toBeNull();
});

test('a second press of the key that moves a department acts on the order after the first', async () => {
  let order = ['2', '3', '4'];
  const { screen, inputsOf } = await openPage(path, {
    answers: [
      ...shellAnswers({ deeds: ['people.see', 'departments.edit'] }),
      answer(people.departments, () => order.map((id) => department(id, `Desk ${id}`))),
      answer(people.findDepartments, []),
      answer(people.users, pageOf([])),
      answer(people.placeDepartment, ({ id, before }) => {
        const rest = order.filter((other) => other !== id);
        order = rest.toSpliced(before === undefined ? rest.length : rest.indexOf(before), 0, id);
        return {};
      }),
    ],
  });
  const node = await screen.findByRole('treeitem', { name: /Desk 2/ });
  fireEvent.keyDown(node, { key: 'ArrowDown', altKey: true });
  fireEvent.keyDown(node, { key: 'ArrowDown', altKey: true });
  await waitFor(() => expect(inputsOf(people.placeDepartment)).toHaveLength(2));
  const shown = () => screen.getAllByRole('treeitem').map((one) => one.getAttribute('data-id'));
  await waitFor(() => expect(shown()).toEqual(['3', '4', '2']));
});
