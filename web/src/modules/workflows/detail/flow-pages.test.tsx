import { attachments } from '@dossier/contract/documents/attachments';
import type { OutputOf } from '@dossier/contract/core/route';
import { people } from '@dossier/contract/identity/users';
import { linearGraph } from '@dossier/contract/workflows/flow-graph';
import { flows } from '@dossier/contract/workflows/flows';
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answer, answer, pageOf } from '../../../../test/answers.ts';
import { type OpenPage, openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const time = '2026-01-01T00:00:00.000Z';

type FlowDetail = OutputOf<typeof flows.show>;

const field = (id: string, kind: 'number' | 'document', name: string) => ({
  id,
  kind,
  name,
  hint: '',
  required: false,
  multiple: true,
  long: false,
  options: [],
  decimals: 2,
});
const stepOf = (name: string, approver: string): FlowDetail['stepList'][number] => ({
  name,
  rule: 'any',
  approvers: [{ kind: 'person', id: '7', name: approver, gone: false }],
});
const way = (id: string, from: string, to: string) => ({ id, from, to, port: 'next' as const, name: '' });

/** Two steps at the same time, then a third. */
const graph: FlowDetail['graph'] = {
  nodes: [
    { id: 'start', kind: 'start', name: '', x: 0, y: 0 },
    { id: 'both', kind: 'parallel', name: '', x: 0, y: 0 },
    { id: 'one', kind: 'approval', name: '', x: 0, y: 0, step: 0 },
    { id: 'two', kind: 'approval', name: '', x: 0, y: 0, step: 1 },
    { id: 'join', kind: 'join', name: '', x: 0, y: 0, first: false },
    { id: 'sub', kind: 'subflow', name: 'Ordering', x: 0, y: 0 },
    { id: 'end', kind: 'end', name: '', x: 0, y: 0, passed: true },
  ],
  edges: [
    way('a', 'start', 'both'),
    way('b', 'both', 'one'),
    way('c', 'both', 'two'),
    way('d', 'one', 'join'),
    way('e', 'two', 'join'),
    way('f', 'join', 'sub'),
    way('g', 'sub', 'end'),
  ],
};

const flow: FlowDetail = {
  id: '9',
  number: '20260101-0001',
  flowKind: 'normal',
  title: 'A new desk',
  urgency: 0,
  status: 'waiting',
  templateName: 'Purchases',
  applicantName: 'Ana',
  departmentName: '',
  step: 0,
  steps: 2,
  createTime: time,
  mine: true,
  typedNumber: false,
  templateId: '3',
  round: 1,
  reason: 'The old one broke',
  chosen: [],
  chosenNames: [],
  notify: [],
  documents: [],
  stepList: [stepOf('Finance', 'Ben'), stepOf('Legal', 'Lin')],
  fields: [field('amount', 'number', 'Amount'), field('offer', 'document', 'Offers')],
  values: [
    { field: 'amount', values: [{ value: '12500', name: '12500' }] },
    {
      field: 'offer',
      values: [
        { value: '20', name: 'offer.pdf', ext: 'pdf' },
        { value: '', name: '', hidden: true },
      ],
    },
  ],
  graph,
  positions: [
    { id: '100', node: 'start', state: 'passed', enterTime: time },
    { id: '101', node: 'both', state: 'passed', enterTime: time },
    { id: '102', node: 'one', state: 'passed', enterTime: time },
    { id: '103', node: 'one', state: 'waiting', enterTime: time },
    { id: '104', node: 'two', state: 'waiting', enterTime: time },
  ],
  tasks: [
    { position: '103', personName: 'Ben', state: 'waiting' },
    { position: '104', personName: 'Lin', state: 'waiting' },
  ],
  decisions: [
    { position: '103', step: 0, stepName: 'Finance', signs: false, forName: '', backTo: [] },
    { position: '104', step: 1, stepName: 'Legal', signs: false, forName: 'Lin', backTo: [0] },
  ],
  trail: [
    { id: '1', kind: 'notified', time, personName: '', forName: '', stepName: 'Tell them', opinion: '', names: ['Max'] },
    { id: '2', kind: 'subflowFailed', time, personName: '', forName: '', stepName: 'Ordering', opinion: '', names: [] },
  ],
  isOwn: false,
  canWithdraw: false,
  canCancel: false,
  canUrge: false,
  canEdit: false,
  canReplace: false,
  parent: { id: '5', number: '1', title: 'Moving house' },
};

const openFlow = (shown: FlowDetail = flow, phone = false, more: Answer[] = []): Promise<OpenPage> =>
  openPage('/flow/index/waittodo?flowId=9', {
    phone,
    answers: [
      ...more,
      ...shellAnswers(),
      answer(flows.show, shown),
      answer(flows.counts, { waiting: 1, drafts: 0 }),
      answer(attachments.list, { ...pageOf([]), mayChange: false }),
      answer(flows.decide, {}),
      answer(flows.replace, {}),
      answer(flows.retry, {}),
      answer(people.grantees, [{ type: 'user', id: '8', name: 'Max' }]),
    ],
  });

test('two decisions that wait at the same time are made apart, each for its own step', async () => {
  const { screen, t, press, fill, user, inputsOf } = await openFlow();
  const legal = within(await screen.findByRole('region', { name: 'Legal' }));
  legal.getByText(t('workflows.youStandIn', { name: 'Lin' }));
  await press(t('workflows.ratify'), within(screen.getByRole('region', { name: 'Finance' })));
  await expect.poll(() => inputsOf(flows.decide)).toMatchObject([{ id: '9', position: '103', decision: 'ratify' }]);
  await fill(t('workflows.opinion'), 'Not yet', legal);
  await user.click(await legal.findByRole('combobox', { name: t('workflows.returnTo') }));
  await user.click(await screen.findByTitle(t('workflows.toStep', { name: 'Finance' })));
  await press(t('workflows.return'), legal);
  await expect.poll(() => inputsOf(flows.decide).at(-1)).toMatchObject({ position: '104', decision: 'return', toStep: 0 });
});

test('on a phone the decision stands behind what it is about', async () => {
  const { screen, t } = await openFlow(flow, true);
  const form = await screen.findByRole('heading', { name: t('designer.form') });
  const [decision] = screen.getAllByRole('button', { name: t('workflows.ratify') });
  expect(form.compareDocumentPosition(decision as HTMLElement) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});

test('a step to come names whom it will ask, and why these where the template names others', async () => {
  const step = { ...stepOf('Legal', 'Ana'), rule: 'all' as const, foreseen: { people: ['Max', 'Lin'], more: 2, alone: true } };
  const positions = flow.positions.filter(({ node }) => node !== 'two');
  const { screen, t } = await openFlow({ ...flow, stepList: [stepOf('Finance', 'Ben'), step], positions, decisions: [] });
  const line = (await screen.findByText(t('workflows.decidesAlone'))).closest('li');
  const told = within(line as HTMLElement);
  for (const text of ['Legal', 'Max', 'Lin', t('workflows.morePeople', { count: 2 }), t('workflows.rule_any')]) told.getByText(text);
  expect(told.queryByText('Ana')).toBeNull();
  await screen.findByRole('img', { name: /Legal · Approved by any of: Max, Lin, 2 more/ });
});

test('the picture and the list of steps tell where a flow waits, and for whom', async () => {
  const { screen, t } = await openFlow();
  const visited = t('designer.visited', { word: t('workflows.step_now'), count: 2 });
  const card = await screen.findByRole('img', { name: new RegExp(`Finance · ${t('designer.waitsFor', { names: 'Ben' })}`) });
  expect(card.getAttribute('aria-label')).toContain(visited);
  expect(card.getAttribute('data-state')).toBe('waiting');
  const waiting = screen.getAllByRole('listitem').filter((line) => line.getAttribute('aria-current') === 'step');
  expect(waiting.map((line) => line.querySelector('strong')?.textContent)).toEqual(['Finance', 'Legal']);
  screen.getByText(t('workflows.event_notified', { step: 'Tell them', names: 'Max', name: '' }));
  screen.getByText(t('workflows.event_subflowFailed', { step: 'Ordering', names: '', name: '' }));
});

test('the form is shown field by field, without what the reader may not see', async () => {
  const { screen, t } = await openFlow();
  await screen.findByText('12,500');
  expect(screen.getByRole('link', { name: 'offer.pdf' }).getAttribute('href')).toContain('objId=20');
  screen.getByText(t('workflows.hiddenDocument'));
  expect(screen.getByRole('link', { name: 'Moving house' }).getAttribute('href')).toContain('flowId=5');
});

test('a flow that has another one leads to it', async () => {
  const positions: FlowDetail['positions'] = [
    ...flow.positions,
    { id: '105', node: 'sub', state: 'waiting', enterTime: time, flowId: '6' },
  ];
  const { screen, t } = await openFlow({ ...flow, decisions: [], positions });
  expect((await screen.findByRole('link', { name: t('designer.toSubflow') })).getAttribute('href')).toContain('flowId=6');
});

test('the flow of a template of steps alone is drawn as they follow one another', async () => {
  const { screen, t } = await openFlow({ ...flow, graph: linearGraph(2), status: 'draft', positions: [], tasks: [], decisions: [] });
  await screen.findByRole('img', { name: /Legal/ });
  expect(screen.getAllByRole('img', { name: t('workflows.step_later') })).toHaveLength(2);
});

test('an approver is replaced in the step that is chosen where the flow waits in several', async () => {
  const { screen, t, press, dialog, inputsOf, user } = await openFlow({ ...flow, decisions: [], canReplace: true });
  await press(t('workflows.replace'));
  const asked = await dialog(t('workflows.replaceHint'));
  await user.click(await asked.findByRole('combobox', { name: t('workflows.whoDecides') }));
  await user.click(await screen.findByTitle('Max'));
  // which step is not known yet
  expect(asked.getByRole<HTMLButtonElement>('button', { name: t('workflows.replace') }).disabled).toBe(true);
  await user.click(asked.getByRole('radio', { name: /Legal/ }));
  await press(t('workflows.replace'), asked);
  await expect.poll(() => inputsOf(flows.replace)).toEqual([{ id: '9', userId: '8', position: '104' }]);
});

const stuck: FlowDetail['positions'] = [
  ...flow.positions.slice(0, 4),
  { id: '104', node: 'two', state: 'waiting', enterTime: time, problem: 'noApprover' },
  { id: '105', node: 'sub', state: 'waiting', enterTime: time, problem: 'subflowTemplate' },
];

test('why a flow does not go on is told with what to do, and in the picture', async () => {
  const shown = { ...flow, positions: stuck, decisions: [], canReplace: true };
  const { screen, t, press, dialog, inputsOf } = await openFlow(shown);
  const [legal, ordering] = (await screen.findAllByRole('alert')).map((line) => within(line));
  legal!.getByText(t('workflows.stuckIn', { name: 'Legal' }));
  ordering!.getByText(new RegExp(t('workflows.stuck_retry')));
  await screen.findByRole('img', { name: new RegExp(`Legal · ${t('workflows.stuck_noApprover')} · ${t('workflows.step_stuck')}`) });
  await press(t('workflows.retry'), ordering);
  await expect.poll(() => inputsOf(flows.retry)).toEqual([{ id: '9', position: '105' }]);
  await press(t('workflows.replace'), legal);
  const asked = await dialog(t('workflows.replaceHint'));
  expect(asked.getByRole<HTMLInputElement>('radio', { name: /Legal/ }).checked).toBe(true);
});

test('who can do nothing about it is told whom to ask', async () => {
  const { screen, t } = await openFlow({ ...flow, positions: stuck, decisions: [], isOwn: true });
  const [legal, ordering] = (await screen.findAllByRole('alert')).map((line) => within(line));
  legal!.getByText(new RegExp(t('workflows.stuck_askReplace')));
  ordering!.getByText(new RegExp(t('workflows.stuck_askRetry')));
  expect(screen.queryByRole('button', { name: t('workflows.retry') })).toBeNull();
});

test('the way that a branch took is told in the list, and what the flow will not come to any more', async () => {
  const branched: FlowDetail['graph'] = {
    nodes: [
      { id: 'start', kind: 'start', name: '', x: 0, y: 0 },
      { id: 'size', kind: 'branch', name: 'By amount', x: 0, y: 0 },
      { id: 'one', kind: 'approval', name: '', x: 0, y: 0, step: 0 },
      { id: 'two', kind: 'approval', name: '', x: 0, y: 0, step: 1 },
      { id: 'end', kind: 'end', name: '', x: 0, y: 0, passed: true },
    ],
    edges: [
      way('a', 'start', 'size'),
      {
        ...way('b', 'size', 'one'),
        name: 'Large amounts',
        condition: { match: 'all', tests: [{ subject: 'field', field: 'amount', operator: 'greater', values: ['10000'] }] },
      },
      { ...way('c', 'size', 'two'), name: 'All others' },
      way('d', 'one', 'end'),
      way('e', 'two', 'end'),
    ],
  };
  const positions: FlowDetail['positions'] = [
    { id: '1', node: 'start', state: 'passed', enterTime: time },
    { id: '2', node: 'size', state: 'passed', enterTime: time, way: 'b' },
    { id: '3', node: 'one', state: 'waiting', enterTime: time },
  ];
  const { screen, t } = await openFlow({ ...flow, graph: branched, positions, tasks: [], decisions: [] });
  const line = (name: string) => within(screen.getAllByRole('listitem').find((one) => one.querySelector('strong')?.textContent === name)!);
  await screen.findByRole('img', { name: new RegExp(`Legal · .*${t('workflows.step_skipped')}`) });
  line('By amount').getByText('Large amounts');
  const signOf = (name: string) =>
    line(name)
      .getAllByRole('img')
      .map((sign) => sign.getAttribute('aria-label'));
  expect(signOf('Legal')).toContain(t('workflows.step_skipped'));
  expect(signOf('Finance')).toContain(t('workflows.step_now'));
});

test('a long trail shows its newest entries, and those before them on demand, until there are none', async () => {
  const entry = (id: number): FlowDetail['trail'][number] => ({
    id: String(id),
    kind: 'notified',
    time,
    personName: '',
    forName: '',
    stepName: `Step ${id}`,
    opinion: '',
    names: ['Max'],
  });
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => entry(from + at));
  let isBusy = true;
  const { screen, t, press, inputsOf } = await openFlow({ ...flow, trail: range(21, 30), trailGoesOn: true }, false, [
    answer(flows.trail, ({ before }) => {
      if (before === '11' && isBusy) return { refused: 'changedMeanwhile', message: 'Try later' };
      return { list: range(Number(before) - 10, Number(before) - 1), goesOn: before !== '11' };
    }),
  ]);
  const steps = (): string[] => screen.getAllByText(/Step \d+/).map((one) => /Step (\d+)/.exec(one.textContent ?? '')?.[1] ?? '');
  const numbers = (from: number): string[] => range(from, 30).map(({ id }) => id);
  await screen.findByText(/Step 30/);
  expect([steps(), inputsOf(flows.trail)]).toEqual([numbers(21), []]);
  await press(t('workflows.trailMore'));
  await expect.poll(steps).toEqual(numbers(11));
  await press(t('workflows.trailMore'));
  await screen.findByText('Try later');
  expect(steps()).toEqual(numbers(11));
  isBusy = false;
  await press(t('platform.retry'));
  await expect.poll(steps).toEqual(numbers(1));
  expect(screen.queryByText(t('workflows.trailMore'))).toBeNull();
});
