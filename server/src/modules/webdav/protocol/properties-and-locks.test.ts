import { permissions } from '@dossier/contract/access/permissions';
import { level, moduleType, right } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { limits } from '@dossier/contract/identity/quotas';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type Dav, type DavAnswer, lockOn, makeDevice } from '../../../../test/dav-client.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { releaseExpiredLocks } from '../locks.ts';

let dossier: TestServer;
let anna: Made & { client: Client };
let berta: Made & { client: Client };
let laptop: Dav;
let other: Dav;
let cabinet: string;
let place: string;
let base: string;
let count = 0;
const at = (name: string) => `${base}/${encodeURIComponent(name)}`;
const items = async () => (await dossier.admin.call(library.items, { parentId: place })).list;
const item = async (name: string) => (await items()).find((one) => one.name === name);
const idOf = async (name: string) => (await item(name))?.id ?? '';
const grant = (objId: string, userId: string, bits: number) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: userId, level: bits, reach: 'all' });
const to = (path: string, more: Record<string, string> = {}) => ({ headers: { destination: `http://127.0.0.1${path}`, ...more } });

beforeAll(async () => {
  dossier = await openTestServer();
  await dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true } });
  [anna, berta] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  [laptop, other] = [await makeDevice(dossier, anna), await makeDevice(dossier, berta)];
  cabinet = await makeCabinet(dossier.admin, { name: 'Shared' });
  for (const { id } of [anna, berta]) await grant(cabinet, id, level.modify);
});
beforeEach(async () => {
  const name = `Folder ${++count}`;
  place = await makeFolder(dossier.admin, cabinet, { name });
  base = `/dav/enterprise/Shared/${encodeURIComponent(name)}`;
});
afterAll(() => dossier.close());

const patch = (device: Dav, path: string, instructions: string, headers: Record<string, string> = {}) =>
  device.ask('PROPPATCH', path, { headers, body: `<D:propertyupdate xmlns:D="DAV:">${instructions}</D:propertyupdate>` });
const setting = (props: string) => `<D:set><D:prop>${props}</D:prop></D:set>`;
const removing = (props: string) => `<D:remove><D:prop>${props}</D:prop></D:remove>`;
const find = async (path: string, asked: string, { device = laptop, depth = '0' } = {}) =>
  (await device.ask('PROPFIND', path, { headers: { depth }, body: `<D:propfind xmlns:D="DAV:">${asked}</D:propfind>` })).text;
const colourOf = async (path: string) =>
  /<z:colour xmlns:z="urn:z">([^<]*)</.exec(await find(path, '<D:prop><z:colour xmlns:z="urn:z"/></D:prop>'))?.[1];
const colour = (value: string) => setting(`<z:colour xmlns:z="urn:z">${value}</z:colour>`);
const rowsOf = (itemId: string) =>
  dossier.services.database.read.selectFrom('webdav_property').selectAll().where('item_id', '=', Number(itemId)).execute();

