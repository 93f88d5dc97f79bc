import { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { addresses } from '@dossier/contract/identity/address-restrictions';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { flowEmails, flowTemplates, flows } from '@dossier/contract/workflows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { mailSettings, startMailServer, type TestMailServer } from '../../../test/mail-server.ts';
import { type Made, makeSignedIn } from '../../../test/make.ts';
import { flowGraph, handIn, makeFlowTemplate, stepOf } from '../../../test/make-flows.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { proveMail } from '../../../test/other-organisation.ts';
import { pdfOfWords } from '../../../test/pdf-of-words.ts';
import { adminPassword } from '../../../test/template.ts';
import { openTestServer, type TestServer } from '../../../test/test-server.ts';
import { sendEmails } from '../notifications/send-emails.ts';

const day = 24 * 3_600_000;

let dossier: TestServer;
let post: TestMailServer;
let applicant: Made & { client: Client };
let count = 0;

beforeAll(async () => {
  dossier = await openTestServer();
  post = await startMailServer();
  await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(post.port) });
  await dossier.admin.call(site.saveSettings, { group: 'signIn', values: { idleHours: 720, lifetimeDays: 365 } });
  dossier.admin = await dossier.as({ loginName: 'admin', password: adminPassword });
  applicant = await makeSignedIn(dossier);
});
afterAll(async () => {
  await dossier.close();
  await post.close();
});

async function makeApprover(): Promise<Made & { client: Client; mail: string }> {
  const mail = `approver${++count}@example.org`;
  const made = await makeSignedIn(dossier, { mail });
  await proveMail(dossier, made.id);
  await made.client.call(session.streamTicket);
  return { ...made, mail };
}

interface Sent {
  flowId: string;
  /** The secret of the link in the email; none where the email has no link. */
  token: string;
  text: string;
}

/** Submits a flow that waits for this approver, and reads the email that they get. */
async function sendFlow(
  approver: { id: string; mail: string },
  given: Parameters<typeof makeFlowTemplate>[2] & { steps?: ReturnType<typeof stepOf>[]; documents?: { id: string }[] } = {},
): Promise<Sent> {
  const { steps = [stepOf('Check', [approver.id])], documents = [], ...more } = given;
  const flowId = await handIn(applicant.client, await makeFlowTemplate(dossier, steps, more), { documents });
  await dossier.drain();
  await sendEmails(dossier.services);
  const text = post.letters.findLast(({ to }) => to.includes(approver.mail))?.text ?? '';
  return { flowId, text, token: /\/flow\/email\?token=([\w-]+)/.exec(text)?.[1] ?? '' };
}

const stateOf = async (id: string) => (await applicant.client.call(flows.show, { id })).status;

