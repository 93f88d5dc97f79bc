import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { expect, test } from 'vitest';
import { answer } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const all = Array.from({ length: 32 }, (_, at) => ({
  id: String(at + 1),
  spaceId: String(at + 1),
  name: `Branch ${at + 1}`,
  own: at === 0,
  current: at === 0,
}));

test('spaces are listed by fifteen', async () => {
  const { screen, user, inputsOf } = await openPage('/home-setting/index', {
    answers: [
      ...shellAnswers({ spaceCount: all.length }),
      answer(people.relatedOrganisations, []),
      answer(session.spaces, ({ pageNo, pageSize }) => ({
        list: all.slice((pageNo - 1) * pageSize, pageNo * pageSize),
        pageNo,
        pageSize,
        totalNumber: all.length,
      })),
    ],
  });
  await screen.findByText('Branch 15');
  expect(screen.queryByText('Branch 16')).toBeNull();
  await user.click(screen.getByRole('listitem', { name: '3' }));
  await screen.findByText('Branch 32');
  expect(screen.queryByText('Branch 30')).toBeNull();
  expect(inputsOf(session.spaces)).toMatchObject([
    { pageNo: 1, pageSize: 15 },
    { pageNo: 3, pageSize: 15 },
  ]);
});