describe('properties', () => {
  it('are read as they were set, whatever their namespaces, and listed by name', async () => {
    await laptop.ask('PUT', at('a.txt'), { body: 'a' });
    const value = 'a &lt;b&gt; &amp;amp; <D:status xmlns:D="urn:not-dav" k="&quot;1&#10;">HTTP/1.1 500</D:status><n xmlns=""/> 𐀀&#13;';
    const set = await patch(
      laptop,
      at('a.txt'),
      `<D:set xml:lang="cn"><D:prop><D:mine xmlns:D="urn:not-dav">${value}</D:mine><bare xmlns="">plain</bare></D:prop></D:set>`,
    );
    expect(set).toMatchObject({ status: 207 });
    expect([...set.text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '200']);
    const asked = '<D:prop><q:mine xmlns:q="urn:not-dav"/><bare xmlns=""/><q:other xmlns:q="urn:not-dav"/></D:prop>';
    const text = await find(at('a.txt'), asked);
    expect(text).toContain(
      `<D:mine xmlns:D="urn:not-dav" xml:lang="cn">a &lt;b&gt; &amp;amp; <D:status k="&quot;1&#10;">HTTP/1.1 500</D:status><n xmlns=""/> 𐀀&#13;</D:mine>`,
    );
    expect(text).toContain('<bare xmlns="" xml:lang="cn">plain</bare>');
    expect(text).toContain('<x:other xmlns:x="urn:not-dav"/></D:prop><D:status>HTTP/1.1 404');
    expect(await find(at('a.txt'), '<D:propname/>')).toContain('<x:mine xmlns:x="urn:not-dav"/>');
    const all = await find(base, '<D:allprop/><D:include><D:nothing/></D:include>', { depth: '1' });
    expect(all).toContain('<bare xmlns="" xml:lang="cn">plain</bare>');
    expect(all).toContain('<D:getcontentlength>1</D:getcontentlength>');
    expect(all).toContain('<D:prop><D:nothing/></D:prop><D:status>HTTP/1.1 404');
    // on folders and cabinets as well, and once more in their order
    expect((await patch(laptop, base, colour('blue') + colour('red'))).status).toBe(207);
    expect(await colourOf(base)).toBe('red');
    expect((await patch(laptop, base, colour('green') + removing('<z:colour xmlns:z="urn:z"/>'))).text).toContain('200 OK');
    expect(await colourOf(base)).toBeUndefined();
    expect((await patch(laptop, '/dav/enterprise', colour('blue'))).status).toBe(403);
  });

  it('are set all or none: those of the server are protected, and a limit undoes the rest', async () => {
    await laptop.ask('PUT', at('a.txt'), { body: 'a' });
    const path = at('a.txt');
    const mixed = await patch(laptop, path, colour('blue') + setting('<q:getetag xmlns:q="DAV:">mine</q:getetag>'));
    expect(mixed.text).toContain('<D:prop><x:colour xmlns:x="urn:z"/></D:prop><D:status>HTTP/1.1 424');
    expect(mixed.text).toContain(
      '<D:prop><D:getetag/></D:prop><D:status>HTTP/1.1 403 Forbidden</D:status><D:error><D:cannot-modify-protected',
    );
    const long = (length: number, name = 'long') => setting(`<z:${name} xmlns:z="urn:z">${'x'.repeat(length)}</z:${name}>`);
    for (const beyond of [
      long(17_000),
      // it is stored with what it needs to mean the same elsewhere
      setting(`<z:amp xmlns:z="urn:z">${'"'.repeat(4000)}</z:amp>`),
      `<D:set xmlns:n="${'n'.repeat(300)}"><D:prop><z:a xmlns:z="urn:z">${'<n:c/>'.repeat(60)}</z:a></D:prop></D:set>`,
      long(1, 'n'.repeat(300)),
      setting(`<z:a xmlns:z="${'u'.repeat(500)}">1</z:a>`),
      setting(Array.from({ length: 101 }, (_, n) => `<z:p${n} xmlns:z="urn:z"/>`).join('')),
    ]) {
      const { status, text } = await patch(laptop, path, colour('blue') + beyond);
      expect([status, text.includes('507 Insufficient Storage'), text.includes('HTTP/1.1 200')]).toEqual([207, true, false]);
    }
    for (let n = 0; n < 4; n++) expect((await patch(laptop, path, long(16_000, `p${n}`))).text).toContain('200 OK');
    expect((await patch(laptop, path, colour('blue') + long(16_000, 'p5'))).text).toContain('507');
    expect((await patch(laptop, path, removing('<z:p1 xmlns:z="urn:z"/>') + long(16_000, 'p5') + colour('blue'))).text).not.toContain(
      '507',
    );
    expect(await colourOf(path)).toBe('blue');
    expect(new Set((await rowsOf(await idOf('a.txt'))).map(({ name }) => name))).toEqual(new Set(['colour', 'p0', 'p2', 'p3', 'p5']));
  });

  it('refuse hostile bodies whole', async () => {
    await laptop.ask('PUT', at('a.txt'), { body: 'a' });
    const refused = async (body: string) => (await laptop.ask('PROPPATCH', at('a.txt'), { body })).status;
    const lol = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>';
    const update = (props: string) => `<propertyupdate xmlns="DAV:"><set><prop>${props}</prop></set></propertyupdate>`;
    expect(await refused(lol + update('<x xmlns="urn:z">&b;</x>'))).toBe(400);
    expect(await refused(update('<x xmlns="urn:z">&c;</x>'))).toBe(400);
    expect(await refused(update(`${'<d xmlns="urn:z">'.repeat(40)}${'</d>'.repeat(40)}`))).toBe(400);
    expect(await refused(update(`<x xmlns="urn:z">${'<e/>'.repeat(600)}</x>`))).toBe(400);
    expect(await refused(update('<xml:x>1</xml:x>'))).toBe(400);
    expect(await refused(update('<x xmlns="urn:z">&#0;</x>'))).toBe(400);
    expect(await refused(update(`<${'n'.repeat(66_000)} xmlns="urn:z"/>`))).toBe(413);
    expect(await refused(update(`<x xmlns="urn:z">${'m'.repeat(10 << 20)}</x>`))).toBe(413);
    expect(await refused(update(''))).toBe(400);
    // answers are XML 1.0, in which these are not well-formed, and would break the listing of the folder for everybody
    for (const only of ['<x xmlns="urn:z" xmlns:p=""/>', '<x xmlns="urn:z">&#1;</x>', '<x xmlns="urn:z" k="&#31;"/>'])
      expect(await refused(`<?xml version="1.1"?>${update(only)}`)).toBe(400);
    expect(await rowsOf(await idOf('a.txt'))).toEqual([]);
    const later = `<?xml version="1.1"?>${update('<z:colour xmlns:z="urn:z">blue</z:colour>')}`;
    expect((await laptop.ask('PROPPATCH', at('a.txt'), { body: later })).text).toContain('200 OK');
    expect(await colourOf(at('a.txt'))).toBe('blue');
  });

  it('are set by who may modify, and read by who may view', async () => {
    const id = await makeDocument(dossier, dossier.admin, { parentId: place, name: 'seen.txt', bytes: 'seen' });
    await patch(laptop, at('seen.txt'), colour('blue'));
    const carl = await makeSignedIn(dossier);
    const phone = await makeDevice(dossier, carl);
    const seen = '/dav/enterprise/seen.txt';
    await grant(id, carl.id, right.visible);
    expect(await find(seen, '<D:allprop/>', { device: phone })).not.toContain('urn:z');
    await grant(id, carl.id, level.view);
    expect(await find(seen, '<D:allprop/>', { device: phone })).toContain('urn:z');
    expect((await patch(phone, seen, colour('red'))).status).toBe(403);
    expect((await lockOn(phone, seen, { shared: true })).status).toBe(403);
    expect((await patch(phone, at('seen.txt'), colour('red'))).status).toBe(404);
    await berta.client.call(content.lock, { id });
    expect((await patch(laptop, at('seen.txt'), colour('red'))).status).toBe(423);
    expect((await patch(other, at('seen.txt'), colour('green'))).status).toBe(207);
    expect(await colourOf(at('seen.txt'))).toBe('green');
  });

  it('are set in a publishing cabinet by who manages it, as a name is changed there', async () => {
    const published = await makeCabinet(dossier.admin, { name: 'Published', publishing: true });
    await makeFolder(dossier.admin, published, { name: 'Rules' });
    await grant(published, anna.id, level.modify);
    for (const path of ['/dav/enterprise/Published', '/dav/enterprise/Published/Rules']) {
      expect((await patch(laptop, path, colour('blue'))).status).toBe(403);
      expect(await colourOf(path)).toBeUndefined();
    }
    await grant(published, anna.id, level.full);
    for (const path of ['/dav/enterprise/Published', '/dav/enterprise/Published/Rules']) {
      expect((await patch(laptop, path, colour('blue'))).status).toBe(207);
      expect(await colourOf(path)).toBe('blue');
    }
  });

  it('of a folder are not copied by who sees its name alone', async () => {
    const carl = await makeSignedIn(dossier);
    const phone = await makeDevice(dossier, carl);
    const secret = await makeFolder(dossier.admin, place, { name: 'Secret' });
    const inner = await makeFolder(dossier.admin, secret, { name: 'Inner' });
    for (const path of [at('Secret'), `${at('Secret')}/Inner`]) await patch(laptop, path, colour('blue'));
    const own = await makeCabinet(carl.client, { moduleType: moduleType.my, name: `Own ${count}` });
    const copyTo = async (name: string) => {
      await carl.client.call(library.paste, { parentId: own, objIds: [secret], onSameName: 'rename' });
      await phone.ask('COPY', '/dav/enterprise/Secret', to(`/dav/my/Own%20${count}/${name}`));
      await phone.ask('COPY', '/dav/enterprise/Secret', to(`/dav/my/Own%20${count}/${name}%20flat`, { depth: '0' }));
      const { list } = await carl.client.call(library.items, { parentId: own });
      return (await Promise.all(list.map(async ({ id }) => (await rowsOf(id)).length))).toSorted((a, b) => a - b);
    };
    await grant(secret, carl.id, right.visible);
    expect(await find('/dav/enterprise/Secret', '<D:allprop/>', { device: phone })).not.toContain('urn:z');
    expect(await copyTo('seen')).toEqual([0, 0, 0]);
    await grant(secret, carl.id, level.view);
    await dossier.admin.call(permissions.inherit, { objId: inner, inherit: false });
    await grant(inner, carl.id, right.visible);
    expect(await copyTo('read')).toEqual([0, 0, 0, 1, 1, 1]);
    const rows = await dossier.services.database.read
      .selectFrom('webdav_property')
      .innerJoin('item', 'item.id', 'webdav_property.item_id')
      .select('item.name')
      .where('item.area_owner_id', '=', Number(carl.id))
      .execute();
    expect(rows.map(({ name }) => name)).not.toContain('Inner');
  });

  it('are copied with items, also in the browser, stay with what is moved, and go when it is purged', async () => {
    await laptop.ask('MKCOL', at('sub'));
    await laptop.ask('PUT', `${at('sub')}/a.txt`, { body: 'a' });
    for (const path of [at('sub'), `${at('sub')}/a.txt`]) await patch(laptop, path, colour('blue'));
    await laptop.ask('COPY', at('sub'), to(at('deep')));
    await laptop.ask('COPY', at('sub'), to(at('flat'), { depth: '0' }));
    const objIds = [await idOf('sub')];
    await anna.client.call(library.copy, { objIds });
    await anna.client.call(library.paste, { parentId: await idOf('flat'), onSameName: 'rename' });
    for (const path of ['deep', 'deep/a.txt', 'flat', 'flat/sub', 'flat/sub/a.txt'])
      expect([path, await colourOf(`${base}/${path}`)]).toEqual([path, 'blue']);
    await patch(laptop, `${at('deep')}/a.txt`, colour('red'));
    await laptop.ask('MOVE', `${at('deep')}/a.txt`, to(at('moved.txt')));
    expect(await colourOf(at('moved.txt'))).toBe('red');
    // what a document is replaced by has its own
    await laptop.ask('PUT', at('fresh.tmp'), { body: 'fresh' });
    expect((await laptop.ask('MOVE', at('fresh.tmp'), to(at('moved.txt')))).status).toBe(204);
    expect(await colourOf(at('moved.txt'))).toBeUndefined();
    expect((await laptop.ask('COPY', `${at('sub')}/a.txt`, to(at('moved.txt')))).status).toBe(204);
    expect(await colourOf(at('moved.txt'))).toBe('blue');
    const id = await idOf('moved.txt');
    await dossier.admin.call(library.delete, { objIds: [id] });
    expect(await rowsOf(id)).toHaveLength(1);
    await dossier.admin.call(library.remove, { objIds: [id] });
    expect(await rowsOf(id)).toEqual([]);
  });
});