describe('the link of an email', () => {
  it('asks for signing in unless its template says otherwise, and tells nothing before', async () => {
    const approver = await makeApprover();
    const { flowId, token, text } = await sendFlow(approver);
    expect(text).toContain('Approve: http');
    expect(text).toContain('&decision=veto');
    expect(await dossier.nobody.call(flowEmails.show, { token })).toEqual({ needsSignIn: true });
    const decision = { token, decision: 'ratify' } as const;
    expect(await dossier.nobody.refused(flowEmails.decide, decision)).toBe(501);
    expect(await dossier.nobody.refused(flowEmails.decideOwn, decision)).toBe(501);
    const { flow } = await approver.client.call(flowEmails.showOwn, { token });
    expect(flow).toMatchObject({ id: flowId, applicantName: applicant.fullName, stepName: 'Check', hidden: 0 });
    // that of somebody else is none
    expect(await applicant.client.refused(flowEmails.showOwn, { token })).toBe(codes.linkMissing.code);
    expect(await applicant.client.refused(flowEmails.decideOwn, decision)).toBe(4701);
    expect(await stateOf(flowId)).toBe('waiting');
    await approver.client.call(flowEmails.decideOwn, decision);
    expect(await stateOf(flowId)).toBe('passed');
  });

  it('decides by itself where the template allows it: once, after asking, and told in the log', async () => {
    const approver = await makeApprover();
    const cabinet = await makeCabinet(dossier.admin);
    const document = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'Order.txt' });
    const grantee = { granteeType: 'user', granteeId: applicant.id, level: level.view, reach: 'self' } as const;
    await dossier.admin.call(permissions.grant, { objId: document, ...grantee });
    const { flowId, token } = await sendFlow(approver, { emailDecisions: 'open', documents: [{ id: document }] });
    const shown = await dossier.nobody.call(flowEmails.show, { token });
    expect(shown).toMatchObject({ needsSignIn: false, flow: { id: flowId, documents: [{ name: 'Order.txt' }], hidden: 0 } });
    // a mail scanner opens links: that decides nothing
    expect(await stateOf(flowId)).toBe('waiting');
    const veto = { token, decision: 'veto' } as const;
    // what is refused leaves the link as it was
    expect(await dossier.nobody.refused(flowEmails.decide, veto)).toBe(codes.flowOpinionRequired.code);
    const answers = await Promise.allSettled([0, 1, 2].map(() => dossier.nobody.call(flowEmails.decide, { ...veto, opinion: 'Too dear' })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await stateOf(flowId)).toBe('rejected');
    for (const refused of [
      dossier.nobody.refused(flowEmails.show, { token }),
      dossier.nobody.refused(flowEmails.decide, veto),
      approver.client.refused(flowEmails.decideOwn, veto),
    ])
      expect(await refused).toBe(4703);
    await dossier.drain();
    const { list } = await dossier.admin.call(operationLog.log, { actions: [action.flowEmailDecide] });
    expect(list.map(({ userName }) => userName)).toEqual([approver.fullName]);
    const { trail } = await applicant.client.call(flows.show, { id: flowId });
    expect(trail.find(({ kind }) => kind === 'vetoed')).toMatchObject({ personName: approver.fullName, opinion: 'Too dear' });
  });

  it('ends after seven days, with its step, and with the account; unknown ones are told apart', async () => {
    const approver = await makeApprover();
    const open = { emailDecisions: 'open' } as const;
    const [late, decided, withdrawn] = [await sendFlow(approver, open), await sendFlow(approver, open), await sendFlow(approver, open)];
    await approver.client.call(flows.decide, { id: decided.flowId, decision: 'ratify' });
    await applicant.client.call(flows.withdraw, { id: withdrawn.flowId });
    for (const { token } of [decided, withdrawn]) expect(await dossier.nobody.refused(flowEmails.show, { token })).toBe(4703);
    expect(await dossier.nobody.refused(flowEmails.show, { token: 'x'.repeat(43) })).toBe(4701);
    dossier.clock.forward(7 * day - 1);
    expect(await dossier.nobody.call(flowEmails.show, { token: late.token })).toMatchObject({ needsSignIn: false });
    await dossier.admin.call(people.updateUser, { id: approver.id, enabled: false });
    expect(await dossier.nobody.refused(flowEmails.decide, { token: late.token, decision: 'ratify' })).toBe(4703);
    await dossier.admin.call(people.updateUser, { id: approver.id, enabled: true });
    dossier.clock.forward(1);
    expect(await dossier.nobody.refused(flowEmails.show, { token: late.token })).toBe(4702);
    const other = await sendFlow(await makeApprover(), open);
    await dossier.services.database.write((db) =>
      db.updateTable('flow_email_link').set({ flow_id: 1 }).where('flow_id', '=', Number(other.flowId)).execute(),
    );
    expect(await dossier.nobody.refused(flowEmails.show, { token: other.token })).toBe(4704);
  });

  it('is not in emails about steps that ask for a signature, or where the template has it off', async () => {
    const approver = await makeApprover();
    const off = await sendFlow(approver, { emailDecisions: 'off' });
    expect([off.token, off.text.includes(`/flow/index/waittodo?flowId=${off.flowId}`)]).toEqual(['', true]);
    const cabinet = await makeCabinet(dossier.admin);
    const grantee = { granteeType: 'user', granteeId: applicant.id, level: level.modify, reach: 'all' } as const;
    await dossier.admin.call(permissions.grant, { objId: cabinet, ...grantee });
    const bytes = await pdfOfWords(['Contract']);
    const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'Contract.pdf', bytes });
    const steps = [stepOf('Sign', [approver.id], { signs: true })];
    const signs = await sendFlow(approver, { emailDecisions: 'open', steps, documents: [{ id }] });
    expect([signs.token, signs.text.includes(signs.flowId)]).toEqual(['', true]);
  });

  it('follows the template: turned off later, it no longer decides', async () => {
    const approver = await makeApprover();
    const template = await makeFlowTemplate(dossier, [stepOf('Check', [approver.id])], { emailDecisions: 'open' });
    expect(await dossier.admin.call(flowTemplates.show, { id: template })).toMatchObject({ emailDecisions: 'open' });
    await handIn(applicant.client, template);
    await dossier.drain();
    await sendEmails(dossier.services);
    const token =
      /\/flow\/email\?token=([\w-]+)/.exec(post.letters.findLast(({ to }) => to.includes(approver.mail))?.text ?? '')?.[1] ?? '';
    await dossier.admin.call(flowTemplates.update, { id: template, emailDecisions: 'signIn' });
    expect(await dossier.nobody.call(flowEmails.show, { token })).toEqual({ needsSignIn: true });
    await dossier.admin.call(flowTemplates.update, { id: template, emailDecisions: 'off' });
    expect(await dossier.nobody.refused(flowEmails.show, { token })).toBe(4703);
  });

  it('decides the visit of its step alone: one that comes back to the step needs another email', async () => {
    const approver = await makeApprover();
    const other = await makeSignedIn(dossier);
    const steps = [stepOf('Check', [approver.id]), stepOf('Confirm', [other.id])];
    const graph = flowGraph('start approval:check approval:confirm end', 'start>check check>confirm confirm!>check confirm>end');
    const { flowId, token } = await sendFlow(approver, { emailDecisions: 'open', steps, graph });
    await approver.client.call(flows.decide, { id: flowId, decision: 'ratify' });
    await other.client.call(flows.decide, { id: flowId, decision: 'veto', opinion: 'Once more' });
    expect((await applicant.client.call(flows.show, { id: flowId })).stepName).toBe('Check');
    expect(await dossier.nobody.refused(flowEmails.decide, { token, decision: 'ratify' })).toBe(4703);
  });

  it('is no way around the addresses from which its approver may sign in', async () => {
    const approver = await makeApprover();
    const { flowId, token } = await sendFlow(approver, { emailDecisions: 'open' });
    const range = { name: 'Outside', addresses: '203.0.113.0/24', scope: 'signIn', kind: 'block' } as const;
    const { id } = await dossier.admin.call(addresses.createSegment, range);
    const outside = dossier.nobody.from({ address: '203.0.113.9' });
    expect(await outside.refused(flowEmails.show, { token })).toBe(5802);
    expect(await outside.refused(flowEmails.decide, { token, decision: 'ratify' })).toBe(5802);
    await dossier.admin.call(addresses.deleteSegment, { id });
    await outside.call(flowEmails.decide, { token, decision: 'ratify' });
    expect(await stateOf(flowId)).toBe('passed');
  });
});

it('an email asks for no decision that was made meanwhile', async () => {
  const approver = await makeApprover();
  const id = await handIn(applicant.client, await makeFlowTemplate(dossier, [stepOf('Check', [approver.id])]));
  await dossier.drain();
  await approver.client.call(flows.decide, { id, decision: 'ratify' });
  await dossier.drain();
  await sendEmails(dossier.services);
  expect(post.letters.filter(({ to }) => to.includes(approver.mail))).toEqual([]);
});
