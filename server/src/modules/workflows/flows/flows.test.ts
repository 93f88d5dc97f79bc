import { site } from '@dossier/contract/core/site';
import { people } from '@dossier/contract/identity/users';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { handIn, makeFlowTemplate, stepOf } from '../../../../test/make-flows.ts';
import { queryPlans } from '../../../../test/query-plans.ts';
import { type Made, findRole, makeDepartment, makeRole, makeSignedIn } from '../../../../test/make.ts';
import { pageOfFlows } from './flows.queries.ts';

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

const statusOf = async (client: Client, id: string): Promise<string> => (await client.call(flows.show, { id })).status;
const ratify = (who: Signed, id: string) => who.client.call(flows.decide, { id, decision: 'ratify' });
const idsOf = async (client: Client, scope: 'mine' | 'drafts' | 'waiting' | 'handled' | 'finished' | 'all'): Promise<string[]> =>
  (await client.call(flows.list, { scope })).list.map((flow) => flow.id);

describe('a flow of two steps', () => {
  it('waits for one after the other, and is passed by the last', async () => {
    const template = await makeFlowTemplate(dossier, [stepOf('First', [one.id]), stepOf('Second', [two.id])]);
    const id = await handIn(applicant.client, template, { title: 'New desk' });
    expect(await idsOf(applicant.client, 'mine')).toContain(id);
    expect(await idsOf(one.client, 'waiting')).toContain(id);
    // a later approver does not see it yet
    expect(await two.client.refused(flows.show, { id })).toBe(5301);
    expect(await one.client.call(flows.counts)).toEqual({ waiting: 1, drafts: 0 });
    await ratify(one, id);
    expect(await statusOf(applicant.client, id)).toBe('waiting');
    expect(await idsOf(one.client, 'handled')).toContain(id);
    expect(await one.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(5302);
    await ratify(two, id);
    const { status, trail: history, number } = await applicant.client.call(flows.show, { id });
    expect(status).toBe('passed');
    expect(number).toMatch(/^\d{8}-\d{4}$/);
    expect(history.map((line) => line.kind)).toEqual(['submitted', 'opened', 'ratified', 'opened', 'ratified', 'passed']);
    expect(await idsOf(applicant.client, 'finished')).toContain(id);
    const { list } = await applicant.client.call(messages.list, {});
    expect(list[0]).toMatchObject({ msgType: msgType.flowPassed, objType: 14, objId: id, name: 'New desk' });
    expect(await two.client.refused(flows.decide, { id, decision: 'veto', opinion: 'Late' })).toBe(5303);
  });

  it('numbers flows in order, each once', async () => {
    const template = await makeFlowTemplate(dossier, [stepOf('First', [one.id])]);
    const all = await Promise.all([1, 2, 3, 4].map(() => handIn(applicant.client, template)));
    const numbers = await Promise.all(all.map(async (id) => (await applicant.client.call(flows.show, { id })).number));
    expect(new Set(numbers).size).toBe(4);
  });
});

describe('the number of a flow', () => {
  const numberOf = async (id: string): Promise<string> => (await applicant.client.call(flows.show, { id })).number;
  const setPattern = (numberPattern: string) => dossier.admin.call(site.saveSettings, { group: 'flows', values: { numberPattern } });

  it('follows the pattern of the site, counts within its smallest part of the date, and passes over numbers that are taken', async () => {
    expect(await dossier.admin.refused(site.saveSettings, { group: 'flows', values: { numberPattern: '{yyyy}' } })).toBe(400);
    const year = new Date(dossier.clock.now()).toISOString().slice(0, 4);
    await setPattern('HT-{yyyy}-{000}');
    const template = await makeFlowTemplate(dossier, [stepOf('First', [one.id])]);
    const typed = await makeFlowTemplate(dossier, [stepOf('First', [one.id])], { typedNumber: true });
    expect(await numberOf(await handIn(applicant.client, template))).toBe(`HT-${year}-001`);
    await handIn(applicant.client, typed, { number: `HT-${year}-002` });
    expect(await numberOf(await handIn(applicant.client, template))).toBe(`HT-${year}-003`);
    dossier.clock.forward(24 * 3_600_000);
    expect(await numberOf(await handIn(applicant.client, template))).toBe(`HT-${year}-004`);
    await setPattern('{yyyy}{MM}{dd}-{0000}');
  });

  it('is still given where somebody has typed a thousand numbers by the pattern', async () => {
    await setPattern('Z-{000}');
    const typed = await makeFlowTemplate(dossier, [stepOf('First', [one.id])], { typedNumber: true });
    const id = await handIn(applicant.client, typed, { number: 'Z-000' });
    await dossier.services.database.write(async (db) => {
      const row = await db.selectFrom('flow').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();
      const numbers = Array.from({ length: 1100 }, (_, at) => `Z-${String(at + 1).padStart(3, '0')}`);
      for (const [at, number] of numbers.entries())
        await db
          .insertInto('flow')
          .values({ ...row, id: at + 1, number, number_key: number.toLowerCase() })
          .execute();
    });
    const template = await makeFlowTemplate(dossier, [stepOf('First', [one.id])]);
    expect(await numberOf(await handIn(applicant.client, template))).toMatch(/^Z-\d{4,}$/);
    await setPattern('{yyyy}{MM}{dd}-{0000}');
  });

  it('is typed where the template asks for that: needed, once in the organisation, and kept from then on', async () => {
    const typed = await makeFlowTemplate(dossier, [stepOf('First', [one.id])], { typedNumber: true });
    expect(await applicant.client.call(flows.foresee, { templateId: typed })).toMatchObject({ typedNumber: true });
    const form = { templateId: typed, title: 'Contract', reason: 'It is needed' };
    const { id, number } = await applicant.client.call(flows.save, { ...form, number: ' C 1 ', submit: false });
    expect(number).toBe('');
    expect(await applicant.client.call(flows.show, { id })).toMatchObject({ typedNumber: true, draftNumber: 'C 1', number: '' });
    expect(await applicant.client.refused(flows.save, { ...form, id, submit: true })).toBe(5307);
    // a draft keeps no number from others
    await handIn(two.client, typed, { number: 'C 1' });
    expect(await applicant.client.refused(flows.save, { ...form, id, number: 'C 1', submit: true })).toBe(5313);
    expect(await applicant.client.refused(flows.save, { ...form, id, number: 'c 1', submit: true })).toBe(5313);
    expect((await applicant.client.call(flows.save, { ...form, id, number: 'C 2', submit: true })).number).toBe('C 2');
    await one.client.call(flows.decide, { id, decision: 'return', opinion: 'Again' });
    expect(await applicant.client.call(flows.show, { id })).toMatchObject({ typedNumber: false, number: 'C 2' });
    expect((await applicant.client.call(flows.save, { ...form, id, number: 'C 3', submit: true })).number).toBe('C 2');
  });

  it('of one that two submit at once is given to one of them', async () => {
    const typed = await makeFlowTemplate(dossier, [stepOf('First', [one.id])], { typedNumber: true });
    const form = { templateId: typed, title: 'Contract', reason: 'It is needed', number: 'C 7', submit: true };
    const answers = await Promise.all([applicant, two].map(({ client }) => client.raw(flows.save, form)));
    expect(answers.map(({ text }) => (JSON.parse(text) as { code: number }).code).toSorted((a, b) => a - b)).toEqual([200, 5313]);
  });
});

describe('the rule of a step', () => {
  it.each([
    ['any', undefined, 1],
    ['percent', 50, 2],
    ['all', undefined, 3],
  ] as const)('%s %s is passed by %i of three', async (rule, percent, words) => {
    const step = stepOf('Vote', [one.id, two.id, three.id], { rule, ...(percent !== undefined && { percent }) });
    const id = await handIn(applicant.client, await makeFlowTemplate(dossier, [step]));
    for (const [at, who] of [one, two, three].slice(0, words).entries()) {
      expect([at, await statusOf(applicant.client, id)]).toEqual([at, 'waiting']);
      await ratify(who, id);
    }
    expect(await statusOf(applicant.client, id)).toBe('passed');
  });

  it('counts each of two concurrent decisions once, and advances once', async () => {
    const template = await makeFlowTemplate(dossier, [stepOf('Any', [one.id, two.id]), stepOf('Last', [three.id])]);
    const id = await handIn(applicant.client, template);
    const decisions = await Promise.allSettled([ratify(one, id), ratify(two, id)]);
    expect(decisions.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    const shown = await applicant.client.call(flows.show, { id });
    expect([shown.step, shown.status, shown.tasks.length]).toEqual([1, 'waiting', 1]);
    const all = await handIn(applicant.client, await makeFlowTemplate(dossier, [stepOf('All', [one.id, two.id], { rule: 'all' })]));
    await Promise.all([ratify(one, all), ratify(two, all)]);
    const { status, trail: history } = await applicant.client.call(flows.show, { id: all });
    expect([status, history.filter((line) => line.kind === 'passed').length]).toEqual(['passed', 1]);
  });
});

it('decides no step that its approver has not seen, however often a decision is sent', async () => {
  const template = await makeFlowTemplate(dossier, [stepOf('First', [one.id]), stepOf('Second', [one.id])]);
  const id = await handIn(applicant.client, template);
  const { step } = await one.client.call(flows.show, { id });
  await one.client.call(flows.decide, { id, decision: 'ratify', step });
  expect(await one.client.refused(flows.decide, { id, decision: 'ratify', step })).toBe(1008);
  expect((await one.client.call(flows.show, { id })).step).toBe(1);
  await one.client.call(flows.decide, { id, decision: 'ratify', step: 1 });
  expect(await statusOf(applicant.client, id)).toBe('passed');
});

it('decides nothing that was returned and handed in anew since its approver looked, where they say what they saw', async () => {
  const template = await makeFlowTemplate(dossier, [stepOf('First', [one.id, two.id])]);
  const id = await handIn(applicant.client, template);
  const { step, round } = await one.client.call(flows.show, { id });
  await two.client.call(flows.decide, { id, decision: 'return', opinion: 'Say more', step, round });
  const form = { id, templateId: template, title: 'Other terms', reason: 'More words', submit: true };
  await applicant.client.call(flows.save, form);
  for (const decision of ['ratify', 'veto', 'return'] as const)
    expect(await one.client.refused(flows.decide, { id, decision, opinion: 'As I saw it', step, round })).toBe(1008);
  const now = await one.client.call(flows.show, { id });
  expect([now.step, now.status]).toEqual([step, 'waiting']);
  await one.client.call(flows.decide, { id, decision: 'ratify', step, round: now.round });
  expect(await statusOf(applicant.client, id)).toBe('passed');
});

describe('a veto and a return', () => {
  it('need an opinion of at most 100 characters', async () => {
    const id = await handIn(applicant.client, await makeFlowTemplate(dossier, [stepOf('First', [one.id])]));
    expect(await one.client.refused(flows.decide, { id, decision: 'veto' })).toBe(5304);
    expect(await one.client.refused(flows.decide, { id, decision: 'return', opinion: '  ' })).toBe(5304);
    expect(await one.client.refused(flows.decide, { id, decision: 'veto', opinion: '\u{1f600}'.repeat(101) })).toBe(5314);
    await one.client.call(flows.decide, { id, decision: 'veto', opinion: '\u{1f600}'.repeat(100) });
    expect(await statusOf(applicant.client, id)).toBe('rejected');
  });

  it('returns to an earlier step, or to the applicant, who submits it again under its number', async () => {
    const template = await makeFlowTemplate(dossier, [stepOf('First', [one.id]), stepOf('Second', [two.id])]);
    const id = await handIn(applicant.client, template);
    await ratify(one, id);
    expect(await two.client.refused(flows.decide, { id, decision: 'return', opinion: 'Why', toStep: 1 })).toBe(5310);
    await two.client.call(flows.decide, { id, decision: 'return', opinion: 'Look again', toStep: 0 });
    expect(await idsOf(one.client, 'waiting')).toContain(id);
    await one.client.call(flows.decide, { id, decision: 'return', opinion: 'Say more' });
    const { status, number } = await applicant.client.call(flows.show, { id });
    expect(status).toBe('returned');
    // returned flows are listed and counted with the drafts
    const draft = await applicant.client.call(flows.save, { templateId: template, title: 'Not yet', submit: false });
    const listed = await idsOf(applicant.client, 'drafts');
    expect(listed).toEqual(expect.arrayContaining([id, draft.id]));
    expect((await applicant.client.call(flows.counts)).drafts).toBe(listed.length);
    // a returned flow keeps the template version that it was started with
    await dossier.admin.call(flowTemplates.update, { id: template, steps: [stepOf('Only', [three.id])] });
    const form = { id, templateId: template, title: 'Better', reason: 'More words', submit: true };
    expect((await applicant.client.call(flows.save, form)).number).toBe(number);
    await ratify(one, id);
    await ratify(two, id);
    expect(await statusOf(applicant.client, id)).toBe('passed');
  });
});

describe('a form', () => {
  it('is saved as a draft that no other user sees, and submitted only when it is complete', async () => {
    const template = await makeFlowTemplate(dossier, [stepOf('First', [one.id])]);
    const { id } = await applicant.client.call(flows.save, { templateId: template });
    for (const who of [one.client, dossier.admin]) expect(await who.refused(flows.show, { id })).toBe(5301);
    const again = { id, templateId: template, submit: true };
    expect(await applicant.client.refused(flows.save, { ...again, reason: 'x' })).toBe(5308);
    expect(await applicant.client.refused(flows.save, { ...again, title: 'x' })).toBe(5305);
    expect(await one.client.refused(flows.save, { ...again, title: 'x', reason: 'x' })).toBe(5301);
    expect(await idsOf(applicant.client, 'drafts')).toContain(id);
    await applicant.client.call(flows.delete, { id });
    expect(await applicant.client.refused(flows.show, { id })).toBe(5301);
  });

  it('is only for users who may start the template', async () => {
    const role = await makeRole(dossier, { userIds: [two.id] });
    const template = await makeFlowTemplate(dossier, [stepOf('First', [one.id])], { starters: [{ type: 'role', id: role }] });
    const off = await makeFlowTemplate(dossier, [stepOf('First', [one.id])], { enabled: false });
    const choices = async (client: Client) => (await client.call(flows.choices, {})).list.map((choice) => choice.id);
    expect(await choices(two.client)).toContain(template);
    expect(await choices(applicant.client)).not.toContain(template);
    expect(await choices(two.client)).not.toContain(off);
    for (const id of [template, off])
      expect(await applicant.client.refused(flows.save, { templateId: id, title: 'x', reason: 'x', submit: true })).toBe(5309);
    expect(await applicant.client.refused(flows.foresee, { templateId: template })).toBe(5309);
  });

  it('lets the applicant choose approvers where the template allows it, and needs one chosen', async () => {
    const steps = [{ name: 'Chosen', approvers: [{ kind: 'chosen' as const }] }];
    const template = await makeFlowTemplate(dossier, steps);
    const form = { templateId: template, title: 'x', reason: 'x', submit: true };
    expect(await applicant.client.refused(flows.save, form)).toBe(5311);
    expect(await applicant.client.refused(flows.save, { ...form, chosen: [{ step: 0, userIds: [applicant.id] }] })).toBe(5311);
    expect(await applicant.client.refused(flows.save, { ...form, chosen: [{ step: 0, userIds: ['999999999999999'] }] })).toBe(4902);
    const { id } = await applicant.client.call(flows.save, { ...form, chosen: [{ step: 0, userIds: [two.id] }] });
    await ratify(two, id);
    expect(await statusOf(applicant.client, id)).toBe('passed');
  });
});

describe('applicants cannot decide on their own flows', () => {
  it('goes to the head above where the applicant heads the department, and else to the flow administrators', async () => {
    const top = await makeDepartment(dossier);
    const below = await makeDepartment(dossier, { parentId: top });
    const head = await makeSignedIn(dossier, { departmentIds: [below] });
    await dossier.admin.call(people.setHeads, { id: top, userIds: [three.id] });
    await dossier.admin.call(people.setHeads, { id: below, userIds: [head.id] });
    const template = await makeFlowTemplate(dossier, [{ name: 'Head', approvers: [{ kind: 'head' }] }]);
    const names = async (client: Client, id: string) => (await client.call(flows.show, { id })).tasks.map((task) => task.personName);
    expect(await names(head.client, await handIn(head.client, template))).toEqual([three.fullName]);
    const worker = await makeSignedIn(dossier, { departmentIds: [below] });
    expect(await names(worker.client, await handIn(worker.client, template))).toEqual([head.fullName]);
    // the applicant is in no department, so there is no head
    const id = await handIn(applicant.client, template);
    const { trail: history } = await applicant.client.call(flows.show, { id });
    expect(history.map((line) => line.kind)).toEqual(['submitted', 'escalated']);
    expect(await idsOf(dossier.admin, 'waiting')).toContain(id);
    await dossier.admin.call(flows.decide, { id, decision: 'ratify' });
    expect(await statusOf(applicant.client, id)).toBe('passed');
  });

  it('are told for each step whom it will ask, by the form and by the flow alike, as it then does', async () => {
    const department = await makeDepartment(dossier);
    await dossier.admin.call(people.setHeads, { id: department, userIds: [three.id] });
    const asking = await makeSignedIn(dossier, { departmentIds: [department] });
    const steps = [
      stepOf('First', [one.id]),
      stepOf('Both', [asking.id, two.id], { rule: 'all' }),
      stepOf('Self', [asking.id], { rule: 'all' }),
      { ...stepOf('Chosen', [asking.id]), approvers: [{ kind: 'person' as const, id: asking.id }, { kind: 'chosen' as const }] },
    ];
    const template = await makeFlowTemplate(dossier, steps);
    const { steps: foreseen } = await asking.client.call(flows.foresee, { templateId: template });
    expect(foreseen.map((step) => [step.people, step.alone, step.isChosen])).toEqual([
      [[one.fullName], undefined, false],
      [[two.fullName], undefined, false],
      [[three.fullName], true, false],
      // nobody replaces those whom the requester still has to choose
      [[], undefined, true],
    ]);
    const id = await handIn(asking.client, template, { chosen: [{ step: 3, userIds: [one.id] }] });
    const { stepList } = await asking.client.call(flows.show, { id });
    const told = [undefined, { people: [two.fullName], more: 0 }, { people: [three.fullName], more: 0, alone: true }];
    expect(stepList.map((step) => step.foreseen)).toEqual([...told, { people: [one.fullName], more: 0 }]);
    const asked: [string, boolean | undefined][] = [];
    for (const who of [one, two, three, one]) {
      const { tasks } = await asking.client.call(flows.show, { id });
      asked.push(...tasks.map(({ personName, alone }): [string, boolean | undefined] => [personName, alone]));
      await ratify(who, id);
    }
    expect(asked).toEqual([
      [one.fullName, undefined],
      [two.fullName, undefined],
      [three.fullName, true],
      [one.fullName, undefined],
    ]);
    const ended = await asking.client.call(flows.show, { id });
    expect([ended.status, ended.stepList.map((step) => step.foreseen)]).toEqual(['passed', steps.map(() => undefined)]);
  });

  it('reassigns what waits for a disabled user', async () => {
    const gone = await makeSignedIn(dossier);
    const id = await handIn(applicant.client, await makeFlowTemplate(dossier, [stepOf('Gone', [gone.id])]));
    await dossier.admin.call(people.updateUser, { id: gone.id, enabled: false });
    await dossier.drain();
    expect(await idsOf(dossier.admin, 'waiting')).toContain(id);
    await dossier.admin.call(flows.decide, { id, decision: 'ratify' });
    expect(await statusOf(applicant.client, id)).toBe('passed');
  });
});

describe('withdrawing, reminding and replacing', () => {
  it('withdraws a flow that has not ended, once, by its applicant', async () => {
    const id = await handIn(applicant.client, await makeFlowTemplate(dossier, [stepOf('First', [one.id])]));
    expect(await one.client.refused(flows.withdraw, { id })).toBe(5302);
    await applicant.client.call(flows.withdraw, { id });
    expect(await applicant.client.refused(flows.withdraw, { id })).toBe(5315);
    expect(await one.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(5303);
  });

  it('reminds once an hour', async () => {
    const id = await handIn(applicant.client, await makeFlowTemplate(dossier, [stepOf('First', [one.id])]));
    await applicant.client.call(flows.urge, { id });
    expect(await applicant.client.refused(flows.urge, { id })).toBe(502);
    expect((await one.client.call(messages.list, {})).list[0]?.msgType).toBe(msgType.flowUrged);
    dossier.clock.forward(3600_001);
    await applicant.client.call(flows.urge, { id });
  });

  it('lets an administrator replace the approver', async () => {
    const id = await handIn(applicant.client, await makeFlowTemplate(dossier, [stepOf('First', [one.id])]));
    expect(await one.client.refused(flows.replace, { id, userId: two.id })).toBe(1011);
    expect(await dossier.admin.refused(flows.replace, { id, userId: applicant.id })).toBe(5311);
    await dossier.admin.call(flows.replace, { id, userId: two.id });
    expect(await one.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(5302);
    await ratify(two, id);
    expect(await statusOf(applicant.client, id)).toBe('passed');
  });
});

describe('users who see a flow', () => {
  it('are its participants, those notified, and administrators with the permission', async () => {
    const auditor = await makeSignedIn(dossier, { roleIds: [await findRole(dossier.admin, 'Audit administrators')] });
    const other = await makeSignedIn(dossier);
    const template = await makeFlowTemplate(dossier, [stepOf('First', [one.id])]);
    const id = await handIn(applicant.client, template, { notify: [{ type: 'user', id: three.id }] });
    for (const client of [applicant.client, one.client, three.client, auditor.client, dossier.admin])
      expect((await client.call(flows.show, { id })).id).toBe(id);
    expect(await other.client.refused(flows.show, { id })).toBe(5301);
    expect(await other.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(5301);
    expect(await three.client.refused(flows.decide, { id, decision: 'ratify' })).toBe(5302);
    expect(await idsOf(auditor.client, 'all')).toContain(id);
    expect(await other.client.refused(flows.list, { scope: 'all' })).toBe(1011);
    await ratify(one, id);
    expect((await three.client.call(messages.list, {})).list[0]?.msgType).toBe(msgType.flowNotified);
    expect(await idsOf(three.client, 'finished')).toContain(id);
  });
});

describe('the flows that somebody has handled', () => {
  it('are listed once each, the last changed first, also narrowed down', async () => {
    const who = await makeSignedIn(dossier);
    const template = await makeFlowTemplate(dossier, [stepOf('First', [who.id]), stepOf('Again', [who.id]), stepOf('Last', [two.id])]);
    const ids: string[] = [];
    for (const title of ['Lamp', 'Chair', 'Desk']) {
      const id = await handIn(applicant.client, template, { title });
      dossier.clock.forward(1000);
      for (let step = 0; step < 2; step++) await ratify(who, id);
      ids.push(id);
    }
    const [lamp, chair, desk] = ids as [string, string, string];
    expect(await idsOf(who.client, 'handled')).toEqual([desk, chair, lamp]);
    dossier.clock.forward(1000);
    await ratify(two, lamp);
    expect(await idsOf(who.client, 'handled')).toEqual([lamp, desk, chair]);
    const page = (given: object) => who.client.call(flows.list, { scope: 'handled', ...given });
    expect(await page({ status: 'waiting' })).toMatchObject({ totalNumber: 2, list: [{ id: desk }, { id: chair }] });
    expect(await page({ keyword: 'cha' })).toMatchObject({ totalNumber: 1, list: [{ id: chair }] });
    expect(await page({ flowKind: 'publish' })).toMatchObject({ totalNumber: 0, list: [] });
    expect(await page({ pageSize: 1, pageNo: 2 })).toMatchObject({ totalNumber: 3, list: [{ id: desk }] });
    // who has only been asked has handled nothing
    expect(await idsOf(two.client, 'handled')).not.toContain(desk);
  });

  it('are listed among those that are over for whom submitted, decided or was told of them, and for nobody else', async () => {
    const [who, told, asked] = [await makeSignedIn(dossier), await makeSignedIn(dossier), await makeSignedIn(dossier)];
    const template = await makeFlowTemplate(dossier, [stepOf('First', [one.id]), stepOf('Last', [two.id, asked.id], { rule: 'any' })]);
    const notify = [{ type: 'user' as const, id: told.id }];
    const [passed, vetoed, withdrawn, open] = [
      await handIn(who.client, template, { title: 'Passed', notify }),
      await handIn(who.client, template, { title: 'Vetoed', notify }),
      await handIn(who.client, template, { title: 'Withdrawn' }),
      await handIn(who.client, template, { title: 'Open', notify }),
    ];
    const over = (client: Client) => idsOf(client, 'finished');
    await ratify(one, passed);
    expect(await over(who.client)).toEqual([]);
    dossier.clock.forward(1000);
    await ratify(two, passed);
    dossier.clock.forward(1000);
    await one.client.call(flows.decide, { id: vetoed, decision: 'veto', opinion: 'No' });
    dossier.clock.forward(1000);
    await who.client.call(flows.withdraw, { id: withdrawn });
    expect(await over(who.client)).toEqual([withdrawn, vetoed, passed]);
    expect(await over(told.client)).toEqual([vetoed, passed]);
    expect((await over(one.client)).slice(0, 2)).toEqual([vetoed, passed]);
    expect((await over(two.client)).filter((id) => [passed, vetoed, withdrawn, open].includes(id))).toEqual([passed]);
    expect(await over(asked.client)).toEqual([]);
    const page = (given: object) => who.client.call(flows.list, { scope: 'finished', ...given });
    expect(await page({ status: 'passed' })).toMatchObject({ totalNumber: 1, list: [{ id: passed }] });
    expect(await page({ keyword: 'veto' })).toMatchObject({ totalNumber: 1, list: [{ id: vetoed }] });
    expect(await page({ pageSize: 1, pageNo: 2 })).toMatchObject({ totalNumber: 3, list: [{ id: vetoed }] });
  });

  it.each(['handled', 'finished'] as const)('are read along an index, and those that are over too: %s', async (scope) => {
    if (dossier.engine === 'postgres') return;
    const asked = {
      scope,
      organisationId: 1,
      personId: 1,
      people: [1],
      kind: undefined,
      status: undefined,
      keyword: undefined,
    } as const;
    const [count, page] = await queryPlans(dossier.services.database.read, (db) => pageOfFlows(db, asked, { limit: 20, offset: 0 }));
    for (const plan of [count, page]) expect(plan).toMatch(new RegExp(`^SEARCH h USING COVERING INDEX flow_${scope}_newest[^\\n]*$`));
  });
});

describe('the trail of a flow', () => {
  it('is read from its newest entries back to its first, by who sees the flow alone', async () => {
    const id = await handIn(applicant.client, await makeFlowTemplate(dossier, [stepOf('First', [one.id])]), { title: 'A long story' });
    const entry = (at: number) => ({
      id: newId(),
      flow_id: Number(id),
      kind: 'notified',
      at: dossier.clock.now(),
      person_id: 0,
      person_name: '',
      step_name: String(at),
    });
    const entries = Array.from({ length: 220 }, (_, at) => entry(at));
    await dossier.services.database.write((db) => db.insertInto('flow_event').values(entries).execute());
    const { trail, trailGoesOn } = await one.client.call(flows.show, { id });
    expect([trail.length, trailGoesOn, trail[0]?.stepName, trail.at(-1)?.stepName]).toEqual([100, true, '120', '219']);
    const before = async (first: { id: string } | undefined) => one.client.call(flows.trail, { id, before: first?.id ?? '' });
    const second = await before(trail[0]);
    expect([second.list.length, second.goesOn, second.list[0]?.stepName, second.list.at(-1)?.stepName]).toEqual([100, true, '20', '119']);
    const last = await before(second.list[0]);
    expect([last.list.length, last.goesOn, last.list[0]?.kind, last.list.at(-1)?.stepName]).toEqual([22, false, 'submitted', '19']);
    expect(await before(last.list[0])).toEqual({ list: [], goesOn: false });
    expect(await two.client.refused(flows.trail, { id, before: trail[0]?.id ?? '' })).toBe(5301);
    // a short one is there as a whole
    const short = await handIn(applicant.client, await makeFlowTemplate(dossier, [stepOf('First', [one.id])]), { title: 'Short' });
    expect((await one.client.call(flows.show, { id: short })).trailGoesOn).toBeUndefined();
  });
});
