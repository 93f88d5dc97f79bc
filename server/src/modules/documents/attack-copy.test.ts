import { permissions } from '@dossier/contract/access/permissions';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { limits } from '@dossier/contract/identity/quotas';
import { search } from '@dossier/contract/search/search';
import { flows } from '@dossier/contract/workflows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { handIn, makeFlowTemplate, stepOf } from '../../../test/make-flows.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

let dossier: TestServer;
let anna: Made & { client: Client };
beforeAll(async () => {
  dossier = await openTestServer();
  anna = await makeSignedIn(dossier);
});
afterAll(() => dossier.close());
const code = async (client: Client, route: never, input: unknown) =>
  (JSON.parse((await client.raw(route, input as never)).text) as { code: number }).code;

describe('attack', () => {
  it('M: pastes at once pass a quota', async () => {
    const own = await makeCabinet(anna.client, { moduleType: 2 });
    const doc = await makeDocument(dossier, anna.client, { parentId: own, bytes: 'x'.repeat(100) });
    await dossier.admin.call(limits.setQuota, { userIds: [anna.id], most: 350 }).catch((e) => console.log('M', String(e)));
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => code(anna.client, library.paste as never, { parentId: own, objIds: [doc], onSameName: 'rename' })),
    );
    console.log('M', answers.join(' '), JSON.stringify(await anna.client.call(limits.ownQuota, {})));
  });

  it('N: a cabinet becomes a publishing one while documents are pasted and uploaded into it', async () => {
    const source = await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin) });
    for (let round = 0; round < 10; round++) {
      const id = await makeCabinet(dossier.admin);
      const [made, put] = await Promise.all([
        code(dossier.admin, library.updateCabinet as never, { id, publishing: true }),
        code(dossier.admin, library.paste as never, { parentId: id, objIds: [source] }),
        code(dossier.admin, library.paste as never, { parentId: id, objIds: [source], onSameName: 'rename' }),
      ]);
      const { publishing } = await dossier.admin.call(library.cabinetDetail, { id });
      const { list } = await dossier.admin.call(library.items, { parentId: id });
      expect([publishing === true && list.length > 0, made, put].slice(0, 1)).toEqual([false]);
    }
  });

  it('O: words of a superseded version are found by readers', async () => {
    const [approver, reader] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
    const drafts = await makeCabinet(dossier.admin);
    const cabinet = await makeCabinet(dossier.admin, { publishing: true });
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 27, reach: 'all' });
    const steps = [stepOf('Approve', [approver.id])];
    const publish = await makeFlowTemplate(dossier, steps, { flowKind: 'publish', cabinetId: cabinet });
    const revise = await makeFlowTemplate(dossier, steps, { flowKind: 'revise', cabinetId: cabinet });
    const one = await makeDocument(dossier, dossier.admin, { parentId: drafts, name: 'W.txt', bytes: 'zebrafinch' });
    const flow = await handIn(dossier.admin, publish, { documents: [{ id: one }], targetId: cabinet });
    await approver.client.call(flows.decide, { id: flow, decision: 'ratify' });
    const doc = (await dossier.admin.call(flows.show, { id: flow })).documents[0]?.resultId ?? '';
    await dossier.drain();
    const hits = async (keyword: string) => (await reader.client.call(search.search, { keyword, parentId: cabinet })).totalNumber;
    await expect.poll(() => hits('zebrafinch'), { timeout: 20000 }).toBe(1);
    const two = await makeDocument(dossier, dossier.admin, { parentId: drafts, name: 'W2.txt', bytes: 'kookaburra' });
    const next = await handIn(dossier.admin, revise, { documents: [{ id: two }], targetId: doc });
    await approver.client.call(flows.decide, { id: next, decision: 'ratify' });
    console.log('O before drain', await hits('zebrafinch'));
    await dossier.drain();
    await expect.poll(() => hits('kookaburra'), { timeout: 20000 }).toBe(1);
    console.log('O', await hits('zebrafinch'));
    // copy, zip and archives of the cabinet hold what is in effect
    const own = await makeCabinet(reader.client, { moduleType: 2 });
    await reader.client.call(library.paste, { parentId: own, objIds: [doc] });
    const [copy] = (await reader.client.call(library.items, { parentId: own })).list;
    expect((await reader.client.call(content.revisions, { id: copy?.id ?? '' })).length).toBe(1);
  }, 60_000);

  it('P: a hidden name is told with its kind', async () => {
    const cabinet = await makeCabinet(dossier.admin);
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: anna.id, level: 123, reach: 'all' });
    const folder = await makeFolder(dossier.admin, cabinet, { name: 'Layoffs' });
    await dossier.admin.call(permissions.inherit, { objId: folder, inherit: false, keep: false });
    await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'x' });
    const { taken } = await anna.client.call(library.checkNames, { parentId: cabinet, names: ['Layoffs'] });
    expect(taken).toEqual([{ name: 'Layoffs' }]);
  });
});
