import type { OutputOf } from '@dossier/contract/core/route';
import { people } from '@dossier/contract/identity/users';
import type { FlowGraph } from '@dossier/contract/workflows/flow-graph';
import { linearGraph } from '@dossier/contract/workflows/flow-graph';
import { flowTemplates } from '@dossier/contract/workflows/flows';
import { fireEvent, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answer, answer, pageOf } from '../../../../test/answers.ts';
import { type OpenPage, openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const time = '2026-01-01T00:00:00.000Z';
const ben = { type: 'user' as const, id: '7', name: 'Ben Archer' };

type Template = OutputOf<typeof flowTemplates.show>;

const amount = {
  id: 'amount',
  kind: 'number',
  name: 'Amount',
  hint: '',
  required: true,
  multiple: false,
  long: false,
  options: [],
  decimals: 2,
} as const;
const stepOf = (name: string): Template['steps'][number] => ({
  name,
  approvers: [{ kind: 'person', id: '7', name: 'Ben Archer', gone: false }],
  rule: 'any',
});

/** A large amount goes to the board, everything else is approved by the manager alone. */
const branched: FlowGraph = {
  nodes: [
    { id: 'start', kind: 'start', name: '', x: 0, y: 0 },
    { id: 'step1', kind: 'approval', name: '', x: 0, y: 0, step: 0 },
    { id: 'branch', kind: 'branch', name: 'How much', x: 0, y: 0 },
    { id: 'step2', kind: 'approval', name: '', x: 0, y: 0, step: 1 },
    { id: 'end', kind: 'end', name: '', x: 0, y: 0, passed: true },
  ],
  edges: [
    { id: 'way1', from: 'start', to: 'step1', port: 'next', name: '' },
    { id: 'way2', from: 'step1', to: 'branch', port: 'next', name: '' },
    {
      id: 'way3',
      from: 'branch',
      to: 'step2',
      port: 'next',
      name: '',
      condition: { match: 'all', tests: [{ subject: 'field', field: 'amount', operator: 'greater', values: ['10000'] }] },
    },
    { id: 'way4', from: 'branch', to: 'end', port: 'next', name: '' },
    { id: 'way5', from: 'step2', to: 'end', port: 'next', name: '' },
  ],
};

const template: Template = {
  id: '3',
  flowKind: 'normal',
  name: 'Purchases',
  description: '',
  enabled: true,
  emailDecisions: 'signIn',
  typedNumber: false,
  version: 2,
  steps: [stepOf('Manager'), stepOf('Board')],
  graph: branched,
  fields: [{ ...amount, options: [] }],
  graphNames: [],
  templateNames: [],
  starters: [],
  versions: [
    { version: 2, time, creatorName: 'Ana', running: 0 },
    { version: 1, time, creatorName: 'Ana', running: 3 },
  ],
};

const path = '/admin/index/dataManger/flow';

function openTemplate(address: string, ...given: Answer[]): Promise<OpenPage> {
  return openPage(address, {
    answers: [
      ...shellAnswers(),
      answer(flowTemplates.show, template),
      answer(flowTemplates.list, pageOf([])),
      answer(people.grantees, [ben]),
      ...given,
    ],
  });
}

const openTab = async ({ screen, user }: OpenPage, name: string): Promise<void> =>
  user.click(await screen.findByRole('tab', { name: new RegExp(name) }));
const showList = async ({ screen, user, t }: OpenPage): Promise<void> => user.click(await screen.findByText(t('designer.viewList')));
const entry = async ({ screen }: OpenPage, name: RegExp): Promise<HTMLElement> => screen.findByRole('button', { name });

test('a new flow gets an approval and a parallel part from the list of its steps, and is not saved before all of them are complete', async () => {
  const page = await openTemplate(`${path}?show=new`, answer(flowTemplates.create, { id: '4' }));
  const { screen, t, press, fill, pick, user, inputsOf } = page;
  await fill(t('workflows.name'), 'Purchases');
  await openTab(page, t('designer.tabFlow'));
  await showList(page);
  await press(t('workflows.save'));
  await screen.findByText(t('workflows.lack_approver'));
  expect(inputsOf(flowTemplates.create)).toEqual([]);
  await user.click(await entry(page, /^Approval/));
  await pick(t('workflows.addPerson'), 'Ben Archer');
  await screen.findByText(t('designer.noProblems'));
  await press(t('designer.insertBetween', { from: 'Approval', to: t('designer.endPassed') }));
  // a menu takes the focus some frames after it is there
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('menuitem');
  await user.click(await screen.findByText(t('designer.insert_parallel'), { selector: '[role=menuitem] *' }));
  // its name is to be typed next
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('textbox', { name: t('designer.nodeName') }));
  await screen.findByText(t('designer.nProblems', { count: 2 }));
  for (const name of ['Step 2', 'Step 3']) {
    await press(t('designer.stepLacks_approver', { name }));
    await pick(t('workflows.addPerson'), 'Ben Archer');
  }
  await screen.findByText(t('designer.noProblems'));
  await press(t('workflows.save'));
  await expect.poll(() => inputsOf(flowTemplates.create)).toHaveLength(1);
  const [made] = inputsOf(flowTemplates.create);
  expect(made?.steps.map(({ name }) => name)).toEqual(['Approval', 'Step 2', 'Step 3']);
  expect(made?.graph?.nodes.map(({ kind }) => kind).toSorted()).toEqual([
    'approval',
    'approval',
    'approval',
    'end',
    'join',
    'parallel',
    'start',
  ]);
  await page.leadsTo(new RegExp(`^${path}$`));
});

