import { limits } from '@dossier/contract/identity/quotas';
import { people } from '@dossier/contract/identity/users';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

test('the licence is set to as many people as there are, and says that it is full', async () => {
  let most: number | undefined;
  const none = { used: 0 };
  const { screen, t, press, fill, dialog, inputsOf } = await openPage('/site-admin/index/site-userManger/site-license', {
    answers: [
      ...shellAnswers(),
      answer(limits.licence, () => ({
        people: { used: 7, ...(most !== undefined && { most }) },
        guests: none,
        organisations: none,
        bytes: none,
        expired: false,
      })),
      answer(limits.usage, []),
      answer(limits.setLicence, (input) => {
        most = Number(input.people);
        return {};
      }),
    ],
  });
  await screen.findByText(t('administration.quotas.never'));
  await press(t('administration.quotas.changeLimits'));
  const asking = await dialog(t('administration.quotas.limitsTitle'));
  await fill(t('administration.quotas.kind_people'), '7', asking);
  await press(t('administration.quotas.save'), asking);
  await screen.findByText(t('administration.quotas.limitsSaved'));
  await screen.findByRole('meter', { name: t('administration.quotas.kind_people') });
  await screen.findByText(t('administration.quotas.full'));
  expect(inputsOf(limits.setLicence)).toMatchObject([{ people: 7 }]);
});

test('a person too many is refused in the form', async () => {
  const { screen, t, press, fill, dialog } = await openPage('/site-admin/index/site-userManger/site-user', {
    answers: [
      ...shellAnswers(),
      answer(people.users, pageOf([])),
      answer(people.roles, pageOf([])),
      answer(people.departments, []),
      answer(people.findDepartments, []),
      answer(people.createUser, { refused: 'licenceUsersUsed', message: 'The licence lets in no more people' }),
    ],
  });
  await press(t('identity.users.newPerson'));
  const form = await dialog(t('identity.users.newPerson'));
  await fill(t('identity.users.fullName'), 'One More', form);
  await fill(t('identity.users.loginName'), 'onemore', form);
  await press(t('identity.users.create'), form);
  expect((await screen.findByText('The licence lets in no more people')).isConnected).toBe(true);
});
