import { cards } from '@dossier/contract/classification/cards';
import { categories } from '@dossier/contract/classification/categories';
import { tags } from '@dossier/contract/classification/tags';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import type { FlowCondition, FlowTest } from '@dossier/contract/workflows/flow-graph';
import { flows } from '@dossier/contract/workflows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { flowGraph, handIn, makeFlowTemplate, stepOf } from '../../../../test/make-flows.ts';
import { makeCabinet, makeDocument, upload } from '../../../../test/make-items.ts';
import { type Made, makeDepartment, makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';

type Signed = Made & { client: Client };

let dossier: TestServer;
let applicant: Signed;
let one: Signed;
let two: Signed;
let three: Signed;

beforeAll(async () => {
  dossier = await openTestServer();
  [applicant, one, two, three] = [
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
  ];
});
afterAll(() => dossier.close());

const show = (who: Signed, id: string) => who.client.call(flows.show, { id });
const statusOf = async (id: string): Promise<string> => (await show(applicant, id)).status;
const ratify = (who: Signed, id: string, more: { position?: string; step?: number; round?: number } = {}) =>
  who.client.call(flows.decide, { id, decision: 'ratify', ...more });
const veto = (who: Signed, id: string) => who.client.call(flows.decide, { id, decision: 'veto', opinion: 'No' });
const sendBack = (who: Signed, id: string, toStep?: number) =>
  who.client.call(flows.decide, { id, decision: 'return', opinion: 'Again', ...(toStep !== undefined && { toStep }) });
const waitsIn = async (id: string): Promise<string> => (await show(applicant, id)).stepName ?? '';
const visits = async (id: string): Promise<string[]> => (await show(applicant, id)).positions.map(({ node, state }) => `${node} ${state}`);

const amount = { id: 'amount', kind: 'number', name: 'Amount' } as const;
const condition = (...tests: FlowTest[]): FlowCondition => ({ match: 'all', tests });
const above = (limit: string): FlowCondition => condition({ subject: 'field', field: 'amount', operator: 'greater', values: [limit] });
const worth = (value: string) => ({ values: [{ field: 'amount', values: [value] }] });

describe('a branch', () => {
  it('takes the first way whose condition holds, otherwise the last, by the form as it was submitted', async () => {
    const graph = flowGraph('start branch:size approval:one approval:two end', 'start>size size>one?large size>two one>end two>end', {
      conditions: { large: above('1000') },
    });
    const template = await makeFlowTemplate(dossier, [stepOf('Large', [one.id]), stepOf('Small', [two.id])], { graph, fields: [amount] });
    const large = await handIn(applicant.client, template, worth('1000.5'));
    const small = await handIn(applicant.client, template, worth('1000'));
    const none = await handIn(applicant.client, template);
    expect([await waitsIn(large), await waitsIn(small), await waitsIn(none)]).toEqual(['Large', 'Small', 'Small']);
    expect(await two.client.refused(flows.show, { id: large })).toBe(5301);
    expect(await visits(large)).toEqual(['start passed', 'size passed', 'one waiting']);
    const wayOf = async (id: string) => (await show(applicant, id)).positions.find(({ node }) => node === 'size')?.way;
    expect([await wayOf(large), await wayOf(small)]).toEqual(['e1', 'e2']);
    await ratify(one, large);
    expect(await visits(large)).toEqual(['start passed', 'size passed', 'one passed', 'end passed']);
    expect(await statusOf(large)).toBe('passed');
  });

  it('asks for the documents as they are when the flow gets there, and for the departments of its requester', async () => {
    const [type, tag, category] = [
      (await dossier.admin.call(cards.createType, { name: 'Contract' })).id,
      (await dossier.admin.call(tags.createShared, { name: 'Secret' })).id,
      (await dossier.admin.call(categories.create, { name: 'Purchases' })).id,
    ];
    const cabinet = await makeCabinet(dossier.admin);
    await dossier.admin.call(cards.setFolderType, { id: cabinet, typeId: type });
    const doc = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'Order.txt', bytes: 'Ten of them' });
    const top = await makeDepartment(dossier);
    const below = await makeDepartment(dossier, { parentId: top });
    const worker = await makeSignedIn(dossier, { departmentIds: [below] });
    const test = (subject: FlowTest['subject'], operator: FlowTest['operator'], value: string): FlowTest => ({
      subject,
      operator,
      values: [value],
    });
    const whole = condition(
      test('documentType', 'is', type),
      test('documentTag', 'is', tag),
      test('documentCategory', 'is', category),
      test('documentName', 'contains', 'order'),
      test('documentExt', 'is', 'TXT'),
      test('documentSize', 'less', '1000'),
      test('documentCount', 'is', '1'),
      test('urgency', 'is', '0'),
    );
    const edges = 'start>first first>by by>one?whole by>two one>end two>end';
    const graph = flowGraph('start approval:first branch:by approval:one approval:two end', edges, { conditions: { whole } });
    const steps = [stepOf('First', [one.id]), stepOf('Whole', [two.id]), stepOf('Otherwise', [three.id])];
    const template = await makeFlowTemplate(dossier, steps, { graph });
    const documents = [{ id: doc }];
    const submit = async () =>
      (await dossier.admin.call(flows.save, { templateId: template, title: 'x', reason: 'x', documents, submit: true })).id;
    const [before, after] = [await submit(), await submit()];
    await ratify(one, before);
    expect((await dossier.admin.call(flows.show, { id: before })).stepName).toBe('Otherwise');
    await dossier.admin.call(tags.mark, { objIds: [doc], add: [tag] });
    await dossier.admin.call(categories.put, { objIds: [doc], add: [category] });
    // what the approver has seen is in the version that was submitted
    await dossier.admin.call(library.update, { id: doc, name: 'Renamed.txt' });
    const { uploadUrl } = await dossier.admin.call(content.preCheckIn, { id: doc, size: 2000 });
    await upload(dossier, uploadUrl, Buffer.alloc(2000, 'x'));
    await dossier.admin.call(library.delete, { objIds: [doc] });
    await ratify(one, after);
    expect((await dossier.admin.call(flows.show, { id: after })).stepName).toBe('Whole');
    const byDepartment = flowGraph('start branch:by approval:one approval:two end', 'start>by by>one?own by>two one>end two>end', {
      conditions: { own: condition(test('department', 'is', top)) },
    });
    const departments = await makeFlowTemplate(dossier, steps.slice(0, 2), { graph: byDepartment });
    const own = await handIn(worker.client, departments);
    expect((await show(worker, own)).stepName).toBe('First');
    expect(await waitsIn(await handIn(applicant.client, departments))).toBe('Whole');
  });

  it('passes at once where its way has no approval, without asking anybody', async () => {
    const graph = flowGraph('start branch:size approval:one end', 'start>size size>one?large size>end one>end', {
      conditions: { large: above('10') },
    });
    const template = await makeFlowTemplate(dossier, [stepOf('Large', [one.id])], { graph, fields: [amount] });
    const id = await handIn(applicant.client, template, worth('10'));
    const { status, trail, number } = await show(applicant, id);
    expect([status, trail.map(({ kind }) => kind), number === '']).toEqual(['passed', ['submitted', 'passed'], false]);
  });
});