test('the canvas shows what each step does; one is taken out by key, and put back', async () => {
  const page = await openTemplate(`${path}?id=3`);
  const { screen, t, press, user } = page;
  const card = await screen.findByRole('button', { name: /Board · Approved by Ben Archer/ });
  // the title and the purpose of the list stand above the list alone
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.queryByText(t('app.shell.flowsHint'))).toBeNull();
  await screen.findByText('If Amount > 10,000');
  card.focus();
  await user.keyboard('{Delete}');
  await expect.poll(() => screen.queryByRole('button', { name: /Board ·/ })).toBeNull();
  await press(t('designer.undo'));
  await screen.findByRole('button', { name: /Board ·/ });
  const start = await screen.findByRole('button', { name: new RegExp(t('designer.text_start')) });
  start.focus();
  await user.keyboard('{ArrowDown}');
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/Manager/);
  await user.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.textContent).toContain(t('designer.kind_approval'));
});

test('a rejection is led back by a choice, and the condition of a path is changed', async () => {
  const page = await openTemplate(`${path}?id=3`, answer(flowTemplates.update, { version: 3 }));
  const { screen, t, press, user, inputsOf } = page;
  await showList(page);
  await user.click(await entry(page, /^Board/));
  await user.click(await screen.findByRole('combobox', { name: t('designer.ifRejected') }));
  await user.click(await screen.findByTitle(t('designer.goesTo', { name: 'Manager' })));
  await screen.findByText(t('designer.wayGoesTo', { way: t('designer.whenRejected'), name: 'Manager' }));
  await user.click(await entry(page, /^How much/));
  await page.fill(t('designer.testValues'), '500');
  await press(t('workflows.save'));
  await expect.poll(() => inputsOf(flowTemplates.update)).toHaveLength(1);
  const [{ graph } = {}] = inputsOf(flowTemplates.update);
  expect(graph?.edges.find(({ port }) => port === 'rejected')).toMatchObject({ from: 'step2', to: 'step1' });
  expect(graph?.edges.find(({ id }) => id === 'way3')?.condition?.tests).toMatchObject([{ field: 'amount', values: ['500'] }]);
  await page.leadsTo(new RegExp(`^${path}$`));
});

test('fields are designed beside their preview; one in use is not removed without a question', async () => {
  const page = await openTemplate(`${path}?id=3`);
  const { screen, t, press, choose, dialog } = page;
  await openTab(page, t('designer.tabForm'));
  await choose(t('designer.addField'), t('designer.field_text'));
  const names = await screen.findAllByRole('textbox', { name: t('designer.fieldName') });
  fireEvent.input(names[1] as HTMLElement, { target: { value: 'Supplier' } });
  await screen.findByLabelText('Supplier');
  await press(t('designer.removeField', { name: 'Amount' }));
  const box = await dialog(t('designer.removeFieldAsk', { name: 'Amount' }));
  box.getByText(t('designer.fieldInUse', { names: 'How much' }));
  await press(t('designer.remove'), box);
  await expect.poll(() => screen.queryByRole('button', { name: t('designer.removeField', { name: 'Amount' }) })).toBeNull();
  await press(t('workflows.save'));
  await screen.findByText(t('workflows.lack_graph'));
  await press(t('designer.problem_testWrong', { name: 'How much', target: 'Board' }));
});

