import { permissions } from '@dossier/contract/access/permissions';
import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { comments } from '@dossier/contract/comments/comments';
import { linkComments } from '@dossier/contract/comments/link-comments';
import { content } from '@dossier/contract/documents/content';
import { preview } from '@dossier/contract/preview/preview';
import { shares } from '@dossier/contract/sharing/shares';
import { flows } from '@dossier/contract/workflows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { handIn, makeFlowTemplate, stepOf } from '../../../../test/make-flows.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../../test/make.ts';
import { visitorOf } from '../../../../test/share-people.ts';

type Signed = Made & { client: Client };

let dossier: TestServer;
let applicant: Signed;
let approver: Signed;
let reader: Signed;
const at = { drafts: '', folder: '', publish: '', revise: '' };

beforeAll(async () => {
  dossier = await openTestServer();
  [applicant, approver, reader] = [await makeSignedIn(dossier), await makeSignedIn(dossier), await makeSignedIn(dossier)];
  at.drafts = await makeCabinet(dossier.admin);
  const cabinet = await makeCabinet(dossier.admin, { publishing: true });
  at.folder = await makeFolder(dossier.admin, cabinet);
  for (const [objId, who, level] of [
    [at.drafts, applicant, 123],
    [cabinet, applicant, 3],
    [cabinet, reader, 3],
  ] as const)
    await dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: who.id, level, reach: 'all' });
  const steps = [stepOf('Approve', [approver.id])];
  for (const kind of ['publish', 'revise'] as const)
    at[kind] = await makeFlowTemplate(dossier, steps, { flowKind: kind, cabinetId: cabinet });
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

describe('what readers keep of a superseded version', () => {
  const revised = async (old: string, name: string) =>
    ratify(await handIn(applicant.client, at.revise, { documents: [{ id: await draft(name, 'Second') }], targetId: old }));

  it('is the words of its comments, without the quotes, and they cannot write on it any more', async () => {
    const old = await published('Commented.txt', 'The old number is 42');
    const [first] = await dossier.admin.call(content.revisions, { id: old });
    const place = { kind: 'words', page: 1, quote: 'The old number is 42', before: '', after: '' } as const;
    await dossier.admin.call(comments.create, { objId: old, content: 'Is it?', place });
    const shown = async (client: Client) => {
      const { list } = await client.call(comments.list, { objId: old });
      return [
        list.map((one) => [one.revisionLabel, one.place !== undefined]),
        (await client.call(comments.places, { objId: old })).list.length,
      ];
    };
    expect(await shown(reader.client)).toEqual([[['1.0', true]], 1]);
    await revised(old, 'Commented next.txt');
    await dossier.admin.call(comments.create, { objId: old, content: 'Now it is' });
    // the version that each lies on is told to all of them
    expect(await shown(reader.client)).toEqual([
      [
        ['2.0', false],
        ['1.0', false],
      ],
      0,
    ]);
    expect(await shown(dossier.admin)).toEqual([
      [
        ['2.0', false],
        ['1.0', true],
      ],
      1,
    ]);
    const onFirst = { objId: old, content: 'Hello', revisionId: first?.id ?? '' };
    expect(await reader.client.refused(comments.create, onFirst)).toBe(5915);
    await dossier.admin.call(comments.create, onFirst);
  });

  it('is by a link no quote of it either', async () => {
    const old = await published('Linked and commented.txt', 'The old number is 42');
    const colleagues = [{ granteeType: 'user' as const, granteeId: reader.id }];
    const { token } = await dossier.admin.call(shares.create, { objIds: [old], allowComment: true, colleagues });
    const visitor = visitorOf(dossier, (await reader.client.call(shares.enter, { token })).sessionId);
    const place = { kind: 'words', page: 1, quote: 'The old number is 42', before: '', after: '' } as const;
    await visitor.call(linkComments.create, { token, objId: old, content: 'Is it?', place });
    const shown = async () => {
      const { list } = await visitor.call(linkComments.list, { token, objId: old });
      const placed = await visitor.call(linkComments.places, { token, objId: old });
      return [list.map((one) => [one.content, one.place !== undefined]), placed.list.length];
    };
    expect(await shown()).toEqual([[['Is it?', true]], 1]);
    await revised(old, 'Linked and commented next.txt');
    expect(await shown()).toEqual([[['Is it?', false]], 0]);
  });

  it('is no request to acknowledge it', async () => {
    const old = await published('Asked.txt');
    const principals = [{ granteeType: 'user' as const, granteeId: reader.id }];
    await dossier.admin.call(acknowledgements.create, { objId: old, principals, renewal: 'never' });
    expect(await reader.client.call(preview.view, { id: old })).toHaveProperty('toAcknowledge');
    await revised(old, 'Asked next.txt');
    await dossier.drain();
    expect(await reader.client.call(preview.view, { id: old })).not.toHaveProperty('toAcknowledge');
  });
});
