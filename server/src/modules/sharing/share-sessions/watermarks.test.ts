import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { come, visitorOf } from '../../../../test/share-people.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

it('names the sharer in the watermark until the visitor is identified', async () => {
  const [ann, bob] = [await makeSignedIn(dossier, { fullName: 'Ann Giver' }), await makeSignedIn(dossier, { fullName: 'Bob' })];
  const cabinet = await makeCabinet(dossier.admin);
  const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'plan.txt' });
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: ann.id, level: level.view });
  const linesOf = async (previewToken: string) =>
    (await dossier.nobody.call(previewByToken.mark, { look: previewToken })).mark?.lines ?? [];
  const lookOf = async (visitor: Client, token: string) => (await visitor.call(links.view, { token, id })).look;

  expect((await linesOf((await ann.client.call(preview.view, { id })).look)).join('\n')).toContain('Ann Giver');
  const { token } = await ann.client.call(shares.create, { objIds: [id] });
  const unknown = await linesOf(await lookOf(await come(dossier, token), token));
  expect(unknown).toHaveLength(3);
  expect(unknown.at(-1)).toMatch(/Ann Giver/);

  const inside = await ann.client.call(shares.create, { objIds: [id], colleagues: [{ granteeType: 'user', granteeId: bob.id }] });
  const { sessionId } = await bob.client.call(shares.enter, { token: inside.token });
  const known = await linesOf(await lookOf(visitorOf(dossier, sessionId), inside.token));
  expect(known.join('\n')).toContain('Bob');
  expect(known.join('\n')).not.toContain('Ann Giver');
});
