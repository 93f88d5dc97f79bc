import { type Role, people } from '@dossier/contract/identity/users';
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const roleNamed = (name: string): Role => ({
  id: '7',
  name,
  roleType: 4,
  moduleTypes: [],
  deeds: [],
  branch: false,
  builtIn: false,
  memberCount: 0,
});

test('a role is created, and is given and loses a permission of its table', async () => {
  let roles: Role[] = [];
  const { screen, user, t, inputsOf, press, fill, dialog } = await openPage('/admin/index/userManger/userrole', {
    answers: [
      ...shellAnswers(),
      answer(people.roles, () => pageOf(roles)),
      answer(people.groups, pageOf([])),
      answer(people.createRole, ({ name }) => {
        roles = [roleNamed(name)];
        return { id: '7' };
      }),
      answer(people.updateRole, ({ deeds = [] }) => {
        roles = [{ ...roleNamed('Reception'), deeds }];
        return {};
      }),
      answer(people.roleMembers, pageOf([])),
    ],
  });
  await press(t('identity.users.newRole'));
  const asking = await dialog(t('identity.users.newRole'));
  await fill(t('identity.users.name'), 'Reception', asking);
  await press(t('identity.users.create'), asking);
  await screen.findByRole('heading', { name: 'Reception' });
  await user.click(screen.getByText(t('identity.users.officeLabel')));
  const see = async (): Promise<HTMLElement> =>
    within(await screen.findByRole('group', { name: t('identity.permissions.officePeople') })).getByLabelText(
      t('identity.permissions.deedSee'),
    );
  await user.click(await see());
  await press(t('identity.users.save'));
  await screen.findByText(t('identity.users.roleSaved', { name: 'Reception' }));
  // saved when it is read anew
  await expect.poll(() => screen.queryByText(t('identity.users.save'))?.closest('button')?.disabled ?? true).toBe(true);
  await user.click(await see());
  await press(t('identity.users.save'));
  await expect.poll(() => inputsOf(people.updateRole).map(({ deeds }) => deeds)).toEqual([['people.see'], []]);
});
