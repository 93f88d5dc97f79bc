import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { library } from '@dossier/contract/documents/library';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeGroup, makeSignedIn } from '../../../../test/make.ts';
import { come } from '../../../../test/share-people.ts';

let dossier: TestServer;
let sharer: Awaited<ReturnType<typeof makeSignedIn>>;
let cabinet: string;
let doc: string;
beforeAll(async () => {
  dossier = await openTestServer();
  sharer = await makeSignedIn(dossier);
  cabinet = await makeCabinet(dossier.admin);
  doc = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'plan.txt' });
});
afterAll(() => dossier.close());

const grantTo = (given: number) =>
  dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: sharer.id, level: given, reach: 'all' });
const day = 86_400_000;
const inDays = (days: number) => new Date(dossier.clock.now() + days * day).toISOString();

describe('creating shares', () => {
  it.each([
    [level.view, {}, undefined],
    [level.title, {}, 4610],
    [level.view, { allowDownload: true }, 4611],
    [level.view, { allowPrint: true }, 4612],
    [level.view, { allowEdit: true }, 1001],
    [level.full, { allowDownload: true, allowPrint: true, allowEdit: true }, undefined],
  ] as const)('with %i allows %o or is refused with %s', async (given, terms, refusal) => {
    await grantTo(given);
    if (refusal === undefined) await sharer.client.call(shares.create, { objIds: [doc], ...terms });
    else expect(await sharer.client.refused(shares.create, { objIds: [doc], ...terms })).toBe(refusal);
    await grantTo(level.full);
  });

  it('is limited to 15 items, none of them a cabinet', async () => {
    await grantTo(level.full);
    const ids = await Promise.all(Array.from({ length: 16 }, () => makeFolder(dossier.admin, cabinet)));
    expect(await sharer.client.refused(shares.create, { objIds: ids })).toBe(5009);
    await sharer.client.call(shares.create, { objIds: ids.slice(1) });
    expect(await sharer.client.refused(shares.create, { objIds: [cabinet] })).toBe(1003);
    expect(await sharer.client.refused(shares.create, { objIds: ['424242'] })).toBe(1002);
  });

  it('lets the sharer see the link again and change terms, and marks shared items in lists', async () => {
    const { id, token, url } = await sharer.client.call(shares.create, { objIds: [doc], name: 'Mine', downloadLimit: '' });
    expect(token.length).toBeGreaterThanOrEqual(32);
    expect(await sharer.client.call(shares.show, { id })).toMatchObject({
      token,
      url,
      status: 'enabled',
      downloadLimit: 0,
      hasPassword: false,
    });
    expect((await sharer.client.call(library.items, { parentId: cabinet, keyword: 'plan' })).list[0]?.shared).toBe(true);
    for (const password of ['12345', 'a'.repeat(21)]) {
      expect(await sharer.client.refused(shares.update, { id, password })).toBe(400);
      expect(await sharer.client.refused(shares.create, { objIds: [doc], password })).toBe(400);
    }
    await sharer.client.call(shares.update, { id, name: 'Renamed', allowDownload: true, downloadLimit: 3, password: 'word-1' });
    const changed = { name: 'Renamed', allowDownload: true, downloadLimit: 3, hasPassword: true };
    expect((await sharer.client.call(shares.list, { keyword: 'renam' })).list).toMatchObject([changed]);
    expect(await sharer.client.refused(shares.update, { id, deadline: inDays(-1) })).toBe(4904);
    const rows = await dossier.services.database.read.selectFrom('share').select(['token_hash', 'password_hash']).execute();
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${token}|word-1`));
  });

  it('drops downloads, prints, edits, limits and watermarks from an upload-only share', async () => {
    const box = await makeFolder(dossier.admin, cabinet);
    const asked = { allowDownload: true, allowPrint: true, allowEdit: true, watermark: true, downloadLimit: 3, printLimit: 2 };
    const left = { allowDownload: false, allowPrint: false, allowEdit: false, watermark: false, downloadLimit: 0, printLimit: 0 };
    const terms = { objIds: [box], allowUpload: true, onlyUpload: true };
    const { id } = await dossier.admin.call(shares.create, { ...terms, ...asked });
    expect(await dossier.admin.call(shares.show, { id })).toMatchObject({ ...left, allowUpload: true, onlyUpload: true });
    await dossier.admin.call(shares.update, { id, ...asked });
    expect(await dossier.admin.call(shares.show, { id })).toMatchObject(left);
    await dossier.admin.call(shares.update, { id, ...asked, onlyUpload: false });
    expect(await dossier.admin.call(shares.show, { id })).toMatchObject({ ...asked, onlyUpload: false });
  });

  it('refuses mail recipients while no mail can be sent', async () => {
    expect(await sharer.client.refused(shares.create, { objIds: [doc], recipients: ['a@example.org'] })).toBe(1009);
    expect(await sharer.client.refused(shares.create, { objIds: [doc], recipients: ['no address'] })).toBe(5011);
    expect(await sharer.client.refused(shares.create, { objIds: [doc], colleagues: [{ granteeType: 'user', granteeId: '424242' }] })).toBe(
      5011,
    );
  });
});

describe('rules', () => {
  it('of the site and of the organisation apply, the stricter of both', async () => {
    await grantTo(level.full);
    const member = await makeSignedIn(dossier);
    const group = await makeGroup(dossier, [sharer.id]);
    const set = (values: Record<string, unknown>) => dossier.admin.call(site.saveSettings, { group: 'share', values });
    const own = { external: true, forcePassword: false, longestDays: 0, groupIds: [] as string[] };
    await set({ external: true, forcePassword: true, longestDays: 30 });
    await dossier.admin.call(shares.saveRules, { ...own, longestDays: 3 });
    expect(await sharer.client.call(shares.rules)).toMatchObject({ may: true, external: true, forcePassword: true, longestDays: 3 });
    expect(await sharer.client.refused(shares.create, { objIds: [doc] })).toBe(5014);
    const terms = { objIds: [doc], password: 'word-1' };
    expect(await sharer.client.refused(shares.create, { ...terms, deadline: inDays(9) })).toBe(5013);
    expect(await sharer.client.refused(shares.create, { ...terms, deadline: null })).toBe(5013);
    const { id, token } = await sharer.client.call(shares.create, terms);
    expect(await sharer.client.refused(shares.update, { id, deadline: inDays(9) })).toBe(5013);
    await dossier.admin.call(shares.saveRules, { ...own, groupIds: [group] });
    expect((await member.client.call(shares.rules)).may).toBe(false);
    expect((await sharer.client.call(shares.rules)).may).toBe(true);
    expect(await member.client.refused(shares.saveRules, own)).toBe(1011);
    const visitor = await come(dossier, token, { password: 'word-1' });
    await dossier.admin.call(shares.saveRules, { ...own, external: false });
    expect(await sharer.client.refused(shares.create, terms)).toBe(5012);
    // existing external links stop working
    expect(await visitor.refused(links.items, { token })).toBe(503);
    expect(await dossier.nobody.refused(links.open, { token, password: 'word-1' })).toBe(5015);
    await sharer.client.call(shares.create, { objIds: [doc], colleagues: [{ granteeType: 'user', granteeId: member.id }] });
    await set({});
    await dossier.admin.call(shares.saveRules, own);
  });

  it('let an administrator see every share without its link, and close it', async () => {
    const { id, token } = await sharer.client.call(shares.create, { objIds: [doc], name: 'Looked after' });
    const { text } = await dossier.admin.raw(shares.all, { keyword: 'looked' });
    expect([text.includes('Looked after'), text.includes(token)]).toEqual([true, false]);
    expect(await sharer.client.refused(shares.all)).toBe(1011);
    await dossier.admin.call(shares.closeOther, { id });
    expect(await dossier.nobody.refused(links.open, { token })).toBe(5006);
    expect(await sharer.client.refused(shares.reopen, { id })).toBe(5012);
    // a second close, by the owner, does not make it the owner's to reopen
    await sharer.client.call(shares.close, { id });
    expect(await sharer.client.refused(shares.reopen, { id })).toBe(5012);
    // and one that its owner had closed is closed for good by the administrator
    const own = await sharer.client.call(shares.create, { objIds: [doc] });
    await sharer.client.call(shares.close, { id: own.id });
    await dossier.admin.call(shares.closeOther, { id: own.id });
    expect(await sharer.client.refused(shares.reopen, { id: own.id })).toBe(5012);
  });
});
