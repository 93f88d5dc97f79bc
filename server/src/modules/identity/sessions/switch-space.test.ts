import { permissions } from '@dossier/contract/access/permissions';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { enter, invite, makeGuest, makeOrganisation, spaceOf } from '../../../../test/other-organisation.ts';

let dossier: TestServer;
let ours = '';
beforeAll(async () => {
  dossier = await openTestServer();
  ours = (await dossier.admin.call(session.current)).spaceId;
});
afterAll(() => dossier.close());

describe('changing the space', () => {
  it('moves this session, and the next sign-in begins there; other devices stay', async () => {
    const guest = await makeGuest(dossier);
    const phone = await dossier.as(guest);
    expect(await guest.client.call(session.current)).toMatchObject({ spaceId: ours, spaceCount: 2, guest: false });
    await enter(guest.client, guest.other.id);
    expect(await guest.client.call(session.current)).toMatchObject({ spaceId: guest.other.id, spaceCount: 2, guest: true, roles: [] });
    expect(await spaceOf(phone)).toBe(ours);
    expect(await spaceOf(await dossier.as(guest))).toBe(guest.other.id);
    const spaces = await guest.client.call(session.spaces, {});
    expect(spaces).toMatchObject({ pageSize: 15, totalNumber: 2 });
    expect(spaces.list.map((space) => [space.spaceId, space.own, space.current])).toEqual([
      [ours, true, false],
      [guest.other.id, false, true],
    ]);
    await enter(guest.client, ours);
    expect(await guest.client.call(session.current)).toMatchObject({ spaceId: ours, guest: false });
  });

  it('refuses foreign spaces like missing ones', async () => {
    const { client } = await makeSignedIn(dossier);
    const other = await makeOrganisation(dossier);
    for (const spaceId of [other.id, '999999999999999']) expect(await client.refused(session.changeSpace, { spaceId })).toBe(2109);
    expect(await other.admin.refused(session.changeSpace, { spaceId: ours })).toBe(2109);
    expect((await client.call(session.spaces, {})).totalNumber).toBe(1);
  });

  it('finds one of many by name', async () => {
    const guest = await makeSignedIn(dossier);
    for (let n = 0; n < 16; n++) {
      const other = await makeOrganisation(dossier, `Many ${String(n).padStart(2, '0')}`);
      await invite(other.admin, guest.loginName);
    }
    expect(await guest.client.call(session.spaces, { pageNo: 2 })).toMatchObject({ totalNumber: 17, list: [{ name: 'Many 14' }, {}] });
    expect((await guest.client.call(session.spaces, { keyword: 'many 07' })).list.map((space) => space.name)).toEqual(['Many 07']);
  });
});

