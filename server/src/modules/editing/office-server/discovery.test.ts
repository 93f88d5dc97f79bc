import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { editing } from '@dossier/contract/editing/editing';
import { officeServer } from '@dossier/contract/editing/office-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type FakeOfficeServer, openFakeOfficeServer } from '../../../../test/wopi/fake-office-server.ts';
import { openWopi, type WopiDocument } from '../../../../test/wopi/wopi-client.ts';
import { createApp } from '../../../platform/http/app.ts';
import { serveClient } from '../../../platform/http/static-client.ts';
import { framedOrigins } from '../office-server.ts';
import { NoDiscovery, readDiscovery } from './discovery.ts';

let dossier: TestServer;
let office: FakeOfficeServer;
let cabinet: string;
let id: string;
let open: WopiDocument;
const minute = 60_000;
const hour = 60 * minute;
const set = (values: Record<string, unknown>) => dossier.admin.call(site.saveSettings, { group: 'office', values });

beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'Plan.docx', bytes: 'one' });
});
// a server of its own for each test, as what it says is kept for hours
beforeEach(async () => {
  office = await openFakeOfficeServer(() => dossier.clock.now());
  await set({ url: office.url });
  open = await openWopi(dossier, dossier.admin, id);
  return () => office.close();
});
afterAll(() => dossier.close());

/** The status of CheckFileInfo with these proof headers. */
const askedWith = async (terms: Parameters<FakeOfficeServer['prove']>[1], changes: Record<string, string> = {}): Promise<number> => {
  const address = `${open.token.wopiSrc}?access_token=${open.token.accessToken}`;
  return (await open.get('', { ...office.prove(address, terms), ...changes })).status;
};

describe('requests of an office server that signs them', () => {
  it('need a signature by its keys, of at most 20 minutes', async () => {
    expect(await askedWith({})).toBe(200);
    expect((await open.get()).status).toBe(500);
    expect(await askedWith({ spoilCurrent: true, spoilOld: true })).toBe(500);
    expect(await askedWith({}, { 'x-wopi-proof': 'x'.repeat(5000), 'x-wopi-proofold': '!' })).toBe(500);
    expect(await askedWith({}, { 'x-wopi-timestamp': '1' })).toBe(500);
    expect(await askedWith({}, { 'x-wopi-timestamp': '-1' })).toBe(500);
    const at = (ms: number) => ({ at: new Date(dossier.clock.now() + ms) });
    expect([await askedWith(at(-19 * minute)), await askedWith(at(-21 * minute)), await askedWith(at(21 * minute))]).toEqual([
      200, 500, 500,
    ]);
    // one that was signed for another address
    const elsewhere = office.prove(`${open.token.wopiSrc}/contents?access_token=${open.token.accessToken}`);
    expect((await open.get('', elsewhere)).status).toBe(500);
  });

  it('are known by the keys alone where it names them by value', async () => {
    office.byValue = true;
    dossier.clock.forward(13 * hour);
    open = await openWopi(dossier, dossier.admin, id);
    expect(await askedWith({})).toBe(200);
    expect(await askedWith({ spoilCurrent: true, spoilOld: true })).toBe(500);
  });

  it('are known after its keys turned, which are fetched anew at most once a minute', async () => {
    expect(await askedWith({})).toBe(200);
    const before = office.fetched;
    office.turn();
    // by the old proof, which the key that is known as current has made
    expect(await askedWith({})).toBe(200);
    office.turn();
    office.turn();
    expect(await askedWith({})).toBe(500);
    expect(office.fetched).toBe(before);
    dossier.clock.forward(2 * minute);
    expect(await askedWith({})).toBe(200);
    for (let n = 0; n < 5; n++) expect(await askedWith({ spoilCurrent: true, spoilOld: true })).toBe(500);
    expect(office.fetched).toBe(before + 1);
    dossier.clock.forward(13 * hour);
    open = await openWopi(dossier, dossier.admin, id);
    expect(office.fetched).toBe(before + 2);
  });

  it('are refused while its keys cannot be had, and taken by those that were had', async () => {
    expect(await askedWith({})).toBe(200);
    office.answer = { status: 503 };
    dossier.clock.forward(13 * hour);
    open = await openWopi(dossier, dossier.admin, id);
    expect(await askedWith({})).toBe(200);
    const silent = await openFakeOfficeServer(() => dossier.clock.now());
    silent.answer = { status: 503 };
    await set({ url: silent.url });
    expect(await askedWith({})).toBe(500);
    expect(silent.fetched).toBe(1);
    await silent.close();
  });

  it('bring readers what they may not download; others bring them nothing', async () => {
    const reader = await makeSignedIn(dossier);
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: level.view });
    const proven = await openWopi(dossier, reader.client, id, (url) => office.prove(url));
    expect(await proven.info()).toMatchObject({ UserCanWrite: false, DisableExport: true, WatermarkText: expect.any(String) });
    expect((await proven.get('/contents')).bytes.toString()).toBe('one');
    office.signs = false;
    dossier.clock.forward(13 * hour);
    const { actionUrl, accessToken } = await reader.client.call(officeServer.token, { id });
    expect([actionUrl, accessToken]).toEqual([undefined, '']);
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: level.download });
    const unsigned = await openWopi(dossier, reader.client, id);
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: level.view });
    expect((await unsigned.get()).status).toBe(200);
    expect((await unsigned.get('/contents')).status).toBe(404);
  });
});

