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