describe('work in a space', () => {
  it('ends with the membership, at the next request', async () => {
    const guest = await makeGuest(dossier);
    await enter(guest.client, guest.other.id);
    await guest.other.admin.call(people.endGuest, { id: guest.id });
    expect(await spaceOf(guest.client)).toBe(ours);
    expect(await guest.client.refused(session.changeSpace, { spaceId: guest.other.id })).toBe(2109);
    await invite(guest.other.admin, guest.loginName);
    expect(await spaceOf(guest.client)).toBe(ours);
    expect(await spaceOf(await dossier.as(guest))).toBe(guest.other.id);
  });

  it('ends with the grants there, also for a user who returns', async () => {
    const guest = await makeGuest(dossier);
    const cabinet = await makeCabinet(guest.other.admin);
    const grant = { objId: cabinet, granteeType: 'user', granteeId: guest.id, level: 3 } as const;
    await guest.other.admin.call(permissions.grant, grant);
    await enter(guest.client, guest.other.id);
    expect((await guest.client.call(library.cabinets, { moduleType: 3 })).totalNumber).toBe(1);
    await guest.other.admin.call(people.endGuest, { id: guest.id });
    await dossier.drain();
    await invite(guest.other.admin, guest.loginName);
    await enter(guest.client, guest.other.id);
    expect((await guest.client.call(library.cabinets, { moduleType: 3 })).totalNumber).toBe(0);
    await guest.other.admin.call(permissions.grant, grant);
    expect((await guest.client.call(library.cabinets, { moduleType: 3 })).totalNumber).toBe(1);
  });

  it('ends when the organisation is closed: guests return to their own, its own users are signed out', async () => {
    const guest = await makeGuest(dossier);
    await enter(guest.client, guest.other.id);
    const close = (enabled: boolean) => dossier.admin.call(people.updateOrganisation, { id: guest.other.id, enabled });
    await close(false);
    expect(await guest.client.refused(session.changeSpace, { spaceId: guest.other.id })).toBe(2108);
    expect(await spaceOf(guest.client)).toBe(ours);
    expect((await guest.client.call(session.spaces, {})).totalNumber).toBe(1);
    expect(await guest.other.admin.refused(session.current)).toBe(501);
    const { loginName } = guest.other;
    expect(await dossier.nobody.refused(session.login, { loginName, password: 'stranger-1' })).toBe(2107);
    expect(await dossier.nobody.refused(session.login, { loginName, password: 'stranger-2' })).toBe(2003);
    await close(true);
    await enter(guest.client, guest.other.id);
    expect(await guest.other.admin.call(session.current)).toMatchObject({ spaceId: guest.other.id });
  });

  it('does not lock an account of a closed organisation for the right password', async () => {
    const { id, loginName } = await makeOrganisation(dossier);
    await dossier.admin.call(people.updateOrganisation, { id, enabled: false });
    const stranger = dossier.nobody.from({ address: '10.9.9.9' });
    for (let n = 0; n < 12; n++) expect(await stranger.refused(session.login, { loginName, password: 'stranger-1' })).toBe(2107);
  });

  it('ends everywhere when the own organisation is closed or expires', async () => {
    const [home, away] = [await makeOrganisation(dossier), await makeOrganisation(dossier)];
    await invite(away.admin, home.loginName);
    await enter(home.admin, away.id);
    const set = (change: { enabled?: boolean; expires?: string }) =>
      dossier.admin.call(people.updateOrganisation, { id: home.id, ...change });
    await set({ enabled: false });
    expect(await home.admin.refused(session.current)).toBe(501);
    await set({ enabled: true, expires: new Date(dossier.clock.now() + 60_000).toISOString() });
    expect(await spaceOf(home.admin)).toBe(away.id);
    dossier.clock.forward(60_000);
    expect(await home.admin.refused(session.current)).toBe(501);
    expect(await home.admin.refused(library.createCabinet, { name: 'Late', moduleType: 2 })).toBe(501);
    await set({ expires: '' });
    expect(await spaceOf(home.admin)).toBe(away.id);
  });

  it('ends on its expiry, to the second', async () => {
    const guest = await makeGuest(dossier);
    await enter(guest.client, guest.other.id);
    const expires = new Date(dossier.clock.now() + 60_000).toISOString();
    await dossier.admin.call(people.updateOrganisation, { id: guest.other.id, expires });
    dossier.clock.forward(59_000);
    expect(await spaceOf(guest.client)).toBe(guest.other.id);
    expect(await spaceOf(guest.other.admin)).toBe(guest.other.id);
    dossier.clock.forward(1000);
    expect(await guest.other.admin.refused(session.current)).toBe(501);
    expect(await spaceOf(guest.client)).toBe(ours);
    expect(await guest.client.refused(session.changeSpace, { spaceId: guest.other.id })).toBe(2108);
    await dossier.admin.call(people.updateOrganisation, { id: guest.other.id, expires: '' });
    await enter(guest.client, guest.other.id);
  });
});

describe('races', () => {
  it('never run a call in another space than it was meant for', async () => {
    const guest = await makeGuest(dossier);
    const names = Array.from({ length: 12 }, (_, n) => `Race ${n}`);
    const made = await Promise.all(
      names.map(async (name, n) => {
        if (n % 4 === 1) await enter(guest.client, n % 8 === 1 ? guest.other.id : ours).catch(() => undefined);
        return guest.client.call(library.createCabinet, { name, moduleType: 2 }).catch(() => undefined);
      }),
    );
    const seen: string[] = [];
    for (const space of [ours, guest.other.id]) {
      await enter(guest.client, space);
      seen.push(...(await guest.client.call(library.cabinets, { moduleType: 2 })).list.map((item) => item.id));
    }
    expect(seen.toSorted()).toEqual(made.flatMap((one) => one?.id ?? []).toSorted());
  });

  it('move no session into a space while its membership ends', async () => {
    for (let round = 0; round < 5; round++) {
      const guest = await makeGuest(dossier);
      await Promise.all([
        enter(guest.client, guest.other.id).catch(() => undefined),
        guest.other.admin.call(people.endGuest, { id: guest.id }),
      ]);
      expect(await spaceOf(guest.client)).toBe(ours);
    }
  });
});
