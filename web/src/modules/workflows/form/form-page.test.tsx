import { people } from '@dossier/contract/identity/users';
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

test('all that is missing is marked at once, and a number that is taken at its field', async () => {
  const { screen, t, press, fill } = await openForm(true);
  await screen.findByRole('heading', { name: t('workflows.newFlowOf', { name: 'Contracts' }) });
  await press(t('workflows.handIn'));
  for (const word of ['numberNeeded', 'titleNeeded', 'reasonNeeded'] as const) await screen.findByText(t(`workflows.${word}`));
  await fill(t('workflows.title'), 'A contract');
  expect(screen.queryByText(t('workflows.titleNeeded'))).toBeNull();
  expect(screen.getByText(t('workflows.reasonNeeded'))).toBeDefined();
  await fill(t('workflows.reason'), 'It is needed');
  await fill(t('workflows.number'), 'C 7');
  await press(t('workflows.handIn'));
  await screen.findByText(t('workflows.numberIsTaken'));
  expect(screen.getByRole('textbox', { name: t('workflows.number') }).getAttribute('aria-invalid')).toBe('true');
});

test('other forms have no field for it', async () => {
  const { screen, t } = await openForm(false);
  await screen.findByRole('textbox', { name: t('workflows.title') });
  expect(screen.queryByRole('textbox', { name: t('workflows.number') })).toBeNull();
});
