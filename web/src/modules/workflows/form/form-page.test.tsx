import { attachments } from '@dossier/contract/documents/attachments';
import type { OutputOf } from '@dossier/contract/core/route';
import { people } from '@dossier/contract/identity/users';
import { linearGraph } from '@dossier/contract/workflows/flow-graph';
import { flows } from '@dossier/contract/workflows/flows';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../../test/answers.ts';
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

const plain = { hint: '', required: false, multiple: false, long: false, options: [], decimals: 2 };

const openBranched = (save: Parameters<typeof answer<typeof flows.save>>[1]) =>
  openPage('/flow/index/flowaddform/normalForm?templateId=3', {
    answers: [
      ...shellAnswers(),
      answer(flows.foresee, {
        id: '3',
        flowKind: 'normal',
        name: 'Purchases',
        description: '',
        departmentName: '',
        typedNumber: false,
        steps: [
          { name: 'Manager', rule: 'any', isChosen: false, people: ['Ben Archer'], more: 0 },
          { name: 'Board', rule: 'all', isChosen: false, people: ['Ana Gray'], more: 0 },
        ],
        fields: [
          { ...plain, id: 'amount', kind: 'number', name: 'Amount', required: true },
          { ...plain, id: 'center', kind: 'choice', name: 'Cost center', options: ['IT', 'Travel'], required: true },
        ],
        graph: {
          nodes: [
            { id: 'start', kind: 'start', name: '', x: 0, y: 0 },
            { id: 'one', kind: 'approval', name: '', x: 0, y: 1, step: 0 },
            { id: 'how', kind: 'branch', name: '', x: 0, y: 2 },
            { id: 'two', kind: 'approval', name: '', x: 0, y: 3, step: 1 },
            { id: 'end', kind: 'end', name: '', x: 0, y: 4, passed: true },
          ],
          edges: [
            { id: 'a', from: 'start', to: 'one', port: 'next', name: '' },
            { id: 'b', from: 'one', to: 'how', port: 'next', name: '' },
            {
              id: 'c',
              from: 'how',
              to: 'two',
              port: 'next',
              name: '',
              condition: { match: 'all', tests: [{ subject: 'field', field: 'amount', operator: 'atLeast', values: ['1000'] }] },
            },
            { id: 'd', from: 'how', to: 'end', port: 'next', name: '' },
            { id: 'e', from: 'two', to: 'end', port: 'next', name: '' },
          ],
        },
      }),
      answer(people.grantees, []),
      answer(flows.counts, { waiting: 0, drafts: 0 }),
      answer(flows.save, save),
    ],
  });

test('the fields of a template are marked together where they are missing, and sent with the form', async () => {
  const { screen, t, press, fill, pick, inputsOf } = await openBranched({ refused: 'flowNumberExists', message: 'Taken' });
  await fill(t('workflows.title'), 'Laptops');
  await fill(t('workflows.reason'), 'The old ones broke');
  await press(t('workflows.handIn'));
  expect(await screen.findAllByText(t('designer.fieldProblem_required'))).toHaveLength(2);
  await expect.poll(() => document.activeElement?.id).toBe('flow-field-amount-input');
  expect(inputsOf(flows.save)).toEqual([]);
  await fill('Amount', '12.345');
  await pick('Cost center', 'IT');
  await press(t('workflows.handIn'));
  await screen.findByText(t('designer.fieldProblem_tooPrecise', { minimum: '', maximum: '', count: 2 }));
  await fill('Amount', '12.5');
  await press(t('workflows.handIn'));
  await expect
    .poll(() => inputsOf(flows.save))
    .toMatchObject([
      {
        values: [
          { field: 'amount', values: ['12.5'] },
          { field: 'center', values: ['IT'] },
        ],
      },
    ]);
});

test('the path follows the form while it is filled in', async () => {
  const { screen, fill } = await openBranched({ refused: 'flowNumberExists', message: 'Taken' });
  await screen.findByText('Ben Archer');
  expect(screen.queryByText('Ana Gray')).toBeNull();
  await fill('Amount', '5000');
  await screen.findByText('Ana Gray');
});

test('what the server finds wrong in a field is told at the field', async () => {
  const data = { fields: [{ field: 'center', problem: 'notOption' }] };
  const { screen, t, press, fill, pick } = await openBranched({ refused: 'flowFieldInvalid', message: 'Refused', data });
  await fill(t('workflows.title'), 'Laptops');
  await fill(t('workflows.reason'), 'The old ones broke');
  await fill('Amount', '12');
  await pick('Cost center', 'IT');
  await press(t('workflows.handIn'));
  expect((await screen.findByText(t('designer.fieldProblem_notOption'))).id).toBe('flow-field-center-note');
});

