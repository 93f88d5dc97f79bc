import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { attachments } from '@dossier/contract/documents/attachments';
import type { FieldValues, FlowField } from '@dossier/contract/workflows/flow-fields';
import { flows } from '@dossier/contract/workflows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { handIn, makeFlowTemplate, stepOf } from '../../../../test/make-flows.ts';
import { makeCabinet, makeDocument, upload } from '../../../../test/make-items.ts';
import { type Made, findRole, makeDepartment, makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';

type Signed = Made & { client: Client };

let dossier: TestServer;
let applicant: Signed;
let one: Signed;
let cabinet: string;

beforeAll(async () => {
  dossier = await openTestServer();
  [applicant, one] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  cabinet = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

const field = (kind: FlowField['kind'], more: Partial<FlowField> = {}) => ({ id: kind, kind, name: `The ${kind}`, ...more });
const given = (values: Record<string, string[]>): FieldValues[] =>
  Object.entries(values).map(([id, some]) => ({ field: id, values: some }));
const templateOf = (...fields: ReturnType<typeof field>[]) => makeFlowTemplate(dossier, [stepOf('First', [one.id])], { fields });

/** The problems of the fields that a form is refused for. */
async function problemsOf(client: Client, input: object): Promise<unknown> {
  const { code, data } = JSON.parse((await client.raw(flows.save, input)).text) as { code: number; data: { fields?: unknown } };
  expect(code).toBe(5319);
  return data.fields;
}

describe('the fields of a flow', () => {
  it('are kept as they were filled in, and read by its approvers', async () => {
    const fields = [
      field('text', { long: true, required: true }),
      field('number', { decimals: 2 }),
      field('date'),
      field('choice', { options: ['Red', 'Blue', 'Green'], multiple: true }),
      field('person', { multiple: true }),
      field('department'),
    ];
    const template = await templateOf(...fields);
    const department = await makeDepartment(dossier, { name: 'Purchasing' });
    expect((await applicant.client.call(flows.foresee, { templateId: template })).fields.map(({ id }) => id)).toEqual(
      fields.map(({ id }) => id),
    );
    const values = {
      text: [' Two\nlines '],
      number: ['-12.5'],
      date: ['2028-02-29'],
      choice: ['Blue', 'Red'],
      person: [one.id, applicant.id],
      department: [department],
    };
    const id = await handIn(applicant.client, template, { values: given({ ...values, unknown: ['x'] }) });
    const { values: shown, fields: described } = await one.client.call(flows.show, { id });
    expect(described.map(({ name }) => name)).toEqual(fields.map(({ name }) => name));
    expect(shown).toEqual([
      { field: 'text', values: [{ value: 'Two\nlines', name: 'Two\nlines' }] },
      { field: 'number', values: [{ value: '-12.5', name: '-12.5' }] },
      { field: 'date', values: [{ value: '2028-02-29', name: '2028-02-29' }] },
      { field: 'choice', values: ['Blue', 'Red'].map((value) => ({ value, name: value })) },
      { field: 'person', values: [one, applicant].map((who) => ({ value: who.id, name: who.fullName })) },
      { field: 'department', values: [{ value: department, name: 'Purchasing' }] },
    ]);
  });

  it('are refused all at once with what is wrong; a draft may lack what is required', async () => {
    const fields = [
      field('text', { required: true }),
      field('number', { minimum: 1, maximum: 5, decimals: 0 }),
      field('date'),
      field('choice', { options: ['Red'] }),
      field('person'),
      field('department'),
      field('document'),
      field('file'),
    ];
    const form = { templateId: await templateOf(...fields), title: 'x', reason: 'x', submit: true };
    expect(await problemsOf(applicant.client, form)).toEqual([{ field: 'text', problem: 'required' }]);
    const missing = '999999999999999';
    const wrong = given({
      text: [' '],
      number: ['7'],
      date: ['2026-02-30'],
      choice: ['Blue'],
      person: [missing],
      department: [missing],
      document: [missing],
      file: [missing],
    });
    expect(await problemsOf(applicant.client, { ...form, values: wrong })).toEqual([
      { field: 'text', problem: 'required' },
      { field: 'number', problem: 'tooLarge' },
      { field: 'date', problem: 'notDate' },
      { field: 'choice', problem: 'notOption' },
      { field: 'person', problem: 'notFound' },
      { field: 'department', problem: 'notFound' },
      { field: 'document', problem: 'notFound' },
      { field: 'file', problem: 'notFound' },
    ]);
    expect(
      await problemsOf(applicant.client, { ...form, submit: false, values: given({ number: ['0'], person: [one.id, applicant.id] }) }),
    ).toEqual([
      { field: 'number', problem: 'tooSmall' },
      { field: 'person', problem: 'tooMany' },
    ]);
    const { id } = await applicant.client.call(flows.save, { ...form, submit: false, values: given({ number: ['3'] }) });
    expect((await applicant.client.call(flows.show, { id })).values).toEqual([{ field: 'number', values: [{ value: '3', name: '3' }] }]);
    await applicant.client.call(flows.save, { ...form, id, values: given({ text: ['Now'], number: ['3'] }) });
    expect((await applicant.client.call(flows.show, { id })).status).toBe('waiting');
  });

  it('take only documents that the requester sees, and name them to who sees them at that moment', async () => {
    const doc = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'Contract.txt' });
    const template = await templateOf(field('document'));
    const form = { templateId: template, title: 'x', reason: 'x', submit: true, values: given({ document: [doc] }) };
    expect(await problemsOf(applicant.client, form)).toEqual([{ field: 'document', problem: 'notFound' }]);
    const grant = (granteeId: string) =>
      dossier.admin.call(permissions.grant, { objId: doc, granteeType: 'user', granteeId, level: level.view, reach: 'self' });
    await grant(applicant.id);
    const { id } = await applicant.client.call(flows.save, form);
    const valuesFor = async (who: Signed) => (await who.client.call(flows.show, { id })).values[0]?.values;
    expect(await valuesFor(applicant)).toEqual([{ value: doc, name: 'Contract.txt', ext: 'txt' }]);
    expect(await valuesFor(one)).toEqual([{ value: '', name: '', hidden: true }]);
    await grant(one.id);
    expect(await valuesFor(one)).toEqual([{ value: doc, name: 'Contract.txt', ext: 'txt' }]);
    // a cabinet is no document
    expect(await problemsOf(dossier.admin, { ...form, values: given({ document: [cabinet] }) })).toEqual([
      { field: 'document', problem: 'notFound' },
    ]);
  });

  it('take only attachments of their own flow, which are named to who takes part in it', async () => {
    const template = await templateOf(field('file', { required: true }));
    const form = { templateId: template, title: 'x', reason: 'x' };
    const draft = async () => (await applicant.client.call(flows.save, form)).id;
    const [id, other] = [await draft(), await draft()];
    const body = Buffer.from('Ten of them');
    const { id: file, uploadUrl } = await applicant.client.call(attachments.preUpload, {
      flowId: other,
      name: 'offer.txt',
      size: body.length,
    });
    await upload(dossier, uploadUrl, body);
    const values = given({ file: [file] });
    expect(await problemsOf(applicant.client, { ...form, id, submit: true, values })).toEqual([{ field: 'file', problem: 'notFound' }]);
    await applicant.client.call(flows.save, { ...form, id: other, submit: true, values });
    expect((await one.client.call(flows.show, { id: other })).values[0]?.values).toEqual([{ value: file, name: 'offer.txt', ext: 'txt' }]);
    const auditor = await makeSignedIn(dossier, { roleIds: [await findRole(dossier.admin, 'Audit administrators')] });
    expect((await auditor.client.call(flows.show, { id: other })).values[0]?.values).toEqual([{ value: '', name: '', hidden: true }]);
  });
});
