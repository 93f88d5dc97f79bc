import { moduleType } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { limits } from '@dossier/contract/identity/quotas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { makeOrganisation } from '../../../../test/other-organisation.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

describe('a user quota', () => {
  it('starts with the default of the organisation, or else of the site', async () => {
    const group = 'quotas' as const;
    await dossier.admin.call(site.saveSettings, { group, values: { person: 5000, organisation: 9000 } });
    const quotaOf = async (client: Client) => (await client.call(limits.ownQuota)).person?.most;
    expect(await quotaOf((await makeSignedIn(dossier)).client)).toBe(5000);
    await dossier.admin.call(limits.setDefaultQuota, { most: 700 });
    expect(await dossier.admin.call(limits.defaultQuota)).toMatchObject({ own: 700, site: 5000 });
    const made = await makeSignedIn(dossier);
    expect(await quotaOf(made.client)).toBe(700);
    await dossier.admin.call(limits.setDefaultQuota, { most: 0 });
    expect(await quotaOf((await makeSignedIn(dossier)).client)).toBeUndefined();
    const other = await makeOrganisation(dossier);
    expect(await other.admin.call(limits.ownQuota)).toEqual({ person: { used: 0, most: 5000 }, space: { used: 0, most: 9000 } });
    await dossier.admin.call(limits.setDefaultQuota, { most: '' });
    await dossier.admin.call(site.saveSettings, { group, values: { person: 0, organisation: 0 } });
    // a quota is set only by the user's own organisation, and only with the permission
    expect(await other.admin.refused(limits.setQuota, { userIds: [made.id], most: 1 })).toBe(2002);
    expect(await made.client.refused(limits.setQuota, { userIds: [made.id], most: '' })).toBe(1011);
    expect(await made.client.refused(limits.quotas, {})).toBe(1011);
  });

  it('is listed for administrators of quotas, counted or not', async () => {
    const [limited, free] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
    for (const { client } of [limited, free]) {
      const own = await makeCabinet(client, { moduleType: moduleType.my });
      await makeDocument(dossier, client, { parentId: own, bytes: 'o'.repeat(100) });
    }
    await dossier.admin.call(limits.setQuota, { userIds: [limited.id], most: 400 });
    const page = async (keyword: string, more: object = {}) => (await dossier.admin.call(limits.quotas, { keyword, ...more })).list;
    expect(await page(limited.loginName)).toMatchObject([{ id: limited.id, used: 100, most: 400 }]);
    expect(await page(free.loginName)).toMatchObject([{ id: free.id, used: 100 }]);
    expect(await page(free.loginName, { limited: true })).toEqual([]);
  });
});
