import { site } from '@dossier/contract/core/site';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type TestMailServer, mailSettings, startMailServer } from '../../../../test/mail-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { plainPhoto } from '../../../../test/photo-of.ts';
import { type Terms, come } from '../../../../test/share-people.ts';

let dossier: TestServer;
let mail: TestMailServer;
let sharer: Awaited<ReturnType<typeof makeSignedIn>>;
let [place, inside] = ['', ''];

beforeAll(async () => {
  dossier = await openTestServer();
  mail = await startMailServer();
  await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(mail.port) });
  sharer = await makeSignedIn(dossier);
  const cabinet = await makeCabinet(sharer.client, { name: 'Offers', moduleType: 2 });
  place = await makeFolder(sharer.client, cabinet, { name: 'Offer' });
  inside = await makeDocument(dossier, sharer.client, { parentId: place, name: 'inside.txt' });
});
afterAll(async () => {
  await dossier.close();
  await mail.close();
});

const share = (terms: Terms = {}) => sharer.client.call(shares.create, { objIds: [place], name: 'Offer', ...terms });
const all = { allowDownload: true, allowPrint: true, allowUpload: true, allowEdit: true };

describe('the activity shown to the sharer', () => {
  it('matches the visitors, pages, seconds, downloads and prints', async () => {
    const { token, id } = await share({ ...all, recipients: ['dan@example.org', 'eva@example.org'] });
    await dossier.nobody.call(links.open, { token, mail: 'dan@example.org' });
    await dossier.drain();
    const dan = await come(dossier, token, { mail: 'dan@example.org', code: mail.codeFor('dan@example.org') });
    const { look: previewToken } = await dan.call(links.view, { token, id: inside });
    dossier.clock.forward(10_000);
    await dossier.nobody.call(previewByToken.seen, { look: previewToken, page: 1, seconds: 6 });
    await dossier.nobody.call(previewByToken.seen, { look: previewToken, page: 2, seconds: 4 });
    // reported time beyond the elapsed one is ignored
    for (let again = 0; again < 5; again++) await dossier.nobody.call(previewByToken.seen, { look: previewToken, page: 3, seconds: 3600 });
    await dan.call(links.download, { token, id: inside });
    await dan.call(links.print, { token, id: inside });
    const { list, days } = await sharer.client.call(shares.visitors, { id });
    expect(list.map(({ name, opened, downloads, prints, views }) => ({ name, opened, downloads, prints, views }))).toEqual([
      { name: 'dan@example.org', opened: true, downloads: 1, prints: 1, views: 1 },
      { name: 'eva@example.org', opened: false, downloads: 0, prints: 0, views: 0 },
    ]);
    expect(days).toMatchObject([{ opens: 1, views: 1, downloads: 1, prints: 1 }]);
    const [pages] = await sharer.client.call(shares.pages, { id });
    expect(pages).toMatchObject({ name: 'inside.txt', downloads: 1, prints: 1 });
    expect(pages?.pages.slice(0, 2)).toEqual([
      { page: 1, seconds: 6 },
      { page: 2, seconds: 4 },
    ]);
    expect(pages?.seconds).toBeLessThanOrEqual(12);
    const timeline = await sharer.client.call(shares.timeline, { id });
    expect(timeline.list.map((one) => one.event)).toEqual(['printed', 'downloaded', 'viewed', 'opened']);
    const { text } = await sharer.client.call(shares.export, { id });
    expect(text).toMatch(/,opened,dan@.*,printed,dan@.*,looked,dan@example\.org,,inside\.txt,2,4\r\n.*,notOpened,eva@example\.org,/s);
    await dossier.drain();
    const log = (await dossier.admin.call(operationLog.log, { pageSize: 50 })).list.map((line) => line.action);
    for (const action of [500, 601, 602, 603, 604]) expect(log).toContain(action);
  });

  it('includes images that visitors view through a text that refers to them', async () => {
    const folder = await makeFolder(sharer.client, place);
    const put = (name: string, bytes: Buffer | string) => makeDocument(dossier, sharer.client, { parentId: folder, name, bytes });
    const [text, plain] = [await put('guide.md', '![](plan.jpg)'), await put('plain.txt', 'none')];
    await put('plan.jpg', await plainPhoto(60, 40));
    const { token, id } = await share();
    const visitor = await come(dossier, token);
    const beside = async (document: string) => {
      const { look: previewToken } = await visitor.call(links.view, { token, id: document });
      return (await dossier.nobody.call(previewByToken.pictures, { look: previewToken, paths: ['plan.jpg'] })).pictures.length;
    };
    expect([await beside(plain), await beside(text), await beside(text)]).toEqual([0, 1, 1]);
    const { list } = await sharer.client.call(shares.timeline, { id });
    const viewed = list.filter(({ event }) => event === 'viewed').map(({ itemName }) => itemName);
    expect(new Set(viewed)).toEqual(new Set(['guide.md', 'plain.txt', 'plan.jpg']));
    expect(viewed).toHaveLength(3);
  });

  it('is for the sharer alone', async () => {
    const { id } = await share();
    const other = await makeSignedIn(dossier);
    for (const route of [
      shares.show,
      shares.visitors,
      shares.pages,
      shares.timeline,
      shares.export,
      shares.close,
      shares.reopen,
      shares.remove,
    ])
      expect([route.path, await other.client.refused(route, { id })]).toEqual([route.path, 5001]);
    await sharer.client.call(shares.remove, { id });
    expect(await sharer.client.refused(shares.show, { id })).toBe(5001);
  });
});
