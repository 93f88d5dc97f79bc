import { activity } from '@dossier/contract/activity/activity';
import { following } from '@dossier/contract/activity/following';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../test/answers.ts';
import { documentOf } from '../../../test/documents.ts';
import { openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const followed = { ...documentOf({ followed: true }), followTime: '2026-01-05T08:00:00.000Z' };

test('what is followed is listed and can be left', async () => {
  let list = [followed];
  const { screen, user, t, press, inputsOf } = await openPage('/activity/following', {
    answers: [
      ...shellAnswers(),
      answer(following.list, () => pageOf(list)),
      answer(following.unfollow, () => {
        list = [];
        return {};
      }),
    ],
  });
  await screen.findByText('lease.txt');
  await press(t('activity.actionsOf', { name: 'lease.txt' }));
  await user.click(await screen.findByText(t('activity.unfollow')));
  await screen.findByText(t('activity.nothingFollowed'));
  expect(inputsOf(following.unfollow)).toEqual([{ objIds: ['7'] }]);
});

test('the page of the activity leads there, and an empty list says how to begin', async () => {
  const { screen, user, t, leadsTo } = await openPage('/activity', {
    answers: [...shellAnswers(), answer(activity.list, { list: [] }), answer(following.list, pageOf([]))],
  });
  await user.click(await screen.findByRole('link', { name: t('activity.following') }));
  await leadsTo('/activity/following');
  expect(await screen.findByText(t('activity.nothingFollowedHint'))).toBeDefined();
});
