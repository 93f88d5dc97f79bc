import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type Dav, makeDevice } from '../../../../test/dav-client.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';

let dossier: TestServer;
let anna: Made & { client: Client };
let berta: Made & { client: Client };
let laptop: Dav;
let other: Dav;
let cabinet: string;
const grant = (objId: string, userId: string, bits: number) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: userId, level: bits, reach: 'all' });

beforeAll(async () => {
  dossier = await openTestServer();
  await dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true } });
  [anna, berta] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  [laptop, other] = [await makeDevice(dossier, anna), await makeDevice(dossier, berta)];
  cabinet = await makeCabinet(dossier.admin, { name: 'Shared' });
  await grant(cabinet, anna.id, level.modify);
});
afterAll(() => dossier.close());

const wellFormed = (text: string): string => {
  try {
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', (error) => {
      throw error;
    });
    parser.write(text).close();
    return 'ok';
  } catch (error) {
    return String(error);
  }
};

describe('attack', () => {
  it('locks that ended in the browser hide a lock of another client from who deletes the folder', async () => {
    await grant(cabinet, berta.id, level.modify);
    const place = await makeFolder(dossier.admin, cabinet, { name: 'Crowd' });
    const body = (scope: string) => `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>`;
    for (let n = 0; n < 101; n++) {
      const id = await makeDocument(dossier, berta.client, { parentId: place, name: `n${n}.txt` });
      await other.ask('LOCK', `/dav/enterprise/Shared/Crowd/n${n}.txt`, { body: body('exclusive'), headers: { timeout: 'Second-3600' } });
      await berta.client.call(content.unlock, { id });
    }
    const inner = await makeFolder(dossier.admin, place, { name: 'Annas' });
    void inner;
    const locked = await laptop.ask('LOCK', '/dav/enterprise/Shared/Crowd/Annas', { body: body('exclusive'), headers: { timeout: 'Second-3600' } });
    const gone = await other.ask('DELETE', '/dav/enterprise/Shared/Crowd');
    expect(gone.status).toBe(207);
  }, 60_000);

  it('who may modify sets properties on a published item', async () => {
    const published = await makeCabinet(dossier.admin, { name: 'Published', publishing: true });
    await makeFolder(dossier.admin, published, { name: 'P' });
    await grant(published, berta.id, level.modify);
    const set = await other.ask('PROPPATCH', '/dav/enterprise/Published/P', { body: '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><z:note xmlns:z="urn:z">x</z:note></D:prop></D:set></D:propertyupdate>' });
  });
});
