import { permissions } from '@dossier/contract/access/permissions';
import { library } from '@dossier/contract/documents/library';
import { comments } from '@dossier/contract/comments/comments';
import { preview } from '@dossier/contract/preview/preview';
import { flows } from '@dossier/contract/workflows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { handIn, makeFlowTemplate, stepOf } from '../../../../test/make-flows.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../../test/make.ts';

type Signed = Made & { client: Client };

let dossier: TestServer;
let applicant: Signed;
let approver: Signed;
let reader: Signed;
const at = { drafts: '', cabinet: '', folder: '', publish: '', revise: '', abolish: '', normal: '' };

beforeAll(async () => {
  dossier = await openTestServer();
  [applicant, approver, reader] = [await makeSignedIn(dossier), await makeSignedIn(dossier), await makeSignedIn(dossier)];
  at.drafts = await makeCabinet(dossier.admin);
  at.cabinet = await makeCabinet(dossier.admin, { publishing: true });
  at.folder = await makeFolder(dossier.admin, at.cabinet);
  const grantTo = (objId: string, who: Signed, level: number) =>
    dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: who.id, level, reach: 'all' });
  await grantTo(at.drafts, applicant, 255);
  await grantTo(at.cabinet, applicant, 3);
  await grantTo(at.cabinet, reader, 3);
  const steps = [stepOf('Approve', [approver.id])];
  for (const kind of ['publish', 'revise', 'abolish'] as const)
    at[kind] = await makeFlowTemplate(dossier, steps, { flowKind: kind, cabinetId: at.cabinet });
  at.normal = await makeFlowTemplate(dossier, [stepOf('Look', [reader.id, approver.id])], { flowKind: 'normal' });
});
afterAll(() => dossier.close());

const draft = (name: string, bytes = 'Some words'): Promise<string> =>
  makeDocument(dossier, applicant.client, { parentId: at.drafts, name, bytes, onSameName: 'revision' });
const ratify = (id: string) => approver.client.call(flows.decide, { id, decision: 'ratify' });
async function published(name: string, bytes?: string): Promise<string> {
  const id = await handIn(applicant.client, at.publish, { documents: [{ id: await draft(name, bytes) }], targetId: at.folder });
  await ratify(id);
  return (await applicant.client.call(flows.show, { id })).documents[0]?.resultId ?? '';
}
const quarterMs = 15 * 60_000;
const inTime = (quarters: number): string => new Date(dossier.clock.now() + quarters * quarterMs).toISOString();
const passTime = async (quarters: number): Promise<void> => {
  dossier.clock.forward(quarters * quarterMs);
  await dossier.drain();
};
const trailOf = async (id: string) => (await applicant.client.call(flows.show, { id })).trail.map((line) => line.kind);

describe('attack', () => {
  it('A: an approved publication to come is lost when its draft is purged', async () => {
    const doc = await draft('Purged.txt');
    const id = await handIn(applicant.client, at.publish, { documents: [{ id: doc }], targetId: at.folder, effectiveTime: inTime(2) });
    await ratify(id);
    await applicant.client.call(library.delete, { objIds: [doc] });
    await applicant.client.call(library.remove, { objIds: [doc] });
    await passTime(2);
    expect((await trailOf(id)).at(-1)).toBe('effective');
  });

  it('B: an approver who is also a reader cannot see the superseded version that the flow is about', async () => {
    const old = await published('Seen.txt');
    const flow = await handIn(dossier.admin, at.normal, { documents: [{ id: old }] });
    const next = await draft('Seen draft.txt', 'Second');
    await ratify(await handIn(applicant.client, at.revise, { documents: [{ id: next }], targetId: old }));
    const [first] = (await approver.client.call(flows.show, { id: flow })).documents;
    const target = { id: old, currentRev: first?.currentRev ?? '' };
    await approver.client.call(preview.view, target);
    const [own] = (await reader.client.call(flows.show, { id: flow })).documents;
    await reader.client.call(preview.view, { id: old, currentRev: own?.currentRev ?? '' });
  });

  it('C: a manager of a folder deletes published documents in it that they may only modify', async () => {
    const cabinet = await makeCabinet(dossier.admin, { publishing: true });
    const folder = await makeFolder(dossier.admin, cabinet);
    const template = await makeFlowTemplate(dossier, [stepOf('Approve', [approver.id])], { flowKind: 'publish', cabinetId: cabinet });
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: applicant.id, level: 3, reach: 'all' });
    const flow = await handIn(applicant.client, template, { documents: [{ id: await draft('Kept.txt') }], targetId: folder });
    await ratify(flow);
    const doc = (await applicant.client.call(flows.show, { id: flow })).documents[0]?.resultId ?? '';
    await dossier.admin.call(permissions.grant, { objId: folder, granteeType: 'user', granteeId: reader.id, level: 255, reach: 'self' });
    await dossier.admin.call(permissions.grant, { objId: doc, granteeType: 'user', granteeId: reader.id, level: 123, reach: 'self' });
    expect(await reader.client.refused(library.delete, { objIds: [doc] })).toBe(4901);
    expect(await reader.client.refused(library.delete, { objIds: [folder] })).toBe(4901);
  });

  it('D: comments on a superseded version, with their quotes, are shown to readers', async () => {
    const old = await published('Commented.txt', 'The old secret number is 42');
    await dossier.admin
      .call(comments.create, {
        objId: old,
        content: 'about the number',
        place: { kind: 'words', page: 1, quote: 'The old secret number is 42', parts: [] } as never,
      })
      .catch((e) => console.log('D create', String(e)));
    const next = await draft('Commented draft.txt', 'Second');
    await ratify(await handIn(applicant.client, at.revise, { documents: [{ id: next }], targetId: old }));
    const shown = await reader.client.call(comments.list, { objId: old });
    expect(JSON.stringify(shown.list)).not.toContain('secret number');
  });
});

