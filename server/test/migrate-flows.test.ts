import { flows } from '@dossier/contract/workflows/flows';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../migrations/all.ts';
import { engineOf } from '../src/platform/db/dialect.ts';
import { handIn, makeFlowTemplate, stepOf } from './make-flows.ts';
import { makeSignedIn } from './make.ts';
import { type TestServer, openTestServer } from './test-server.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

/** Takes the database back to what it was before flows had graphs. */
const asBeforeGraphs = () =>
  dossier.services.database.write(async (db) => {
    const later = migrations.filter(({ name }) => /^\d/.test(name) && name >= '082');
    for (const { down } of later.toReversed()) await down?.(db, engineOf(db));
    for (const { name } of later) await sql`delete from migration where name = ${name}`.execute(db);
  });

it('a flow that waits when flows get graphs goes on with its step, its approvers and what they have decided', async () => {
  const [applicant, one, two] = [await makeSignedIn(dossier), await makeSignedIn(dossier), await makeSignedIn(dossier)];
  const steps = [stepOf('First', [one.id]), stepOf('Second', [one.id, two.id], { rule: 'all', days: 2 })];
  const template = await makeFlowTemplate(dossier, steps);
  const id = await handIn(applicant.client, template);
  const passed = await handIn(applicant.client, template);
  await one.client.call(flows.decide, { id, decision: 'ratify' });
  await one.client.call(flows.decide, { id, decision: 'ratify' });
  for (const who of [one, one, two]) await who.client.call(flows.decide, { id: passed, decision: 'ratify' });
  const { dueTime } = await applicant.client.call(flows.show, { id });
  await asBeforeGraphs();
  await dossier.reopen();
  const [again, last] = [await dossier.as(applicant), await dossier.as(two)];
  const shown = await again.call(flows.show, { id });
  expect(shown).toMatchObject({ stepName: 'Second', step: 1, dueTime, positions: [{ node: 'step2', state: 'waiting' }] });
  expect(shown.tasks.map(({ state }) => state)).toEqual(['ratified', 'waiting']);
  const { list } = await (await dossier.as(one)).call(flows.list, { scope: 'handled' });
  expect(list.map((flow) => flow.id).toSorted()).toEqual([id, passed].toSorted());
  expect((await last.call(flows.show, { id })).decisions).toMatchObject([{ stepName: 'Second', backTo: [0] }]);
  await last.call(flows.decide, { id, decision: 'return', opinion: 'Once more', toStep: 0 });
  const first = await dossier.as(one);
  for (const client of [first, first, last]) await client.call(flows.decide, { id, decision: 'ratify' });
  expect((await again.call(flows.show, { id })).status).toBe('passed');
  expect((await again.call(flows.show, { id: passed })).trail.map(({ kind }) => kind).at(-1)).toBe('passed');
});