describe('parallel ways', () => {
  const steps = () => [stepOf('Law', [one.id]), stepOf('Money', [two.id]), stepOf('Last', [three.id])];
  const edges = 'start>both both>law both>money law>all money>all all>last last>end';
  const nodes = 'start parallel:both approval:law approval:money join:all approval:last end';

  it('wait for each other at a join, each with its own approvers and deadline', async () => {
    const [law, money, last] = steps();
    const template = await makeFlowTemplate(dossier, [{ ...law!, days: 3 }, { ...money!, days: 2 }, last!], {
      graph: flowGraph(nodes, edges),
    });
    const id = await handIn(applicant.client, template);
    const shown = await show(applicant, id);
    expect([shown.stepName, shown.step, shown.tasks.length]).toEqual(['Law, Money', 0, 2]);
    const dayMs = 24 * 3600_000;
    expect(Date.parse(shown.dueTime ?? '')).toBe(dossier.clock.now() + 2 * dayMs);
    expect((await show(two, id)).decisions).toMatchObject([{ stepName: 'Money', backTo: [], forName: '', signs: false }]);
    await ratify(two, id);
    expect([await waitsIn(id), await statusOf(id)]).toEqual(['Law', 'waiting']);
    expect(await visits(id)).toEqual(['start passed', 'both passed', 'law waiting', 'money passed', 'all waiting']);
    expect(await three.client.refused(flows.show, { id })).toBe(5301);
    expect(await two.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(5302);
    await ratify(one, id);
    expect(await visits(id)).toEqual(['start passed', 'both passed', 'law passed', 'money passed', 'all passed', 'last waiting']);
    await ratify(three, id);
    expect(await statusOf(id)).toBe('passed');
  });

  it('are ended by the first that arrives, where the join says so', async () => {
    const graph = flowGraph(nodes, edges, { settings: { all: { first: true } } });
    const id = await handIn(applicant.client, await makeFlowTemplate(dossier, steps(), { graph }));
    await ratify(two, id);
    expect(await waitsIn(id)).toBe('Last');
    expect(await visits(id)).toEqual(['start passed', 'both passed', 'law cancelled', 'money passed', 'all passed', 'last waiting']);
    expect(await one.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(5302);
    expect((await one.client.call(flows.list, { scope: 'waiting' })).list.map((flow) => flow.id)).not.toContain(id);
    await ratify(three, id);
    expect(await statusOf(id)).toBe('passed');
  });

  it('end with the flow where one is rejected without a way of its own', async () => {
    const id = await handIn(applicant.client, await makeFlowTemplate(dossier, steps(), { graph: flowGraph(nodes, edges) }));
    await veto(one, id);
    expect([await statusOf(id), await visits(id)]).toEqual([
      'rejected',
      ['start passed', 'both passed', 'law rejected', 'money cancelled'],
    ]);
    expect(await two.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(5303);
  });

  it('are decided one by one by somebody who has tasks in both, and not from a page that shows another one', async () => {
    const both = [stepOf('Law', [one.id]), stepOf('Money', [one.id]), stepOf('Last', [three.id])];
    const template = await makeFlowTemplate(dossier, both, { graph: flowGraph(nodes, edges) });
    const id = await handIn(applicant.client, template);
    const { decisions, round } = await show(one, id);
    expect(decisions.map(({ stepName }) => stepName)).toEqual(['Law', 'Money']);
    const [law, money] = decisions;
    await ratify(one, id, { position: money!.position });
    expect(await waitsIn(id)).toBe('Law');
    expect(await one.client.refused(flows.decide, { id, decision: 'ratify', position: money!.position })).toBe(1008);
    expect(await one.client.refused(flows.decide, { id, decision: 'ratify', step: 1, round })).toBe(1008);
    await ratify(one, id, { position: law!.position });
    expect(await waitsIn(id)).toBe('Last');
  });

  it('decided at the same time both count, and the flow goes on once', async () => {
    const template = await makeFlowTemplate(dossier, steps(), { graph: flowGraph(nodes, edges) });
    for (let n = 0; n < 5; n++) {
      const id = await handIn(applicant.client, template);
      await Promise.all([ratify(one, id), ratify(two, id)]);
      const { stepName, tasks, trail } = await show(applicant, id);
      expect([stepName, tasks.length, trail.filter(({ stepName: name }) => name === 'Last').length]).toEqual(['Last', 1, 1]);
    }
  });

  it('let an administrator replace the approvers of one of them', async () => {
    const template = await makeFlowTemplate(dossier, steps(), { graph: flowGraph(nodes, edges) });
    const id = await handIn(applicant.client, template);
    const money = (await show(applicant, id)).positions.find(({ node }) => node === 'money')!;
    expect(await dossier.admin.refused(flows.replace, { id, userId: three.id })).toBe(5321);
    expect(await applicant.client.refused(flows.replace, { id, userId: three.id, position: money.id })).toBe(1011);
    await dossier.admin.call(flows.replace, { id, userId: three.id, position: money.id });
    expect(await two.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(5302);
    await ratify(three, id);
    expect(await waitsIn(id)).toBe('Law');
    expect(await dossier.admin.refused(flows.replace, { id, userId: two.id, position: money.id })).toBe(1008);
    // it waits in one step only by now
    await dossier.admin.call(flows.replace, { id, userId: two.id });
    await ratify(two, id);
    expect(await waitsIn(id)).toBe('Last');
  });
});

it('a step that nobody is left to approve is told to the requester and the administrators, until somebody replaces its approver', async () => {
  const leaving = await makeSignedIn(dossier);
  const steps = [stepOf('Law', [one.id]), stepOf('Money', [leaving.id])];
  const graph = flowGraph(
    'start parallel:both approval:law approval:money join:all end',
    'start>both both>law both>money law>all money>all all>end',
  );
  const id = await handIn(applicant.client, await makeFlowTemplate(dossier, steps, { graph }));
  const problemsFor = async (who: Pick<Signed, 'client'>) =>
    (await who.client.call(flows.show, { id })).positions.flatMap(({ node, problem }) => (problem === undefined ? [] : [[node, problem]]));
  expect(await problemsFor(applicant)).toEqual([]);
  await dossier.services.database.write((db) =>
    db.updateTable('person').set({ enabled: 0 }).where('id', '=', Number(leaving.id)).execute(),
  );
  expect(await problemsFor(applicant)).toEqual([['money', 'noApprover']]);
  expect(await problemsFor({ client: dossier.admin })).toEqual([['money', 'noApprover']]);
  expect(await problemsFor(one)).toEqual([]);
  const { position } = (await show(one, id)).decisions[0]!;
  const money = (await show(applicant, id)).positions.find(({ node }) => node === 'money')!;
  await dossier.admin.call(flows.replace, { id, userId: two.id, position: money.id });
  expect([await problemsFor(applicant), (await show(two, id)).decisions.map(({ stepName }) => stepName)]).toEqual([[], ['Money']]);
  await ratify(one, id, { position });
  await ratify(two, id);
  expect(await statusOf(id)).toBe('passed');
});

describe('approvers whom the requester chooses', () => {
  const chosen = (name: string) => ({ name, approvers: [{ kind: 'chosen' as const }] });
  const edges = 'start>size size>one?large size>two one>end two>end two!>three three>end';
  const template = (more: Parameters<typeof flowGraph>[2] = {}) =>
    makeFlowTemplate(dossier, [chosen('Large'), stepOf('Small', [two.id]), chosen('Appeal')], {
      graph: flowGraph('start branch:size approval:one approval:two approval:three end', edges, {
        conditions: { large: above('1000') },
        ...more,
      }),
      fields: [amount],
    });
  const submit = (templateId: string, given: object) => ({ templateId, title: 'Desks', reason: 'x', submit: true, ...given }) as const;

  it('are asked for on ways alone that the flow can still take with its form, also after a rejection', async () => {
    const templateId = await template();
    const { client } = applicant;
    expect(await client.refused(flows.save, submit(templateId, worth('2000')))).toBe(5311);
    expect(await client.refused(flows.save, submit(templateId, worth('10')))).toBe(5311);
    const large = await handIn(client, templateId, { ...worth('2000'), chosen: [{ step: 0, userIds: [one.id] }] });
    expect(await waitsIn(large)).toBe('Large');
    const small = await handIn(client, templateId, { ...worth('10'), chosen: [{ step: 2, userIds: [three.id] }] });
    expect(await waitsIn(small)).toBe('Small');
    await veto(two, small);
    expect(await waitsIn(small)).toBe('Appeal');
    await ratify(three, small);
    expect(await statusOf(small)).toBe('passed');
  });

  it('are asked for where it depends on documents or departments, which may change until the flow gets there', async () => {
    const large = condition({ subject: 'documentCount', operator: 'greater', values: ['3'] });
    const templateId = await template({ conditions: { large } });
    expect(await applicant.client.refused(flows.save, submit(templateId, { chosen: [{ step: 2, userIds: [three.id] }] }))).toBe(5311);
    const both = [0, 2].map((step) => ({ step, userIds: [three.id] }));
    expect(await waitsIn(await handIn(applicant.client, templateId, { chosen: both }))).toBe('Small');
  });
});

describe('sending back', () => {
  // first, then in parallel: two steps one after the other, and one by itself; then last
  const edges = 'start>first first>both both>draft draft>law both>money law>all money>all all>last last>end';
  const graph = () =>
    flowGraph('start approval:first parallel:both approval:draft approval:law approval:money join:all approval:last end', edges);
  const begin = async () => {
    const steps = ['First', 'Draft', 'Law', 'Money', 'Last'].map((name) =>
      stepOf(name, [name === 'Money' ? two.id : name === 'Last' ? three.id : one.id]),
    );
    return handIn(applicant.client, await makeFlowTemplate(dossier, steps, { graph: graph() }));
  };

  it('within a parallel way lets the others go on, and outside of it ends them all', async () => {
    const id = await begin();
    await ratify(one, id);
    await ratify(one, id);
    expect(await waitsIn(id)).toBe('Money, Law');
    const [decision] = (await show(one, id)).decisions;
    expect(decision).toMatchObject({ stepName: 'Law', backTo: [0, 1] });
    await ratify(two, id);
    await sendBack(one, id, 1);
    expect(await waitsIn(id)).toBe('Draft');
    await ratify(one, id);
    await ratify(one, id);
    // the other way had arrived, and still has
    expect(await waitsIn(id)).toBe('Last');
    expect((await show(three, id)).decisions[0]?.backTo).toEqual([0]);
    // a step that lies in a part around none of the steps that wait
    expect(await three.client.refused(flows.decide, { id, decision: 'return', opinion: 'x', toStep: 3 })).toBe(5310);
    await sendBack(three, id, 0);
    expect(await waitsIn(id)).toBe('First');
    await ratify(one, id);
    await sendBack(two, id, 0);
    expect(await waitsIn(id)).toBe('First');
    expect((await show(applicant, id)).tasks.map(({ state }) => state)).toEqual(['waiting']);
  });

  it('to the requester ends all ways, and the next submission begins anew', async () => {
    const id = await begin();
    await ratify(one, id);
    const { position } = (await show(two, id)).decisions[0]!;
    await sendBack(one, id);
    expect([await statusOf(id), (await show(applicant, id)).tasks]).toEqual(['returned', []]);
    expect(await two.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(5303);
    const { templateId, title } = await show(applicant, id);
    await applicant.client.call(flows.save, { id, templateId, title, reason: 'x', submit: true });
    expect(await visits(id)).toEqual(['start passed', 'first waiting']);
    await ratify(one, id);
    expect(await two.client.refused(flows.decide, { id, decision: 'ratify', position })).toBe(1008);
  });

  it('never goes forward: what a flow came back from is not where it can be sent', async () => {
    const linear = flowGraph('start approval:a approval:b approval:c end', 'start>a a>b b>c c!>a c>end');
    const steps = [stepOf('A', [one.id]), stepOf('B', [two.id]), stepOf('C', [three.id])];
    const id = await handIn(applicant.client, await makeFlowTemplate(dossier, steps, { graph: linear }));
    await ratify(one, id);
    await ratify(two, id);
    await veto(three, id);
    expect([await waitsIn(id), await statusOf(id)]).toEqual(['A', 'waiting']);
    expect((await show(one, id)).decisions[0]?.backTo).toEqual([]);
    expect(await one.client.refused(flows.decide, { id, decision: 'return', opinion: 'x', toStep: 1 })).toBe(5310);
    await ratify(one, id);
    expect((await show(two, id)).decisions[0]?.backTo).toEqual([0]);
  });
});

describe('a way back', () => {
  const graph = flowGraph('start approval:a approval:b end', 'start>a a>b b!>a b>end');
  const template = () => makeFlowTemplate(dossier, [stepOf('A', [one.id]), stepOf('B', [two.id])], { graph });

  it('after a rejection opens its step anew, which earlier pages do not decide', async () => {
    const id = await handIn(applicant.client, await template());
    const { step, round, decisions } = await show(one, id);
    await ratify(one, id);
    await veto(two, id);
    expect([await waitsIn(id), await visits(id)]).toEqual(['A', ['start passed', 'a passed', 'b rejected', 'a waiting']]);
    expect(await one.client.refused(flows.decide, { id, decision: 'ratify', step, round })).toBe(1008);
    expect(await one.client.refused(flows.decide, { id, decision: 'ratify', position: decisions[0]!.position })).toBe(1008);
    await ratify(one, id);
    await ratify(two, id);
    const { status, trail } = await show(applicant, id);
    expect([status, trail.map(({ kind }) => kind)]).toEqual([
      'passed',
      ['submitted', 'opened', 'ratified', 'opened', 'vetoed', 'opened', 'ratified', 'opened', 'ratified', 'passed'],
    ]);
  });

  it('that goes on for ever brings the flow back to its requester', async () => {
    const circle = flowGraph('start timer:t branch:b approval:a end', 'start>t t>b b>t?always b>a a>end', {
      settings: { t: { field: 'day' } },
      conditions: { always: above('0') },
    });
    const fields = [amount, { id: 'day', kind: 'date', name: 'Day' } as const];
    const id = await handIn(
      applicant.client,
      await makeFlowTemplate(dossier, [stepOf('A', [one.id])], { graph: circle, fields }),
      worth('1'),
    );
    const { status, trail, canEdit } = await show(applicant, id);
    expect([status, trail.map(({ kind }) => kind), canEdit]).toEqual(['returned', ['submitted', 'looped'], true]);
    const { list } = await applicant.client.call(messages.list, {});
    expect(list[0]).toMatchObject({ msgType: msgType.flowLooped, objId: id });
    // at the second visit of a node without having waited, as nothing can be different at the third
    expect(await visits(id)).toEqual(['start passed', 't passed', 'b passed']);
    // with another form it goes on
    const { templateId, title } = await show(applicant, id);
    await applicant.client.call(flows.save, { id, templateId, title, reason: 'x', submit: true, ...worth('0') });
    expect(await waitsIn(id)).toBe('A');
  });

  it('to a rejected end rejects the flow', async () => {
    const refused = flowGraph('start approval:a approval:b end end:refused', 'start>a a>end a!>b b>refused');
    const id = await handIn(
      applicant.client,
      await makeFlowTemplate(dossier, [stepOf('A', [one.id]), stepOf('B', [two.id])], { graph: refused }),
    );
    await veto(one, id);
    await ratify(two, id);
    expect(await statusOf(id)).toBe('rejected');
  });
});
