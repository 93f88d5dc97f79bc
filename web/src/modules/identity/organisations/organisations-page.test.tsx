import type { Organisation } from '@dossier/contract/identity/organisations';
import { people } from '@dossier/contract/identity/users';
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const path = '/site-admin/index/site-userManger/site-organization';
const organisation = (id: string, name: string): Organisation => ({
  id,
  name,
  description: '',
  first: id === '1',
  enabled: true,
  expired: false,
  createTime: '2026-01-01T00:00:00.000Z',
  people: 3,
  guests: 0,
  documents: 0,
  bytes: 0,
});

test('an organisation is opened with its first administrator, whose password is told', async () => {
  const list = [organisation('1', 'Dossier')];
  const { screen, user, t, fill, press, dialog, inputsOf } = await openPage(path, {
    answers: [
      ...shellAnswers(),
      answer(people.organisations, () => pageOf([...list])),
      answer(people.createOrganisation, ({ name }) => {
        list.push(organisation('2', name));
        return { id: '2', userId: '9' };
      }),
    ],
  });
  await screen.findByText(t('identity.users.firstOrganisation'));
  await press(t('identity.users.newOrganisation'));
  const asking = await dialog(t('identity.users.organisationName'));
  await fill(t('identity.users.organisationName'), 'Northern Branch', asking);
  await fill(t('identity.users.fullName'), 'Hedda Head', asking);
  await fill(t('identity.users.loginName'), 'head', asking);
  await user.click(asking.getByRole('checkbox', { name: t('identity.users.mustChange') }));
  await press(t('identity.users.create'), asking);
  const shown = await dialog(t('identity.users.organisationCreated'));
  const [input] = inputsOf(people.createOrganisation);
  await shown.findByText(input?.password ?? 'no password');
  expect(input).toMatchObject({ name: 'Northern Branch', fullName: 'Hedda Head', loginName: 'head', mustChange: false });
  await press(t('identity.users.haveCopied'), shown);
  await screen.findByRole('row', { name: /Northern Branch/ });
});

test('an organisation is disabled, enabled and described on its page', async () => {
  let south = organisation('2', 'Southern Branch');
  const { screen, t, fill, press, choose, dialog } = await openPage(path, {
    answers: [
      ...shellAnswers(),
      answer(people.organisations, () => pageOf([organisation('1', 'Dossier'), south])),
      answer(people.updateOrganisation, ({ enabled = south.enabled, description = south.description }) => {
        south = { ...south, enabled, description };
        return {};
      }),
    ],
  });
  const menu = t('identity.users.actionsOf', { name: 'Southern Branch' });
  const isDisabled = (): boolean =>
    within(screen.getByRole('row', { name: /Southern Branch/ })).queryByText(t('identity.users.disabled')) !== null;
  await choose(menu, t('identity.users.disable'));
  await press(t('identity.users.disable'), await dialog(t('identity.users.disableAsk', { name: 'Southern Branch' })));
  await expect.poll(isDisabled).toBe(true);
  await choose(menu, t('identity.users.enable'));
  await expect.poll(isDisabled).toBe(false);
  await choose(menu, t('identity.users.editOrganisation'));
  const changing = await dialog(t('identity.users.editOrganisationTitle', { name: 'Southern Branch' }));
  await fill(t('identity.users.description'), 'Sells in the south', changing);
  await press(t('identity.users.save'), changing);
  await screen.findByTitle('Sells in the south');
});
