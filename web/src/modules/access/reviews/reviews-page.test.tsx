import { type ReviewState, reviews } from '@dossier/contract/access/reviews';
import { objType } from '@dossier/contract/core/rights';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const reviewed: ReviewState = {
  objId: '5',
  objName: 'Reviewed',
  objType: objType.cabinet,
  moduleType: 3,
  ownerName: 'Administrator',
  months: 12,
  nextAt: '2027-01-01T12:00:00.000Z',
  overdue: false,
  lastAt: '2026-01-01T12:00:00.000Z',
  lastBy: 'Karl Kept',
  manages: true,
};

test('cabinets are listed with when their next review is due', async () => {
  const { screen, t } = await openPage('/rights/reviews', {
    answers: [...shellAnswers(), answer(reviews.states, pageOf([reviewed]))],
  });
  await screen.findByText('Reviewed');
  const line = screen.getAllByRole('row').find((row) => row.textContent?.includes('Reviewed'));
  expect(line?.textContent).toContain(t('access.reviewMonths', { count: 12 }));
  expect(line?.textContent).toContain('Karl Kept');
});