describe('the address of the editor', () => {
  it('has the document and the language, and leaves out what is not filled in', async () => {
    const address = new URL(open.token.actionUrl ?? '');
    expect([address.origin, address.pathname]).toEqual([office.url, '/browser/cool.html']);
    const language = address.searchParams.get('ui');
    expect(Object.fromEntries(address.searchParams)).toEqual({ ui: language, rs: language, WOPISrc: open.token.wopiSrc });
    expect(address.href).not.toContain(open.token.accessToken);
    const unknown = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'Plan.xyz' });
    expect(await dossier.admin.call(officeServer.token, { id: unknown })).toMatchObject({ accessToken: '', accessTokenTtl: 0 });
    expect('actionUrl' in (await dossier.admin.call(officeServer.token, { id: unknown }))).toBe(false);
  });

  it('is told to the editors of the house, by type and by what opens first', async () => {
    const make = (name: string) => makeDocument(dossier, dossier.admin, { parentId: cabinet, name });
    const [word, sheet, other] = [id, await make('Sums.xlsx'), await make('Thing.xyz')];
    const at = async (document: string, editor?: 1 | 2) =>
      (await dossier.admin.call(editing.preEdit, { id: document, ...(editor !== undefined && { editor }) })).pageUrl;
    expect(await at(word)).toBe(`/office?id=${word}`);
    expect(await dossier.admin.refused(editing.preEdit, { id: other })).toBe(4614);
    await set({ url: office.url, kinds: ['sheet'] });
    expect([await at(word, 2), await at(word), await at(sheet)]).toEqual([
      `/office?id=${word}`,
      `/editWord?id=${word}`,
      `/office?id=${sheet}`,
    ]);
    await set({});
    expect(await dossier.admin.refused(editing.preEdit, { id: word, editor: 2 })).toBe(4659);
    expect(await dossier.admin.refused(editing.preEdit, { id: cabinet })).toBe(4601);
  });

  it('may be framed and posted to by its own page alone', async () => {
    const dist = await mkdtemp(join(tmpdir(), 'dossier-client-'));
    const app = createApp([]);
    try {
      await writeFile(join(dist, 'index.html'), '<p>page</p>');
      serveClient(app, dist, async (path) => ({ framed: await framedOrigins(dossier.services, path) }));
      const policy = async (url: string) =>
        String((await app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })).headers['content-security-policy']);
      for (const directive of ['frame-src', 'form-action']) {
        expect(await policy('/office?id=1')).toContain(`${directive} 'self' ${office.url}`);
        for (const other of ['/', '/office/x', '/docpreview?id=1']) expect(`${await policy(other)};`).toContain(`${directive} 'self';`);
      }
      expect(await policy('/')).not.toContain(office.url);
    } finally {
      await app.close();
      await rm(dist, { recursive: true, force: true });
    }
  });
});

describe('"Try it" says', () => {
  const attempt = (values: Record<string, unknown>) =>
    dossier.admin.from({ headers: { host: '127.0.0.1' } }).call(site.trySettings, { group: 'office', values });

  it('that all is well, or what is missing', async () => {
    expect(await attempt({ url: office.url })).toEqual({ works: true });
    expect(await attempt({ url: `${office.url}/hosting/discovery` })).toEqual({ works: true });
    const problems: string[] = [];
    const problem = async (values: Record<string, unknown> = { url: office.url }) =>
      problems.push((await attempt(values)).problem ?? 'none');
    await problem({});
    office.answer = { status: 404 };
    await problem();
    office.answer = { status: 200, body: '<html></html>' };
    await problem();
    office.answer = { status: 200, body: '{}' };
    await problem();
    office.answer = { status: 200, body: '<wopi-discovery><proof-key modulus="!" exponent="!"/></wopi-discovery>' };
    await problem();
    office.answer = { status: 200, body: '<wopi-discovery/>' };
    await problem();
    office.answer = undefined;
    office.signs = false;
    await problem();
    await problem({ url: 'http://127.0.0.1:9' });
    expect(new Set(problems).size).toBe(6);
    expect(problems).not.toContain('none');
    await dossier.admin.call(site.saveSettings, { group: 'passkeys', values: { siteAddress: 'https://docs.example.org' } });
    expect((await attempt({ url: office.url })).problem).toContain('https');
    await dossier.admin.call(site.saveSettings, { group: 'passkeys', values: {} });
  });
});

it('reads no description that is too large, has a document type, or is broken', () => {
  const actions = '<action ext="docx" name="edit" urlsrc="https://a/"/>'.repeat(6000);
  for (const text of [
    '',
    'x',
    '<a',
    '<wopi-discovery>',
    '<!DOCTYPE a [<!ENTITY b "c">]><wopi-discovery/>',
    `<wopi-discovery>${actions}</wopi-discovery>`,
    '<wopi-discovery><proof-key value="AAAA"/></wopi-discovery>',
  ])
    expect(() => readDiscovery(text)).toThrow(NoDiscovery);
  const odd =
    '<wopi-discovery><action ext="a" name="edit" urlsrc="javascript:x"/><action ext="A" name="view" urlsrc="http://b/"/></wopi-discovery>';
  expect(readDiscovery(odd)).toEqual({ actions: [{ ext: 'a', name: 'view', urlsrc: 'http://b/' }], keys: {} });
});
