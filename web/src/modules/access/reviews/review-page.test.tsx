import { type ReviewLine, type ReviewResult, reviews } from '@dossier/contract/access/reviews';
import { level, objType } from '@dossier/contract/core/rights';
import { expect, test } from 'vitest';
import { type RefusedAnswer, answer } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const time = '2026-01-01T00:00:00.000Z';
const terms = { level: level.view, reach: 'all', givenBy: 'Administrator', givenAt: time } as const;
const line = (id: string, granteeName: string): ReviewLine => ({
  ...terms,
  id,
  objId: '5',
  objName: 'Reviewed',
  objType: objType.folder,
  path: '',
  ownList: false,
  granteeType: 'user',
  granteeName,
  result: 'open',
  seen: `seen-${id}`,
  note: '',
});

test('rights are confirmed and taken away, one that changed meanwhile is looked at again, and the review is closed', async () => {
  let lines = [line('1', 'Karl Kept'), line('2', 'Gwen Gone')];
  let closed: { closedAt?: string; closedBy?: string; notes: string } = { notes: '' };
  const countOf = (result: ReviewResult): number => lines.filter((one) => one.result === result).length;
  const { screen, t, press, fill, dialog, inputsOf } = await openPage('/rights/review?id=9', {
    answers: [
      ...shellAnswers(),
      answer(reviews.sheet, () => ({
        ...closed,
        id: '9',
        openedAt: time,
        openedBy: 'Administrator',
        confirmed: countOf('confirmed'),
        taken: countOf('taken'),
        gone: 0,
        objId: '5',
        objName: 'Reviewed',
        objType: objType.cabinet,
        moduleType: 3,
        ownerName: 'Administrator',
        hidden: 0,
        unlisted: 0,
        lines,
      })),
      answer(reviews.decide, ({ lines: decided }): RefusedAnswer | Record<string, never> => {
        const [{ id, result, seen } = { id: '', result: 'open' as const, seen: '' }] = decided;
        if (id === '1' && seen === 'seen-1') {
          lines = lines.map((one) => (one.id === id ? { ...one, seen: 'anew', now: { ...terms, level: level.download } } : one));
          return { refused: 'changedMeanwhile', message: 'Somebody changed this meanwhile' };
        }
        lines = lines.map((one) => (one.id === id ? { ...line(id, one.granteeName), result } : one));
        return {};
      }),
      answer(reviews.close, ({ notes }) => {
        closed = { closedAt: time, closedBy: 'Administrator', notes };
        return { closed: true, open: 0 };
      }),
    ],
  });
  await screen.findByRole('heading', { name: t('access.reviewTitle', { name: 'Reviewed' }) });
  await screen.findByText(t('access.nOpen', { count: 2 }));
  await press(`${t('access.confirmIt')}: Karl Kept, Reviewed`);
  await screen.findByText(t('access.changedSince'));
  await press(`${t('access.confirmIt')}: Karl Kept, Reviewed`);
  await screen.findByText(t('access.nOpen', { count: 1 }));
  await press(`${t('access.takeAway')}: Gwen Gone, Reviewed`);
  await screen.findByText(t('access.nothingOpen'));
  await press(t('access.closeReview'));
  const confirmation = await dialog(t('access.closeReview'));
  await fill(t('access.notes'), 'Gwen has left the project', confirmation);
  await press(t('access.closeReview'), confirmation);
  await screen.findByText('Gwen has left the project');
  await screen.findByText(t('access.result_taken'));
  expect(inputsOf(reviews.decide).map(({ lines: [decided] }) => decided?.result)).toEqual(['confirmed', 'confirmed', 'taken']);
});