const clientLocks = () => dossier.services.database.read.selectFrom('webdav_client_lock').selectAll().execute();
const submitting = (...tokens: string[]) => ({ headers: { if: tokens.map((token) => `(${token})`).join(' ') } });
const statusesIn = ({ text }: DavAnswer) =>
  [...text.matchAll(/<D:href>([^<]*)<\/D:href><D:status>HTTP\/1.1 (\d+)/g)].map(([, href, status]) => [href, status]);
const unlock = async (device: Dav, path: string, token: string) =>
  (await device.ask('UNLOCK', path, { headers: { 'lock-token': token } })).status;

describe('shared locks', () => {
  it('are held by several, keep others from writing and locking alone, and do not bind the browser', async () => {
    await laptop.ask('PUT', at('a.txt'), { body: 'a' });
    const path = at('a.txt');
    const own = await lockOn(laptop, path, { shared: true });
    const theirs = await lockOn(other, path, { shared: true });
    expect([own.status, theirs.status]).toEqual([200, 200]);
    expect((await lockOn(other, path)).status).toBe(423);
    const discovered = await find(path, '<D:prop><D:lockdiscovery/><D:supportedlock/></D:prop>');
    expect(discovered.match(/<D:activelock>/g)).toHaveLength(2);
    expect(discovered).toContain(own.token.slice(1, -1));
    expect(discovered).not.toContain(theirs.token.slice(1, -1));
    expect((await laptop.ask('PUT', path, { body: 'b' })).status).toBe(423);
    expect((await laptop.ask('PUT', path, { body: 'b', ...submitting(theirs.token) })).status).toBe(423);
    expect((await laptop.ask('PUT', path, { body: 'b', ...submitting(own.token) })).status).toBe(204);
    expect((await patch(other, path, colour('blue'), submitting(theirs.token).headers)).status).toBe(207);
    expect(await unlock(laptop, path, theirs.token)).toBe(403);
    expect((await item('a.txt'))?.lockUserName).toBeUndefined();
    // the lock of the browser is the stronger one, and ends neither
    await berta.client.call(content.lock, { id: await idOf('a.txt') });
    expect((await laptop.ask('PUT', path, { body: 'c', ...submitting(own.token) })).status).toBe(423);
    expect((await other.ask('PUT', path, { body: 'd', ...submitting(theirs.token) })).status).toBe(204);
    // which ended with her version
    expect((await laptop.ask('PUT', path, { body: 'e', ...submitting(own.token) })).status).toBe(204);
    expect([await unlock(laptop, path, own.token), await unlock(laptop, path, own.token)]).toEqual([204, 409]);
    expect((await laptop.ask('DELETE', path)).status).toBe(423);
    dossier.clock.forward(110_000);
    await releaseExpiredLocks(dossier.services);
    expect(await clientLocks()).toEqual([]);
    expect((await lockOn(laptop, path)).status).toBe(200);
    expect((await lockOn(other, path, { shared: true })).status).toBe(423);
    expect((await lockOn(laptop, path, { shared: true })).status).toBe(423);
    expect((await lockOn(laptop, at('unused.txt'), { shared: true })).status).toBe(403);
    const { token } = await lockOn(laptop, at('unused'));
    for (const device of [laptop, other]) {
      expect((await device.ask('MKCOL', at('unused'))).status).toBe(423);
      expect((await device.ask('COPY', path, to(at('unused')))).status).toBe(423);
    }
    expect((await other.ask('MKCOL', at('unused'), submitting(token))).status).toBe(423);
    expect((await laptop.ask('MKCOL', at('unused'), submitting(token))).status).toBe(201);
  });
});

