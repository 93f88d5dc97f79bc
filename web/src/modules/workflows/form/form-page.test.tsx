import { people } from '@dossier/contract/identity/users';
import { linearGraph } from '@dossier/contract/workflows/flow-graph';
import { flows } from '@dossier/contract/workflows/flows';
import { expect, test } from 'vitest';
import { answer } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const openForm = (typedNumber: boolean) =>
  openPage('/flow/index/flowaddform/normalForm?templateId=3', {
    answers: [
      ...shellAnswers(),
      answer(flows.foresee, {
        id: '3',
        flowKind: 'normal',
        name: 'Contracts',
        description: '',
        departmentName: '',
        typedNumber,
        steps: [{ name: 'Decide', rule: 'any', isChosen: false, people: ['Ben Archer'], more: 0 }],
        fields: [],
        graph: linearGraph(1),
      }),
      answer(people.grantees, []),
      answer(flows.counts, { waiting: 0, drafts: 0 }),
      answer(flows.save, { refused: 'flowNumberExists', message: 'Taken' }),
    ],
  });

test('where the template asks for a typed number, no flow is submitted without one', async () => {
  const { screen, t, press, fill, inputsOf } = await openForm(true);
  await fill(t('workflows.title'), 'A contract');
  await fill(t('workflows.reason'), 'It is needed');
  await press(t('workflows.handIn'));
  await screen.findByText(t('workflows.numberNeeded'));
  expect(inputsOf(flows.save)).toEqual([]);
  expect(document.activeElement?.id).toBe('flow-number');
  await fill(t('workflows.number'), 'C 7');
  await press(t('workflows.handIn'));
  await expect.poll(() => inputsOf(flows.save)).toMatchObject([{ number: 'C 7', title: 'A contract', submit: true }]);
});

test('other forms have no field for it', async () => {
  const { screen, t } = await openForm(false);
  await screen.findByRole('textbox', { name: t('workflows.title') });
  expect(screen.queryByRole('textbox', { name: t('workflows.number') })).toBeNull();
});