test('approvers are chosen for steps alone that the flow can still come to, also after a rejection', async () => {
  const step = (name: string, isChosen: boolean) => ({
    name,
    rule: 'any' as const,
    isChosen,
    people: isChosen ? [] : ['Ben Archer'],
    more: 0,
  });
  const way = (id: string, from: string, to: string, port: 'next' | 'rejected' = 'next') => ({ id, from, to, port, name: '' });
  const { screen, t, fill } = await openPage('/flow/index/flowaddform/normalForm?templateId=3', {
    answers: [
      ...shellAnswers(),
      answer(flows.foresee, {
        id: '3',
        flowKind: 'normal',
        name: 'Purchases',
        description: '',
        departmentName: '',
        typedNumber: false,
        steps: [step('Experts', true), step('Manager', false), step('Appeal', true)],
        fields: [{ ...plain, id: 'amount', kind: 'number', name: 'Amount', required: true }],
        graph: {
          nodes: [
            { id: 'start', kind: 'start', name: '', x: 0, y: 0 },
            { id: 'how', kind: 'branch', name: '', x: 0, y: 1 },
            { id: 'one', kind: 'approval', name: '', x: 0, y: 2, step: 0 },
            { id: 'two', kind: 'approval', name: '', x: 0, y: 3, step: 1 },
            { id: 'three', kind: 'approval', name: '', x: 0, y: 4, step: 2 },
            { id: 'end', kind: 'end', name: '', x: 0, y: 5, passed: true },
          ],
          edges: [
            way('a', 'start', 'how'),
            {
              ...way('b', 'how', 'one'),
              condition: { match: 'all', tests: [{ subject: 'field', field: 'amount', operator: 'atLeast', values: ['1000'] }] },
            },
            way('c', 'how', 'two'),
            way('d', 'one', 'end'),
            way('e', 'two', 'end'),
            way('f', 'two', 'three', 'rejected'),
            way('g', 'three', 'end'),
          ],
        },
      }),
      answer(people.grantees, []),
      answer(flows.counts, { waiting: 0, drafts: 0 }),
    ],
  });
  const names = () =>
    [...screen.getByRole('region', { name: t('workflows.whoDecides') }).querySelectorAll('strong')].map((one) => one.textContent);
  await screen.findByText('Ben Archer');
  expect(names()).toEqual(['Manager', 'Appeal']);
  screen.getByText(t('workflows.maybeRejected'));
  await fill('Amount', '5000');
  await expect.poll(names).toEqual(['Experts']);
});

test('a sub-flow that was sent back keeps the documents that it was given', async () => {
  const flow: OutputOf<typeof flows.show> = {
    id: '9',
    number: '20260101-0001',
    flowKind: 'normal',
    title: 'A new desk',
    urgency: 0,
    status: 'returned',
    templateName: 'Checks',
    applicantName: 'Ana',
    departmentName: '',
    step: 0,
    steps: 1,
    createTime: '2026-01-01T00:00:00.000Z',
    mine: false,
    typedNumber: false,
    templateId: '3',
    round: 1,
    reason: 'The old one broke',
    chosen: [],
    chosenNames: [],
    notify: [],
    documents: [
      {
        id: '5',
        currentRev: '50',
        name: 'Offer.pdf',
        ext: 'pdf',
        version: 1,
        versionLabel: '1.0',
        gone: false,
        hidden: false,
        canView: true,
        changed: false,
      },
    ],
    stepList: [],
    fields: [],
    values: [],
    graph: linearGraph(1),
    positions: [],
    parent: { id: '8', number: '20260101-0000', title: 'Furniture' },
    decisions: [],
    tasks: [],
    trail: [],
    isOwn: true,
    canWithdraw: true,
    canUrge: false,
    canCancel: false,
    canEdit: true,
    canReplace: false,
  };
  const { screen, t } = await openPage('/flow/index/flowaddform/normalForm?flowId=9', {
    answers: [
      ...shellAnswers(),
      answer(flows.show, flow),
      answer(attachments.list, { ...pageOf([]), mayChange: true }),
      answer(people.grantees, []),
      answer(flows.counts, { waiting: 0, drafts: 1 }),
    ],
  });
  await screen.findByText(t('workflows.contentGiven', { name: 'Furniture' }));
  expect(screen.getByText('Offer.pdf')).toBeDefined();
  expect(screen.queryByRole('button', { name: t('workflows.removeNamed', { name: 'Offer.pdf' }) })).toBeNull();
});