describe('locks of folders', () => {
  it('cover everything in them for WebDAV clients, and bind nobody in the browser', async () => {
    await laptop.ask('MKCOL', at('sub'));
    const inside = `${at('sub')}/a.txt`;
    await laptop.ask('PUT', inside, { body: 'a' });
    const { status, token } = await lockOn(laptop, at('sub'));
    expect(status).toBe(200);
    for (const device of [laptop, other])
      for (const [method, path, asked] of [
        ['PUT', inside, { body: 'b' }],
        ['PUT', `${at('sub')}/new.txt`, { body: 'b' }],
        ['MKCOL', `${at('sub')}/new`, {}],
        ['DELETE', inside, {}],
        ['DELETE', at('sub'), {}],
        ['MOVE', inside, to(at('out.txt'))],
        ['COPY', inside, to(`${at('sub')}/copy.txt`)],
        ['PROPPATCH', inside, { body: `<D:propertyupdate xmlns:D="DAV:">${colour('blue')}</D:propertyupdate>` }],
      ] as const) {
        const answer = await device.ask(method, path, asked);
        expect([method, path, answer.status]).toEqual([method, path, 423]);
        expect(answer.text).toContain(`<D:lock-token-submitted><D:href>${at('sub')}/</D:href>`);
      }
    expect((await other.ask('PUT', inside, { body: 'b', ...submitting(token) })).status).toBe(423);
    expect((await laptop.ask('PUT', `${at('sub')}/new.txt`, { body: 'b', ...submitting(token) })).status).toBe(201);
    expect((await laptop.ask('MOVE', inside, to(at('out.txt'), { if: `<${at('sub')}> (${token})` }))).status).toBe(201);
    expect((await lockOn(other, `${at('sub')}/new.txt`)).status).toBe(423);
    expect((await lockOn(other, `${at('sub')}/unused.txt`)).status).toBe(423);
    const shown = await find(`${at('sub')}/`, '<D:prop><D:lockdiscovery/></D:prop>', { depth: '1', device: other });
    expect(shown.match(/<D:depth>infinity<\/D:depth><D:owner>me<\/D:owner>/g)).toHaveLength(2);
    expect(shown.match(/<D:lockroot><D:href>[^<]*sub\/<\/D:href>/g)).toHaveLength(2);
    const sub = await idOf('sub');
    await makeDocument(dossier, berta.client, { parentId: sub, name: 'browser.txt' });
    expect(await unlock(other, at('sub'), token)).toBe(403);
    // renewed and ended by what is in it
    dossier.clock.forward(90_000);
    const renewed = await laptop.ask('LOCK', `${at('sub')}/new.txt`, { headers: { if: `(${token})`, timeout: 'Second-100' } });
    expect(renewed.text).toContain(`<D:lockroot><D:href>${at('sub')}/</D:href>`);
    dossier.clock.forward(90_000);
    expect((await other.ask('PUT', `${at('sub')}/new.txt`, { body: 'c' })).status).toBe(423);
    expect(await unlock(laptop, `${at('sub')}/new.txt`, token)).toBe(204);
    expect((await other.ask('PUT', `${at('sub')}/new.txt`, { body: 'c' })).status).toBe(204);
  });

  it('of depth 0 cover the names in the folder alone', async () => {
    await laptop.ask('MKCOL', at('sub'));
    const inside = `${at('sub')}/a.txt`;
    await laptop.ask('PUT', inside, { body: 'a' });
    const { token } = await lockOn(laptop, at('sub'), { depth: '0' });
    expect((await other.ask('PUT', inside, { body: 'b' })).status).toBe(204);
    expect((await other.ask('PUT', `${at('sub')}/b.txt`, { body: 'b' })).status).toBe(423);
    expect((await other.ask('DELETE', inside)).status).toBe(423);
    expect((await laptop.ask('PUT', `${at('sub')}/b.txt`, { body: 'b', headers: { if: `<${at('sub')}> (${token})` } })).status).toBe(201);
    expect((await lockOn(other, inside)).status).toBe(200);
    for (const depth of ['1', 'all']) expect((await lockOn(laptop, at('sub'), { depth })).status).toBe(400);
    expect((await lockOn(laptop, '/dav/enterprise/Shared')).status).toBe(403);
  });

  it('name what contradicts them, and need the right to modify all that they cover', async () => {
    await laptop.ask('MKCOL', at('sub'));
    for (const name of ['a.txt', 'b.txt']) await laptop.ask('PUT', `${at('sub')}/${name}`, { body: name });
    const [a] = (await dossier.admin.call(library.items, { parentId: await idOf('sub') })).list;
    await berta.client.call(content.lock, { id: a?.id ?? '' });
    const { token } = await lockOn(other, `${at('sub')}/b.txt`, { shared: true });
    const body = '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>';
    const refused = await laptop.ask('LOCK', at('sub'), { body });
    expect(refused.status).toBe(207);
    expect(Object.fromEntries(statusesIn(refused))).toEqual({
      [`${at('sub')}/`]: '424',
      [`${at('sub')}/a.txt`]: '423',
      [`${at('sub')}/b.txt`]: '423',
    });
    await berta.client.call(content.unlock, { id: a?.id ?? '' });
    expect((await lockOn(laptop, at('sub'), { shared: true })).status).toBe(200);
    // the folder cannot go without the tokens of what is locked in it
    const [lock] = await dossier.services.database.read.selectFrom('webdav_client_lock').selectAll().where('deep', '=', 1).execute();
    const deleted = await laptop.ask('DELETE', at('sub'), submitting(`<${lock?.token ?? ''}>`));
    expect([deleted.status, statusesIn(deleted)]).toEqual([207, [[`${at('sub')}/b.txt`, '423']]]);
    expect(await unlock(other, `${at('sub')}/b.txt`, token)).toBe(204);
    expect((await laptop.ask('DELETE', at('sub'), submitting(`<${lock?.token ?? ''}>`))).status).toBe(204);
    expect(await dossier.services.database.read.selectFrom('webdav_client_lock').selectAll().where('deep', '=', 1).execute()).toEqual([]);
    const own = await makeFolder(dossier.admin, place, { name: 'Own' });
    const hidden = await makeDocument(dossier, dossier.admin, { parentId: own, name: 'hidden.txt' });
    await dossier.admin.call(permissions.inherit, { objId: hidden, inherit: false });
    expect((await lockOn(laptop, at('Own'))).status).toBe(403);
    expect((await lockOn(laptop, at('Own'), { depth: '0' })).status).toBe(200);
  });

  it('are found among many that were ended in the browser', async () => {
    const crowd = await makeFolder(dossier.admin, place, { name: 'Crowd' });
    const locks = await Promise.all(
      Array.from({ length: 101 }, async (_, n) => {
        const id = await makeDocument(dossier, berta.client, { parentId: crowd, name: `n${n}.txt` });
        const { token } = await lockOn(other, `${at('Crowd')}/n${n}.txt`);
        await berta.client.call(content.unlock, { id });
        return token;
      }),
    );
    expect(new Set(locks).size).toBe(101);
    await makeDocument(dossier, dossier.admin, { parentId: crowd, name: 'z.txt' });
    const { token } = await lockOn(laptop, `${at('Crowd')}/z.txt`, { shared: true });
    const deleted = await other.ask('DELETE', at('Crowd'));
    expect([deleted.status, statusesIn(deleted)]).toEqual([207, [[`${at('Crowd')}/z.txt`, '423']]]);
    expect(await unlock(laptop, `${at('Crowd')}/z.txt`, token)).toBe(204);
    expect((await other.ask('DELETE', at('Crowd'))).status).toBe(204);
  });

  it('are granted to one of two that contradict each other at the same time', async () => {
    for (const [first, second] of [
      ['', ''],
      ['', '/a.txt'],
      ['/a.txt', ''],
    ] as const) {
      const sub = at(`sub ${first.length}-${second.length}`);
      await laptop.ask('MKCOL', sub);
      await laptop.ask('PUT', `${sub}/a.txt`, { body: 'a' });
      const both = await Promise.all([lockOn(laptop, sub + first), lockOn(other, sub + second)]);
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(both.filter(({ status }) => status === 423 || status === 207)).toHaveLength(1);
    }
  });

  it('move with a folder in the browser, and are not renewed by who lost the right', async () => {
    await laptop.ask('MKCOL', at('sub'));
    const carl = await makeSignedIn(dossier);
    const phone = await makeDevice(dossier, carl);
    await grant(place, carl.id, level.modify);
    const folder = decodeURIComponent(base.split('/').at(-1) ?? '');
    const theirs = `/dav/enterprise/${encodeURIComponent(folder)}/sub`;
    const { status, token } = await lockOn(phone, theirs);
    expect(status).toBe(200);
    const elsewhere = await makeFolder(dossier.admin, place, { name: 'elsewhere' });
    await berta.client.call(library.move, { objIds: [await idOf('sub')], parentId: elsewhere, onSameName: 'refuse' });
    const moved = `${at('elsewhere')}/sub`;
    expect((await laptop.ask('MKCOL', `${moved}/new`)).status).toBe(423);
    expect((await laptop.ask('MKCOL', at('sub'))).status).toBe(201);
    await grant(place, carl.id, level.view);
    const renew = { headers: { if: `(${token})`, timeout: 'Second-100' } };
    expect((await phone.ask('LOCK', theirs.replace('/sub', '/elsewhere/sub'), renew)).status).toBe(403);
    dossier.clock.forward(110_000);
    expect((await laptop.ask('MKCOL', `${moved}/new`)).status).toBe(201);
    // and with a folder that is deleted there, until it is purged
    expect((await lockOn(laptop, moved)).status).toBe(200);
    const objIds = (await dossier.admin.call(library.items, { parentId: elsewhere })).list.map(({ id }) => id);
    const left = async () => (await clientLocks()).filter((row) => objIds.includes(String(row.item_id))).length;
    await dossier.admin.call(library.delete, { objIds });
    expect((await other.ask('MKCOL', moved)).status).toBe(201);
    expect(await left()).toBeGreaterThan(0);
    await dossier.admin.call(library.remove, { objIds });
    expect(await left()).toBe(0);
  });

  it('are limited by user, and shared ones by item', async () => {
    await laptop.ask('PUT', at('a.txt'), { body: 'a' });
    const statuses = new Set<number>();
    for (let n = 0; n < 20; n++) statuses.add((await lockOn(laptop, at('a.txt'), { shared: true })).status);
    expect([...statuses]).toEqual([200]);
    expect((await lockOn(other, at('a.txt'), { shared: true })).status).toBe(507);
    const rows = Array.from({ length: 180 }, (_, n) => ({
      token: `opaquelocktoken:${n}`,
      item_id: 1,
      person_id: Number(anna.id),
      owner: '',
      shared: 1,
      deep: 0,
      expires_at: dossier.services.now() + 100_000,
    }));
    await dossier.services.database.write((db) => db.insertInto('webdav_client_lock').values(rows).execute());
    await laptop.ask('MKCOL', at('sub'));
    expect((await lockOn(laptop, at('sub'))).status).toBe(507);
    dossier.clock.forward(110_000);
    expect((await lockOn(laptop, at('sub'))).status).toBe(200);
  });
});

