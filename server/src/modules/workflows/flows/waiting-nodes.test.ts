import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import type { FlowField } from '@dossier/contract/workflows/flow-fields';
import { flowGraphLimits, type FlowNode } from '@dossier/contract/workflows/flow-graph';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { flowGraph, handIn, makeFlowTemplate, stepOf } from '../../../../test/make-flows.ts';
import { makeCabinet, makeDocument, upload } from '../../../../test/make-items.ts';
import { messageTypes } from '../../../../test/message-types.ts';
import { type Made, makeDepartment, makeRole, makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { handlePosition } from './waiting-nodes.ts';

type Signed = Made & { client: Client };

let dossier: TestServer;
let applicant: Signed;
let one: Signed;
let two: Signed;
let stranger: Signed;

beforeAll(async () => {
  dossier = await openTestServer();
  [applicant, one, two, stranger] = [
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
  ];
});
afterAll(() => dossier.close());

const hourMs = 3600_000;
const show = (who: Pick<Signed, 'client'>, id: string) => who.client.call(flows.show, { id });
const trailOf = async (id: string): Promise<string[]> => (await show(applicant, id)).trail.map(({ kind }) => kind);
const visits = async (id: string): Promise<string[]> => (await show(applicant, id)).positions.map(({ node, state }) => `${node} ${state}`);
const ratify = (who: Signed, id: string) => who.client.call(flows.decide, { id, decision: 'ratify' });
const field = (id: string, kind: FlowField['kind'], more: Partial<FlowField> = {}) => ({ id, kind, name: id, ...more });

describe('a timer', () => {
  const settings = { t: { hours: 2, name: 'Cooling off' } };

  it('goes on after its hours, once, also where two servers see that they are over', async () => {
    const graph = flowGraph('start timer:t approval:a end', 'start>t t>a a>end', { settings });
    const id = await handIn(applicant.client, await makeFlowTemplate(dossier, [stepOf('A', [one.id])], { graph }));
    const shown = await show(applicant, id);
    expect([shown.stepName, shown.tasks, shown.dueTime]).toEqual(['Cooling off', [], undefined]);
    expect(Date.parse(shown.positions[1]?.dueTime ?? '')).toBe(dossier.clock.now() + 2 * hourMs);
    dossier.clock.forward(hourMs);
    await dossier.drain();
    expect((await show(applicant, id)).stepName).toBe('Cooling off');
    dossier.clock.forward(hourMs);
    const called = {
      flowId: Number(id),
      spaceId: (await dossier.services.database.read.selectFrom('flow').select('organisation_id').executeTakeFirstOrThrow())
        .organisation_id,
      positionId: Number(shown.positions[1]?.id),
    };
    const other = await dossier.another();
    await Promise.all([handlePosition(dossier.services, called), handlePosition(other.services, called), dossier.drain()]);
    await other.close();
    expect([await trailOf(id), await visits(id)]).toEqual([
      ['submitted', 'timerEnded', 'opened'],
      ['start passed', 't passed', 'a waiting'],
    ]);
    await ratify(one, id);
    expect((await show(applicant, id)).status).toBe('passed');
  });

  it('of a flow that was withdrawn or sent back meanwhile does nothing', async () => {
    const graph = flowGraph('start parallel:p timer:t approval:a join:j end', 'start>p p>t p>a t>j a>j j>end', { settings });
    const template = await makeFlowTemplate(dossier, [stepOf('A', [one.id])], { graph });
    const [gone, back] = [await handIn(applicant.client, template), await handIn(applicant.client, template)];
    await applicant.client.call(flows.withdraw, { id: gone });
    await one.client.call(flows.decide, { id: back, decision: 'return', opinion: 'Again' });
    dossier.clock.forward(2 * hourMs);
    await dossier.drain();
    expect([await trailOf(gone), await trailOf(back)]).toEqual([
      ['submitted', 'opened', 'withdrawn'],
      ['submitted', 'opened', 'returned'],
    ]);
  });

  it('passes a flow that ends after it, and tells its requester', async () => {
    const graph = flowGraph('start approval:a timer:t end', 'start>a a>t t>end', { settings });
    const id = await handIn(applicant.client, await makeFlowTemplate(dossier, [stepOf('A', [one.id])], { graph }));
    await ratify(one, id);
    dossier.clock.forward(2 * hourMs);
    expect(await messageTypes(dossier, applicant, id)).toEqual([msgType.flowPassed]);
    expect((await show(applicant, id)).status).toBe('passed');
    const { list } = await applicant.client.call(messages.list, {});
    expect(list[0]?.content).toContain(one.fullName);
  });
});

describe('a notification', () => {
  it('tells users, roles, heads and users of fields its text; they see the flow from then on, as far as they are active', async () => {
    const [holder, head, gone] = [await makeSignedIn(dossier), await makeSignedIn(dossier), await makeSignedIn(dossier)];
    const role = await makeRole(dossier, { userIds: [holder.id] });
    const department = await makeDepartment(dossier);
    await dossier.admin.call(people.setHeads, { id: department, userIds: [head.id] });
    const worker = await makeSignedIn(dossier, { departmentIds: [department] });
    const recipients: FlowNode['recipients'] = [
      { kind: 'role', id: role },
      { kind: 'head' },
      { kind: 'field', field: 'who' },
      { kind: 'person', id: gone.id },
      { kind: 'applicant' },
    ];
    const graph = flowGraph('start notify:n approval:a end', 'start>n n>a a>end', {
      settings: { n: { name: 'Tell', recipients, message: 'Please prepare the room' } },
    });
    const template = await makeFlowTemplate(dossier, [stepOf('A', [one.id])], { graph, fields: [field('who', 'person')] });
    await dossier.admin.call(people.updateUser, { id: gone.id, enabled: false });
    const id = await handIn(worker.client, template, { values: [{ field: 'who', values: [two.id] }] });
    for (const who of [holder, head, two, worker]) {
      expect((await who.client.call(messages.list, {})).list[0]).toMatchObject({ msgType: msgType.flowMessage, objId: id });
      expect((await show(who, id)).id).toBe(id);
    }
    expect((await two.client.call(messages.list, {})).list[0]?.content).toContain('Please prepare the room');
    expect(await stranger.client.refused(flows.show, { id })).toBe(5301);
    const told = (await show(worker, id)).trail.find(({ kind }) => kind === 'notified');
    expect([told?.stepName, told?.names.toSorted()]).toEqual([
      'Tell',
      [holder, head, two, worker].map(({ fullName }) => fullName).toSorted(),
    ]);
  });
});

describe('a sub-flow', () => {
  const childFields = [field('price', 'number', { required: true })];
  const makeChild = (more: Parameters<typeof makeFlowTemplate>[2] = {}) =>
    makeFlowTemplate(dossier, [stepOf('Check', [two.id])], { fields: childFields, ...more });
  const makeParent = (templateId: string, edges = 'start>s s>a a>end', nodes = 'start subflow:s approval:a end') =>
    makeFlowTemplate(dossier, [stepOf('A', [one.id])], {
      graph: flowGraph(nodes, edges, { settings: { s: { name: 'Sub', templateId, mapping: [{ from: 'amount', to: 'price' }] } } }),
      fields: [field('amount', 'number', { required: true })],
    });
  const values = [{ field: 'amount', values: ['12.5'] }];
  const childOf = async (id: string) => {
    await dossier.drain();
    return (await show(applicant, id)).positions.find(({ node }) => node === 's')?.flowId ?? '';
  };

  it('is submitted for the requester with the same documents and the mapped values; its flow goes on when it has passed', async () => {
    const cabinet = await makeCabinet(dossier.admin);
    const doc = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'Order.txt' });
    const templateId = await makeParent(await makeChild({ starters: [{ type: 'user', id: stranger.id }] }));
    const form = { templateId, title: 'Desks', reason: 'Old ones', documents: [{ id: doc }], values, submit: true };
    const { id } = await dossier.admin.call(flows.save, form);
    await dossier.drain();
    const admin = { client: dossier.admin };
    const shown = await show(admin, id);
    const child = await show(admin, shown.positions.find(({ node }) => node === 's')?.flowId ?? '');
    expect([shown.stepName, shown.trail.map(({ kind }) => kind)]).toEqual(['Sub', ['submitted', 'subflowStarted']]);
    expect(child).toMatchObject({ title: 'Desks', status: 'waiting', parent: { id, title: 'Desks' }, isOwn: true });
    expect(child.documents.map((document) => document.id)).toEqual([doc]);
    expect(child.values).toEqual([{ field: 'price', values: [{ value: '12.5', name: '12.5' }] }]);
    expect(child.number).not.toBe(shown.number);
    // who decides one does not thereby see the other
    expect((await show(two, child.id)).parent).toBeUndefined();
    expect(await two.client.refused(flows.show, { id })).toBe(5301);
    await ratify(two, child.id);
    await dossier.drain();
    expect((await show(admin, id)).stepName).toBe('A');
    const seen = await show(one, id);
    expect([seen.positions.find(({ node }) => node === 's')?.flowId, await one.client.refused(flows.show, { id: child.id })]).toEqual([
      undefined,
      5301,
    ]);
    await ratify(one, id);
    expect((await show(admin, id)).trail.map(({ kind }) => kind)).toEqual([
      'submitted',
      'subflowStarted',
      'subflowEnded',
      'opened',
      'ratified',
      'passed',
    ]);
  });

  it('that is rejected or withdrawn rejects its flow, or takes its own way', async () => {
    const child = await makeChild();
    const rejected = await handIn(applicant.client, await makeParent(child), { values });
    await two.client.call(flows.decide, { id: await childOf(rejected), decision: 'veto', opinion: 'No' });
    await dossier.drain();
    expect([(await show(applicant, rejected)).status, await visits(rejected)]).toEqual(['rejected', ['start passed', 's rejected']]);
    const withWay = await makeParent(child, 'start>s s>end s!>a a>end');
    const withdrawn = await handIn(applicant.client, withWay, { values });
    await applicant.client.call(flows.withdraw, { id: await childOf(withdrawn) });
    await dossier.drain();
    expect((await show(applicant, withdrawn)).stepName).toBe('A');
  });

  it('is withdrawn with its flow', async () => {
    const id = await handIn(applicant.client, await makeParent(await makeChild()), { values });
    const child = await childOf(id);
    await applicant.client.call(flows.withdraw, { id });
    await dossier.drain();
    expect([(await show(applicant, child)).status, (await show(applicant, id)).status]).toEqual(['withdrawn', 'withdrawn']);
    expect(await messageTypes(dossier, two, child)).toEqual([msgType.flowWaiting, msgType.flowWithdrawn]);
  });

  it('that cannot begin keeps its flow waiting, is told once, and begins once it can', async () => {
    const child = await makeChild();
    const id = await handIn(applicant.client, await makeParent(child), { values });
    await dossier.admin.call(flowTemplates.update, { id: child, enabled: false });
    await dossier.drain();
    expect(await trailOf(id)).toEqual(['submitted', 'subflowFailed']);
    const told = (types: number[]) => types.filter((type) => type === msgType.subflowFailed);
    expect(told(await messageTypes(dossier, { client: dossier.admin }, id))).toHaveLength(1);
    dossier.clock.forward(hourMs);
    await dossier.drain();
    expect([await trailOf(id), (await show(applicant, id)).status]).toEqual([['submitted', 'subflowFailed'], 'waiting']);
    expect(told(await messageTypes(dossier, { client: dossier.admin }, id))).toHaveLength(1);
    await dossier.admin.call(flowTemplates.update, { id: child, enabled: true });
    dossier.clock.forward(hourMs);
    expect(await childOf(id)).not.toBe('');
    expect(await trailOf(id)).toEqual(['submitted', 'subflowFailed', 'subflowStarted']);
  });

  it('that cannot begin is told to its requester and the administrators, who may have it tried again at once', async () => {
    const child = await makeChild();
    const both = 'start>both both>s both>a s>all a>all all>end';
    const id = await handIn(applicant.client, await makeParent(child, both, 'start parallel:both subflow:s approval:a join:all end'), {
      values,
    });
    await dossier.admin.call(flowTemplates.update, { id: child, enabled: false });
    await dossier.drain();
    const admin = { client: dossier.admin };
    const waiting = async (who: { client: Client } = admin) => (await show(who, id)).positions.find(({ node }) => node === 's')!;
    const problems = [(await waiting(applicant)).problem, (await waiting()).problem, (await waiting(one)).problem];
    expect(problems).toEqual(['subflowTemplate', 'subflowTemplate', undefined]);
    const { id: position } = await waiting();
    expect(await applicant.client.refused(flows.retry, { id, position })).toBe(1011);
    const pending = async () => {
      const { read } = dossier.services.database;
      return (await read.selectFrom('outbox').select('id').where('subscriber', '=', 'flows.positions').execute()).length;
    };
    const before = await pending();
    await dossier.admin.call(flows.retry, { id, position });
    await dossier.drain();
    // still refused, and not tried twice an hour from now on
    expect([(await waiting()).problem, await pending()]).toEqual(['subflowTemplate', before]);
    await dossier.admin.call(flowTemplates.update, { id: child, enabled: true });
    await dossier.admin.call(flows.retry, { id, position });
    await dossier.drain();
    expect([(await waiting()).problem, (await waiting(applicant)).flowId === undefined]).toEqual([undefined, false]);
    expect(await dossier.admin.refused(flows.retry, { id, position })).toBe(1008);
    await applicant.client.call(flows.withdraw, { id });
    expect(await dossier.admin.refused(flows.retry, { id, position })).toBe(5303);
  });

  it('begins with nothing where its documents are gone', async () => {
    const cabinet = await makeCabinet(dossier.admin);
    const doc = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'Gone.txt' });
    const form = {
      templateId: await makeParent(await makeChild()),
      title: 'x',
      reason: 'x',
      documents: [{ id: doc }],
      values,
      submit: true,
    };
    const { id } = await dossier.admin.call(flows.save, form);
    await dossier.admin.call(library.delete, { objIds: [doc] });
    await dossier.drain();
    const { status, trail } = await dossier.admin.call(flows.show, { id });
    expect([status, trail.map(({ kind }) => kind)]).toEqual(['waiting', ['submitted', 'subflowFailed']]);
    const rows = await dossier.services.database.read.selectFrom('flow').select('id').where('title', '=', 'x').execute();
    expect(rows.map((row) => String(row.id))).toEqual([id]);
  });

  it('that was sent back keeps the documents and the mapped values that its flow gave it', async () => {
    const cabinet = await makeCabinet(dossier.admin);
    const make = (name: string) => makeDocument(dossier, dossier.admin, { parentId: cabinet, name });
    const [doc, other] = [await make('Draft.txt'), await make('Other.txt')];
    const admin = { client: dossier.admin };
    const child = await makeChild({ fields: [...childFields, field('note', 'text')] });
    const terms = { title: 'Order', reason: 'x', documents: [{ id: doc }], values, submit: true };
    const { id } = await dossier.admin.call(flows.save, { ...terms, templateId: await makeParent(child) });
    await dossier.drain();
    const childId = (await show(admin, id)).positions.find(({ node }) => node === 's')?.flowId ?? '';
    await two.client.call(flows.decide, { id: childId, decision: 'return', opinion: 'Say more' });
    const price = (value: string) => ({ field: 'price', values: [value] });
    const form = { ...terms, id: childId, templateId: child, values: [price('12.5')] };
    const refused = (changes: object) => dossier.admin.refused(flows.save, { ...form, ...changes });
    expect(await refused({ documents: [{ id: other }] })).toBe(5320);
    expect(await refused({ documents: [] })).toBe(5320);
    expect(await refused({ documents: [{ id: doc }, { id: other }], submit: false })).toBe(5320);
    expect(await refused({ values: [price('1')] })).toBe(5320);
    const { uploadUrl } = await dossier.admin.call(content.preCheckIn, { id: doc, size: 5 });
    await upload(dossier, uploadUrl, Buffer.from('Other'));
    expect(await refused({})).toBe(5320);
    const [kept] = (await show(admin, childId)).documents;
    const documents = [{ id: doc, currentRev: kept?.currentRev }];
    const note = { field: 'note', values: ['For the new office'] };
    await dossier.admin.call(flows.save, { ...form, reason: 'More', documents, values: [price('12.5'), note] });
    await ratify(two, childId);
    await dossier.drain();
    expect((await show(admin, id)).stepName).toBe('A');
  });

  it('does not begin where its flow and those of it have had too many', async () => {
    const id = await handIn(applicant.client, await makeParent(await makeChild()), { values });
    await dossier.services.database.write(async (db) => {
      const [row] = await db.selectFrom('flow_position').selectAll().where('flow_id', '=', Number(id)).execute();
      for (let n = 1; n <= flowGraphLimits.subflows; n++)
        await db
          .insertInto('flow_position')
          .values({ ...row!, id: n, state: 'passed', child_flow_id: n })
          .execute();
    });
    await dossier.drain();
    expect([await trailOf(id), (await show(applicant, id)).status]).toEqual([['submitted', 'subflowFailed'], 'waiting']);
  });

  it('without an approval lets its flow go on at once', async () => {
    const child = await makeChild({
      graph: flowGraph('start branch:b approval:a end', 'start>b b>a?large b>end a>end', {
        conditions: { large: { match: 'all', tests: [{ subject: 'field', field: 'price', operator: 'greater', values: ['1000'] }] } },
      }),
    });
    const id = await handIn(applicant.client, await makeParent(child), { values });
    await dossier.drain();
    expect(await trailOf(id)).toEqual(['submitted', 'subflowStarted', 'subflowEnded', 'opened']);
  });
});

// last, as sessions end in the day that it waits
it('a timer waits until the day in a field, and not at all for one that is past or missing', async () => {
  const until = flowGraph('start timer:t approval:a end', 'start>t t>a a>end', { settings: { t: { field: 'day', name: 'Until' } } });
  const template = await makeFlowTemplate(dossier, [stepOf('A', [one.id])], { graph: until, fields: [field('day', 'date')] });
  const dayIn = (days: number) => new Date(dossier.clock.now() + days * 24 * hourMs).toISOString().slice(0, 10);
  const on = (day: string) => handIn(applicant.client, template, { values: [{ field: 'day', values: [day] }] });
  const [later, past, none] = [await on(dayIn(1)), await on(dayIn(-3)), await handIn(applicant.client, template)];
  const names = async () => [
    (await show(applicant, later)).stepName,
    (await show(applicant, past)).stepName,
    (await show(applicant, none)).stepName,
  ];
  expect(await names()).toEqual(['Until', 'A', 'A']);
  dossier.clock.forward(24 * hourMs);
  await dossier.drain();
  expect(await names()).toEqual(['A', 'A', 'A']);
});