test('a test run tells the way of a sample, also after a rejection', async () => {
  const page = await openTemplate(`${path}?id=3`);
  const { screen, t, user } = page;
  await openTab(page, t('designer.tabTest'));
  const result = await screen.findByRole('region', { name: t('designer.testResult') });
  const told = () =>
    within(result)
      .getAllByRole('listitem')
      .map((line) => line.querySelector('span + div > span')?.textContent);
  expect(told()).toEqual(['Start', 'Manager', 'How much', 'Flow approved']);
  await page.fill('Amount', '20000');
  await expect.poll(told).toEqual(['Start', 'Manager', 'How much', 'Board', 'Flow approved']);
  await user.click(within(result).getAllByRole('checkbox')[0] as HTMLElement);
  await within(result).findByText(t('designer.ends_rejected'));
});

test('a test run over a step without an approver says what is missing, and leads there', async () => {
  const nobody = { ...stepOf('Board'), approvers: [{ kind: 'person' as const, id: '8', name: '', gone: true }] };
  const page = await openTemplate(`${path}?id=3`, answer(flowTemplates.show, { ...template, steps: [stepOf('Manager'), nobody] }));
  const { screen, t, press, pick, fill } = page;
  await openTab(page, t('designer.tabTest'));
  const result = within(await screen.findByRole('region', { name: t('designer.testResult') }));
  // the way of this sample does not come to it
  result.getByText(t('designer.ends_passed'));
  await fill('Amount', '20000');
  await result.findByText(t('designer.ends_unfinished'));
  expect(result.queryByText(t('designer.ends_passed'))).toBeNull();
  await press(t('designer.stepLacks_approver', { name: 'Board' }));
  await pick(t('workflows.addPerson'), 'Ben Archer');
  await screen.findByText(t('designer.noProblems'));
  await openTab(page, t('designer.tabTest'));
  await fill('Amount', '20000');
  await screen.findByText(t('designer.ends_passed'));
});

test('a step is told what it lacks, and nothing that it has', async () => {
  const page = await openTemplate(`${path}?id=3`);
  const { screen, t, fill, press, user } = page;
  await showList(page);
  await user.click(await entry(page, /^Board/));
  await fill(t('workflows.stepName'), ' ');
  await screen.findByText(t('designer.unfinished_name'));
  await press(t('designer.stepLacks_name', { name: t('designer.kind_approval') }));
  await press(t('workflows.removeNamed', { name: 'Ben Archer' }));
  await screen.findByText(t('designer.unfinished_both'));
  await fill(t('workflows.stepName'), 'Board');
  await screen.findByText(t('designer.stepLacks_approver', { name: 'Board' }));
  expect(screen.queryByText(t('designer.stepLacks_both', { name: 'Board' }))).toBeNull();
});

test('an earlier version is looked at and becomes the next one', async () => {
  const earlier = {
    version: 1,
    time,
    creatorName: 'Ana',
    steps: [stepOf('Only one')],
    graph: linearGraph(1),
    fields: [],
    graphNames: [],
    templateNames: [],
  };
  const page = await openTemplate(`${path}?id=3`, answer(flowTemplates.version, earlier), answer(flowTemplates.update, { version: 3 }));
  const { screen, t, press, dialog, inputsOf } = page;
  await openTab(page, t('workflows.versions'));
  await press(t('designer.showVersion', { count: 1 }));
  await screen.findByRole('img', { name: /Only one/ });
  await press(t('designer.restore'));
  await press(t('designer.restore'), await dialog(t('designer.restoreAsk', { count: 1 })));
  await expect.poll(() => inputsOf(flowTemplates.update)).toMatchObject([{ id: '3', steps: [{ name: 'Only one' }], fields: [] }]);
  await page.leadsTo(new RegExp(`^${path}$`));
});

test('what the server refuses is told in the words of the check', async () => {
  const refusal = {
    refused: 'flowGraphInvalid' as const,
    message: 'Refused',
    data: { problems: [{ kind: 'subflowWrong', node: 'branch' }] },
  };
  const page = await openTemplate(`${path}?id=3`, answer(flowTemplates.update, refusal));
  const { screen, t, press } = page;
  await press(t('workflows.save'));
  expect((await screen.findByRole('alert')).textContent).toBe(t('designer.problem_subflowWrong', { name: 'How much' }));
});

test('changes are not lost by leaving the page without a question', async () => {
  const page = await openTemplate(`${path}?id=3`);
  const { screen, t, press, dialog, fill, user } = page;
  await openTab(page, t('designer.tabBasics'));
  await fill(t('workflows.name'), 'Other');
  await user.click(await screen.findByRole('link', { name: t('workflows.allTemplates') }));
  const box = await dialog(t('designer.leaveAsk'));
  expect(location.search).toContain('id=3');
  await press(t('designer.leave'), box);
  await page.leadsTo(new RegExp(`^${path}$`));
});