import { content as contentCalls } from '@dossier/contract/documents/content';
import { links, shares } from '@dossier/contract/sharing/shares';
import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { messages as messageCalls } from '@dossier/contract/notifications/messages';
import { come } from '../../../../test/share-people.ts';

describe('attack 2', () => {
  it('F: a link of a manager still opens an abolished document', async () => {
    const old = await published('Linked.txt', 'Old and wrong');
    const { token } = await dossier.admin.call(shares.create, { objIds: [old], allowDownload: true });
    await ratify(await handIn(applicant.client, at.abolish, { documents: [{ id: old }] }));
    expect(await reader.client.refused(library.documentDetail, { id: old })).toBe(1002);
    const visitor = await come(dossier, token).catch((e) => String(e));
    if (typeof visitor !== 'string')
      console.log('F dl', await visitor.raw(links.download, { token, id: old }).then((r) => r.text.slice(0, 300)));
    expect(typeof visitor).toBe('string');
  });

  it('G: a reader comments on a superseded version that they may not see, and learns which ids exist', async () => {
    const old = await published('Oracle.txt');
    const [first] = await dossier.admin.call(contentCalls.revisions, { id: old });
    const next = await draft('Oracle draft.txt', 'Second');
    await ratify(await handIn(applicant.client, at.revise, { documents: [{ id: next }], targetId: old }));
    expect(await reader.client.refused(preview.view, { id: old, currentRev: first?.id ?? '' })).toBe(4616);
    expect(await reader.client.refused(comments.create, { objId: old, content: 'hello', revisionId: first?.id ?? '' } as never)).toBe(5918);
  });

  it('Q: the bytes of a superseded version are had by their hash', async () => {
    const old = await published('Bytes.txt', 'The first edition, withdrawn');
    const [first] = await dossier.admin.call(contentCalls.revisions, { id: old });
    const next = await draft('Bytes draft.txt', 'Second edition');
    await ratify(await handIn(applicant.client, at.revise, { documents: [{ id: next }], targetId: old }));
    // a reader who came later, with the right to download
    const late = await makeSignedIn(dossier);
    await dossier.admin.call(permissions.grant, { objId: at.cabinet, granteeType: 'user', granteeId: late.id, level: 27, reach: 'all' });
    expect(await late.client.refused(contentCalls.download, { id: old, currentRev: first?.id ?? '' })).toBe(4616);
    const own = await makeCabinet(late.client, { moduleType: 2 });
    const answer = await late.client.call(contentCalls.apass, {
      parentId: own,
      name: 'Mine.txt',
      size: first?.size ?? 0,
      sha256: first?.sha256 ?? '',
    });
    expect(answer).toEqual({ done: false });
  });

  it('R: what a superseded version is asked to be acknowledged as', async () => {
    const old = await published('Asked.txt');
    await dossier.admin.call(acknowledgements.create, {
      objId: old,
      principals: [{ granteeType: 'user', granteeId: reader.id }],
      renewal: 'never',
    } as never);
    const next = await draft('Asked draft.txt', 'Second edition');
    await ratify(await handIn(applicant.client, at.revise, { documents: [{ id: next }], targetId: old }));
    const shown = await reader.client.call(preview.view, { id: old });
    const asked = (shown as { toAcknowledge?: { id: string; revisionId: string } }).toAcknowledge;
    // what cannot be opened is not to be acknowledged
    if (asked !== undefined) await reader.client.call(preview.view, { id: old, currentRev: asked.revisionId });
  });

  it('S: a right that a borrow flow still has to give comes after abolition', async () => {
    const old = await published('Borrowed.txt');
    const friend = await makeSignedIn(dossier);
    const borrow = await makeFlowTemplate(dossier, [{ name: 'Manager', approvers: [{ kind: 'manager' }] }] as never, {
      flowKind: 'borrow',
    });
    await dossier.admin.call(permissions.grant, {
      objId: old,
      granteeType: 'user',
      granteeId: friend.id,
      level: 27,
      reach: 'self',
      deadline: inTime(2),
    } as never);
    const id = await handIn(friend.client, borrow, { documents: [{ id: old }], level: 3, lastTime: inTime(20) } as never);
    await dossier.admin.call(flows.decide, { id, decision: 'ratify' });
    await ratify(await handIn(applicant.client, at.abolish, { documents: [{ id: old }] }));
    expect(await friend.client.refused(library.documentDetail, { id: old })).toBe(1002);
    dossier.clock.forward(3 * quarterMs);
    const { sweepFlows } = await import('../sweep-flows.ts');
    await sweepFlows(dossier.services);
    await dossier.drain();
    expect(await friend.client.refused(library.documentDetail, { id: old })).toBe(1002);
  });

  it('T: a link to the folder shows the abolished document among the others', async () => {
    const old = await published('In folder.txt');
    const { token } = await dossier.admin.call(shares.create, { objIds: [at.folder], allowDownload: true });
    await ratify(await handIn(applicant.client, at.abolish, { documents: [{ id: old }] }));
    const visitor = await come(dossier, token);
    expect((await visitor.raw(links.items, { token, parentId: at.folder } as never)).text.includes('In folder.txt')).toBe(false);
  });

  it('U: who may modify in a publishing cabinet holds off its publications by a lock', async () => {
    const old = await published('Held.txt');
    const holder = await makeSignedIn(dossier);
    await dossier.admin.call(permissions.grant, { objId: old, granteeType: 'user', granteeId: holder.id, level: 123, reach: 'self' });
    const next = await draft('Held draft.txt', 'Second edition');
    const id = await handIn(applicant.client, at.revise, { documents: [{ id: next }], targetId: old, effectiveTime: inTime(1) });
    await ratify(id);
    await holder.client.raw(contentCalls.lock, { id: old });
    await passTime(1);
    expect((await trailOf(id)).at(-1)).toBe('effective');
  });

  it('V: a right that was taken away by hand comes again from a borrow flow', async () => {
    const doc = await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin) });
    const friend = await makeSignedIn(dossier);
    const borrow = await makeFlowTemplate(dossier, [{ name: 'Manager', approvers: [{ kind: 'manager' }] }] as never, {
      flowKind: 'borrow',
    });
    const grant = { objId: doc, granteeType: 'user', granteeId: friend.id } as const;
    await dossier.admin.call(permissions.grant, { ...grant, level: 27, reach: 'self', deadline: inTime(2) });
    const id = await handIn(friend.client, borrow, { documents: [{ id: doc }], level: 3, lastTime: inTime(20) });
    await dossier.admin.call(flows.decide, { id, decision: 'ratify' });
    await dossier.admin.call(permissions.revoke, grant);
    dossier.clock.forward(3 * quarterMs);
    const { sweepFlows } = await import('../sweep-flows.ts');
    await sweepFlows(dossier.services);
    await dossier.drain();
    expect(await friend.client.refused(library.documentDetail, { id: doc })).toBe(1002);
  });

  it('L: a publication that was given up keeps its draft in it for ever', async () => {
    const doc = await draft('Given up 2.txt');
    const folder = await makeFolder(dossier.admin, at.cabinet);
    const id = await handIn(applicant.client, at.publish, { documents: [{ id: doc }], targetId: folder, effectiveTime: inTime(1) });
    await ratify(id);
    await dossier.admin.call(library.delete, { objIds: [folder] });
    await passTime(1);
    const db = dossier.services.database;
    // 31 days later: what `delay` decides
    for (let hour = 0; hour < 31 * 24; hour++) {
      dossier.clock.forward(3600_000);
      await dossier.drain();
    }
    const left = await db.read.selectFrom('outbox').selectAll().execute();
    const { isInOtherFlow } = await import('./flows.queries.ts');
    const { isCabinetOfFlows } = await import('./publications.queries.ts');
    expect([await isInOtherFlow(db.read, 0, [Number(doc)]), await isCabinetOfFlows(db.read, Number(at.cabinet))]).toEqual([false, true]);
  }, 120_000);
});
