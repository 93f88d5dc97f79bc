import { logos } from '@dossier/contract/identity/organisations';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { enter, invite, makeGuest, makeOrganisation } from '../../../../test/other-organisation.ts';
import { isSvg } from './branding.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';
const png = createCanvas(20, 20).toBuffer('image/png');

async function put(client: Client, id: string, bytes: Buffer | string): Promise<{ code: number }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), 'logo');
  const body = new Response(form);
  const answer = await dossier.server.app.inject({
    method: 'POST',
    url: `${logos.put}?id=${id}`,
    headers: { authorization: client.token ?? '', 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return JSON.parse(answer.payload) as { code: number };
}

const see = (url: string | undefined) => dossier.server.app.inject({ method: 'GET', url: url ?? '' });
const brand = async (client: Client) => (await client.call(session.current)).brand;

describe('the branding of an organisation', () => {
  it("is its people's and its guests' to see while they work in it", async () => {
    const other = await makeOrganisation(dossier);
    expect(await brand(other.admin)).toEqual({});
    await dossier.admin.call(people.updateOrganisation, { id: other.id, title: 'North', accent: '#AB1234' });
    expect((await put(dossier.admin, other.id, png)).code).toBe(200);
    const guest = await makeGuest(dossier, { other });
    expect(await brand(guest.client)).toEqual({});
    await enter(guest.client, other.id);
    for (const one of [other.admin, guest.client]) {
      const { logoUrl, ...words } = await brand(one);
      expect(words).toEqual({ title: 'North', accent: '#ab1234' });
      const seen = await see(logoUrl);
      expect([seen.statusCode, seen.headers['content-type'], seen.rawPayload.subarray(1, 4).toString()]).toEqual([200, 'image/png', 'PNG']);
    }
    await dossier.admin.call(people.updateOrganisation, { id: other.id, title: '', accent: '', logo: '' });
    expect(await brand(other.admin)).toEqual({});
  });

  it('has a logo that must be an image', async () => {
    const { id, admin } = await makeOrganisation(dossier);
    expect((await put(dossier.admin, id, svg)).code).toBe(200);
    const seen = await see((await brand(admin)).logoUrl);
    expect(seen.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': expect.stringContaining('attachment'),
    });
    for (const wrong of ['<html><svg>', 'text', '', '<!DOCTYPE svg [<!ENTITY a "b">]><svg></svg>', Buffer.from([0xff, 0xfe, 0x3c])])
      expect((await put(dossier.admin, id, wrong)).code).toBe(2111);
    expect((await put(dossier.admin, id, svg + ' '.repeat(logos.largest))).code).toBe(2110);
    expect((await put(dossier.admin, '4711', png)).code).toBe(2101);
    expect((await put(admin, id, png)).code).toBe(1011);
    expect((await put(dossier.nobody, id, png)).code).toBe(501);
    const { logoUrl } = await brand(admin);
    await admin.call(session.logout);
    expect((await see(logoUrl)).statusCode).toBe(401);
    expect((await see(`${logos.see}?ticket=made-up`)).statusCode).toBe(403);
  });

  it.each([
    [svg, true],
    [`<?xml version="1.0"?>\n<!-- made -->\n${svg}`, true],
    [`<svg-x></svg-x>`, false],
    [`<!DOCTYPE svg>${svg}`, false],
  ])('%s is an SVG: %s', (text, is) => expect(isSvg(Buffer.from(text))).toBe(is));
});

describe('administrators of an organisation', () => {
  it('are set by the site: a user of the organisation, or a new account', async () => {
    const other = await makeOrganisation(dossier);
    const list = async () => (await dossier.admin.call(people.administrators, { id: other.id })).map((one) => one.loginName);
    expect(await list()).toEqual([other.loginName]);
    const { id } = await other.admin.call(people.createUser, { loginName: 'deputy', fullName: 'Dora Deputy', password: 'deputy-word' });
    expect(await dossier.admin.call(people.organisationPeople, { id: other.id, keyword: 'dora' })).toMatchObject([
      { id, loginName: 'deputy' },
    ]);
    await dossier.admin.call(people.addAdministrator, { id: other.id, userId: id });
    await dossier.admin.call(people.addAdministrator, { id: other.id, userId: id });
    const deputy = await dossier.as({ loginName: 'deputy', password: 'deputy-word' });
    await deputy.call(people.users, {});
    await dossier.admin.call(people.newAdministrator, { id: other.id, loginName: 'third', fullName: 'Third', password: 'third-word-1' });
    expect((await list()).toSorted()).toEqual([other.loginName, 'deputy', 'third'].toSorted());
    // refuses users of other organisations, guests, and administrators of the first organisation, who have the site
    const { id: stranger } = await makeSignedIn(dossier);
    expect(await dossier.admin.refused(people.addAdministrator, { id: other.id, userId: stranger })).toBe(2002);
    const own = (await dossier.admin.call(session.current)).spaceId;
    expect(await dossier.admin.refused(people.addAdministrator, { id: own, userId: stranger })).toBe(1003);
    expect(await dossier.admin.refused(people.newAdministrator, { id: own, loginName: 'x1', fullName: 'X', password: 'x-word-123' })).toBe(
      1003,
    );
    for (const [route, input] of [
      [people.administrators, { id: other.id }],
      [people.organisationPeople, { id: other.id }],
      [people.addAdministrator, { id: other.id, userId: id }],
      [people.relations, { id: other.id }],
      [people.setRelations, { id: other.id, otherIds: [] }],
    ] as const)
      expect(await other.admin.refused(route, input)).toBe(1011);
  });
});

describe('related organisations', () => {
  it('are those that share guests, and those set by the site', async () => {
    const [one, two, three] = [await makeOrganisation(dossier), await makeOrganisation(dossier), await makeOrganisation(dossier)];
    const related = async (client: Client) =>
      (await client.call(people.relatedOrganisations)).map(({ id, guests, related: said }) => [id, guests, said]);
    expect(await related(one.admin)).toEqual([]);
    await invite(two.admin, one.loginName);
    await dossier.admin.call(people.setRelations, { id: three.id, otherIds: [one.id, one.id] });
    expect(new Set((await related(one.admin)).map(String))).toEqual(new Set([`${two.id},true,false`, `${three.id},false,true`]));
    expect(await related(two.admin)).toEqual([[one.id, true, false]]);
    expect(await related(three.admin)).toEqual([[one.id, false, true]]);
    expect(await dossier.admin.refused(people.setRelations, { id: three.id, otherIds: [three.id] })).toBe(2101);
    expect(await dossier.admin.refused(people.setRelations, { id: three.id, otherIds: ['424242'] })).toBe(2101);
    await dossier.admin.call(people.setRelations, { id: one.id, otherIds: [] });
    expect(await related(three.admin)).toEqual([]);
    // nothing else is shared
    expect(await one.admin.refused(session.changeSpace, { spaceId: three.id })).toBe(2109);
  });
});