it('a reserved name is not renewed by who lost the right to upload, and becomes free', async () => {
  const carl = await makeSignedIn(dossier);
  const phone = await makeDevice(dossier, carl);
  await grant(place, carl.id, level.upload);
  const theirs = `/dav/enterprise/${base.split('/').at(-1) ?? ''}/new.txt`;
  const { status, token } = await lockOn(phone, theirs);
  const renew = () => phone.ask('LOCK', theirs, { headers: { if: `(${token})`, timeout: 'Second-100' } });
  expect([status, (await renew()).status]).toEqual([201, 200]);
  await grant(place, carl.id, level.view);
  expect((await renew()).status).toBe(403);
  expect((await laptop.ask('PUT', at('new.txt'), { body: 'x' })).status).toBe(423);
  dossier.clock.forward(110_000);
  expect((await laptop.ask('PUT', at('new.txt'), { body: 'x' })).status).toBe(201);
});

it('judges conditions on every writing method', async () => {
  const path = at('a.txt');
  const { headers } = await laptop.ask('PUT', path, { body: 'a' });
  const etag = String(headers['etag']);
  const writing: [string, string, { body?: string; headers: Record<string, string> }][] = [
    ['PUT', path, { body: 'b', headers: {} }],
    ['DELETE', path, { headers: {} }],
    ['MOVE', path, to(at('b.txt'))],
    ['COPY', path, to(at('b.txt'))],
    ['PROPPATCH', path, { body: `<D:propertyupdate xmlns:D="DAV:">${colour('blue')}</D:propertyupdate>`, headers: {} }],
    [
      'LOCK',
      path,
      {
        body: '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>',
        headers: {},
      },
    ],
  ];
  const failing: Record<string, string>[] = [
    { 'if-match': '"other"' },
    { 'if-none-match': '*' },
    { 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' },
    { if: `([${etag}] <DAV:no-lock>)` },
    { if: `(Not [${etag}])` },
    { if: `<${at('nothing.txt')}> ([${etag}])` },
  ];
  for (const [method, target, asked] of writing)
    for (const condition of failing) {
      const { status } = await laptop.ask(method, target, { ...asked, headers: { ...asked.headers, ...condition } });
      expect([method, condition, status]).toEqual([method, condition, 412]);
    }
  expect((await laptop.ask('MKCOL', at('sub'), { headers: { 'if-match': '*' } })).status).toBe(412);
  expect((await items()).map(({ name }) => name)).toEqual(['a.txt']);
  const holding = {
    'if-unmodified-since': new Date(dossier.services.now() + 5000).toUTCString(),
    if: `(<DAV:no-lock>) ([${etag}] Not <DAV:no-lock>)`,
  };
  expect((await laptop.ask('PUT', path, { body: 'b', headers: { ...holding, 'if-match': etag } })).status).toBe(204);
});

it('tells the free space of the own area where it is limited and asked for, and of no other', async () => {
  await makeCabinet(anna.client, { name: 'Own', moduleType: moduleType.my });
  await laptop.ask('PUT', '/dav/my/Own/a.txt', { body: '12345' });
  const prop = '<D:quota-available-bytes/><D:quota-used-bytes/>';
  const free = async (path: string, asked = `<D:prop>${prop}</D:prop>`) =>
    [...(await find(path, asked, { depth: '1' })).matchAll(/<D:quota-\w+-bytes>(\d+)</g)].map(([, bytes]) => bytes);
  expect(await free('/dav/my')).toEqual([]);
  await dossier.admin.call(limits.setQuota, { userIds: [anna.id], most: 1000 });
  expect(await free('/dav/my')).toEqual(['995', '5', '995', '5']);
  expect(await free('/dav/my/Own', `<D:allprop/><D:include>${prop}</D:include>`)).toEqual(['995', '5']);
  expect(await free('/dav/my/Own', '<D:allprop/>')).toEqual([]);
  expect(await free('/dav/enterprise')).toEqual([]);
  await dossier.admin.call(limits.setQuota, { userIds: [anna.id], most: 2 });
  expect(await free('/dav/my/Own')).toEqual(['0', '5']);
});
