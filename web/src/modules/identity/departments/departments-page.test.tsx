import type { Department } from '@dossier/contract/identity/departments';
import { people } from '@dossier/contract/identity/users';
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
