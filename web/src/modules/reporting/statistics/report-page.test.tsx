import { people } from '@dossier/contract/identity/users';
import { statistics } from '@dossier/contract/reporting/statistics';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

test('another table of a report stands in its address, and is what is asked for', async () => {
  const path = '/admin/index/reportManger/document';
  const { user, screen, t, inputsOf, leadsTo } = await openPage(path, {
    answers: [
      ...shellAnswers(),
      answer(statistics.chart, { unit: 'day', points: [] }),
      answer(statistics.table, pageOf([])),
      answer(people.grantees, []),
    ],
  });
  await user.click(await screen.findByText(t('reporting.statistics.largest')));
  await leadsTo(`${path}?view=largest`);
  await expect.poll(() => inputsOf(statistics.table).at(-1)?.view).toBe('largest');
});

test('a table is previewed for print with its order, period and people, and says what it leaves out', async () => {
  const rows = [{ id: '1', cells: ['', 'Ann', '7', '2'], objId: '9', objType: 33, ext: 'pdf' }];
  const { screen, t, inputsOf } = await openPage(
    '/reportPreview?view=used&from=2026-01-01T00:00:00.000Z&to=2026-02-01T00:00:00.000Z&zone=0&userId=5&sort=downloads&sortDirection=asc',
    {
      answers: [
        ...shellAnswers(),
        answer(statistics.chart, { unit: 'day', points: [] }),
        answer(statistics.table, { list: rows, pageNo: 1, pageSize: 1000, totalNumber: 4321 }),
      ],
    },
  );
  await screen.findByRole('heading', { name: `${t('reporting.statistics.document')} · ${t('reporting.statistics.used')}` });
  await screen.findByText(t('reporting.statistics.firstRows', { shown: '1', total: '4,321' }));
  await screen.findByText('Ann');
  expect(inputsOf(statistics.table)).toMatchObject([
    { view: 'used', from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z', userId: '5', sort: 'downloads', pageSize: 1000 },
  ]);
});
