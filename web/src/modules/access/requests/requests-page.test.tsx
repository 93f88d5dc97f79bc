import { type AccessRequest, accessRequests } from '@dossier/contract/access/requests';
import { home } from '@dossier/contract/core/home';
import { level, objType } from '@dossier/contract/core/rights';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { expect, test } from 'vitest';
import { type Answer, answer, pageOf } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const requestOf = (id: string, personName: string): AccessRequest => ({
  id,
  personId: `9${id}`,
  personName,
  note: `Note of ${personName}`,
  askedAt: '2026-01-01T12:00:00.000Z',
});

const about = { objName: 'Secret', objType: objType.folder, moduleType: 3 };

/** The requests of Anna and Berta, until they are answered. */
function answersFor(mayGive: number): Answer[] {
  let open = [requestOf('1', 'Anna'), requestOf('2', 'Berta')];
  return [
    ...shellAnswers(),
    answer(accessRequests.list, () => ({ ...pageOf(open), ...about, mayGive })),
    answer(accessRequests.decide, ({ id }) => {
      open = open.filter((request) => request.id !== id);
      return {};
    }),
  ];
}

test('a request is granted with one click, or declined', async () => {
  const { screen, t, press, inputsOf } = await openPage('/rights/requests?id=5', { answers: answersFor(level.full) });
  await screen.findByText('Note of Anna');
  const cardOf = (name: string) => screen.getByRole('group', { name: t('access.requestOf', { name }) });
  const buttonIn = (name: string, words: string) =>
    [...cardOf(name).querySelectorAll('button')].find((button) => button.textContent === words)?.click();
  buttonIn('Anna', t('access.requestGrant'));
  await expect.poll(() => screen.queryByText('Note of Anna')).toBeNull();
  await screen.findByText(t('access.requestGranted', { name: 'Anna' }));
  await press(t('access.requestDecline'));
  await screen.findByText(t('access.requestsDone'));
  await screen.findByText(t('access.requestDeclined', { name: 'Berta' }));
  expect(screen.getByRole('link', { name: t('access.requestsToItem', { name: 'Secret' }) }).getAttribute('href')).toBe(
    '/knowledge/index?objId=5',
  );
  expect(screen.getByRole('link', { name: 'Secret' }).getAttribute('href')).toBe('/knowledge/index?objId=5');
  expect(inputsOf(accessRequests.decide)).toEqual([{ id: '1', level: 'view' }, { id: '2' }]);
});

test('only what one may give is offered', async () => {
  const { screen, t } = await openPage('/rights/requests?id=5', { answers: answersFor(level.download) });
  await screen.findByText('Note of Anna');
  expect(screen.getAllByText(t('access.level_download'))).toHaveLength(2);
  expect(screen.queryByText(t('access.level_modify'))).toBeNull();
});

test('the notification of a request leads to it', async () => {
  const told = {
    id: '3',
    msgType: msgType.accessAsked,
    content: 'Anna asks for access',
    createdDt: '2026-01-01T12:00:00.000Z',
    read: true,
    objId: '5',
    objType: objType.folder,
  };
  const { user, screen, leadsTo, inputsOf } = await openPage('/phone-macroAnalysis', {
    answers: [
      ...answersFor(level.full),
      answer(messages.unread, { list: [told], totalNumber: 1 }),
      answer(home.open, pageOf([])),
      answer(home.departmentDocs, pageOf([])),
    ],
  });
  await user.click(await screen.findByText('Anna asks for access'));
  await leadsTo('/rights/requests?id=5');
  await expect.poll(() => inputsOf(accessRequests.list)[0]).toMatchObject({ objId: '5' });
});
